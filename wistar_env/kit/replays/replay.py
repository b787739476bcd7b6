"""Saved games: settings and actions, replayed to any point, and resumed.

A file has one JSON object per line: a header, then one line per action with its id, its text and
the explanation of the bot, if it gave one. The texts are for people: only ids are read, but a text
that belongs to another action is an error. Invalid files raise a one-line ReplayError.
"""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Generic, TypeVar, cast

from wistar_env.arguments import integer, mapping, shortened, shown
from wistar_env.errors import ReplayError
from wistar_env.explanations import Explanation
from wistar_env.kit.game import Game, position_string
from wistar_env.kit.game.game import replay_step
from wistar_env.kit.game.option_text import players_text
from wistar_env.kit.game.registry import find_game
from wistar_env.kit.game.saving import named_card_set
from wistar_env.kit.game.seat_names import YOU, distinct, shown_name
from wistar_env.kit.replays import saved_values
from wistar_env.system.atomic_files import replacing
from wistar_env.system.untrusted_files import parse_lines, read_bytes, reading_file

#: The format of files of this version.
FORMAT: Final = "wistar replay 2"
_WHAT: Final = "a replay"
#: Maximum size of a file in bytes, many times that of the longest game with explanations.
_MOST_BYTES: Final = 2**28
_FIELDS: Final = ("game", "rules_version", "data", "num_players", "seed", "options", "actions")


GameT = TypeVar("GameT", bound=Game)


