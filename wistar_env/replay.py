"""Saved games: the arguments of a game and its actions, replayed to any point, and resumed.

A file has one JSON object per line: a header, then one line per action with its id, its text and
the explanation of the bot, if it gave one. The texts are for readers; only the ids are read back,
and a line with the text of another action is refused. Any other file is refused in one line.
"""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

from wistar_env.arguments import integer, shown
from wistar_env.components import Folder, open_components
from wistar_env.errors import GameOverError, ReplayError
from wistar_env.explanations import Explanation
from wistar_env.games.rats_of_wistar import Game
from wistar_env.gate import MAX_SEATS, NUM_ACTIONS, RULES_VERSION, Tracks, check_terms

_FORMAT: Final = "wistar replay 1"
#: The name of an explanation in a line, and the one in older files.
_EXPLANATION: Final = ("explanation", "thought")
_FIELDS: Final = ("format", "rules_version", "data", "num_players", "seed", "tracks")
#: What the header of a results file has, and that of a replay has not.
_OF_RESULTS: Final = ("kind", "settings", "rules")
#: A value as a message shows it: within one line.
_shown: Final = partial(shown, longest=60)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object, in which no key may stand twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"key {_shown(twice)} stands twice")
    return found


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no number")


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects of a text, one a line; a ValueError says which line is none."""
    lines = text.removesuffix("\n").split("\n")
    for number, line in enumerate(lines, start=1):
        try:
            found = json.loads(line, object_pairs_hook=_once, parse_constant=_no_number)
        except (ValueError, RecursionError) as error:
            raise ValueError(f"line {number} is not JSON ({error})") from error
        if not isinstance(found, dict):
            raise ValueError(f"line {number} is no JSON object: {_shown(found)}")
        yield found


def _saved_in(text: str) -> dict[str, Any]:
    """Return what a file holds in the form of ``Replay.to_dict``."""
    header, *moves = _objects(text)
    if all(name in header for name in _OF_RESULTS):
        raise ValueError("it is a results file of a ladder or arena")
    for number, move in enumerate(moves, start=2):
        if "action" not in move:
            raise ValueError(f"line {number} has no action")
    return {
        **header,
        "actions": [move["action"] for move in moves],
        "texts": [move.get("text") for move in moves],
        "explanations": {
            str(k): move[name]
            for k, move in enumerate(moves)
            for name in _EXPLANATION
            if name in move
        },
    }


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
        The actions so far, of all seats in order.
    players
        The player in each seat, for readers; None if unknown.
    explanations
        The explanations of the bots, by the number of the action, counted from 0.
    """

    num_players: int
    seed: int
    tracks: Tracks | None = None
    data: Folder | None = None
    actions: list[int] = field(default_factory=list)
    players: tuple[str, ...] | None = None
    explanations: dict[int, Explanation] = field(default_factory=dict)

    def __repr__(self) -> str:
        return (
            f"<Replay: {self.num_players} players, seed {self.seed}, {len(self.actions)} actions>"
        )

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
            except (GameOverError, TypeError, ValueError) as error:
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
            "data": game.components.fingerprint.hex(),
            "num_players": self.num_players,
            "seed": self.seed,
            "tracks": None if self.tracks is None else list(self.tracks),
            **({} if self.players is None else {"players": list(self.players)}),
            "actions": list(self.actions),
            **({"explanations": self._explanations()} if self.explanations else {}),
        }

    def _explanations(self) -> dict[str, dict[str, Any]]:
        """Return the explanations as JSON values, whose keys are texts."""
        return {
            str(number): self.explanations[number].to_dict() for number in sorted(self.explanations)
        }

    @classmethod
    def from_dict(cls, saved: Mapping[str, Any], data: Folder | None = None) -> "Replay":
        """Return the replay that ``to_dict`` made.

        Raises
        ------
        ReplayError
            If something is missing or of the wrong type, or belongs to other rules or data.
        """
        if not isinstance(saved, Mapping):
            raise ReplayError(f"a replay is a table of names and values, found {_shown(saved)}")
        missing = [name for name in (*_FIELDS, "actions") if name not in saved]
        if missing:
            raise ReplayError(f"the replay has no {', '.join(missing)}")
        for name, known in (("format", _FORMAT), ("rules_version", RULES_VERSION)):
            if type(saved[name]) is not type(known) or saved[name] != known:
                words = name.replace("_", " ")
                raise ReplayError(f"saved with {words} {_shown(saved[name])}, this is {known!r}")
        tracks = saved["tracks"]
        replay = cls(
            saved["num_players"],
            saved["seed"],
            tuple(tracks) if isinstance(tracks, list) else tracks,
            None if data is None else open_components(data),
            _checked_actions(saved["actions"]),
        )
        try:
            fingerprint = replay.start().components.fingerprint.hex()
        except (TypeError, ValueError, RecursionError) as error:
            raise ReplayError(f"the replay cannot be started: {error}") from error
        if saved["data"] != fingerprint:
            raise ReplayError(
                f"saved with other data ({_shown(saved['data'])}) than this ({fingerprint!r}); it "
                "can be played with the data folder that it was saved with only"
            )
        replay.players = _checked_players(saved.get("players"), replay.num_players)
        _check_texts(replay, saved.get("texts", ()))
        explanations = saved.get("explanations", saved.get("thoughts", {}))
        replay.explanations = _checked_explanations(replay.actions, explanations)
        return replay

    def to_text(self) -> str:
        """Return the replay as JSON lines."""
        header = self.to_dict()
        actions, explanations = header.pop("actions"), header.pop("explanations", {})
        texts = self.start().components.actions.texts
        lines = [header, *({"action": k, "text": texts[k]} for k in actions)]
        for number, explanation in explanations.items():
            lines[int(number) + 1]["explanation"] = explanation
        return "".join(json.dumps(line) + "\n" for line in lines)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the replay as JSON lines."""
        Path(path).write_text(self.to_text(), encoding="utf-8")

    @classmethod
    def from_text(cls, text: bytes, name: str, data: Folder | None = None) -> "Replay":
        """Return the replay whose JSON lines these are, UTF-8; messages call it by its name.

        Raises
        ------
        ReplayError
            If they are no replay, or as ``from_dict``.
        """
        try:
            saved = _saved_in(text.decode("utf-8"))
        except UnicodeDecodeError as error:
            byte = f"byte {error.object[error.start]:#04x} at offset {error.start}"
            raise ReplayError(f"{name} is no replay: it is not UTF-8 text ({byte})") from error
        except ValueError as error:
            raise ReplayError(f"{name} is no replay: {error}") from error
        return cls.from_dict(saved, data)

    @classmethod
    def load(cls, path: str | os.PathLike[str], data: Folder | None = None) -> "Replay":
        """Read a replay that ``save`` wrote.

        Raises
        ------
        ReplayError
            If the file is no replay, or as ``from_dict``.
        OSError
            If the file cannot be read.
        """
        name = os.fspath(path)
        try:
            if os.path.exists(path) and not os.path.isfile(path):
                raise ValueError("it is no file")
            text = Path(path).read_bytes()
        except ValueError as error:
            raise ReplayError(f"{name} is no replay: {error}") from error
        return cls.from_text(text, name, data)


def _checked_players(players: object, num_players: int) -> tuple[str, ...] | None:
    if players is None:
        return None
    if not isinstance(players, list) or len(players) != num_players:
        raise ReplayError(f"the players are not a list of {num_players} names: {_shown(players)}")
    for player in players:
        if not isinstance(player, str) or not player.isprintable():
            raise ReplayError(f"a player is no name of printable characters: {_shown(player)}")
    return tuple(players)


def _check_texts(replay: Replay, texts: Sequence[object]) -> None:
    """Check that no action is called what another one is called."""
    if not any(isinstance(text, str) for text in texts):
        return
    known = replay.start().components.actions.texts
    for number, (action, text) in enumerate(zip(replay.actions, texts, strict=False), start=1):
        if text != known[action] and text in known:
            raise ReplayError(
                f"action number {number} is {action}, {known[action]!r}, and is called {text!r}"
            )


def _checked_explanations(actions: Sequence[int], saved: object) -> dict[int, Explanation]:
    if not isinstance(saved, Mapping):
        raise ReplayError(f"the explanations are not a table: {_shown(saved)}")
    places = {str(place): place for place in range(len(actions))}
    explanations = {}
    for number, explanation in saved.items():
        if number not in places:
            raise ReplayError(f"an explanation is of action {_shown(number)}, which does not exist")
        place = places[number]
        try:
            explanations[place] = Explanation.from_dict(actions[place], explanation)
        except ValueError as error:
            raise ReplayError(f"the explanation at action number {place + 1}: {error}") from error
    return explanations


def _checked_actions(actions: object) -> list[int]:
    if not isinstance(actions, list) or any(type(action) is not int for action in actions):
        raise ReplayError("the actions are not a list of integers")
    for number, action in enumerate(actions, start=1):
        if not 0 <= action < NUM_ACTIONS:
            raise ReplayError(
                f"action number {number} is {_shown(action)}; allowed: 0 to {NUM_ACTIONS - 1}"
            )
    return actions
