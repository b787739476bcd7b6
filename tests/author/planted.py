"""Declared games with one fault each, which shows only in few positions or player counts."""

from collections.abc import Sequence
from typing import Any, Final

from wistar_env.author import (
    NOBODY,
    SEAT,
    Actions,
    Declared,
    State,
    draw,
    end,
    field,
    next_seat,
)
from wistar_env.kit.game import Presentation, Presented
from wistar_env.kit.game.presentation_parts import PlainEvent
from wistar_env.kit.game.spec_records import ScoreSpec

#: Two numbers up to this one are drawn; in one game of 529 both are in the middle.
SIZE: Final = 22
RARE: Final = SIZE // 2
ROUNDS: Final = 6
#: Of 100 reshuffles, those that draw card 1; there should be 50.
LEANS: Final = 56


class RareSum(Declared, scores=ScoreSpec(zero_sum=True)):
    """In 1 of 529 games the scores do not add up to the declared 0."""

    players = 2
    actions = ("low", "high")
    drawn = field(2, range=(0, SIZE), start=(0, SIZE))
    bet = field(SEAT, range=(0, 1))

    def legal(g: State) -> Actions:
        yield 0
        yield 1

    def apply(g: State, action: int) -> None:
        g.bet[g.mover] = action
        next_seat(g)
        if g.decisions == ROUNDS:
            end(g)

    def score(g: State, seat: int) -> int:
        return g.bet[seat] - g.bet[1 - seat] + (1 if g.drawn[0] == g.drawn[1] == RARE else 0)


class RareRange(Declared):
    """In 1 of 529 games a number leaves its range."""

    players = 2
    actions = ("one", "two")
    drawn = field(2, range=(0, SIZE), start=(0, SIZE))
    coins = field(SEAT, range=(0, ROUNDS))

    def legal(g: State) -> Actions:
        yield 0
        yield 1

    def apply(g: State, action: int) -> None:
        g.coins[g.mover] += ROUNDS if g.drawn[0] == g.drawn[1] == RARE else 1
        next_seat(g)
        if g.decisions == ROUNDS:
            end(g)

    def score(g: State, seat: int) -> int:
        return g.coins[seat]


class RareAction(Declared):
    """In 1 of 529 games an action is legal that does not exist."""

    players = 2
    actions = ("one", "two")
    drawn = field(2, range=(0, SIZE), start=(0, SIZE))
    coins = field(SEAT, range=(0, 2 * ROUNDS))

    def legal(g: State) -> Actions:
        yield 0
        yield 1
        if g.drawn[0] == g.drawn[1] == RARE and g.decisions == ROUNDS - 1:
            yield g.coins[g.mover] + 2

    def apply(g: State, action: int) -> None:
        g.coins[g.mover] += 1 + action
        next_seat(g)
        if g.decisions == ROUNDS:
            end(g)

    def score(g: State, seat: int) -> int:
        return g.coins[seat]


class Idles(Declared):
    """An action changes nothing and can be repeated for ever."""

    players = 2
    actions = ("roll", "look")
    pips = field(SEAT, range=(0, 6 * ROUNDS))

    def legal(g: State) -> Actions:
        yield 0
        if g.pips[g.mover] > 6:
            yield 1

    def apply(g: State, action: int) -> None:
        if action == 0:
            g.pips[g.mover] += 1 + draw(g, 6)
            next_seat(g)
            if max(g.pips[0], g.pips[1]) > 5 * ROUNDS:
                end(g)

    def score(g: State, seat: int) -> int:
        return g.pips[seat]


class Passes(Declared):
    """All seats can pass in turn for ever."""

    players = (2, 3)
    actions = ("take", "pass")
    pile = field(range=(0, 9), start=9)
    taken = field(SEAT, range=(0, 9))
    passed = field(range=(NOBODY, 2), start=NOBODY, show="seat")

    def legal(g: State) -> Actions:
        yield 0
        yield 1

    def apply(g: State, action: int) -> None:
        if action == 0:
            g.pile -= 1
            g.taken[g.mover] += 1
        else:
            g.passed = g.mover
        next_seat(g)
        if g.pile == 0:
            end(g)

    def score(g: State, seat: int) -> int:
        return g.taken[seat]