@dataclass(init=False)
class Replay(Generic[GameT]):
    """A game, stored as its start and its actions.

    Attributes
    ----------
    game
        The class of the game, found by ``kit.game.registry.find_game``.
    num_players, seed
        Arguments of ``Game.new``.
    options
        The options of the game by name, as JSON values; see ``spec.option_names``.
    data
        The argument ``data`` of ``Game.new``; None for the bundled data.
    actions
        The actions so far, of all seats in order.
    players
        The name of the player in each seat; None if unknown.
    explanations
        The explanations of the bots, by the index of the action.
    """

    game: type[GameT]
    num_players: int
    seed: int
    options: Mapping[str, Any]
    data: Any
    actions: list[int]
    players: tuple[str, ...] | None
    explanations: dict[int, Explanation]

    def __init__(
        self,
        game: type[GameT] | str,
        num_players: int,
        seed: int,
        options: Mapping[str, Any] | None = None,
        data: Any = None,
        actions: list[int] | None = None,
        players: tuple[str, ...] | None = None,
        explanations: dict[int, Explanation] | None = None,
    ) -> None:
        self.game = cast("type[GameT]", find_game(game))
        self.num_players, self.seed = num_players, seed
        self.options, self.data = {} if options is None else options, data
        self.actions = [] if actions is None else actions
        self.players = players
        self.explanations = {} if explanations is None else explanations

    def __repr__(self) -> str:
        return (
            f"<Replay: {self.game.spec.title}, {players_text(self.num_players)}, seed {self.seed}, "
            f"{len(self.actions)} actions>"
        )

    @property
    def seat_names(self) -> tuple[str, ...]:
        """The displayed names of all seats: ``"You"``, bots, automata."""
        default = self.start().presentation.seat_names
        if self.players is None:
            return default
        names = [YOU if who == "you" else shown_name(who) for who in self.players]
        return (*distinct(names), *default[len(names) :])

    def start(self) -> GameT:
        """Return the game at its first decision."""
        return self.game.new(self.num_players, self.seed, data=self.data, options=self.options)

    def at(self, position: int) -> GameT:
        """Return the game after its first ``position`` actions.

        Raises
        ------
        ValueError
            If there are fewer actions.
        ReplayError
            If an action is not legal, perhaps because rules or data differ.
        """
        position = integer("position", position, 0, len(self.actions))
        game = self.start()
        for number in range(position):
            replay_step(game, self.actions[number], number + 1)
        return game

    def resume(self) -> GameT:
        """Return the game after all its actions."""
        return self.at(len(self.actions))

    def positions(self) -> Iterator[tuple[GameT, int | None]]:
        """Yield the game before each action with the action, then the final game with None.

        Raises
        ------
        ReplayError
            If an action is not legal; the message has its number.
        """
        game = self.start()
        for number, action in enumerate(self.actions):
            after = game.clone()
            replay_step(after, action, number + 1)
            yield game, action
            game = after
        yield game, None

    def to_dict(self) -> dict[str, Any]:
        """Return the replay as plain JSON values."""
        spec, data = self.game.spec, self.start().data
        card_set = spec.card_set_name(data)
        return {
            "format": FORMAT,
            "game": spec.name,
            "rules_version": spec.rules_version,
            "data": data.fingerprint.hex(),
            **({} if card_set is None else {"card_set": card_set}),
            "num_players": self.num_players,
            "seed": self.seed,
            "options": dict(self.options),
            **({} if self.players is None else {"players": list(self.players)}),
            "actions": list(self.actions),
            **({"explanations": self._explanations()} if self.explanations else {}),
        }

    def _explanations(self) -> dict[str, dict[str, Any]]:
        """Return the explanations as JSON values; the keys are strings."""
        return {
            str(number): self.explanations[number].to_dict() for number in sorted(self.explanations)
        }

    @classmethod
    def from_dict(
        cls, saved: Mapping[str, Any], data: Any = None, game: type[Game] | str | None = None
    ) -> "Replay[Any]":
        """Return the replay that ``to_dict`` turned into JSON values.

        Parameters
        ----------
        saved
            The replay.
        data
            The data of the game; None for the card set that the replay names, or the bundled data
            if the replay names none.
        game
            The expected game, see ``kit.game.registry.find_game``; None for the game that the
            replay names, see ``game_of_file`` there.

        Raises
        ------
        ReplayError
            If something is missing or of the wrong type, or belongs to another game, other rules
            or data.
        """
        if not isinstance(saved, Mapping):
            raise ReplayError(f"a replay must be a dict or a JSON object, found {shown(saved)}")
        if "format" in saved:
            saved_values.check_version(saved, "format", FORMAT)
        missing = [name for name in ("format", *_FIELDS) if name not in saved]
        if missing:
            raise ReplayError(f"the replay has no {', '.join(missing)}")
        found = saved_values.game_of(saved["game"], game)
        spec = found.spec
        saved_values.check_version(saved, "rules_version", spec.rules_version)
        actions = saved_values.checked_actions(saved["actions"], spec.num_actions)
        if data is None and saved.get("card_set") is not None:
            data = named_card_set(spec, saved["card_set"])
        opened = None if data is None else spec.opened(data)
        try:
            options = mapping("options", saved["options"])
            replay = Replay(found, saved["num_players"], saved["seed"], options, opened)
            start = replay.start()
        except (TypeError, ValueError, RecursionError) as error:
            raise ReplayError(f"the replay cannot be started: {error}") from error
        fingerprint = start.data.fingerprint.hex()
        if saved["data"] != fingerprint:
            raise ReplayError(
                f"the replay was saved with other data ({shown(saved['data'])}) than the current "
                f"data ({fingerprint!r}); open it with the data that it was saved with"
            )
        replay.actions = actions
        replay.players = saved_values.checked_players(saved.get("players"), replay.num_players)
        saved_values.check_texts(start, actions, saved.get("texts", []))
        replay.explanations = saved_values.checked_explanations(
            actions, spec.num_actions, saved.get("explanations", {})
        )
        return replay

    def to_string(self) -> str:
        """Return the position after all actions as one line: see ``position_string``.

        Raises
        ------
        ValueError
            If the game was played with data in a folder, or a line cannot hold the value of an
            option.
        """
        saved = self.to_dict()
        bundled = self.game.spec.opened(None).fingerprint.hex()
        if "card_set" not in saved and saved["data"] != bundled:
            raise ValueError(
                "a string cannot hold a position with data from a folder: save a replay instead"
            )
        return position_string.write(saved, self.game.spec.num_actions)

    @classmethod
    def from_string(
        cls, text: str, data: Any = None, game: type[Game] | str | None = None
    ) -> "Replay[Any]":
        """Return the replay of a position in one line. Parameters are those of ``from_dict``.

        Raises
        ------
        ReplayError
            If the text is not a position, or belongs to another game, other rules or data.
        """
        name, _ = position_string.read_parts(text)
        found = saved_values.game_of(name, game)
        found.from_string(text, data)  # raises for invalid settings
        said = position_string.read(text, found.spec, data)
        return Replay(found, said.num_players, said.seed, said.options, said.data, said.actions)

    def to_text(self) -> str:
        """Return the replay as JSON lines."""
        game = self.start()
        return _written_lines(self.to_dict(), [game.describe(action) for action in self.actions])

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the replay as JSON lines; an existing file is replaced atomically."""
        with replacing(Path(os.path.realpath(path))) as unfinished:
            unfinished.write_text(self.to_text(), encoding="utf-8")

    @classmethod
    def from_text(
        cls, text: bytes, name: str, data: Any = None, game: type[Game] | str | None = None
    ) -> "Replay[Any]":
        """Return the replay in JSON lines, encoded as UTF-8; ``name`` names it in messages.

        Raises
        ------
        ReplayError
            If the text is not a valid replay: see ``from_dict``.
        """
        with reading_file(name, _WHAT, ReplayError):
            saved = read_lines(text.decode("utf-8"))
        try:
            return cls.from_dict(saved, data, game)
        except ReplayError as error:
            raise ReplayError(f"{shortened(name)}: {error}") from error

    @classmethod
    def load(
        cls, path: str | os.PathLike[str], data: Any = None, game: type[Game] | str | None = None
    ) -> "Replay[Any]":
        """Read a replay that ``save`` wrote. Parameters are those of ``from_dict``.

        Raises
        ------
        ReplayError
            If there is no such file, or it is not a valid replay: see ``from_dict``.
        """
        with reading_file(path, _WHAT, ReplayError):
            text = read_bytes(path, _MOST_BYTES)
        return cls.from_text(text, os.fspath(path), data, game)


#: Keys that only the header of a results file has, all three together.
_OF_RESULTS: Final = ("kind", "settings", "rules")


def read_lines(text: str) -> dict[str, Any]:
    """Return the contents of a file in the form of ``Replay.to_dict``, plus its ``texts``.

    Raises ValueError if a line is not a JSON object, an action is missing, or the text is a results
    file of a ladder or arena.
    """
    header, *moves = parse_lines(text.removesuffix("\n").split("\n"))
    if all(name in header for name in _OF_RESULTS):
        raise ValueError("the file has the results of a ladder or arena, not a replay")
    for number, move in enumerate(moves, start=2):
        if "action" not in move:
            raise ValueError(f"line {number} has no action")
    return {
        **header,
        "actions": [move["action"] for move in moves],
        "texts": [move.get("text") for move in moves],
        "explanations": {
            str(k): move["explanation"] for k, move in enumerate(moves) if "explanation" in move
        },
    }


def _written_lines(saved: Mapping[str, Any], texts: Sequence[str]) -> str:
    """Return the text of a file: what ``Replay.to_dict`` returns, and a text for each action."""
    header = dict(saved)
    actions, explanations = header.pop("actions"), header.pop("explanations", {})
    lines = [{"action": k, "text": text} for k, text in zip(actions, texts, strict=True)]
    for number, explanation in explanations.items():
        lines[int(number)]["explanation"] = explanation
    return "".join(json.dumps(line) + "\n" for line in [header, *lines])
