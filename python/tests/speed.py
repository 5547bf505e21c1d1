"""Measures random plies a second, as the README gives them."""

import random
import time

from tablier import GAMES, State

SECONDS = 5.0


def by_moves(state, chance):
    plies = 0
    while moves := state.legal_moves():
        state.play(chance.choice(moves))
        plies += 1
    return plies


def by_actions(state, chance):
    plies = 0
    while actions := state.legal_actions():
        state.play_action(chance.choice(actions))
        plies += 1
    return plies


def by_playout(state, chance):
    return len(state.playout(chance.getrandbits(64)).moves)


def speed(game, way):
    chance = random.Random(1)
    plies, begin = 0, time.process_time()
    while (spent := time.process_time() - begin) < SECONDS:
        plies += way(State(game), chance)
    return plies / spent


for game in GAMES:
    rates = (f"{speed(game, way):,.0f}" for way in (by_moves, by_actions, by_playout))
    print(f"| {game} | {' | '.join(rates)} |")
