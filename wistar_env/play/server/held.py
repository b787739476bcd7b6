"""A game that a server holds: its row in the database, and its table."""

import threading
from dataclasses import dataclass, field
from typing import Any, Literal

from wistar_env.game import Game
from wistar_env.gate import RULES_VERSION
from wistar_env.play.server.opponents import YOU
from wistar_env.play.server.store import Row
from wistar_env.play.table import Table
from wistar_env.replay import Replay

#: Who has to act: you, a bot that does so by itself or when it is told to, or nobody any more.
Awaits = Literal["you", "bots", "step", "nobody"]


def terms_of(kind: str, chairs: list[dict[str, Any]], replay: Replay, game: Game) -> dict[str, Any]:
    """Return what a game is played with, as JSON values.

    Its kind is ``"play"``, ``"watch"`` or ``"replay"``; in the chairs of a replay are the names of
    those who played then.
    """
    return {
        "kind": kind,
        "chairs": chairs,
        "num_players": replay.num_players,
        "seed": replay.seed,
        "tracks": replay.tracks and list(replay.tracks),
        "rules": RULES_VERSION,
        "data": game.components.fingerprint.hex(),
    }


def your_seat(terms: dict[str, Any]) -> int | None:
    """Return the seat whose player looks, None if everybody may see everything."""
    whos = [chair["who"] for chair in terms["chairs"]]
    return whos.index(YOU) if terms["kind"] == "play" else None


def awaited(terms: dict[str, Any], game: Game) -> Awaits:
    """Return who has to act in a game."""
    if terms["kind"] == "replay" or game.finished:
        return "nobody"
    if game.seat == your_seat(terms):
        return "you"
    return "step" if terms["kind"] == "watch" else "bots"


def summarised(terms: dict[str, Any], game: Game, decisions: int) -> dict[str, Any]:
    """Return what the list of games says of a game: nothing that is hidden from anybody."""
    return {
        "awaits": awaited(terms, game),
        "round": game.round,
        "decisions": decisions,
        "finished": game.finished,
        "totals": [score["total"] for score in game.scores()] if game.finished else None,
        "winner": game.winner() if game.finished else None,
    }


@dataclass
class Held:
    """A game that is held.

    Attributes
    ----------
    row
        The game as it is stored.
    table
        The game as it is played.
    trouble
        Why a bot could not answer, if it could not.
    turn
        Whoever changes the game has this lock; waiters are told when a bot has answered.
    """

    row: Row
    table: Table
    trouble: str = ""
    turn: threading.Condition = field(default_factory=threading.Condition)

    @property
    def kind(self) -> str:
        """What the game is for: ``"play"``, ``"watch"`` or ``"replay"``."""
        return str(self.row.terms["kind"])

    @property
    def awaits(self) -> Awaits:
        """Who has to act."""
        return awaited(self.row.terms, self.table.game)

    @property
    def open(self) -> bool:
        """Whether everything may be told: there is nobody who must not see it."""
        return self.kind != "play" or self.table.game.finished

    @property
    def viewer(self) -> int | None:
        """The seat for which the position is shown; None sees all hands."""
        return None if self.open else your_seat(self.row.terms)

    def knows(self, row: Row) -> bool:
        """Return whether this is the game as it is stored, or already as it will be."""
        with self.turn:  # whoever changes it has stored that before it is changed here
            return self.row.revision >= row.revision

    def replay(self) -> Replay:
        """Return the game as a replay, with the names of those who played."""
        replay = self.table.replay()
        if self.kind == "replay":
            replay.players = tuple(chair["who"] for chair in self.row.terms["chairs"]) or None
        return replay
