"""What a bot is given and what it must answer, wherever it plays.

A bot is any class with ``reset`` and ``act``; nothing has to be inherited. It is given a batch of
decisions that are open in different games and answers with one legal action each. All it sees is
a ``View`` of each game, which shows what the deciding seat may see and nothing else.
"""

import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from types import TracebackType
from typing import Any, Final, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from wistar_env.arguments import integer, shown
from wistar_env.errors import BotError, DecisionPastError, WistarError
from wistar_env.explanations import Explanation
from wistar_env.game import Game
from wistar_env.gate import GAME


class View:
    """One game as one seat sees it at one decision: all that a player in this chair may know.

    It shows that decision only. Once the game has gone on, asking what it shows raises
    ``DecisionPastError``, so keep what you need of it and not the view.

    Parameters
    ----------
    game
        The game. The view keeps it to itself: what is hidden from the seat can only be reached
        through ``determinize``, which reshuffles it first.
    seat
        The chair of the player who looks, 0 to ``num_seats - 1``.
    """

    __slots__ = ("_game", "_position", "_seat")

    def __init__(self, game: Game, seat: int) -> None:
        self._game = game
        self._seat = seat
        # The whole position and not a number of it: where games of a batch follow each other in
        # the same memory, an equal position is the only thing that is the same decision.
        self._position = game.record.tobytes()

    def check_open(self) -> None:
        """Raise DecisionPastError if the game has gone on since this view was made."""
        if self._game.record.tobytes() == self._position:
            return
        then = Game(
            self._game.components,
            np.frombuffer(bytearray(self._position), GAME),
            np.zeros(1, np.int16),
        )
        raise DecisionPastError(
            f"this view was of seat {self._seat} at the decision {then.decision!r} in round "
            f"{then.round}, and the game has gone on: a view may be used until act(batch) returns"
        )

    def _open(self) -> Game:
        self.check_open()
        return self._game

    @property
    def seat(self) -> int:
        """The chair of the player who looks, 0 to ``num_seats - 1``."""
        return self._seat

    @property
    def num_players(self) -> int:
        """The number of players, 1 in a solo game."""
        return self._game.num_players

    @property
    def num_seats(self) -> int:
        """The number of chairs, 2 in a solo game (Rat-o-bot sits in the second)."""
        return self._game.num_seats

    @property
    def round(self) -> int:
        """The round, 1 to 5; 0 while the starting cards are chosen."""
        return self._open().round

    @property
    def decision(self) -> str:
        """The name of the open decision."""
        return self._open().decision

    @property
    def observation(self) -> NDArray[np.float32]:
        """The observation of the seat, float32[n], values 0 to 1."""
        return self._open().observe(self._seat)

    @property
    def mask(self) -> NDArray[np.int8]:
        """The legal actions as a mask, int8[NUM_ACTIONS]; all 0 if another seat decides."""
        return self._open().observe_and_mask(self._seat)[1]

    @property
    def legal(self) -> NDArray[np.int16]:
        """The legal actions as sorted ids, int16[k]; none if another seat decides."""
        game = self._open()
        return game.legal_actions()[: None if game.seat == self._seat else 0]

    def describe(self, action: int) -> str:
        """Return an action in words."""
        return self._game.describe(action)

    def determinize(self, seed: int) -> Game:
        """Return a copy of the game in which all that the seat cannot know is reshuffled.

        The copy is the bot's own to step, clone and score; the real game never changes.

        Parameters
        ----------
        seed
            0 to 2**63 - 1; another seed gives another shuffle.
        """
        return self._open().determinize(self._seat, seed)


@dataclass(frozen=True)
class Batch:
    """Decisions that are open in different games, one a row.

    Attributes
    ----------
    views
        The games as their deciding seats see them.
    seed
        One number a row, int64[n], from 0 to 2**63 - 1. It depends only on the game and on how
        many decisions were taken in it, so a bot that draws its chances from it plays a game the
        same way whatever other games run beside it. It is no game's seed, and none can be computed
        from it.
    """

    views: tuple[View, ...]
    seed: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.views)

    def __repr__(self) -> str:
        return f"<Batch: {len(self)} decisions>"

    @cached_property
    def seat(self) -> NDArray[np.int64]:
        """The deciding seat of each row, int64[n]."""
        return np.array([view.seat for view in self.views], dtype=np.int64)

    @cached_property
    def observation(self) -> NDArray[np.float32]:
        """The observations, float32[n, k]; all games have the same number of players."""
        return np.stack([view.observation for view in self.views])

    @cached_property
    def mask(self) -> NDArray[np.int8]:
        """The legal actions as masks, int8[n, NUM_ACTIONS]."""
        return np.stack([view.mask for view in self.views])


@runtime_checkable
class Player(Protocol):
    """What every bot is: something to reset, and to ask for actions.

    A bot that reads files of its own, such as weights, may have a third method,
    ``fingerprint_files()``, which returns their paths: results are then known to be of these files.
    """

    def reset(self, seed: int) -> None:
        """Forget everything, and draw all further chances from this seed (0 to 2**63 - 1).

        It is no game's seed, and none can be computed from it.
        """

    def act(self, batch: Batch) -> Sequence[int] | NDArray[np.integer[Any]]:
        """Return one legal action for each row of the batch, in the order of the rows."""


