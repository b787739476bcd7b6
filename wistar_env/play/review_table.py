"""Reviews as a table: a row for each decision, to be summed by seat, kind of decision and round.

A row has its seat's luck and gifts from this decision to the seat's next decision or the end of the
game. A seat's first row also includes the gifts before this decision, and its luck is less by them.
So for each seat and game::

    result = value of its first row - sum of loss + sum of gifts + sum of luck
"""

import csv
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from wistar_env.benchmark.report import win_share
from wistar_env.kit.replays import Replay
from wistar_env.play.review import Reviewed
from wistar_env.system.atomic_files import replacing

#: The file suffixes that ``write`` supports.
CSV, PARQUET = ".csv", ".parquet"
#: Rows of Parquet that are written at once.
_TOGETHER: Final = 50_000


class Row(NamedTuple):
    """A decision between several actions."""

    game: str  # the name of the game
    number: int  # the number of actions before the decision
    # ``seat``, ``player``: the seat, and its player.
    seat: int
    player: str
    stage: str  # the part of the game, such as ``"round 3"``; empty if the game has none
    kind: str  # the kind of decision, such as ``"turn"``
    # ``action``, ``best``: the player's action and the search's best action.
    action: int
    best: int
    # ``value``, ``loss``, ``gifts``, ``luck``, ``chance``: see ``review``; gifts and luck until the
    # seat's next decision.
    value: float
    loss: float
    gifts: float
    luck: float
    chance: float
    mark: str  # see ``Reviewed.mark``


def rows_of(name: str, replay: Replay[Any], reviewed: Sequence[Reviewed]) -> Iterator[Row]:
    """Yield a row for each decision of a review, in the order of the game."""
    numbers, stages = {each.number for each in reviewed}, {}
    for number, (game, _) in enumerate(replay.positions()):
        if number in numbers:
            stages[number] = game.presentation.stage
    ranks = [int(rank) for rank in game.ranks()]
    players = replay.players or game.presentation.seat_names
    opponents = max(1, game.num_players - 1)
    for k, each in enumerate(reviewed):
        after = _next(reviewed, k)
        first = not any(other.seat == each.seat for other in reviewed[:k])
        between = reviewed[0 if first else k : after]
        lost = sum(other.loss for other in between if other.seat != each.seat)
        gifts = lost / opponents
        ends = reviewed[after].value if after < len(reviewed) else win_share(ranks, each.seat)
        yield Row(
            game=name,
            number=each.number,
            seat=each.seat,
            player=players[each.seat],
            stage=stages[each.number],
            kind=each.kind,
            action=each.action,
            best=each.best,
            value=each.value,
            loss=each.loss,
            gifts=gifts,
            luck=ends - each.value + each.loss - gifts,
            chance=each.chance,
            mark=each.mark,
        )


def _next(reviewed: Sequence[Reviewed], k: int) -> int:
    """Return the index of the seat's next decision; the number of decisions if none follows."""
    places = range(k + 1, len(reviewed))
    return next((n for n in places if reviewed[n].seat == reviewed[k].seat), len(reviewed))


class Group(NamedTuple):
    """Rows of a player that share a property, such as the stage."""

    # ``player``, ``common``: the player, and the value that its rows share, such as the stage.
    player: str
    common: str
    games: int  # the number of games to divide sums by, including games without such a row
    rows: Sequence[Row]

    def a_game(self, name: str) -> float:
        """Return a column's sum, divided by the number of games."""
        return float(sum(getattr(row, name) for row in self.rows)) / self.games


def grouped(
    rows: Iterable[Row],
    common: Callable[[Row], str],
    entrant: Callable[[Row], object] = lambda row: row.player,
) -> list[Group]:
    """Return rows grouped by player and common property, in the order of their first rows.

    ``entrant`` returns a key of a row, by default its player: a group's number of games is that of
    all rows with the key of its first row, where each seat of a game counts once.
    """
    found: dict[tuple[str, str], list[Row]] = defaultdict(list)
    games: dict[object, set[tuple[str, int]]] = defaultdict(set)
    for row in rows:
        found[row.player, common(row)].append(row)
        games[entrant(row)].add((row.game, row.seat))
    return [Group(*key, len(games[entrant(own[0])]), own) for key, own in found.items()]


def write(rows: Iterable[Row], file: Path) -> None:
    """Write rows to a file, atomically: CSV, or Parquet if it ends with ``.parquet``.

    Raises ModuleNotFoundError if pyarrow is not installed, for Parquet.
    """
    if file.suffix == PARQUET:
        _write_parquet(rows, file)
        return
    with replacing(file) as unfinished, unfinished.open("w", newline="", encoding="utf-8") as made:
        writer = csv.writer(made)
        writer.writerow(Row._fields)
        writer.writerows(rows)


def _write_parquet(rows: Iterable[Row], file: Path) -> None:
    import pyarrow as arrow
    from pyarrow import parquet

    types = {str: arrow.string(), int: arrow.int64(), float: arrow.float64()}
    schema = arrow.schema([(name, types[kind]) for name, kind in Row.__annotations__.items()])
    with replacing(file) as unfinished, parquet.ParquetWriter(unfinished, schema) as writer:
        held: list[dict[str, Any]] = []
        for row in rows:
            held.append(row._asdict())
            if len(held) == _TOGETHER:
                writer.write_table(arrow.Table.from_pylist(held, schema))
                held.clear()
        writer.write_table(arrow.Table.from_pylist(held, schema))
