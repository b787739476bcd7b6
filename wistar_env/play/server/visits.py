"""A game as one of its visitors may see and change it."""

import time
from dataclasses import dataclass
from typing import Any

from wistar_env.play.history import HistoryEntry
from wistar_env.play.server.live_game import LiveGame
from wistar_env.play.server.seats import seat_of
from wistar_env.play.table import Table


@dataclass(frozen=True)
class Visit:
    """A game and the seat from which it is seen."""

    live: LiveGame  # the game
    # The visitor's seat, by the link's secret or as the only person; None if nothing is hidden from
    # the visitor.
    seat: int | None

    @classmethod
    def of(cls, live: LiveGame, secret: str | None) -> "Visit":
        """Return the visit of a user, and record its time if the user has the secret of a link.

        Raises RejectedError if the game is played by link, and the secret belongs to none of its
        links, or is missing before the game is over.
        """
        seat = seat_of(live.row.settings, secret, finished=live.table.game.finished)
        if seat in live.by_link:
            live.seen[seat] = time.monotonic()
        return cls(live, seat)

    @property
    def viewer(self) -> int | None:
        """The seat whose observation is shown; None shows all hands."""
        return None if self.live.fully_visible else self.seat

    @property
    def table(self) -> Table[Any]:
        """The game, with the visitor's planned actions."""
        draft = self.live.draft
        return draft.table if draft is not None and self.decides else self.live.table

    @property
    def planned(self) -> int:
        """The number of actions that the visitor has planned."""
        return self.table.position - self.live.table.position

    @property
    def revision(self) -> int:
        """The revision of the game, without the planned actions of others."""
        draft, revision = self.live.draft, self.live.row.revision
        return revision if draft is None or self.decides else revision - draft.edits

    @property
    def history(self) -> list[HistoryEntry]:
        """The actions of the game, with the events that the visitor saw."""
        table = self.table
        return table.history_of(self.seat) if self.live.by_link else table.history

    @property
    def decides(self) -> bool:
        """Whether the visitor is to move."""
        return self.live.awaits == "you" and self.live.table.game.seat == self.seat
