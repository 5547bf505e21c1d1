"""Random games agree with the command line: legal moves, positions, results and node counts.

TABLIER_BINARY is the program to compare with; TABLIER_DEEP plays more games.
"""

import os
import random
import subprocess

import pytest

from tablier import GAMES, State

BINARY = os.environ.get("TABLIER_BINARY")
COUNT = 1000 if os.environ.get("TABLIER_DEEP") else 100
VARIANTS = {"isometron": ["axial", "central", "shift"]}


def run(arguments, text=""):
    done = subprocess.run([BINARY, *arguments], input=text, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def random_game(game, number):
    """The positions before each move with their legal moves, and the game at its end."""
    chance = random.Random(number)
    variants = VARIANTS.get(game, [None])
    state = State(game, variant=variants[number % len(variants)])
    seen = []
    while not state.is_over:
        moves = state.legal_moves()
        seen.append((state.text, moves))
        if number % 2:
            state.play(chance.choice(moves))
        else:
            actions = state.legal_actions()
            assert len(actions) == len(moves), "every move has an action"
            state.play_action(chance.choice(actions))
    return seen, state


@pytest.mark.skipif(not BINARY, reason="TABLIER_BINARY names the program to compare with")
@pytest.mark.parametrize("game", GAMES)
def test_random_games_agree(game):
    for number in range(COUNT):
        seen, state = random_game(game, number)
        positions = [text for text, _ in seen]
        listed = run(["moves", game, "--stdin"], "".join(f"{text}\n" for text in positions))
        assert listed == [" ".join(moves) for _, moves in seen]
        played = run(["play", game, "--position", state.start, *state.moves])
        assert played == positions[1:] + [state.text, f"result: {state.result}"]
        middle = State(game, positions[len(positions) // 2])
        counted = run(["perft", game, "--position", middle.text, "--depth", "2"])
        assert counted == [f"{depth} {middle.perft(depth)}" for depth in (1, 2)]
