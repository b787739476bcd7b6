"""Checks of the declaration of a game against its play."""

import numpy as np
import numpy.typing as npt

from wistar_env.kit.conformance.case import Case
from wistar_env.kit.layout import Block
from wistar_env.kit.vector.batch_game import BatchGame

#: Numbers of games that must show everything declared, of their steps, and of observations.
_GAMES = 256
_STEPS = 4_000
_EVERY = 11  # a prime, so that games that all go on in step are seen at every decision


def every_block_occurs(case: Case) -> None:
    """Check that every block of the observation is other than 0 somewhere, for some seat."""
    batch = BatchGame(case.game, _GAMES, case.num_players, observation=None, autoreset=False)
    step = batch.reset(seed=case.seed)
    seen = np.zeros(batch.layout.size, np.bool_)
    rare = case.game.spec.rare_blocks(case.num_players)
    unknown = rare - {block.name for block in batch.layout.blocks}
    assert not unknown, f"rare_blocks has unknown blocks: {', '.join(sorted(unknown))}"
    blocks = [block for block in batch.layout.blocks if block.name not in rare]
    never = [block.name for block in blocks]
    for k in range(_STEPS):
        if k % _EVERY == 0 or step.done.all():
            for seat in range(case.num_players):
                seen |= (batch.observe(seat)[0] > 0).any(axis=0)
            never = [block.name for block in blocks if not _part(seen, block).any()]
            if not never:
                return
        if step.done.all():
            step = batch.reset()
        step = batch.step(batch.choose("greedy" if k % 4 else "random"))
    raise AssertionError(
        f"blocks of the observation that are 0 in {_GAMES} games side by side, for {_STEPS} "
        f"steps: {', '.join(never)}; the function `encode` of {case.game.__module__} must write "
        "them, or `rare_blocks` of its GameSpec name them"
    )


def every_kind_of_action_occurs(case: Case) -> None:
    """Check that an action of each declared block is legal somewhere; without blocks, each action.

    A block is what one kind of decision chooses from.
    """
    spec = case.game.spec
    batch = BatchGame(case.game, _GAMES, case.num_players, observation="uint8")
    step, seen = batch.reset(seed=case.seed), np.zeros(spec.num_actions, np.bool_)
    blocks = spec.action_blocks or tuple((f"{action}", 1) for action in range(spec.num_actions))
    unknown = spec.rare_actions - {name for name, _ in blocks}
    assert not unknown, f"rare_actions names what is no block: {', '.join(sorted(unknown))}"
    ends = np.cumsum([size for _, size in blocks])
    never: list[str] = []
    for k in range(_STEPS):
        assert step.mask is not None
        seen |= step.mask.any(axis=0)
        if k % _EVERY == 0:
            parts = np.split(seen, ends)
            never = [
                name
                for (name, _), part in zip(blocks, parts, strict=False)
                if not part.any() and name not in spec.rare_actions
            ]
            if not never:
                return
        step = batch.step(batch.choose("greedy" if k % 4 else "random"))
    raise AssertionError(
        f"actions that are never legal in {_GAMES} games side by side, for {_STEPS} steps: "
        f"{', '.join(never)}; `find_legal` of {case.game.__module__} must allow them, or "
        "`rare_actions` of its GameSpec name them"
    )


def _part(seen: npt.NDArray[np.bool_], block: Block) -> npt.NDArray[np.bool_]:
    return seen[block.start : block.start + block.size]


def features_fit_the_axes(case: Case) -> None:
    """Check that ``place_features`` has a row for each place, in observations and actions."""
    spec = case.game.spec
    if spec.place_features is None:
        assert not spec.action_axes, "action_axes are declared, and place_features are not"
        return
    places = {
        axis: len(features.values)
        for axis, features in spec.place_features(spec.open_data(None)).items()
    }
    for block in spec.observation_layout(case.num_players).blocks:
        for axis, length in zip(block.axes, block.shape, strict=True):
            assert places.get(axis, length) == length, (
                f"place_features has {places[axis]} places of the axis {axis!r}, and the block "
                f"{block.name!r} has {length}"
            )
    sizes = dict(spec.action_blocks)
    for name, axis in spec.action_axes.items():
        assert name in sizes, f"action_axes names {name!r}, which is not a block of actions"
        assert axis in places, f"action_axes names {axis!r}, of which there are no place_features"
        assert sizes[name] % places[axis] == 0, (
            f"the block {name!r} has {sizes[name]} actions for {places[axis]} places of {axis!r}"
        )
