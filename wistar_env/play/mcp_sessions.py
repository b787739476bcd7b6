"""Games that a language model plays by calling tools: new game, look, act, rules."""

import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Final

from wistar_env.arguments import integer, shown
from wistar_env.errors import WistarError
from wistar_env.kit.bots import View
from wistar_env.kit.game import Game
from wistar_env.kit.game.registry import find_game, find_installed_game
from wistar_env.language_models.prompts import Prompter
from wistar_env.language_models.replies import ReplyError
from wistar_env.language_models.text_env import result_of
from wistar_env.play.table import YOU, Table
from wistar_env.seeds import game_seed

#: Maximum number of open games; the least recently used is closed first.
MOST_GAMES: Final = 64
#: Maximum characters of an action's text, and of any name.
LONGEST_ACTION: Final = 20_000
LONGEST_NAME: Final = 200
#: Maximum options of a game.
MOST_OPTIONS: Final = 32
#: Seconds that a request waits for another request about the same game.
_WAIT: Final = 60.0
_SEEDS: Final = 2**63


class SessionError(ValueError):
    """A failed call of a tool, such as an invalid one; the message says why."""


@dataclass
class _OpenGame:
    """A game that only one request at a time may use, since bots may think for long."""

    game_id: str
    table: Table[Game]
    lock: Lock = field(default_factory=Lock)

    @contextmanager
    def used(self) -> Iterator[Table[Game]]:
        """Yield the table to one request, once it is the player's turn or the game is over."""
        if not self.lock.acquire(timeout=_WAIT):
            raise SessionError(f"{self.game_id} is busy with another request; try again later")
        try:
            # If a bot failed in an earlier request, it is still to move.
            _let_others_play(self.table)
            yield self.table
        except WistarError as error:
            raise SessionError(str(error)) from error
        finally:
            self.lock.release()


@dataclass
class Sessions:
    """The open games of one server.

    Raises TypeError, ValueError if an option is wrong.
    """

    game: type[Game] | str  # the default game: see ``kit.game.registry.find_game``
    # Specs of the bots in the other seats, repeated if there are more seats.
    opponents: Sequence[str] = ("greedy",)
    # The writer of prompts.
    prompter: Prompter = field(default_factory=Prompter)
    seed: int | None = None  # the seed of all games; None for random games
    # Options of the default game, by name, which ``new_game`` can override.
    options: Mapping[str, Any] = field(default_factory=dict)
    _games: OrderedDict[str, _OpenGame] = field(default_factory=OrderedDict, init=False)
    _begun: int = field(default=0, init=False)
    #: Guards the list of games; it is never held while a game is played.
    _lock: Lock = field(default_factory=Lock, init=False)

    def __post_init__(self) -> None:
        self.default = find_game(self.game)
        self.default.spec.check_applicable_options(self.options)

    def new_game(
        self,
        game: str | None = None,
        players: int | None = None,
        seat: int = 0,
        options: Mapping[str, Any] | None = None,
    ) -> str:
        """Begin a game; return its id and its first position."""
        try:
            chosen = self.default if game is None else find_installed_game(_name("the game", game))
            number = _number_of_players(chosen, players)
            given = dict(options or {})
            if chosen is self.default:
                given = chosen.spec.applicable_options(number, self.options) | given
            _check(chosen, number, seat, given)
            begun = self._number()
            opened = _OpenGame(f"game-{begun + 1}", self._table(chosen, number, seat, given, begun))
        except (WistarError, TypeError, ValueError) as error:
            raise SessionError(str(error)) from error
        with opened.used() as table:
            position = self._position(table)
        with self._lock:
            self._games[opened.game_id] = opened
            if len(self._games) > MOST_GAMES:
                self._games.popitem(last=False)
        return f"game_id: {opened.game_id}\n\n{position}"

    def _number(self) -> int:
        """Return the number of games started before, and increment it."""
        with self._lock:
            self._begun += 1
            return self._begun - 1

    def look(self, game_id: str) -> str:
        """Return the position and the legal actions of a game."""
        return self._with(game_id, self._position)

    def rules(self, game_id: str) -> str:
        """Return the rules of a game, and how to name actions."""
        rules = self._with(game_id, lambda table: self.prompter.game_rules(_view(table)))
        named = "number or text" if self.prompter.list_actions else "text"
        return f"{rules}\n\nHow to act\nCall act with one legal action, by its {named}."

    def act(self, game_id: str, action: str) -> str:
        """Play an action, then let the bots play up to the player's next decision or the end.

        Return what happened, and the position or the result.
        """

        def played(table: Table[Game]) -> str:
            if table.game.finished:
                raise SessionError(f"{game_id} is over; begin another with new_game")
            if len(action) > LONGEST_ACTION:
                raise SessionError(
                    f"an action has {len(action)} characters; the limit is {LONGEST_ACTION}"
                )
            view = _view(table)
            answers = self.prompter.question(view).answers
            try:
                (number,) = answers.read(action)
            except ReplyError as error:
                raise SessionError(str(error)) from error
            table.play(number)
            _let_others_play(table)
            lines = table.since(view.seat) or ["Nothing that you saw."]
            story = self.prompter.renamed(_view(table), "\n".join(f"- {line}" for line in lines))
            return f"What happened\n{story}\n\n{self._position(table)}"

        return self._with(game_id, played)

    def _table(
        self,
        game: type[Game],
        players: int,
        seat: int,
        options: Mapping[str, Any],
        begun: int,
    ) -> Table[Game]:
        seed = secrets.randbelow(_SEEDS) if self.seed is None else game_seed(self.seed, begun)
        bots = [self.opponents[k % len(self.opponents)] for k in range(players - 1)]
        return Table(game, [*bots[:seat], YOU, *bots[seat:]], seed, options)

    def _with(self, game_id: str, use: Callable[[Table[Game]], str]) -> str:
        with self._lock:
            opened = self._games.get(game_id)
            if opened is None:
                known = ", ".join(self._games) or "none; begin one with new_game"
                raise SessionError(f"there is no game {shown(game_id)}; open games: {known}")
            self._games.move_to_end(game_id)
        with opened.used() as table:
            return use(table)

    def _position(self, table: Table[Game]) -> str:
        """Return the position as the player sees it, or the result."""
        if not table.game.finished:
            return self.prompter.question(_view(table)).prompt.question
        return result_of(table.game)


def _name(what: str, text: str) -> str:
    if len(text) > LONGEST_NAME:
        raise ValueError(
            f"the name of {what} has {len(text)} characters; the limit is {LONGEST_NAME}"
        )
    return text


def _number_of_players(game: type[Game], players: int | None) -> int:
    spec = game.spec
    number = spec.min_players if players is None else players
    return integer("players", number, spec.min_players, spec.max_players)


def _check(game: type[Game], players: int, seat: int, options: Mapping[str, Any]) -> None:
    """Check the arguments of a new game before creating it."""
    integer("seat", seat, 0, players - 1)
    if len(options) > MOST_OPTIONS:
        raise ValueError(f"a game has at most {MOST_OPTIONS} options, found {len(options)}")
    for name in options:
        _name("an option", name)
    game.spec.check_options(players, options)


def _seat(table: Table[Game]) -> int:
    return table.players.index(YOU)


def _view(table: Table[Game]) -> View:
    return View(table.game, _seat(table))


def _let_others_play(table: Table[Game]) -> None:
    while not table.game.finished and not table.yours:
        table.answer()
