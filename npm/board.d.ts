import type { Game, Shown } from "./engine.js";

/**
 * `<tablier-board game="offboard" position="…" variant="…" moves="…" ply="…">`: a board that steps through moves.
 *
 * It sends `tablier-shown` with the position as `detail` after each picture, and `tablier-error` with the reason.
 */
export class TablierBoard extends HTMLElement {
  game: Game;
  position: string | null;
  variant: string | null;
  moves: string;
  /** Moves shown; all of them unless the attribute says otherwise. */
  ply: number;
  /** The position on the board; null until the first picture. */
  readonly shown: Shown | null;
}

declare global {
  interface HTMLElementTagNameMap {
    "tablier-board": TablierBoard;
  }
  interface HTMLElementEventMap {
    "tablier-shown": CustomEvent<Shown>;
    "tablier-error": CustomEvent<string>;
  }
}
