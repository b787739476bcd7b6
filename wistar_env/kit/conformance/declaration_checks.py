"""Checks of the declaration of a game against its play."""

from collections.abc import Callable, Collection
from dataclasses import replace
from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode

from wistar_env.errors import ReplayError
from wistar_env.kit.bind import module_of
from wistar_env.kit.conformance.case import Case, where
from wistar_env.kit.game import Game
from wistar_env.kit.layout import Block, Layout, layout_of_blocks
from wistar_env.kit.limits import MAX_DECISIONS
from wistar_env.kit.vector.batch_game import BatchGame

#: The numbers of games and of steps in which everything declared must occur, and the interval of
#: steps at which this is observed.
_GAMES = 256
_STEPS = 4_000
_EVERY = 11  # a prime, so that every decision of a cycle is observed

#: Games and steps in which counts are compared with limits, and the share that may exceed them.
_COMPARED_GAMES: Final = 64
_COMPARED_STEPS: Final = 2_000
_MOST_PASSED: Final = 1 / 1_000
#: The largest count that an observation can have.
_LARGEST: Final = 255


def every_block_occurs(case: Case) -> None:
    """Check that each block of the observation is nonzero for some seat in some game.

    One player count suffices. Blocks declared as rarely used are left out.
    """
    rare = case.game.spec.observation.rarely_used_blocks(case.num_players)
    known = {block.name for block in case.new(case.seed).layout.blocks}
    assert rare <= known, (
        f"observation.rarely_used_blocks has unknown blocks: {', '.join(sorted(rare - known))}"
    )
    never = _left_for_others(case, known - rare, _unwritten_blocks)
    assert not never, (
        f"in {_GAMES} parallel games for {_STEPS} steps, these blocks of the observation stay 0: "
        f"{', '.join(never)}; the function `encode` of {_module_of(case, 'encode')} must "
        "write them, or the GameSpec must list them in `observation.rarely_used_blocks`"
    )


def _left_for_others(
    case: Case, names: Collection[str], left: Callable[[Case, list[str]], list[str]]
) -> list[str]:
    """Return the names that ``left`` still reports after trying every player count."""
    found = left(case, [*names])
    for num_players in range(case.game.spec.min_players, case.game.spec.max_players + 1):
        if found and num_players != case.num_players:
            found = left(replace(case, num_players=num_players), found)
    return sorted(found)


def _unwritten_blocks(case: Case, never: list[str]) -> list[str]:
    """Return those of the blocks ``never`` that are 0 for all seats in all observed steps."""
    batch = BatchGame(
        case.game, _GAMES, case.num_players, observation=None, autoreset_mode=AutoresetMode.DISABLED
    )
    step, seen = batch.reset(seed=case.seed), np.zeros(batch.layout.size, np.bool_)
    for k in range(_STEPS):
        if k % _EVERY == 0 or step.done.all():
            for seat in range(case.num_players):
                seen |= (batch.observe(seat)[0] > 0).any(axis=0)
            written = {block.name for block in batch.layout.blocks if _part(seen, block).any()}
            never = [name for name in never if name not in written]
            if not never:
                break
        if step.done.all():
            step = batch.reset()
        step = batch.step(batch.choose("greedy" if k % 4 else "random"))
    return never


def _module_of(case: Case, function: str) -> str:
    """Return the name of the module that defines a function of the rules."""
    return module_of(case.game.spec.open_data(None).rules, function)


def _without_limits(game: type[Game]) -> type[Game]:
    """Return the game with observations whose counts are clipped only at 255."""
    spec = game.spec

    @cache
    def layout(num_players: int) -> Layout:
        blocks = spec.observation_layout(num_players).blocks
        return layout_of_blocks(replace(block, limit=_LARGEST) for block in blocks)

    members = {"spec": replace(spec, observation_layout=layout), "__slots__": ()}
    return type(game.__name__, (game,), members)


def limits_are_rarely_passed(case: Case) -> None:
    """Check that each value exceeds its limit in at most 1 of 1,000 observations.

    Observations clip larger values. ``greedy`` plays the games, with
    some random moves.
    """
    declared = case.game.spec.observation_layout(case.num_players)
    batch = BatchGame(
        _without_limits(case.game), _COMPARED_GAMES, case.num_players, observation="uint8"
    )
    step = batch.reset(seed=case.seed)
    passed = np.zeros(declared.size, np.int64)
    largest = np.zeros(declared.size, np.uint8)
    for k in range(_COMPARED_STEPS):
        assert step.observation is not None
        passed += (step.observation > declared.limit).sum(axis=0)
        np.maximum(largest, step.observation.max(axis=0), out=largest)
        step = batch.step(batch.choose("greedy" if k % 4 else "random"))
    seen = _COMPARED_GAMES * _COMPARED_STEPS
    for block in declared.blocks:
        part = slice(block.start, block.start + block.size)
        share = float(passed[part].max()) / seen
        assert share <= _MOST_PASSED, (
            f"{share:.1%} of observations exceed the limit {block.limit} of the block "
            f"{block.name!r}, with values up to {largest[part].max()}: raise the limit, to at most "
            f"{_LARGEST}, in {case.game.spec.observation_layout.__module__}"
        )


