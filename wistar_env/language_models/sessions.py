"""Games that a language model plays by calling tools: new game, look, act, rules."""

import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Final

from wistar_env.errors import WistarError
from wistar_env.kit.bots import View
from wistar_env.kit.game import Game
from wistar_env.kit.game.registry import find_installed_game
from wistar_env.language_models.prompts import Prompter
from wistar_env.language_models.replies import ReplyError
from wistar_env.language_models.text_env import result_of
from wistar_env.play.table import YOU, Table
from wistar_env.seeds import game_seed

#: Games that are open at the same time; the one that was used longest ago makes room.
_MOST_GAMES: Final = 64
_SEEDS: Final = 2**63


class SessionError(ValueError):
    """A mistake of the caller of a tool."""


@dataclass
class Sessions:
    """The open games of one server.

    Attributes
    ----------
    game
        The default game.
    opponents
        Specs of the bots in the other seats, repeated if there are more seats.
    prompter
        The writer of prompts; one action at a time.
    seed
        The seed of all games; None draws them.
    """

    game: type[Game]
    opponents: Sequence[str] = ("greedy",)
    prompter: Prompter = field(default_factory=Prompter)
    seed: int | None = None
    _tables: OrderedDict[str, Table[Game]] = field(default_factory=OrderedDict, init=False)
    _begun: int = field(default=0, init=False)
    _lock: Lock = field(default_factory=Lock, init=False)

    def new_game(
        self,
        game: str | None = None,
        players: int | None = None,
        seat: int = 0,
        options: Mapping[str, Any] | None = None,
    ) -> str:
        """Begin a game; return its id and its first position."""
        with self._lock:
            try:
                chosen = self.game if game is None else find_installed_game(game)
                number = chosen.spec.min_players if players is None else players
                table = self._table(chosen, number, seat, options)
            except (WistarError, TypeError, ValueError) as error:
                raise SessionError(str(error)) from error
            game_id = f"game-{self._begun}"
            self._tables[game_id] = table
            if len(self._tables) > _MOST_GAMES:
                self._tables.popitem(last=False)
            return f"game_id: {game_id}\n\n{self._position(table)}"

    def look(self, game_id: str) -> str:
        """Return the position and the legal actions of a game."""
        return self._with(game_id, self._position)

    def rules(self, game_id: str) -> str:
        """Return the rules of a game, and how to name actions."""
        return self._with(game_id, lambda table: self.prompter.rules_of(_view(table)))

    def act(self, game_id: str, action: str) -> str:
        """Play an action and the turns of all others; return what happened and the position."""

        def played(table: Table[Game]) -> str:
            if table.game.finished:
                raise SessionError(f"{game_id} is over; begin another one")
            view = _view(table)
            answers = self.prompter.question(view).answers
            try:
                (number,) = answers.read(action)
            except ReplyError as error:
                raise SessionError(str(error)) from error
            table.play(number)
            _let_others_play(table)
            lines = table.since(view.seat) or ["Nothing that you saw."]
            told = self.prompter.renamed(_view(table), "\n".join(f"- {line}" for line in lines))
            return f"What happened\n{told}\n\n{self._position(table)}"

        return self._with(game_id, played)

    def _table(
        self, game: type[Game], players: int, seat: int, options: Mapping[str, Any] | None
    ) -> Table[Game]:
        if not 0 <= seat < players:
            raise ValueError(f"seat must be 0 to {players - 1}, found {seat}")
        if options:
            game.check_options(players, options)
        seed = secrets.randbelow(_SEEDS) if self.seed is None else game_seed(self.seed, self._begun)
        bots = [self.opponents[k % len(self.opponents)] for k in range(players - 1)]
        table = Table(game, [*bots[:seat], YOU, *bots[seat:]], seed, options)
        self._begun += 1
        _let_others_play(table)
        return table

    def _with(self, game_id: str, use: Callable[[Table[Game]], str]) -> str:
        with self._lock:
            if game_id not in self._tables:
                known = ", ".join(self._tables) or "none; begin one with new_game"
                raise SessionError(f"there is no game {game_id!r}; open are {known}")
            self._tables.move_to_end(game_id)
            return use(self._tables[game_id])

    def _position(self, table: Table[Game]) -> str:
        """Return the position as the player sees it, or the result."""
        if not table.game.finished:
            return self.prompter.question(_view(table)).prompt.question
        return result_of(table.game)


def _seat(table: Table[Game]) -> int:
    return table.players.index(YOU)


def _view(table: Table[Game]) -> View:
    return View(table.game, _seat(table))


def _let_others_play(table: Table[Game]) -> None:
    while not table.game.finished and not table.yours:
        table.answer()