class TwoOnly(Declared):
    """A field and an action that two players use, and three do not."""

    players = (2, 4)
    actions = ("take", "bluff")
    taken = field(SEAT, range=(0, 2 * ROUNDS))
    bluffs = field(range=(0, ROUNDS))

    def legal(g: State) -> Actions:
        yield 0
        if g.seats == 2:
            yield 1

    def apply(g: State, action: int) -> None:
        if action == 0:
            g.taken[g.mover] += 1
        else:
            g.bluffs += 1
        next_seat(g)
        if g.decisions == ROUNDS:
            end(g)

    def score(g: State, seat: int) -> int:
        return g.taken[seat]


class Secret(Declared):
    """Each seat has a number that others do not see, and says whether it is high."""

    players = 2
    actions = ("low", "high")
    card = field(SEAT, range=(1, 9), start=(1, 9), hidden=True)
    said = field(SEAT, range=(0, 2))

    def legal(g: State) -> Actions:
        yield 0
        yield 1

    def apply(g: State, action: int) -> None:
        g.said[g.mover] = action + 1
        next_seat(g)
        if g.decisions == ROUNDS:
            end(g)

    def score(g: State, seat: int) -> int:
        return g.card[seat]


def _other_card(presentation: Presentation) -> int:
    """Return the card of a seat that no other seat may know."""
    game = presentation.game
    return int(game.record["card"][0, 1 - max(0, game.seat)])


class TellingEvents(Presentation):
    """Tells everybody the card of the seat that decides."""

    __slots__ = ()

    def events_of(self, action: int, viewers: Sequence[int | None]) -> list[tuple[Any, ...]]:
        card = int(self.game.record["card"][0, self.game.seat])
        event = PlainEvent(self.game.seat, f"{self.game.describe(action)}, holding {card}")
        return [(event,)] * len(viewers)


class EventsTell(Secret):
    """The events of an action tell a hidden card to everybody."""

    presentation = Presented(TellingEvents)

    __slots__ = ()


class TellingPictures(Presentation):
    """Draws the card of another seat."""

    __slots__ = ()

    def page_picture(
        self, viewer: int | None, names: Sequence[str], *, choices: bool, narrow: bool
    ) -> str:
        svg = super().page_picture(viewer, names, choices=choices, narrow=narrow)
        return svg.replace("</svg>", f"<desc>{self.game.record['card'][0]}</desc></svg>")


class PicturesTell(Secret):
    """The picture for a page shows hidden cards."""

    presentation = Presented(TellingPictures)

    __slots__ = ()


class TellingWords(Presentation):
    """Says whose turn it is with the card of another seat."""

    __slots__ = ()

    @property
    def turn_in_words(self) -> str:
        return f"against {_other_card(self)}"


class WordsTell(Secret):
    """The words for the turn show a hidden card."""

    presentation = Presented(TellingWords)

    __slots__ = ()


class Leans(Declared):
    """A reshuffle draws a card 6 percentage points too often."""

    players = 2
    actions = ("low", "high")
    card = field(SEAT, range=(1, 2), start=(1, 2), hidden=True)
    said = field(SEAT, range=(0, 2))

    def legal(g: State) -> Actions:
        yield 0
        yield 1

    def apply(g: State, action: int) -> None:
        g.said[g.mover] = action + 1
        next_seat(g)
        if g.decisions == ROUNDS:
            end(g)

    def score(g: State, seat: int) -> int:
        return g.card[seat]

    def reshuffle_hidden(g: State, seat: int) -> None:
        if g.finished == 0:
            g.card[1 - seat] = 1 if draw(g, 100) < LEANS else 2


class WrongWinner(Declared):
    """The wrong seat wins, but only with three players."""

    players = (2, 3)
    seats_alike = True
    actions = ("take", "stop")
    taken = field(SEAT, range=(0, ROUNDS))
    winner = field(range=SEAT, start=NOBODY)

    def legal(g: State) -> Actions:
        if g.decisions < ROUNDS:
            yield 0
        if g.taken[g.mover] > 0 or g.decisions == ROUNDS:
            yield 1

    def apply(g: State, action: int) -> None:
        if action == 1:
            g.winner = (g.mover + 1) % 2
            end(g)
        else:
            g.taken[g.mover] += 1
            next_seat(g)

    def score(g: State, seat: int) -> int:
        return g.winner == seat
