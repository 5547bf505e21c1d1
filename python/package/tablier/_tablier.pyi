from typing import Literal, Optional, Sequence

Game = Literal["offboard", "polygone", "isometron"]

__version__: str
GAMES: list[Game]

class Line:
    """One of the best ways to go on."""

    @property
    def moves(self) -> list[str]:
        """The moves, the best first."""
    @property
    def score(self) -> int:
        """Hundredths of a point for the side to move."""
    @property
    def chance(self) -> float:
        """The chance of the side to move to win, from 0 to 1."""
    @property
    def plies_to_end(self) -> Optional[int]:
        """Plies to a proven win, negative to a proven loss; None where nothing is proven."""
    @property
    def depth(self) -> int:
        """Plies searched."""
    @property
    def nodes(self) -> int:
        """Nodes searched for this line."""

class State:
    """A game in progress: a position with the moves that led to it.

    Sides are 0 (moves first) and 1. A refused text or action raises ValueError and changes nothing.
    """

    def __init__(
        self,
        game: str,
        position: Optional[str] = None,
        variant: Optional[str] = None,
        moves: Optional[Sequence[str]] = None,
    ) -> None:
        """The start of a game, or a position in the game's notation, then `moves`.

        Isometron's variants are "axial", "central" and "shift".
        """
    @property
    def game(self) -> Game:
        """The game's name."""
    @property
    def text(self) -> str:
        """The position in the game's notation."""
    @property
    def to_move(self) -> int:
        """The side to move. In Isometron a side may move twice running."""
    @property
    def side_names(self) -> tuple[str, str]:
        """English names of the sides."""
    @property
    def is_over(self) -> bool:
        """Whether the game is over, by repetition too."""
    @property
    def result(self) -> Optional[str]:
        """How the game ended ("red wins by points"), or None while it goes on."""
    @property
    def winner(self) -> Optional[int]:
        """The side that has won; None in a draw and while the game goes on."""
    @property
    def hash(self) -> int:
        """The position's 64-bit hash, the same on every machine. The moves before do not count."""
    @property
    def start(self) -> str:
        """The first position."""
    @property
    def moves(self) -> list[str]:
        """The moves played since the first position."""
    @property
    def action_count(self) -> int:
        """The size of the game's fixed action space."""
    def legal_moves(self) -> list[str]:
        """The legal moves in byte order; empty when the game is over."""
    def play(self, move: str) -> None:
        """Plays a move."""
    def undo(self) -> None:
        """Takes the last move back; IndexError at the start."""
    def clone(self) -> State:
        """A copy with the same past."""
    def legal_actions(self) -> list[int]:
        """The legal moves as numbers of the action space, sorted."""
    def action_mask(self) -> bytes:
        """A byte for each action: 1 where it is legal."""
    def play_action(self, action: int) -> None:
        """Plays an action."""
    def move_of(self, action: int) -> str:
        """The move of a legal action."""
    def action_of(self, move: str) -> int:
        """The action of a legal move."""
    def observation(self, side: Optional[int] = None) -> memoryview:
        """The position as planes of 16-bit numbers, seen by a side, by default the one to move.

        The view has the shape (planes, rows, columns): `numpy.asarray` reads it without a copy, `tolist()` without
        numpy.
        """
    def perft(self, depth: int) -> int:
        """The number of sequences of so many legal moves."""
    def playout(self, seed: int = 0, max_plies: int = 10_000) -> State:
        """The game after random moves to its end; unfinished after `max_plies`."""
    def choose(
        self, level: Optional[int] = None, *, nodes: Optional[int] = None, seed: int = 0
    ) -> Optional[str]:
        """The engine's move at a level from 1 to 10, or at full strength within so many nodes; None after the end.

        The same arguments give the same move on every machine.
        """
    def analyse(
        self,
        *,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
        seconds: Optional[float] = None,
        lines: int = 1,
    ) -> list[Line]:
        """The best lines, the best first. The limit that is met first ends the search; one must be given."""
    def svg(self) -> str:
        """The position as an SVG picture, with the last move marked. Notebooks show it."""
