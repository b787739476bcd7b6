"""A game in the server's memory: its database row and its table."""

import threading
import time
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from wistar_env.kit.game import Game
from wistar_env.kit.replays import Replay
from wistar_env.play.server.rows import Row
from wistar_env.play.server.seats import is_person, players_of, seats_by_link
from wistar_env.play.table import Table

#: Who is to move: a person, a bot that moves automatically or on request, or nobody.
Awaits = Literal["you", "bots", "step", "nobody"]
#: Seconds without a request from a link after which its person counts as away.
AWAY: Final = 120.0


def settings_of(
    kind: str, seats: list[dict[str, Any]], replay: Replay[Any], game: Game
) -> dict[str, Any]:
    """Return the settings of a game as JSON values.

    The kind is ``"play"``, ``"watch"`` or ``"replay"``; the seats of a replay have its players'
    names.
    """
    return {
        "game": game.spec.name,
        "kind": kind,
        "seats": seats,
        "num_players": replay.num_players,
        "seed": replay.seed,
        "options": dict(replay.options),
        "rules": game.spec.rules_version,
        "data": game.data.fingerprint.hex(),
    }


def waiting_for(settings: dict[str, Any], game: Game, stand_ins: Collection[int] = ()) -> Awaits:
    """Return who is to move; bots play for the people in the seats ``stand_ins``."""
    if settings["kind"] == "replay" or game.finished:
        return "nobody"
    players = players_of(settings, type(game), stand_ins)
    if game.seat < len(players) and is_person(players[game.seat]):
        return "you"
    return "step" if settings["kind"] == "watch" else "bots"


def summary_of(
    settings: dict[str, Any], game: Game, decisions: int, stand_ins: Collection[int] = ()
) -> dict[str, Any]:
    """Return the game's entry in the list of games, which has no hidden information."""
    scored = game.presentation.breakdown() if game.finished else None
    return {
        "awaits": waiting_for(settings, game, stand_ins),
        "progress": game.presentation.progress_in_words,
        "decisions": decisions,
        "finished": game.finished,
        "totals": None if scored is None else list(scored.totals),
        "winners": None if scored is None else list(scored.winners),
        "stand_ins": sorted(stand_ins),
    }


@dataclass(frozen=True)
class Draft:
    """The planned actions of the person to move, invisible to others."""

    table: Table[Any]  # the game after the planned actions
    edits: int  # the number of changes, which other visitors' revisions do not include


@dataclass
class LiveGame:
    """A game in memory."""

    row: Row  # the stored game
    table: Table[Any]  # the game itself
    error: str = ""  # why a bot failed; empty if no bot failed
    draft: Draft | None = None  # the planned actions of the person to move; None if there are none
    # The lock for changes; it notifies waiters when a bot has moved.
    turn: threading.Condition = field(default_factory=threading.Condition)
    # The time of the last request from each seat by link.
    seen: dict[int, float] = field(default_factory=dict)
    # When the game was loaded; earlier requests are unknown.
    loaded: float = field(default_factory=time.monotonic)

    @property
    def kind(self) -> str:
        """``"play"``, ``"watch"`` or ``"replay"``."""
        return str(self.row.settings["kind"])

    @property
    def by_link(self) -> list[int]:
        """The seats that people play by link; empty if there are none."""
        return seats_by_link(self.row.settings)

    @property
    def stand_ins(self) -> list[int]:
        """The seats by link for which a bot plays now."""
        return [*self.row.summary.get("stand_ins", ())]

    @property
    def players(self) -> list[str]:
        """The current player of each seat."""
        return players_of(self.row.settings, type(self.table.game), self.stand_ins)

    @property
    def awaits(self) -> Awaits:
        """Who is to move: see ``Awaits``."""
        return waiting_for(self.row.settings, self.table.game, self.stand_ins)

    @property
    def revealed(self) -> bool:
        """Whether nothing is secret any more: the game is over, or is an uploaded replay."""
        return self.kind == "replay" or self.table.game.finished

    @property
    def fully_visible(self) -> bool:
        """Whether nothing is hidden from anybody."""
        return self.kind != "play" or self.table.game.finished

    def absence(self, seat: int) -> float:
        """Return the seconds since a seat's last request by link, or since the game was loaded."""
        return time.monotonic() - self.seen.get(seat, self.loaded)

    @property
    def away(self) -> list[int]:
        """The seats by link whose people are away, and for whom no bot plays."""
        alone = {*self.by_link} - {*self.stand_ins}
        return [seat for seat in sorted(alone) if self.absence(seat) >= AWAY]

    def is_current(self, row: Row) -> bool:
        """Return whether this is at least as recent as a stored row."""
        with self.turn:  # changes are stored before they are made in memory
            return self.row.revision >= row.revision

    def replay(self) -> Replay[Any]:
        """Return the game as a replay with the names of its players."""
        replay = self.table.replay()
        if self.kind == "replay":
            replay.players = tuple(player["who"] for player in self.row.settings["seats"]) or None
        return replay
