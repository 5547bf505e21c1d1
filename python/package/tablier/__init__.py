"""Offboard, Polygone and Isometron: rules and engines.

`tablier.env` has the PettingZoo environments; it needs the packages pettingzoo and numpy.
"""

from ._tablier import GAMES, Line, State, __version__

__all__ = ["GAMES", "Line", "State", "__version__"]
