"""The action ids that can occur: no game allows others, and nearly all of them are played."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import gymnasium
import numpy as np
import numpy.typing as npt
import pytest
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from tests.kit.nim import Nim
from tests.scale import share
from wistar_env import BatchGame, LabRats, RatsOfWistar, make, make_sb3, wistar_v0
from wistar_env.errors import IllegalActionError
from wistar_env.games.lab_rats.card_folder import open_cards
from wistar_env.kit.game import Game
from wistar_env.kit.game.compact_actions import CompactActions
from wistar_env.kit.vector.gym import LearnerVectorEnv
from wistar_env.kit.vector.single_env import SingleAgentEnv

PAGE: Final = Path(__file__).parents[2] / "docs" / "environment.md"
#: Ids that the rules allow and that these games do not meet: rare effects on one of many cards, and
#: Rat-o-bot's choice, which needs a Guest at one of its Tents and none at its Explorer.
SELDOM: Final = {"PICK", "EXPEL", "KEEP", "LIFT", "USE", "PLAY", "BOT_GUEST"}
#: The games to test: bots, player counts, data and options.
TABLES: Final = [
    (RatsOfWistar, 1, None, {"level": (0, 9)}),
    (RatsOfWistar, 2, None, {}),
    (RatsOfWistar, 3, None, {}),
    (RatsOfWistar, 4, None, {}),
    (RatsOfWistar, 1, "generated:v1:7", {"level": (0, 9)}),
    (RatsOfWistar, 3, ["generated:v1:8", "permuted:v1:2"], {}),
    (LabRats, 3, None, {}),
    (LabRats, 5, None, {}),
]


def _possible(ids: CompactActions) -> npt.NDArray[np.bool_]:
    return ids.compact >= 0


def _masks(
    game: type[Game], num_players: int, data: Any, steps: int, **options: Any
) -> Iterator[npt.NDArray[np.int8]]:
    """Yield the masks of games of ``random``, of ``greedy``, and of a seeker of rare actions."""
    batch = BatchGame(game, 64, num_players, data=data, **options)
    rng, taken = np.random.default_rng(1), np.zeros(game.spec.num_actions)
    step, who = batch.reset(seed=5), np.arange(len(batch)) % 4
    for _ in range(steps):
        assert step.mask is not None
        yield step.mask
        novelty = np.log1p(taken) + 3 * rng.random(step.mask.shape)
        actions = np.where(step.mask == 1, novelty, np.inf).argmin(axis=1)
        actions = np.where(who == 0, batch.choose("greedy"), actions)
        actions = np.where(who == 1, batch.choose("random"), actions)
        np.add.at(taken, actions, 1)
        step = batch.step(actions)


@pytest.mark.parametrize(("game", "num_players", "data", "options"), TABLES)
def test_no_game_allows_an_id_outside(
    game: type[Game], num_players: int, data: Any, options: dict[str, Any]
) -> None:
    sets = data if isinstance(data, list) else [data]
    possible = _possible(game.spec.compact_actions(num_players, *sets))
    seen = np.zeros(game.spec.num_actions, np.bool_)
    for mask in _masks(game, num_players, data, share(1500), **options):
        seen |= mask.any(axis=0)
    assert np.flatnonzero(seen & ~possible).tolist() == []


def test_nearly_all_ids_are_met() -> None:
    for game, num_players in ((RatsOfWistar, 2), (LabRats, 3)):
        ids = game.spec.compact_actions(num_players)
        seen = np.zeros(game.spec.num_actions, np.bool_)
        for mask in _masks(game, num_players, None, 1500):
            seen |= mask.any(axis=0)
        missed, start = _possible(ids) & ~seen, 0
        for name, size in game.spec.actions.blocks:
            assert name in SELDOM or not missed[start : start + size].any(), name
            start += size
        assert missed.sum() < 0.15 * len(ids)


def test_the_page_has_the_numbers_of_ids() -> None:
    numbers = [len(RatsOfWistar.spec.compact_actions(n)) for n in (1, 2, 3, 4)]
    *first, last = map(str, numbers)
    assert f"{', '.join(first)} and {last} ids can occur for one to four players" in PAGE.read_text(
        "utf-8"
    )


def test_ids_of_rat_o_bot_are_those_of_the_solo_game_only() -> None:
    spec = RatsOfWistar.spec
    first = spec.action("BOT_GUEST")
    assert _possible(spec.compact_actions(1))[first:].sum() == 6
    for num_players in (2, 3, 4):
        assert not _possible(spec.compact_actions(num_players))[first:].any()


def test_seats_without_a_player_have_no_starting_pair() -> None:
    spec = RatsOfWistar.spec
    pairs = [_possible(spec.compact_actions(n))[2:6].sum() for n in (1, 2, 3, 4)]
    assert pairs == [2, 2, 3, 4]


def test_a_decision_that_no_effect_opens_has_no_ids() -> None:
    spec = RatsOfWistar.spec
    bundled, lift = spec.compact_actions(2), spec.action("LIFT") + 1
    assert _possible(bundled)[lift]
    name, without = next(
        (name, ids)
        for name in (f"generated:v1:{k}" for k in range(9))
        if not _possible(ids := spec.compact_actions(2, name))[lift]
    )
    both = spec.compact_actions(2, None, name)
    assert np.array_equal(both.full, np.union1d(bundled.full, without.full))


def test_kinds_of_cards_that_no_deck_has_have_no_ids() -> None:
    spec, ids = LabRats.spec, LabRats.spec.compact_actions(4)
    has_potions = (open_cards().tables["potions"][0] > 0).tolist()
    for block in ("spend", "discard", "pass"):
        kinds = _possible(ids)[spec.action(block) :][:22]
        assert kinds.tolist() == has_potions


def test_a_game_without_a_declaration_keeps_all_ids() -> None:
    ids = Nim.spec.compact_actions()
    assert ids.full.tolist() == ids.compact.tolist() == list(range(Nim.spec.num_actions))
    assert ids.full_id(10**6) == 10**6


def test_ids_map_both_ways() -> None:
    ids = RatsOfWistar.spec.compact_actions(2)
    assert np.array_equal(ids.compact[ids.full], np.arange(len(ids)))
    assert ids.full_ids([0, len(ids) - 1]).tolist() == ids.full[[0, -1]].tolist()
    assert (np.diff(ids.full) > 0).all()
    for wrong in (-1, len(ids)):
        with pytest.raises(IllegalActionError, match=f"must be 0 to {len(ids) - 1}, found {wrong}"):
            ids.full_id(wrong)
        with pytest.raises(IllegalActionError, match=f"must be 0 to {len(ids) - 1}, found {wrong}"):
            ids.full_ids([0, wrong])
        assert ids.full_ids([0, wrong], penalize=True).tolist() == [0, -1]


def test_all_agents_play_the_same_game_with_fewer_ids() -> None:
    env, full = (make(RatsOfWistar, 2, compact_actions=compact) for compact in (True, False))
    env.reset(seed=3)
    full.reset(seed=3)
    ids = RatsOfWistar.spec.compact_actions(2)
    assert env.action_space("player_0").n == len(ids) == len(env.action_ids)
    for _ in range(60):
        seen, other = env.last()[0], full.last()[0]
        assert seen is not None
        assert other is not None
        assert env.observation_space(env.agent_selection).contains(seen)
        assert np.array_equal(seen["action_mask"], other["action_mask"][ids.full])
        action = int(np.flatnonzero(seen["action_mask"])[-1])
        assert env.describe(action) == full.describe(int(ids.full[action]))
        env.step(action)
        full.step(int(ids.full[action]))
    assert env.replay().actions == full.replay().actions


def test_a_parallel_environment_has_fewer_ids() -> None:
    env = turn_based_aec_to_parallel(make(RatsOfWistar, 2, compact_actions=True))
    env.reset(seed=3)
    assert env.action_space("player_1").n == len(RatsOfWistar.spec.compact_actions(2))


@pytest.mark.parametrize("on_illegal", ["raise", "penalize"])
def test_one_seat_plays_the_same_game_with_fewer_ids(on_illegal: str) -> None:
    settings: dict[str, Any] = {"num_players": 2, "opponents": ["greedy"], "on_illegal": on_illegal}
    env = SingleAgentEnv(RatsOfWistar, compact_actions=True, **settings)
    full = SingleAgentEnv(RatsOfWistar, **settings)
    _, info = env.reset(seed=4)
    full.reset(seed=4)
    for _ in range(40):
        assert np.array_equal(env.action_masks(), info["action_mask"])
        action = int(np.flatnonzero(info["action_mask"])[-1])
        *_, info = env.step(action)
        full.step(int(env.action_ids.full[action]))
    assert env.replay().actions == full.replay().actions
    before = env.replay().actions
    for wrong in (-1, len(env.action_ids)):
        if on_illegal == "penalize":
            assert env.step(wrong)[1] == -1
        else:
            with pytest.raises(IllegalActionError, match=f"found {wrong}"):
                env.step(wrong)
    assert env.replay().actions == before


def test_gymnasium_makes_one_or_many_with_fewer_ids() -> None:
    env = gymnasium.make("wistar/RatOBot-v0", compact_actions=True)
    envs = gymnasium.make_vec("wistar/RatOBot-v0", num_envs=3, compact_actions=True, level=4)
    assert isinstance(envs, LearnerVectorEnv)
    ids = RatsOfWistar.spec.compact_actions(1)
    assert envs.single_action_space == env.action_space == gymnasium.spaces.Discrete(len(ids))


@pytest.mark.parametrize("copy", [True, False])
def test_many_games_are_the_same_with_fewer_ids(copy: bool) -> None:
    settings: dict[str, Any] = {"level": 2, "copy": copy}
    envs = LearnerVectorEnv(RatsOfWistar, 4, 1, compact_actions=True, **settings)
    full = LearnerVectorEnv(RatsOfWistar, 4, 1, **settings)
    infos, others = envs.reset(seed=1)[1], full.reset(seed=1)[1]
    ended = 0
    for _ in range(200):
        assert np.array_equal(infos["action_mask"], others["action_mask"][:, envs.action_ids.full])
        assert np.array_equal(envs.action_masks(), infos["action_mask"])
        actions = infos["action_mask"].argmax(axis=1)
        said = envs.call("describe", int(actions[0]))[0]
        assert said == full.call("describe", int(envs.action_ids.full[actions[0]]))[0]
        seen, rewards, done, _, infos = envs.step(actions)
        other, paid, _, _, others = full.step(envs.action_ids.full[actions])
        assert np.array_equal(seen, other)
        assert np.array_equal(rewards, paid)
        if done.any():
            ended += 1
            assert infos["final_info"]["action_mask"].shape == (4, len(envs.action_ids))
    assert ended > 0
    with pytest.raises(IllegalActionError, match=f"found {len(envs.action_ids)}"):
        envs.step([len(envs.action_ids)] * 4)


def test_stable_baselines3_plays_the_same_games_with_fewer_ids() -> None:
    pytest.importorskip("stable_baselines3")
    venv = make_sb3(RatsOfWistar, 3, 2, compact_actions=True, on_illegal="penalize", seed=1)
    full = make_sb3(RatsOfWistar, 3, 2, seed=1)
    assert venv.action_space.n == len(venv.action_ids)  # type: ignore[attr-defined]
    seen: Any = venv.reset()
    other: Any = full.reset()
    for _ in range(60):
        assert np.array_equal(seen, other)
        masks = venv.env_method("action_masks")
        assert np.array_equal(masks, full.action_masks()[:, venv.action_ids.full])
        assert np.array_equal(venv.action_masks([1]), masks[1:2])
        actions = masks.argmax(axis=1)
        seen, other = venv.step(actions)[0], full.step(venv.action_ids.full[actions])[0]
    action = int(venv.action_ids.full[7])
    assert venv.env_method("describe", 7) == full.env_method("describe", action)
    assert venv.step(np.array([-1, 5000, -1]))[1].tolist() == [-1, -1, -1]


def test_compact_actions_is_true_or_false() -> None:
    with pytest.raises(TypeError, match=r"compact_actions .* 'yes'"):
        make(RatsOfWistar, compact_actions="yes")


@pytest.mark.parametrize("action", [True, "illegal"], ids=["no integer", "illegal"])
def test_an_error_says_that_its_ids_are_those_of_the_game(action: Any) -> None:
    """Environments without compact ids add nothing."""
    for compact in (True, False):
        aec = wistar_v0.env(num_players=2, compact_actions=compact)
        one = gymnasium.make("wistar/RatsOfWistar-v0", num_players=2, compact_actions=compact)
        many = gymnasium.make_vec(
            "wistar/RatsOfWistar-v0", num_envs=2, num_players=2, compact_actions=compact
        )
        for env in (aec, one, many):
            env.reset(seed=1)
        number = len(aec.action_ids) - 1 if action == "illegal" else action
        steps: list[tuple[Callable[[Any], object], Any]] = [
            (aec.step, number),
            (one.unwrapped.step, number),
            (many.step, [number] * 2),
        ]
        for step, given in steps:
            with pytest.raises((TypeError, IllegalActionError)) as caught:
                step(given)
            notes = getattr(caught.value, "__notes__", [])
            assert [note.startswith("The environment takes compact") for note in notes] == (
                [True] * compact
            )
