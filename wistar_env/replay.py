"""Saved games: what a game started from, and its actions; replayed to any point, and resumed.

A file has one JSON object per line: a header, then one line per action with its id and its
words. The words are for readers; only the ids are read back.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from wistar_env.arguments import integer
from wistar_env.box import Folder, open_box
from wistar_env.errors import GameOverError, IllegalActionError, ReplayError
from wistar_env.game import RULES_VERSION, Game
from wistar_env.rules.difficulty import Tracks, check_terms
from wistar_env.rules.limits import MAX_SEATS

_FORMAT: Final = "wistar replay 1"
_FIELDS: Final = ("format", "rules_version", "data", "num_players", "seed", "tracks")


@dataclass
class Replay:
    """A game as its start and its actions.

    Attributes
    ----------
    num_players, seed, tracks
        Arguments of ``Game.new``.
    data
        The data folder, or a ``Box`` of it as it was read; None for the bundled one.
    actions
        The actions so far, of all seats in the order in which they were carried out.
    """

    num_players: int
    seed: int
    tracks: Tracks | None = None
    data: Folder | None = None
    actions: list[int] = field(default_factory=list)

    def start(self) -> Game:
        """Return the game at its first decision."""
        check_terms(integer("num_players", self.num_players, 1, MAX_SEATS), None, self.tracks)
        return Game.new(self.num_players, self.seed, None, self.tracks, self.data)

    def at(self, position: int) -> Game:
        """Return the game after its first ``position`` actions.

        Raises
        ------
        ValueError
            If there are fewer actions.
        ReplayError
            If an action is not legal, which other rules or data would explain.
        """
        position = integer("position", position, 0, len(self.actions))
        game = self.start()
        for k, action in enumerate(self.actions[:position]):
            try:
                game.step(action)
            except (IllegalActionError, GameOverError) as error:
                raise ReplayError(f"action number {k + 1} cannot be replayed: {error}") from error
        return game

    def resume(self) -> Game:
        """Return the game after all its actions."""
        return self.at(len(self.actions))

    def to_dict(self) -> dict[str, Any]:
        """Return the replay as plain JSON values."""
        game = self.start()
        return {
            "format": _FORMAT,
            "rules_version": RULES_VERSION,
            "data": game.box.fingerprint.hex(),
            "num_players": self.num_players,
            "seed": self.seed,
            "tracks": None if self.tracks is None else list(self.tracks),
            "actions": list(self.actions),
        }

    @classmethod
    def from_dict(cls, saved: Mapping[str, Any], data: Folder | None = None) -> "Replay":
        """Return the replay that ``to_dict`` made.

        Raises
        ------
        ReplayError
            If something is missing or of the wrong type, or belongs to other rules or data.
        """
        missing = [name for name in (*_FIELDS, "actions") if name not in saved]
        if missing:
            raise ReplayError(f"the replay has no {', '.join(missing)}")
        if saved["format"] != _FORMAT:
            raise ReplayError(f"format {saved['format']!r} is not {_FORMAT!r}")
        if saved["rules_version"] != RULES_VERSION:
            raise ReplayError(
                f"saved with rules version {saved['rules_version']!r}, this is {RULES_VERSION}"
            )
        tracks = saved["tracks"]
        actions = saved["actions"]
        if not isinstance(actions, list) or any(type(action) is not int for action in actions):
            raise ReplayError("the actions are not a list of integers")
        replay = cls(
            saved["num_players"],
            saved["seed"],
            tuple(tracks) if isinstance(tracks, list) else tracks,
            None if data is None else open_box(data),
            actions,
        )
        try:
            fingerprint = replay.start().box.fingerprint.hex()
        except (TypeError, ValueError) as error:
            raise ReplayError(f"the replay cannot be started: {error}") from error
        if saved["data"] != fingerprint:
            raise ReplayError("saved with other data than this")
        return replay

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the replay as JSON lines."""
        header = self.to_dict()
        actions = header.pop("actions")
        texts = self.start().box.actions.texts
        lines = [header, *({"action": k, "text": texts[k]} for k in actions)]
        text = "".join(json.dumps(line) + "\n" for line in lines)
        Path(path).write_text(text, encoding="utf-8")

    @classmethod
    def load(cls, path: str | os.PathLike[str], data: Folder | None = None) -> "Replay":
        """Read a replay that ``save`` wrote.

        Raises
        ------
        ReplayError
            If the file is no replay, or as ``from_dict``.
        """
        text = Path(path).read_text(encoding="utf-8", errors="replace")
        try:
            header, *moves = [json.loads(line) for line in text.splitlines()]
            saved = {**header, "actions": [move["action"] for move in moves]}
        except (ValueError, TypeError, KeyError) as error:
            raise ReplayError(f"{os.fspath(path)} is no replay: {error!r}") from error
        return cls.from_dict(saved, data)
