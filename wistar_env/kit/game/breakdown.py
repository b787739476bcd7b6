"""The score of a game by category, as data and in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from wistar_env.kit.game.position import Position


@dataclass(frozen=True, slots=True)
class Breakdown:
    """The score of every seat, as if the game ended now.

    Attributes
    ----------
    names
        The names of the seats.
    ranking
        The seats, best first.
    rows
        The title of each category in which any seat has points, and the points of each seat.
    totals
        The sums, by seat.
    winners
        The seats in first place; several in a tie.
    unit
        The unit of the points.
    """

    names: tuple[str, ...]
    ranking: tuple[int, ...]
    rows: tuple[tuple[str, tuple[int, ...]], ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    unit: str

    @property
    def sentences(self) -> tuple[str, ...]:
        """The score in words, best seat first."""
        return tuple(self._sentence(seat) for seat in self.ranking)

    def parts(self, seat: int) -> tuple[tuple[str, int], ...]:
        """Return each category in which a seat has points, with these points."""
        return tuple((title, points[seat]) for title, points in self.rows if points[seat])

    def _sentence(self, seat: int) -> str:
        parts = [f"{title} {points}" for title, points in self.parts(seat)]
        total = f"{self.names[seat]} {self.totals[seat]} {self.unit}"
        return f"{total}: {', '.join(parts) or 'nothing'}."


def best_first(ranks: Sequence[int]) -> list[int]:
    """Return the seats by rank, best first; tied seats in ascending order."""
    return sorted(range(len(ranks)), key=ranks.__getitem__)


def breakdown_of(game: Position, names: Sequence[str], titles: Mapping[str, str]) -> Breakdown:
    """Return the scores of a game by category.

    ``names``: the names of the seats. ``titles``: the title of each category except the total, by
    its name, in the order of the rows; if empty, the names are the titles.
    """
    spec, scores, ranks = game.spec, game.scores(), game.ranks()
    total = spec.score_columns[spec.scores.total_column]
    titles = titles or {name: name for name in spec.score_columns if name != total}
    rows = [(title, tuple(score[name] for score in scores)) for name, title in titles.items()]
    return Breakdown(
        names=tuple(names),
        ranking=tuple(best_first(ranks)),
        rows=tuple((title, points) for title, points in rows if any(points)),
        totals=tuple(score[total] for score in scores),
        winners=tuple(seat for seat, rank in enumerate(ranks) if rank == 1),
        unit=spec.scores.points_text,
    )