def every_position_can_be_saved(case: Case) -> None:
    """Check that each position of random and of greedy games passes the checks of saved games.

    These are the game's ``saves.check`` or, without one, the declared ranges of all fields
    (``record_ranges``) and that the deciding seat has a legal action.
    """
    for policy in ("random", "greedy"):
        batch = BatchGame(
            case.game,
            case.games,
            case.num_players,
            observation=None,
            autoreset_mode=AutoresetMode.DISABLED,
        )
        step = batch.reset(seed=case.seed)
        for _ in range(MAX_DECISIONS):
            for i in np.flatnonzero(~step.done).tolist():
                game = batch.game(i)
                try:
                    case.game.from_bytes(game.to_bytes())
                except ReplayError as error:
                    raise AssertionError(
                        f"a position of a game played by {policy!r} cannot be loaded: {error}; "
                        f"{where(game, case.seed + i)}"
                    ) from error
            if step.done.all():
                break
            step = batch.step(batch.choose(policy))


def every_kind_of_action_occurs(case: Case) -> None:
    """Check that an action of each declared block is legal in some position.

    Without declared blocks, each action must be legal in some position. One player count suffices.
    Blocks declared as rarely used are left out.
    """
    spec = case.game.spec
    names = {name for name, _ in _blocks_of(case)}
    unknown = spec.actions.rarely_used_blocks - names
    assert not unknown, (
        f"actions.rarely_used_blocks names unknown blocks: {', '.join(sorted(unknown))}"
    )
    never = _left_for_others(case, names - spec.actions.rarely_used_blocks, _forbidden_blocks)
    assert not never, (
        f"in {_GAMES} parallel games for {_STEPS} steps, these blocks of actions or single "
        "actions are never legal: "
        f"{', '.join(never)}; `find_legal` of {_module_of(case, 'find_legal')} must allow them, or "
        "the GameSpec must list them in `actions.rarely_used_blocks`"
    )


def _blocks_of(case: Case) -> tuple[tuple[str, int], ...]:
    """Return the blocks of actions; if none are declared, one block for each action."""
    spec = case.game.spec
    return spec.actions.blocks or tuple((f"{action}", 1) for action in range(spec.num_actions))


def _forbidden_blocks(case: Case, never: list[str]) -> list[str]:
    """Return those of the blocks ``never`` of which no action is legal in any step."""
    batch = BatchGame(case.game, _GAMES, case.num_players, observation="uint8")
    step, seen = batch.reset(seed=case.seed), np.zeros(case.game.spec.num_actions, np.bool_)
    blocks = _blocks_of(case)
    ends = np.cumsum([size for _, size in blocks])
    for k in range(_STEPS):
        assert step.mask is not None
        seen |= step.mask.any(axis=0)
        if k % _EVERY == 0:
            parts = zip(blocks, np.split(seen, ends), strict=False)
            allowed = {name for (name, _), part in parts if part.any()}
            never = [name for name in never if name not in allowed]
            if not never:
                break
        step = batch.step(batch.choose("greedy" if k % 4 else "random"))
    return never


def _part(seen: npt.NDArray[np.bool_], block: Block) -> npt.NDArray[np.bool_]:
    return seen[block.start : block.start + block.size]


def features_fit_the_axes(case: Case) -> None:
    """Check that ``place_features`` has a row for each place, in observations and actions."""
    spec = case.game.spec
    if spec.observation.place_features is None:
        assert not spec.actions.axes, (
            "actions.axes needs observation.place_features, which is not declared"
        )
        return
    places = {
        axis: len(features.values)
        for axis, features in spec.observation.place_features(
            spec.open_data(None), case.num_players
        ).items()
    }
    for block in spec.observation_layout(case.num_players).blocks:
        for axis, length in zip(block.axes, block.shape, strict=True):
            assert places.get(axis, length) == length, (
                f"place_features has {places[axis]} rows for the axis {axis!r}, but the block "
                f"{block.name!r} has {length} places along it"
            )
    sizes = dict(spec.actions.blocks)
    for name, axis in spec.actions.axes.items():
        assert name in sizes, f"actions.axes names {name!r}, which is not a block of actions"
        assert axis in places, f"actions.axes names {axis!r}, which place_features does not have"
        assert sizes[name] % places[axis] == 0, (
            f"the block {name!r} has {sizes[name]} actions, not a multiple of the {places[axis]} "
            f"places of {axis!r}"
        )
