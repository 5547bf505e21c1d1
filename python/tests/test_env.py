"""The environments pass PettingZoo's own test."""

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from tablier import GAMES, State
from tablier.env import env


# It warns that an observation is no array: a dictionary is the usual form for action masks.
@pytest.mark.parametrize("game", GAMES)
def test_api(game):
    api_test(env(game), num_cycles=300, verbose_progress=False)


@pytest.mark.parametrize("variant", ["axial", "central", "shift"])
def test_api_of_a_variant(variant):
    api_test(env("isometron", variant=variant), num_cycles=100, verbose_progress=False)


@pytest.mark.parametrize("game", GAMES)
def test_games_repeat(game):
    seed_test(lambda: env(game), num_cycles=50)


@pytest.mark.parametrize("game", GAMES)
def test_rewards_go_to_the_winner(game):
    environment = env(game)
    environment.reset()
    random = np.random.default_rng(4)
    rewards = {}
    state = State(game)
    for agent in environment.agent_iter():
        observation, reward, termination, truncation, _ = environment.last()
        if termination or truncation:
            rewards[agent] = reward
            environment.step(None)
            continue
        assert environment.possible_agents[state.to_move] == agent
        action = int(random.choice(np.flatnonzero(observation["action_mask"])))
        state.play_action(action)
        environment.step(action)
    expected = [0, 0] if state.winner is None else [1 if side == state.winner else -1 for side in (0, 1)]
    assert [rewards[agent] for agent in environment.possible_agents] == expected


def test_a_long_game_is_cut():
    environment = env("offboard", max_plies=3)
    environment.reset()
    cut = False
    for _ in environment.agent_iter():
        observation, _, termination, truncation, _ = environment.last()
        cut |= truncation
        over = termination or truncation
        environment.step(None if over else int(np.flatnonzero(observation["action_mask"])[0]))
    assert cut
