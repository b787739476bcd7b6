"""A game in the server's memory: its database row and its table."""

import threading
from dataclasses import dataclass, field
from typing import Any, Literal

from wistar_env.kit.game import Game
from wistar_env.kit.replays import Replay
from wistar_env.play.server.opponents import YOU
from wistar_env.play.server.rows import Row
from wistar_env.play.table import Table

#: The player to move: the user, a bot automatically, a bot on request, or none.
Awaits = Literal["you", "bots", "step", "nobody"]


def settings_of(
    kind: str, chairs: list[dict[str, Any]], replay: Replay[Any], game: Game
) -> dict[str, Any]:
    """Return the settings of a game as JSON values.

    The kind is ``"play"``, ``"watch"`` or ``"replay"``; the chairs of a replay hold the names of
    its players.
    """
    return {
        "game": game.spec.name,
        "kind": kind,
        "chairs": chairs,
        "num_players": replay.num_players,
        "seed": replay.seed,
        "options": dict(replay.options),
        "rules": game.spec.rules_version,
        "data": game.data.fingerprint.hex(),
    }


def your_seat(settings: dict[str, Any]) -> int | None:
    """Return the user's seat, None if nothing is hidden from the user."""
    whos = [chair["who"] for chair in settings["chairs"]]
    return whos.index(YOU) if settings["kind"] == "play" else None


def waiting_for(settings: dict[str, Any], game: Game) -> Awaits:
    """Return the player to move."""
    if settings["kind"] == "replay" or game.finished:
        return "nobody"
    if game.seat == your_seat(settings):
        return "you"
    return "step" if settings["kind"] == "watch" else "bots"


def summary_of(settings: dict[str, Any], game: Game, decisions: int) -> dict[str, Any]:
    """Return the entry of the list of games; it holds no hidden information."""
    scored = game.presentation.breakdown() if game.finished else None
    return {
        "awaits": waiting_for(settings, game),
        "progress": game.presentation.progress_in_words,
        "decisions": decisions,
        "finished": game.finished,
        "totals": None if scored is None else list(scored.totals),
        "winners": None if scored is None else list(scored.winners),
    }


@dataclass
class LiveGame:
    """A game in memory.

    Attributes
    ----------
    row
        The stored game.
    table
        The game itself.
    error
        Why a bot failed; empty if none did.
    turn
        The lock for changes; it notifies waiters when a bot has moved.
    """

    row: Row
    table: Table[Any]
    error: str = ""
    turn: threading.Condition = field(default_factory=threading.Condition)

    @property
    def kind(self) -> str:
        """``"play"``, ``"watch"`` or ``"replay"``."""
        return str(self.row.settings["kind"])

    @property
    def awaits(self) -> Awaits:
        """The player to move."""
        return waiting_for(self.row.settings, self.table.game)

    @property
    def revealed(self) -> bool:
        """Whether nothing is a secret any more: the game is over, or a file that somebody has."""
        return self.kind == "replay" or self.table.game.finished

    @property
    def fully_visible(self) -> bool:
        """Whether nothing is hidden from the user."""
        return self.kind != "play" or self.table.game.finished

    @property
    def viewer(self) -> int | None:
        """The seat whose observation is shown; None shows all hands."""
        return None if self.fully_visible else your_seat(self.row.settings)

    def is_current(self, row: Row) -> bool:
        """Return whether this is at least as recent as a stored row."""
        with self.turn:  # a change is stored before it is made here
            return self.row.revision >= row.revision

    def replay(self) -> Replay[Any]:
        """Return the game as a replay with the names of its players."""
        replay = self.table.replay()
        if self.kind == "replay":
            replay.players = tuple(chair["who"] for chair in self.row.settings["chairs"]) or None
        return replay
