"""State: what the README promises."""

import copy
import pickle

import pytest

from tablier import GAMES, State


@pytest.mark.parametrize("game", GAMES)
def test_a_copy_keeps_its_past_and_goes_its_own_way(game):
    state = State(game)
    for _ in range(6):
        state.play(state.legal_moves()[0])
    for other in (state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert (other.text, other.hash, other.moves) == (state.text, state.hash, state.moves)
        other.undo()
        assert other.text != state.text


@pytest.mark.parametrize("game", GAMES)
def test_actions_and_moves_are_the_same_thing(game):
    state = State(game).playout(seed=3, max_plies=20)
    mask = state.action_mask()
    actions = state.legal_actions()
    assert [action for action in range(state.action_count) if mask[action]] == actions
    assert sorted(state.move_of(action) for action in actions) == state.legal_moves()
    assert [state.action_of(state.move_of(action)) for action in actions] == actions


@pytest.mark.parametrize("game", GAMES)
def test_the_engine_answers_within_its_limits(game):
    state = State(game)
    assert state.choose(2, seed=5) in state.legal_moves()
    assert state.choose(nodes=500) == state.choose(nodes=500)
    lines = state.analyse(nodes=3000, lines=2)
    assert len(lines) == 2
    assert lines[0].score >= lines[1].score and 0 <= lines[0].chance <= 1
    for line in lines:
        State(game, moves=line.moves)


@pytest.mark.parametrize("game", GAMES)
def test_the_observation_is_a_nested_buffer_without_numpy(game):
    state = State(game)
    view = state.observation()
    planes = view.tolist()
    assert (len(planes), len(planes[0]), len(planes[0][0])) == view.shape
    own, other = state.observation(0).tolist(), state.observation(1).tolist()
    assert own[-2][0][0] == 1 and other[-2][0][0] == 0, "who moves first"
    assert own[-1][0][0] == 1 and other[-1][0][0] == 0, "who is to move"


def test_offboard_is_seen_from_both_sides():
    own, other = (State("offboard").observation(side).tolist() for side in (0, 1))
    assert own[0] == other[1] and own[1] == other[0]
    assert sum(map(sum, own[0])) == 12
    # Row i, at the top of the text, is row 9 of the grid: r3y in columns 5 to 9.
    assert own[0][9][5] == 1 and own[1][9][9] == 1


def test_targets_are_seen_on_the_ring():
    state = State("offboard", "5/6/7/8/9/8/7/6/5 r -----y------ -")
    planes = state.observation().tolist()
    # The target between (2, 7) and (1, 6), and the corner beside it that rolls there or not.
    assert planes[3][2][7] == 1 and planes[3][1][6] == 1
    assert sum(map(sum, planes[2])) == 0


def test_refusals_are_value_errors_and_change_nothing():
    state = State("offboard")
    before = state.text
    for attempt in (
        lambda: state.play("a1a9"),
        lambda: state.play("é"),
        lambda: state.play_action(426),
        lambda: state.play_action(10**9),
        lambda: state.move_of(426),
        lambda: state.action_of("a1a9"),
        lambda: state.observation(2),
        lambda: state.choose(11),
        lambda: state.choose(),
        lambda: state.choose(1, nodes=1),
        lambda: state.analyse(),
        lambda: state.analyse(seconds=-1.0),
        lambda: State("chess"),
        lambda: State("polarity"),
        lambda: State("offboard", "nonsense"),
        lambda: State("isometron", variant="diagonal"),
        lambda: State("isometron", before, "axial"),
        lambda: State("offboard", moves=["a5b5", "a5b5"]),
    ):
        with pytest.raises(ValueError):
            attempt()
    with pytest.raises(IndexError):
        state.undo()
    assert state.text == before


def test_after_the_end_nothing_is_legal():
    for game in GAMES:
        state = State(game).playout(seed=1)
        assert state.is_over and state.result
        assert state.legal_moves() == [] and state.legal_actions() == []
        assert state.choose(1) is None and state.analyse(nodes=10) == []
        with pytest.raises(ValueError):
            state.play_action(0)


def test_a_picture_is_svg():
    assert State("polygone").svg().startswith("<svg ")
