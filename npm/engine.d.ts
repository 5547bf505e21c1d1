export type Game = "offboard" | "polygone" | "isometron";

/** The beginning of a game and its moves so far. */
export interface From {
  /** A position in the game's notation; the start if nothing is given. */
  position?: string;
  /** The start of a variant: "axial", "central" or "shift" in Isometron. */
  variant?: string;
  /** Moves played since, as a list or separated by spaces. */
  moves?: string | string[];
}

export interface Line {
  /** The place among the lines, the best 0. */
  number: number;
  /** Plies searched. */
  depth: number;
  /** Hundredths of a point for the side to move; null where the end is proven. */
  score: number | null;
  /** Plies to a proven win, negative to a proven loss. */
  pliesToEnd: number | null;
  /** Nodes searched so far. */
  nodes: number;
  /** The moves, the best first. */
  moves: string[];
}

export interface Shown {
  position: string;
  /** 0 for the side that moves first in the game. */
  toMove: 0 | 1;
  /** "red wins by points", or null while the game goes on. */
  result: string | null;
  legalMoves: string[];
  /** The board with the last move marked. */
  svg: string;
}

/** An answer that the engine refused to give: a malformed position, an illegal move, a game that is over. */
export class EngineError extends Error {}

/** A worker that answers one question after the other. */
export class Engine {
  /** The computer's move at a level from 1 to 10 (10); the same seed (0) gives the same move. */
  bestMove(game: Game, options?: From & { level?: number; seed?: number }): Promise<string>;
  /** The best lines, the best first; one limit at least must be given. `time` is in milliseconds. */
  analyse(
    game: Game,
    options: From & {
      lines?: number;
      nodes?: number;
      depth?: number;
      time?: number;
      onProgress?: (lines: Line[]) => void;
    },
  ): Promise<Line[]>;
  /** The position after the moves. */
  show(game: Game, from?: From): Promise<Shown>;
  /** Ends the worker, and with it all questions under way. The next question starts another. */
  terminate(): void;
}
