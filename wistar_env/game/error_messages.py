"""In words, why a game does not do what it was asked for."""

import reprlib
from typing import Any, Final, Protocol, SupportsIndex

import numpy as np
import numpy.typing as npt

from wistar_env.components import Components
from wistar_env.rules.actions import NUM_ACTIONS
from wistar_env.rules.decisions import EFFECT
from wistar_env.rules.faults import REASONS
from wistar_env.rules.numbers import number
from wistar_env.rules.state import GUEST_SOURCE

_NAMED_CHOICES: Final = 8


class DescribableGame(Protocol):
    """What messages tell of a game."""

    @property
    def components(self) -> Components:
        """The components that it is played with."""
        ...

    @property
    def record(self) -> npt.NDArray[Any]:
        """The state, shape (1,), dtype GAME."""
        ...

    @property
    def seat(self) -> int:
        """The seat that decides."""
        ...

    @property
    def decision(self) -> str:
        """The name of the open decision."""
        ...

    def describe(self, action: SupportsIndex) -> str:
        """Say in words what an action means."""
        ...

    def legal_actions(self) -> npt.NDArray[np.int16]:
        """Return the legal actions."""
        ...


def not_legal(game: DescribableGame, action: int) -> str:
    """Say that an action is not legal, and which ones are."""
    words = f" ({game.describe(action)})" if 0 <= action < NUM_ACTIONS else ""
    return f"action {action}{words} is not legal: {_to_decide(game)}"


def no_action(game: DescribableGame, action: object) -> str:
    """Say that something is no action at all, and which ones are legal."""
    found = reprlib.repr(action)
    return (
        f"an action must be an integer from 0 to {NUM_ACTIONS - 1}, found {found} of type "
        f"{type(action).__name__}: {_to_decide(game)}"
    )


def _to_decide(game: DescribableGame) -> str:
    """Say who has to decide what, and which actions are legal."""
    legal = game.legal_actions()
    named = [f"{k} ({game.describe(k)})" for k in legal[:_NAMED_CHOICES].tolist()]
    more = f" and {len(legal) - len(named)} more" if len(legal) > len(named) else ""
    return f"seat {game.seat} has to decide {game.decision!r}; legal are {', '.join(named)}{more}"


def cannot_go_on(game: DescribableGame, seed: int | None) -> str:
    """Say where a game passed a bound of the rules; ``seed`` is None where it is not known."""
    record = game.record[0]
    return (
        f"the game with seed {'unknown' if seed is None else seed} cannot go on after "
        f"{record['decisions']} decisions, with {game.decision!r} of seat {game.seat} on top and "
        f"{_acting_card(game)} in effect: {REASONS[int(record['fault'])]}; "
        f"data: {game.components.name}"
    )


def _acting_card(game: DescribableGame) -> str:
    """Return the name of the Invention whose effect is being carried out."""
    record = game.record[0]
    entries = record["stack"][: record["depth"]]
    sources = number(entries[entries["kind"] == EFFECT], "source")
    inventions = sources[(sources >= 0) & (sources < GUEST_SOURCE)]
    return game.components.labels.cards[inventions[-1]] if len(inventions) else "no Invention"
