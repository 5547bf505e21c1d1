"""PettingZoo environments (AEC) with action masks for the flat games.

    from tablier.env import env

    game = env("offboard")
"""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._tablier import State

# More points than any position may have.
_HIGHEST = 9999


def env(game: str, **options: Any) -> AECEnv:
    """An environment that refuses illegal actions and calls in the wrong order, with a message."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw_env(game, **options)))


class raw_env(AECEnv):
    """A game between "player_0", who moves first, and "player_1".

    An observation is a dictionary with `observation`, planes of 16-bit numbers seen by the agent, and `action_mask`.
    The mask is all zeros for the agent that is not to move. In Isometron an agent may act twice running. The winner
    gets the reward 1 and the loser -1 at the end; a draw gives 0 to both.
    """

    metadata = {"name": "tablier_v0", "render_modes": ["ansi", "svg"], "is_parallelizable": False}

    def __init__(
        self,
        game: str,
        *,
        position: Optional[str] = None,
        variant: Optional[str] = None,
        max_plies: Optional[int] = None,
        render_mode: Optional[str] = None,
    ) -> None:
        """A game from a position or a variant's start; `max_plies` truncates a game that lasts longer."""
        super().__init__()
        self._first = State(game, position, variant)
        self._max_plies = max_plies
        self.render_mode = render_mode
        self.metadata = {**self.metadata, "name": f"tablier_{game}_v0"}
        self.possible_agents = ["player_0", "player_1"]
        size = self._first.action_count
        shape = self._first.observation().shape
        self._action_spaces = {agent: spaces.Discrete(size) for agent in self.possible_agents}
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, _HIGHEST, shape, np.int16),
                    "action_mask": spaces.Box(0, 1, (size,), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        return self._action_spaces[agent]

    @property
    def state_of_game(self) -> State:
        """A copy of the game in progress."""
        return self._state.clone()

    def reset(self, seed: Optional[int] = None, options: Optional[dict] = None) -> None:
        """Starts the game again. Nothing in it is random, and the seed has no effect."""
        self._state = self._first.clone()
        self._plies = 0
        self.agents = self.possible_agents[:]
        self.rewards = {agent: 0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0 for agent in self.agents}
        over = self._state.is_over
        self.terminations = {agent: over for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self._state.to_move]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        side = self.possible_agents.index(agent)
        if agent == self.agent_selection:
            mask = np.frombuffer(self._state.action_mask(), np.int8).copy()
        else:
            mask = np.zeros(self._state.action_count, np.int8)
        return {"observation": np.array(self._state.observation(side), np.int16), "action_mask": mask}

    def step(self, action: Optional[int]) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._state.play_action(int(action))
        self._plies += 1
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        if self._state.is_over:
            self.terminations = {agent: True for agent in self.agents}
            for side, player in enumerate(self.possible_agents):
                winner = self._state.winner
                self.rewards[player] = 0 if winner is None else 1 if winner == side else -1
        elif self._max_plies is not None and self._plies >= self._max_plies:
            self.truncations = {agent: True for agent in self.agents}
        self.agent_selection = self.possible_agents[self._state.to_move]
        self._accumulate_rewards()

    def render(self) -> Optional[str]:
        if self.render_mode == "ansi":
            return self._state.text
        if self.render_mode == "svg":
            return self._state.svg()
        return None

    def close(self) -> None:
        pass
