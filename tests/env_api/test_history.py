"""The last actions as tokens, without hidden information, for every game, agent and environment."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from numpy.typing import NDArray
from pettingzoo.test import api_test

from tests.kit.goofspiel import Goofspiel
from tests.kit.nim import Nim
from wistar_env import BatchGame, LabRats, RatsOfWistar, make
from wistar_env.kit.conformance.case import Case
from wistar_env.kit.envs.history import ACTION, FIRST_ACTION, SEAT, History
from wistar_env.kit.game import Game
from wistar_env.kit.game.compact_actions import CompactActions
from wistar_env.kit.game.memory import fingerprint
from wistar_env.kit.vector.single_env import SingleAgentEnv


def history(game: type[Game], num_players: int, length: int) -> History:
    ids = CompactActions(np.ones(game.spec.num_actions, np.bool_))
    return History(game.spec, num_players, ids, length)


def keeping_an_objective() -> RatsOfWistar:
    """Return a two-player game in which an Objective must be chosen to keep."""
    batch = BatchGame(RatsOfWistar, 128, 2)
    rng, keep = np.random.default_rng(1), RatsOfWistar.spec.action("KEEP")
    seldom = np.zeros(RatsOfWistar.spec.num_actions)
    step = batch.reset(seed=3)
    for _ in range(3000):
        masks = step.mask
        assert masks is not None
        if (found := np.flatnonzero(masks[:, keep : keep + 13].any(axis=1))).size:
            game = batch.game(int(found[0]))
            assert isinstance(game, RatsOfWistar)
            return game
        rare = np.where(masks == 1, np.log1p(seldom) + 3 * rng.random(masks.shape), np.inf)
        actions = rare.argmin(axis=1)
        np.add.at(seldom, actions, 1)
        step = batch.step(actions)
    raise AssertionError("no game has come to it")


def token(game: Game, action: int, seat: int) -> tuple[int, ...]:
    """Return the token by which a seat sees the deciding seat's action."""
    told = history(type(game), game.num_players, 1)
    told.open(game)
    told.add(action)
    return tuple(told.tokens(seat)[0].tolist())


def leaks(game: Game, seat: int, copies: int) -> list[str]:
    """Return tokens that tell a seat more than it may know, after an action of the deciding seat.

    Positions that a reshuffle for the seat makes equal differ only in what it cannot know, so the
    same tokens must lead there. In copies with all reshuffled that the seat cannot know, other
    actions may lead to the same view of the seat: the same tokens must lead there, too.
    """
    found = list[str]()
    told = dict[bytes, set[tuple[int, ...]]]()
    for position in (game, *(game.determinize(seat, k) for k in range(copies))):
        here: dict[bytes, set[tuple[int, ...]]] = {}
        known: dict[bytes, tuple[Game, tuple[int, ...]]] = {}
        for action in position.legal_actions().tolist():
            after, row = position.clone(), token(position, action, seat)
            after.step(action)
            here.setdefault(fingerprint(after, seat), set()).add(row)
            alike = after.determinize(seat, 1).record.tobytes()
            other, told_of = known.setdefault(alike, (after, row))
            if told_of != row and not np.array_equal(other.state(), after.state()):
                found.append(f"{row} and {told_of}, decision {game.num_decisions}")
        for view, rows in here.items():
            if told.setdefault(view, rows) != rows:
                found.append(f"{rows} and {told[view]}, decision {game.num_decisions}")
    return found


def test_histories_tell_no_more_than_a_seat_sees() -> None:
    for game_class, num_players in ((RatsOfWistar, 1), (RatsOfWistar, 3), (Goofspiel, 2)):
        for game in Case(game_class, num_players, 1, 3).sampled(3, every=3):
            for seat in range(num_players):
                if seat != game.seat and not game.finished:
                    assert leaks(game, seat, 6) == []


def test_a_history_that_tells_more_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wistar_env.kit.envs.history.sealed_word", lambda record: 0)
    game = Goofspiel.new(2, 3)
    assert leaks(game, 1 - game.seat, 6) != []


def test_actions_that_were_sealed_stay_hidden() -> None:
    env = make(LabRats, 3, history=4000)
    env.reset(seed=2)
    sealed: list[int] = []
    rng = np.random.default_rng(1)
    while env.agents and not env.terminations[env.agent_selection]:
        game, seat = env.game, int(env.agent_selection[-1])
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(rng.choice(np.flatnonzero(mask))))
        if game.record["sealed_open"][0]:
            sealed.append(seat)
    for seat in range(3):
        tokens = env.observe(f"player_{seat}")["history"]
        shown = int((tokens[:, SEAT] > 0).sum())
        assert shown == len(env.replay().actions) - sum(each != seat for each in sealed)
    assert len(sealed) > 20


def shown(game: Game, seat: int, axis: str) -> NDArray[np.bool_]:
    """Return which cards, or other things along an axis, a seat sees anywhere."""
    found: Any = False
    views = game.layout.views(game.observe(seat))
    for block in game.layout.blocks:
        if axis in block.axes:
            others = tuple(k for k, name in enumerate(block.axes) if name != axis)
            seen = views[block.name].any(axis=others)
            found = seen | found
    return np.asarray(found)


