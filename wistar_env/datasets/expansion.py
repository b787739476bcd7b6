"""Replay games of a dataset in parallel, and copy their decisions."""

from collections.abc import Callable, Iterator
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from wistar_env.datasets.decision_rows import Decisions
from wistar_env.errors import IllegalActionError, ReplayError
from wistar_env.kit.batch.row_copies import copy_rows, scale_rows
from wistar_env.kit.replays.shards import Shard
from wistar_env.kit.vector.arrays import Sparse, Step
from wistar_env.kit.vector.batch_game import BatchGame

#: The observation formats of a dataset, each with that of the batch that replays the games.
OBSERVATIONS: Final = MappingProxyType({"sparse": "sparse", "float32": "uint8", "uint8": "uint8"})
#: A function that returns an action for each of the given rows of a batch.
Teacher: TypeAlias = Callable[[BatchGame, npt.NDArray[np.int64]], npt.NDArray[Any]]
#: The initial number of columns for legal actions.
_FIRST_WIDTH: Final = 64


class ReplayedStep(NamedTuple):
    """The current decisions of the unfinished games."""

    step: Step  # the output of the batch, valid until the next step
    rows: npt.NDArray[np.int64]  # the rows of the unfinished games, int64, shape (k,)
    games: npt.NDArray[np.int64]  # the index of each game in the shard, int64, shape (k,)
    played: npt.NDArray[np.int64]  # earlier decisions of each game, int64, shape (k,)
    action: npt.NDArray[np.int64]  # the recorded action, int64, shape (k,)
    seat: npt.NDArray[np.int64]  # the deciding seat, int64, shape (k,)


def replayed(
    batch: BatchGame, shard: Shard, order: npt.NDArray[np.int64], first: int
) -> Iterator[ReplayedStep]:
    """Replay games of a shard in parallel, and yield each step.

    ``order``: the indices of the games in the shard. ``first``: the number of the shard's first
    game. Raises ReplayError if a game differs from its record.
    """
    places = order[: len(batch)].copy()  # the game in each row of the batch
    waiting = len(places)
    played = np.zeros(len(batch), np.int64)
    actions = np.zeros(len(batch), np.int64)
    starts, lengths = shard.starts, shard.lengths
    step = batch.reset(shard.seeds[places])
    ended = np.flatnonzero(step.done)
    while True:
        while len(ended):  # also games without a decision
            _check_ends(batch, shard, places, played, ended, first)
            following = order[waiting : waiting + len(ended)]
            begun = ended[: len(following)]
            if not len(begun):
                break
            waiting += len(begun)
            places[begun], played[begun] = following, 0
            which = np.zeros(len(batch), np.bool_)
            which[begun] = True
            step = batch.reset(shard.seeds[places], which)
            ended = begun[step.done[begun]]
        rows = np.flatnonzero(~step.done)
        if not len(rows):
            return
        games, before = places[rows], played[rows]
        too_long = before >= lengths[games]
        if too_long.any():
            raise _differs(first + int(games[np.argmax(too_long)]))
        taken = shard.actions[starts[games] + before].astype(np.int64)
        actions[rows] = taken
        yield ReplayedStep(step, rows, games, before, taken, step.seat[rows])
        try:
            step = batch.step(actions)
        except IllegalActionError as error:
            legal = _legal(batch, rows, int(batch.num_legal[rows].max()))
            k = int(np.argmin((legal == taken[:, None]).any(axis=1) & (taken >= 0)))
            raise ReplayError(
                f"game {first + int(games[k])} differs from its record: its action number "
                f"{before[k] + 1}, {taken[k]}, is not legal"
            ) from error
        played[rows] += 1
        ended = rows[step.done[rows]]


def step_by_step(
    batch: BatchGame, observation: str, shard: Shard, order: npt.NDArray[np.int64], first: int
) -> Iterator[Decisions]:
    """Yield the decisions of each step of ``replayed``, with observations in the given format."""
    wins = _wins(shard)
    scale = batch.layout.scale.copy()  # must be writable
    for each in replayed(batch, shard, order, first):
        count = len(each.rows)
        shown, mask = _empty(batch, observation, count)
        _copy(each, shown, mask, np.arange(count), scale)
        counts = batch.num_legal[each.rows]
        yield Decisions(
            observation=shown,
            mask=mask,
            legal=_legal(batch, each.rows, int(counts.max())),
            num_legal=counts,
            action=each.action,
            seat=each.seat,
            game=first + each.games,
            step=each.played,
            final_score=shard.scores[each.games, each.seat],
            win=wins[each.games, each.seat],
        )


