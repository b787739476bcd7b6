"""Who plays: what a bot is given, what it must answer, and how it is named on the command line.

A bot is any class with ``reset`` and ``act``; nothing has to be inherited. It is given a batch of
decisions that are open in different games and answers with one legal action each. All it sees is
a ``View`` of each game, which shows what the deciding seat may see and nothing else.
"""

import hashlib
import importlib
import inspect
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from wistar_env.errors import WistarError
from wistar_env.game import Game

#: The bots that have a short name: what stands before the first ``:`` of a spec.
REGISTRY: Final[dict[str, str]] = {
    "greedy": "agents.greedy:GreedyAgent",
    "random": "agents.random:RandomAgent",
}


class BotError(WistarError):
    """A bot that cannot be loaded, or that answered with something that is not a legal action."""


class View:
    """One game as one seat sees it: everything that a player in this chair may know.

    Parameters
    ----------
    game
        The game. The view keeps it to itself: what is hidden from the seat can only be reached
        through ``determinize``, which reshuffles it first.
    seat
        The chair of the player who looks, 0 to ``num_seats - 1``.
    """

    def __init__(self, game: Game, seat: int) -> None:
        self._game = game
        self.seat = seat

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
        return self._game.round

    @property
    def decision(self) -> str:
        """The name of the open decision."""
        return self._game.decision

    @property
    def observation(self) -> NDArray[np.float32]:
        """The observation of the seat, float32[n], scaled to about [0, 1]."""
        return self._game.observe(self.seat)

    @property
    def mask(self) -> NDArray[np.int8]:
        """The legal actions as a mask, int8[NUM_ACTIONS]."""
        return self._game.action_mask()

    @property
    def legal(self) -> NDArray[np.int16]:
        """The legal actions as sorted ids, int16[k]."""
        return self._game.legal_actions()

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
        return self._game.determinize(self.seat, seed)


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
        same way whatever other games run beside it.
    """

    views: tuple[View, ...]
    seed: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.views)

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
    """What every bot is: something to reset, and to ask for actions."""

    def reset(self, seed: int) -> None:
        """Forget everything, and draw all further chances from this seed (0 to 2**63 - 1)."""

    def act(self, batch: Batch) -> Sequence[int] | NDArray[np.integer[Any]]:
        """Return one legal action for each row of the batch, in the order of the rows."""


@dataclass(frozen=True)
class Spec:
    """A bot as it is named on the command line, taken apart.

    Attributes
    ----------
    text
        The spec itself, such as ``"greedy"`` or ``"my_package.bots:MyBot:depth=2"``.
    module, attribute
        Where the class (or a function that returns a bot) is found.
    positional, named
        The arguments to build it with.
    """

    text: str
    module: str
    attribute: str
    positional: tuple[Any, ...]
    named: dict[str, Any]


def _value(text: str) -> Any:
    words = {"true": True, "false": False, "none": None}
    if text.lower() in words:
        return words[text.lower()]
    for number in (int, float):
        try:
            return number(text)
        except ValueError:
            continue
    return text


def _parameters(spec: str, text: str) -> tuple[tuple[Any, ...], dict[str, Any]]:
    positional: list[Any] = []
    named: dict[str, Any] = {}
    for part in text.split(",") if text else ():
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not name or (equals and not name.isidentifier()):
            raise BotError(f"bot {spec!r}: parameter {part!r} is neither a value nor name=value")
        if equals:
            named[name] = _value(value)
        elif named:
            raise BotError(f"bot {spec!r}: the value {part!r} stands after a named parameter")
        else:
            positional.append(_value(name))
    return tuple(positional), named


def parse(spec: str) -> Spec:
    """Take a bot's spec apart: ``NAME`` or ``MODULE:CLASS``, then ``:`` and parameters.

    Parameters are separated by commas, each a value or ``name=value``.

    Raises
    ------
    BotError
        If the spec is none of these, or names no known bot.

    Examples
    --------
    >>> parse("my_package.bots:MyBot:200,depth=2").named
    {'depth': 2}
    """
    head, _, rest = spec.partition(":")
    if head in REGISTRY:
        module, _, attribute = REGISTRY[head].partition(":")
        return Spec(spec, module, attribute, *_parameters(spec, rest))
    attribute, _, parameters = rest.partition(":")
    if not head or not all(part.isidentifier() for part in [*head.split("."), attribute]):
        known = ", ".join(REGISTRY)
        raise BotError(
            f"no bot is called {spec!r}; known are {known}, and any class of your own as "
            "module:Class, such as my_package.bots:MyBot"
        )
    return Spec(spec, head, attribute, *_parameters(spec, parameters))


def _factory(spec: Spec) -> Any:
    try:
        module = importlib.import_module(spec.module)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{spec.module}.".startswith(f"{error.name}."):
            raise
        bundled = spec.module.startswith("agents.")
        reason = "the bundled bots are part of the repository: run from a clone of it"
        where = reason if bundled else "is it installed, or in the current folder?"
        raise BotError(f"bot {spec.text!r}: there is no module {error.name!r}; {where}") from error
    if not hasattr(module, spec.attribute):
        raise BotError(f"bot {spec.text!r}: module {spec.module!r} has no {spec.attribute!r}")
    return getattr(module, spec.attribute)


def load(spec: str) -> Player:
    """Build the bot that a spec names.

    Raises
    ------
    BotError
        If the spec is malformed, or names something that is missing, cannot be built with these
        parameters, or is no bot.
    """
    parsed = parse(spec)
    factory = _factory(parsed)
    if not callable(factory):
        raise BotError(f"bot {spec!r}: {parsed.attribute!r} is no class and no function")
    try:
        inspect.signature(factory).bind(*parsed.positional, **parsed.named)
    except (TypeError, ValueError) as error:
        raise BotError(f"bot {spec!r} cannot be built with these parameters: {error}") from error
    player = factory(*parsed.positional, **parsed.named)
    if not isinstance(player, Player):
        raise BotError(f"bot {spec!r} needs the methods reset(seed) and act(batch)")
    return player


def fingerprint(spec: str) -> str:
    """Return a hash of the spec and of the source file it leads to, 16 hexadecimal digits.

    Games that were saved under another fingerprint were played by another bot.
    """
    parsed = parse(spec)
    digest = hashlib.sha256(spec.encode())
    home = getattr(_factory(parsed), "__module__", parsed.module)
    source = getattr(sys.modules[home], "__file__", None)
    if source is not None:
        digest.update(Path(source).read_bytes())
    return digest.hexdigest()[:16]
