"""The score of a game by category, as data and in words."""

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from wistar_env.games.rats_of_wistar import Game

#: Titles of the categories of ``Game.scores``.
TITLES: Final = MappingProxyType(
    {
        "track": "VP track",
        "abilities": "Ability spaces",
        "beds": "Beds",
        "rooms": "Rooms",
        "guests": "Guests and Cheese",
        "inventions": "Inventions",
        "endgame": "Endgame effects",
        "electricity": "Electricity",
        "leftover_items": "Items left over",
        "wilds": "Wild tokens left over",
        "bot_tracks": "Rat-o-bot's tracks",
    }
)


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
        The title of each category in which somebody has VP, and the VP of each seat.
    totals
        The sums, by seat.
    """

    names: tuple[str, ...]
    ranking: tuple[int, ...]
    rows: tuple[tuple[str, tuple[int, ...]], ...]
    totals: tuple[int, ...]

    @property
    def sentences(self) -> tuple[str, ...]:
        """The score in words, best seat first."""
        return tuple(self._sentence(seat) for seat in self.ranking)

    def _sentence(self, seat: int) -> str:
        parts = [f"{title} {vps[seat]}" for title, vps in self.rows if vps[seat]]
        return f"{self.names[seat]} {self.totals[seat]} VP: {', '.join(parts) or 'nothing'}."


def breakdown(game: Game) -> Breakdown:
    """Return the score of each seat by category, as if the game ended now."""
    scores = game.scores()
    rows = [
        (title, tuple(score[category] for score in scores)) for category, title in TITLES.items()
    ]
    return Breakdown(
        names=game.scene(None).names,
        ranking=tuple(game.ranking()),
        rows=tuple((title, vps) for title, vps in rows if any(vps)),
        totals=tuple(score["total"] for score in scores),
    )