@runtime_checkable
class Explaining(Player, Protocol):
    """A bot that explains its decisions, for hints and replays.

    It is asked by ``explain`` instead of ``act`` where somebody wants to know, so what it takes to
    tell costs nothing where nobody asks.
    """

    def explain(self, batch: Batch) -> Sequence[Explanation]:
        """Return the action of ``act`` for each row, with its explanation."""


class AnswerError(ValueError):
    """An answer of a bot that is no action.

    Attributes
    ----------
    row
        The row of the batch that it is for.
    answer
        What the bot answered, as Python writes it.
    """

    def __init__(self, row: int, answer: str, reason: str) -> None:
        super().__init__(reason)
        self.row = row
        self.answer = answer


def asked(player: Player, batch: Batch, *, explained: bool = True) -> list[Explanation]:
    """Return what a bot answers to a batch, made of Python's own numbers.

    What a bot returns may run its code whenever it is used: an iterator, a property, an
    ``__index__``. All of that happens in here, so ask a bot inside of ``blamed`` only.

    Parameters
    ----------
    player, batch
        The bot, and what it is asked.
    explained
        Whether to ask for explanations, if the bot gives them.

    Raises
    ------
    AnswerError
        If one of its answers is no action.
    ValueError
        If it does not give one for each decision.
    """
    answers: Any
    if explains := explained and isinstance(player, Explaining):
        answers = player.explain(batch)
    else:
        answers = player.act(batch)
    if isinstance(answers, np.ndarray):
        answers = answers.tolist()
    given = list(islice(answers, len(batch) + 1))
    if len(given) != len(batch):
        found = f"more than {len(batch)}" if len(given) > len(batch) else str(len(given))
        raise ValueError(f"it gave {found} actions for a batch of {len(batch)} decisions")
    return [_explanation(row, answer, explains) for row, answer in enumerate(given)]


def _explanation(row: int, answer: Any, explained: bool) -> Explanation:
    action = answer.action if explained else answer
    try:
        number = integer("an action", action, -sys.maxsize, sys.maxsize)
    except (TypeError, ValueError) as error:
        raise AnswerError(row, shown(action), str(error)) from None
    return Explanation.plain(answer, number) if explained else Explanation(number)


#: Modules that ask bots, whose lines a bot's traceback need not show; bundled bots are not these.
_ASKING: Final = ("bots", "benchmark", "play", "registry", "vector")
_PACKAGE: Final = __name__.partition(".")[0]


def _module(trace: TracebackType) -> str:
    name = trace.tb_frame.f_globals.get("__name__")
    return name if type(name) is str else ""


def _asks(trace: TracebackType) -> bool:
    package, _, inside = _module(trace).partition(".")
    return package == _PACKAGE and inside.partition(".")[0] in _ASKING


def _raised_here(trace: TracebackType | None) -> bool:
    """Return whether an error was raised by a module of this package."""
    while trace and trace.tb_next:
        trace = trace.tb_next
    return trace is not None and _module(trace).startswith(f"{_PACKAGE}.")


def _refused_here(error: BaseException, trace: TracebackType | None) -> bool:
    """Return whether this package refused what it was given, with no other code in between."""
    while trace and _module(trace).startswith(f"{_PACKAGE}."):
        trace = trace.tb_next
    return trace is None and isinstance(error, WistarError)


def _in_words(error: BaseException, trace: TracebackType | None) -> str:
    """Return an error with its traceback from the bot's own code on, if there is such code."""
    if _refused_here(error, trace):
        return str(error)
    while trace and _asks(trace):
        trace = trace.tb_next
    return "".join(traceback.format_exception(type(error), error, trace)).rstrip()


class blamed:  # noqa: N801 - it reads as a statement: with blamed("bot 'x' failed")
    """A block in which a bot is asked something: whatever it raises becomes a BotError.

    That includes ``SystemExit``, which would end the process without a word. A Ctrl-C passes, since
    it is the user's, and so does a BotError of this package, which names the bot already. The
    message has the traceback from the bot's own code on.

    Parameters
    ----------
    what
        What the message begins with, such as ``"bot 'x' failed"``.
    telling
        Gives what the error is put into words in, which may run code of the bot, too.
    """

    def __init__(
        self,
        what: str,
        telling: Callable[[], AbstractContextManager[object]] = nullcontext,
    ) -> None:
        self._what = what
        self._telling = telling

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # The kind and not the error is looked at, which may lie about its class.
        if kind is None or error is None or issubclass(kind, KeyboardInterrupt):
            return
        if issubclass(kind, BotError) and _raised_here(trace):
            return
        try:
            with self._telling():
                words = _in_words(error, trace)
        except KeyboardInterrupt:
            raise
        except BaseException:
            # Nor may anybody else show it, who would come to it as the cause.
            unshown = "an error that cannot be shown, since showing it fails"
            raise BotError(f"{self._what}:\n{unshown}") from None
        raise BotError(f"{self._what}:\n{words}") from error
