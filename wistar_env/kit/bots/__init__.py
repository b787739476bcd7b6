"""The protocol of bots.

A bot is any class with ``reset`` and ``act``, without a base class. It is given a batch of
decisions that are open in different games and answers with one legal action each. It receives a
``View`` of each game, which contains only the information of the deciding seat.
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
from wistar_env.errors import BotError, WistarError
from wistar_env.explanations import Explanation
from wistar_env.kit.game.data_set import GameData
from wistar_env.kit.game.view import View

__all__ = [
    "AnswerError",
    "Batch",
    "Explaining",
    "Player",
    "Stochastic",
    "View",
    "asked",
    "blamed",
]


@dataclass(frozen=True)
class Batch:
    """Current decisions of different games, one per row.

    Attributes
    ----------
    views
        The games as their deciding seats see them.
    seed
        One number per row, int64[n], from 0 to 2**63 - 1. It depends only on the game and its
        number of decisions, so a bot that draws its randomness from it plays a game identically in
        any batch. It reveals nothing about the seeds of games.
    """

    views: Sequence[View]
    seed: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.views)

    def __repr__(self) -> str:
        return f"<Batch: {len(self)} decisions>"

    def by_data(self) -> list[tuple[GameData, NDArray[np.int64] | slice]]:
        """Return each data set that games are played with, and the rows of these games.

        If all games have the same data, their rows are a slice, so that indexing copies nothing.
        """
        found: dict[bytes, tuple[GameData, list[int]]] = {}
        for row, view in enumerate(self.views):
            found.setdefault(view.data.fingerprint, (view.data, []))[1].append(row)
        if len(found) == 1:
            return [(data, slice(None)) for data, _ in found.values()]
        return [(data, np.array(rows)) for data, rows in found.values()]

    @cached_property
    def seat(self) -> NDArray[np.int64]:
        """The deciding seat of each row, int64[n]."""
        return np.array([view.seat for view in self.views], dtype=np.int64)

    @cached_property
    def observation(self) -> NDArray[np.float32]:
        """The observations, float32[n, k]; all games have the same player count."""
        return np.stack([view.observation for view in self.views])

    @cached_property
    def mask(self) -> NDArray[np.int8]:
        """The legal actions as masks, int8[n, num_actions]."""
        return np.stack([view.mask for view in self.views])


@runtime_checkable
class Player(Protocol):
    """The protocol of bots: the methods that every bot has.

    A bot that reads files, such as weights, may define a third method, ``fingerprint_files()``,
    which returns their paths for the fingerprint.
    """

    def reset(self, seed: int) -> None:
        """Forget everything, and seed all further randomness from this seed (0 to 2**63 - 1).

        The seed reveals nothing about the seeds of games.
        """

    def act(self, batch: Batch) -> Sequence[int] | NDArray[np.integer[Any]]:
        """Return one legal action for each row of the batch, in the order of the rows."""


@runtime_checkable
class Explaining(Player, Protocol):
    """A bot that explains its decisions, for hints and replays.

    ``explain`` is called instead of ``act``, but only when explanations are requested.
    """

    def explain(self, batch: Batch) -> Sequence[Explanation]:
        """Return the action of ``act`` for each row, with its explanation."""


@runtime_checkable
class Stochastic(Player, Protocol):
    """A bot that returns the probabilities of its actions, so that callers need not sample it."""

    def probabilities(self, batch: Batch) -> NDArray[np.float64]:
        """Return the probability that ``act`` plays each action: shape (n, num_actions)."""


class AnswerError(ValueError):
    """An answer of a bot that is not an integer.

    Attributes
    ----------
    row
        The row of the batch to which the answer belongs.
    answer
        The ``repr`` of the bot's answer.
    """

    def __init__(self, row: int, answer: str, reason: str) -> None:
        super().__init__(reason)
        self.row = row
        self.answer = answer


def asked(player: Player, batch: Batch, *, explained: bool = True) -> list[Explanation]:
    """Return a bot's answers for a batch as explanations, in which all numbers are built-in ones.

    Reading a bot's answer may run the bot's code, such as an iterator, a property or ``__index__``.
    All reading happens here, so call this function only inside ``blamed``.

    ``explained``: whether to call ``explain``, if the bot has it. Raises AnswerError if an answer
    is not an integer. Raises ValueError if the number of answers is not that of the decisions.
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
        raise ValueError(f"the bot returned {found} actions for a batch of {len(batch)} decisions")
    return [_explanation(row, answer, explains) for row, answer in enumerate(given)]


def _explanation(row: int, answer: Any, explained: bool) -> Explanation:
    action = answer.action if explained else answer
    try:
        number = integer("an action", action, -sys.maxsize, sys.maxsize)
    except (TypeError, ValueError) as error:
        raise AnswerError(row, shown(action), str(error)) from None
    return Explanation.plain(answer, number) if explained else Explanation(number)


#: Modules that call bots: their lines are omitted from the traceback of a bot.
_ASKING: Final = ("benchmark", "kit", "play", "theory", "vector")
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


def raised_here(trace: TracebackType | None) -> bool:
    """Return whether an error was raised by this package, and passed through no other code.

    The message of such an error suffices; an error in a bot's code needs a traceback.
    """
    # Errors that a context manager of this package raises pass through ``contextlib``.
    while trace and _module(trace).startswith((f"{_PACKAGE}.", "contextlib")):
        trace = trace.tb_next
    return trace is None


def _in_words(error: BaseException, trace: TracebackType | None) -> str:
    """Return an error as text, with the traceback from the first line of the bot's code, if any."""
    if raised_here(trace) and isinstance(error, WistarError):
        return str(error)
    while trace and _asks(trace):
        trace = trace.tb_next
    return "".join(traceback.format_exception(type(error), error, trace)).rstrip()


class blamed:  # noqa: N801 - it reads as a statement: with blamed("bot 'x' failed")
    """Turn any exception that a bot raises in a block into a BotError.

    That includes ``SystemExit``, which would silently end the process. Ctrl-C passes, since it
    comes from the user, and so does a BotError of this package, which already names the bot. The
    message has the part of the traceback in the bot's own code.

    ``formatting``: returns a context manager in which the error is formatted, since formatting may
    run code of the bot.
    """

    def __init__(
        self,
        what: str,
        formatting: Callable[[], AbstractContextManager[object]] = nullcontext,
    ) -> None:
        self._what = what
        self._formatting = formatting

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # Check the type, since an instance may lie about its class.
        if kind is None or error is None or issubclass(kind, KeyboardInterrupt):
            return
        if issubclass(kind, BotError) and _raised_here(trace):
            return
        try:
            with self._formatting():
                words = _in_words(error, trace)
        except KeyboardInterrupt:
            raise
        except BaseException:
            # It must not become the cause of the BotError either: printing that would format it.
            unshown = "an exception whose own formatting failed"
            raise BotError(f"{self._what}:\n{unshown}") from None
        raise BotError(f"{self._what}:\n{words}") from error