def game_by_game(
    batch: BatchGame,
    observation: str,
    shard: Shard,
    order: npt.NDArray[np.int64],
    first: int,
    teacher: Teacher | None = None,
) -> Decisions:
    """Return the decisions of games, one game after the other; see ``replayed``.

    With a teacher, ``action`` is its action instead of the recorded one.
    """
    lengths = shard.lengths[order]
    ends = np.cumsum(lengths)
    begins = np.zeros(len(shard), np.int64)
    begins[order] = ends - lengths
    total = int(ends[-1])
    shown, mask = _empty(batch, observation, total)
    scale = batch.layout.scale.copy()
    legal = np.full((total, _FIRST_WIDTH), -1, np.int16)
    num_legal, seat = np.empty(total, np.int16), np.empty(total, np.int64)
    action = np.empty(total, np.int64)
    for each in replayed(batch, shard, order, first):
        at = begins[each.games] + each.played
        _copy(each, shown, mask, at, scale)
        num_legal[at], seat[at] = batch.num_legal[each.rows], each.seat
        action[at] = each.action if teacher is None else teacher(batch, each.rows)
        most = int(num_legal[at].max())
        if most > legal.shape[1]:
            wider = max(most, 2 * legal.shape[1]) - legal.shape[1]
            legal = np.pad(legal, ((0, 0), (0, wider)), constant_values=-1)
        legal[at, :most] = _legal(batch, each.rows, most)
    games = np.repeat(order, lengths)
    return Decisions(
        observation=shown,
        mask=mask,
        legal=legal[:, : int(num_legal.max())].copy(),
        num_legal=num_legal,
        action=action,
        seat=seat,
        game=first + games,
        step=np.arange(total) - begins[games],
        final_score=shard.scores[games, seat],
        win=_wins(shard)[games, seat],
    )


def _empty(
    batch: BatchGame, observation: str, count: int
) -> tuple[Any, npt.NDArray[np.int8] | None]:
    """Return new arrays for the observations and masks of decisions; no masks if sparse."""
    if observation == "sparse":
        width = batch.spec.observation.sparse_width(batch.num_players)
        indices, values = np.empty((count, width), np.int16), np.empty((count, width), np.uint8)
        return Sparse(indices, values, np.empty(count, np.int16)), None
    shown = np.empty((count, batch.layout.size), np.dtype(observation))
    return shown, np.empty((count, batch.spec.num_actions), np.int8)


def _copy(
    each: ReplayedStep,
    shown: Any,
    mask: npt.NDArray[np.int8] | None,
    places: npt.NDArray[np.int64],
    scale: npt.NDArray[np.float32],
) -> None:
    """Copy the observations and masks of a step to rows of arrays; scale float32 observations."""
    own: Any = each.step.observation
    if isinstance(shown, Sparse):
        _copy_rows(own.indices, each.rows, shown.indices, places)
        _copy_rows(own.values, each.rows, shown.values, places)
        shown.used[places] = own.used[each.rows]
        return
    if shown.dtype == np.float32:
        # The batch holds uint8, a quarter of the bytes, so that it stays in the cache.
        scale_rows(own, each.rows, scale, shown, places)
    else:
        _copy_rows(own, each.rows, shown, places)
    if mask is not None and each.step.mask is not None:
        _copy_rows(each.step.mask, each.rows, mask, places)


def _copy_rows(
    source: npt.NDArray[Any],
    which: npt.NDArray[np.int64],
    out: npt.NDArray[Any],
    places: npt.NDArray[np.int64],
) -> None:
    copy_rows(source.view(np.uint8), which, out.view(np.uint8), places)


def _wins(shard: Shard) -> npt.NDArray[np.float32]:
    best = (shard.ranks == 1).astype(np.float32)
    shared: npt.NDArray[np.float32] = np.maximum(np.float32(1), best.sum(axis=1, keepdims=True))
    wins: npt.NDArray[np.float32] = best / shared
    return wins


def _legal(batch: BatchGame, rows: npt.NDArray[np.int64], most: int) -> npt.NDArray[np.int16]:
    """Return the legal actions of rows, padded with -1 to ``most`` columns."""
    legal = batch.legal_actions[rows, :most]
    legal[np.arange(most) >= batch.num_legal[rows, None]] = -1
    return legal


def _check_ends(
    batch: BatchGame,
    shard: Shard,
    places: npt.NDArray[np.int64],
    played: npt.NDArray[np.int64],
    ended: npt.NDArray[np.int64],
    first: int,
) -> None:
    """Raise ReplayError unless finished games have the recorded scores, ranks and lengths."""
    games = places[ended]
    seats, total = batch.num_seats, batch.spec.scores.total_column
    same = (batch.final_scores[ended, :seats, total] == shard.scores[games]).all(axis=1)
    same &= (batch.final_ranks[ended, :seats] == shard.ranks[games]).all(axis=1)
    same &= played[ended] == shard.lengths[games]
    if not same.all():
        raise _differs(first + int(games[np.argmin(same)]))


def _differs(number: int) -> ReplayError:
    return ReplayError(
        f"game {number} ends differently than recorded: its file has changed, or the rules have"
    )
