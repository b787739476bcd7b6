"""``View``: one game as one seat sees it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wistar_env.arguments import shown
from wistar_env.errors import DecisionPastError
from wistar_env.kit.game.data_set import GameData
from wistar_env.kit.game.game import Game
from wistar_env.kit.game.presentation_parts import Choice
from wistar_env.kit.game.spec import GameSpec


class View:
    """A game as one seat sees it at one decision: everything that this seat may know.

    A view is valid for that decision only. After the next step of the game it raises
    ``DecisionPastError``, so store the values that you need, not the view.

    Parameters
    ----------
    game
        The game. Private: bots reach the game only through ``determinize``, which resamples hidden
        information.
    seat
        The viewing seat, 0 to ``num_seats - 1``.
    position
        The bytes of the game's record at that decision; None: as they are now.
    """

    __slots__ = ("_game", "_position", "_seat")

    def __init__(self, game: Game, seat: int, position: bytes | None = None) -> None:
        self._game = game
        self._seat = seat
        # The whole position, not just its decision number: in a batch, the next game reuses the
        # same memory, so only an equal position means the same decision.
        self._position = game.record.tobytes() if position is None else position

    def check_open(self) -> None:
        """Raise DecisionPastError if the game has changed since this view was made."""
        game = self._game
        if game.record.tobytes() == self._position:
            return
        then = self._then()
        what = f" {then.decision!r}" if then.decision else ""
        stage = then.presentation.stage
        when = f" ({stage})" if stage else ""
        raise DecisionPastError(
            f"this view shows seat {self._seat} at the decision{what}{when}, but the game has "
            "moved on; do not keep a view after act(batch) returns"
        )

    def _then(self) -> Game:
        """Return the game as it was at this view's decision, without legal actions."""
        game = self._game
        record = np.frombuffer(bytearray(self._position), game.spec.record)
        return type(game)(game.data, record, np.zeros(1, np.int16))

    def _open(self) -> Game:
        self.check_open()
        return self._game

    @property
    def seat(self) -> int:
        """The viewing seat, 0 to ``num_seats - 1``."""
        return self._seat

    @property
    def spec(self) -> GameSpec:
        """The declaration of the game."""
        return self._game.spec

    @property
    def data(self) -> GameData:
        """The data of the game; public."""
        return self._game.data

    @property
    def options(self) -> dict[str, Any]:
        """The options of the game; public."""
        return self._game.options

    @property
    def num_players(self) -> int:
        """The player count, without automata."""
        return self._game.num_players

    @property
    def num_seats(self) -> int:
        """The number of seats, including automata."""
        return self._game.num_seats

    @property
    def stage(self) -> str:
        """The current stage of the game, such as ``"round 3"``; may be empty."""
        return self._open().presentation.stage

    @property
    def decision(self) -> str:
        """The name of the current decision; empty if the game does not name decisions."""
        return self._open().decision

    @property
    def observation(self) -> NDArray[np.float32]:
        """The observation of the seat, float32[n], values 0 to 1."""
        return self._open().observe(self._seat)

    @property
    def counts(self) -> NDArray[np.uint8]:
        """The observation as counts, uint8[n], as in batches with ``observation="uint8"``."""
        layout = self.spec.observation_layout(self.num_players)
        counts: NDArray[np.uint8] = np.rint(self.observation * layout.limit).astype(np.uint8)
        return counts

    @property
    def mask(self) -> NDArray[np.int8]:
        """The legal actions as a mask, int8[num_actions]; all 0 if another seat decides."""
        return self._open().observe_and_mask(self._seat)[1]

    @property
    def legal(self) -> NDArray[np.int16]:
        """The legal actions as sorted ids, int16[k]; none if another seat decides."""
        game = self._open()
        return game.legal_actions()[: None if game.seat == self._seat else 0]

    @property
    def turn(self) -> tuple[Any, ...]:
        """A key that is equal for consecutive decisions in one turn of a seat."""
        return self._open().turn

    @property
    def game_id(self) -> int:
        """A key of the game: equal for all its views, and unique while one of them exists."""
        return id(self._game)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all seats, as used in texts."""
        return self._game.presentation.seat_names

    def describe(self, action: int) -> str:
        """Return an action in words."""
        return self._game.describe(action)

    def text(self) -> str:
        """Return everything that the seat sees, in words, without the legal actions."""
        return self._open().presentation.position_in_words(self._seat)

    def scene(self) -> Any:
        """Return everything that the seat sees as plain data; the type depends on the game."""
        return self._open().presentation.scene(self._seat)

    def choices(self) -> list[Choice]:
        """Return the legal actions in words, sorted by id; none if another seat decides.

        Texts are unique, and an action keeps its text throughout the game.
        """
        game = self._open()
        return game.presentation.choices() if game.seat == self._seat and not game.finished else []

    def action_named(self, text: str) -> int:
        """Return the legal action whose text in ``choices`` is, or begins with, this text.

        Case and extra spaces are ignored.

        Raises
        ------
        ValueError
            If no legal action has this text, or several begin with it.
        """
        return action_named(text, self.choices())

    def rules(self) -> str:
        """Return the rules of the game in words."""
        return self._game.presentation.rules_in_words()

    def card_names(self) -> Sequence[str]:
        """Return the names of cards that occur in texts; see ``Presentation.card_names``."""
        return self._game.presentation.card_names()

    def follows(self, earlier: "View") -> bool:
        """Return whether this view's decision directly follows an earlier view's in the same turn.

        If so, a bot that planned several actions can play the next one.
        """
        game = self._open()
        if game is not earlier._game or self._seat != earlier._seat:
            return False
        before = earlier._then()
        return (game.num_decisions, game.turn) == (before.num_decisions + 1, before.turn)

    def determinize(self, seed: int) -> Game:
        """Return a copy of the game in which everything that the seat cannot know is resampled.

        The bot may step, clone and score the copy; the real game never changes. Copies are drawn
        with the probability of their hidden information, ignoring what others' choices reveal. A
        game's rules page says where this is an approximation.

        Parameters
        ----------
        seed
            0 to 2**63 - 1; another seed gives another copy.
        """
        return self._open().determinize(self._seat, seed)


def normalized(text: str) -> str:
    """Return a text in lower case without extra spaces, for comparison."""
    return " ".join(text.split()).casefold()


def action_named(text: str, choices: Iterable[Choice]) -> int:
    """Return the legal action that a text names.

    The text may be that of an action, with or without its effect, or an unambiguous beginning.

    Raises ValueError if no legal action has this text, or several begin with it.
    """
    return named(text, texts_of(choices))


def texts_of(choices: Iterable[Choice]) -> dict[str, int]:
    """Return the action of each choice by its normalized text, without and with its effect."""
    found: dict[str, int] = {}
    for choice in choices:
        found[normalized(choice.sentence)] = found[normalized(choice.text)] = choice.action
    return found


def named(text: str, texts: Mapping[str, int]) -> int:
    """Return the action that a text names, as ``action_named``, given the result of ``texts_of``.

    Raises ValueError if no action has this text, or several begin with it.
    """
    words = normalized(text)
    if words in texts:
        return texts[words]
    begun = {action for each, action in texts.items() if words and each.startswith(words)}
    if len(begun) != 1:
        problem = f"{len(begun)} legal actions begin with" if begun else "there is no legal action"
        raise ValueError(f"{problem} {shown(text)}")
    return begun.pop()