def test_others_see_the_things_that_actions_are_about() -> None:
    spec, unseen = RatsOfWistar.spec, set[str]()
    sizes, used = dict(spec.actions.blocks), set[str]()
    # Everybody sees the action spaces of the Wheel.
    axes = {name: axis for name, axis in spec.actions.axes.items() if name != "PLACE"}
    games = [RatsOfWistar.new(2, seed) for seed in range(12)]
    for game in (*games, *([keeping_an_objective()] * 2)):
        rng = np.random.default_rng(len(used))
        while not game.finished:
            action, viewer = int(rng.choice(game.legal_actions()[-4:])), 1 - game.seat
            before = {axis: shown(game, viewer, axis) for axis in {*axes.values()}}
            game.step(action)
            for name, axis in axes.items():
                if 0 <= (place := action - spec.action(name)) < sizes[name]:
                    used.add(name)
                    if not (before[axis] | shown(game, viewer, axis))[place]:
                        unseen.add(name)
    assert unseen == set()
    assert {"KEEP", "PLAY", "DISCARD", "CLAIM"} <= used


def test_sealed_choices_of_others_have_no_row() -> None:
    env = make(Goofspiel, 2, history=3)
    env.reset(seed=1)
    env.step(int(env.observe("player_0")["action_mask"].argmax()))
    assert env.observe("player_0")["history"][-1, SEAT] == 1
    assert not env.observe("player_1")["history"].any()


def test_tokens_are_the_last_actions_as_each_agent_may_know_them() -> None:
    env = make(RatsOfWistar, 3, history=5)
    env.reset(seed=3)
    assert not env.observe("player_0")["history"].any()
    seats = []
    for _ in range(70):
        seats.append(int(env.agent_selection[-1]))
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[-1]))
        actions = [FIRST_ACTION + action for action in env.replay().actions[-5:]]
        for seat, agent in enumerate(env.possible_agents):
            seen = env.observe(agent)
            assert env.observation_space(agent).contains(seen)
            tokens = seen["history"]
            assert tokens.dtype == np.int16
            assert tokens.shape == (5, 2)
            rows = tokens[5 - len(actions) :]
            assert not tokens[: 5 - len(actions)].any()
            assert rows[:, ACTION].tolist() == actions
            assert rows[:, SEAT].tolist() == [1 + (each - seat) % 3 for each in seats[-5:]]


@pytest.mark.parametrize("compact", [False, True])
def test_one_seat_has_the_actions_of_its_opponents(compact: bool) -> None:
    settings: dict[str, Any] = {"opponents": ["greedy"], "learner_seat": 1}
    env = SingleAgentEnv(RatsOfWistar, 3, history=200, compact_actions=compact, **settings)
    plain = SingleAgentEnv(RatsOfWistar, 3, compact_actions=compact, **settings)
    for seed in (1, 2):
        (seen, info), (vector, _) = env.reset(seed=seed), plain.reset(seed=seed)
        over = False
        while not over:
            assert np.array_equal(seen["observation"], vector)
            assert env.observation_space.contains(seen)
            played = env.replay().actions
            rows = seen["history"][seen["history"][:, SEAT] > 0]
            full = env.action_ids.full[rows[:, ACTION] - FIRST_ACTION]
            assert full.tolist() == played[-200:]
            action = int(np.flatnonzero(info["action_mask"])[-1])
            seen, _, over, _, info = env.step(action)
            vector = plain.step(action)[0]
        assert {1, 2, 3} == {*rows[:, SEAT].tolist()}


def test_a_rejected_action_leaves_the_history_as_it_was() -> None:
    env = SingleAgentEnv(RatsOfWistar, 2, history=4, on_illegal="penalize")
    seen, info = env.reset(seed=1)
    other = env.step(int(info["action_mask"].argmin()))[0]
    assert np.array_equal(seen["history"], other["history"])


def test_a_copy_of_an_environment_has_a_history_of_its_own() -> None:
    from copy import deepcopy

    env = make(Nim, 2, history=4)
    env.reset(seed=1)
    other = deepcopy(env)
    other.step(int(other.observe("player_0")["action_mask"].argmax()))
    assert not env.observe("player_0")["history"].any()
    assert other.observe("player_0")["history"].any()


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoo_and_gymnasium_accept_it() -> None:
    api_test(make(Nim, 2, history=8), num_cycles=60)
    env = gymnasium.make("wistar/RatOBot-v0", history=16, level=2)
    seen, _ = env.reset(seed=1)
    assert env.observation_space.contains(seen)


@pytest.mark.parametrize(
    ("wrong", "kind"), [(-1, ValueError), (5000, ValueError), ("8", TypeError)]
)
def test_the_length_is_named(wrong: Any, kind: type[Exception]) -> None:
    with pytest.raises(kind, match=r"history .* 0 to 4096"):
        make(Nim, 2, history=wrong)
