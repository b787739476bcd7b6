"""The table and the current decisions."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final

from tests.lab_rats.referee.cards import Cards
from tests.lab_rats.referee.table import (
    DEALT,
    PLACES,
    Deal,
    Drawn,
    ImpossibleError,
    Pile,
    Seat,
    kinds,
    missing,
)

#: An action: what is done, and with which place or kind of card (0 where there is none).
Choice = tuple[str, int]

NO_DOOR: Final = -1
NOT_TOLD: Final = -2


class NotToldError(Exception):
    """A Double Door turned up more cards than were told."""


class Asking:
    """The table and the current decision.

    ``deal``: what chance gave. ``seen``: where to count what occurs.
    """

    def __init__(self, cards: Cards, deal: Deal, seen: Counter[str]) -> None:
        self.cards, self.seen = cards, seen
        no_potions = [0] * len(cards.potions)
        self.n = len(deal.specimens)
        self.seats = [
            Seat(
                specimen,
                list(potions),
                list(doors),
                [list(no_potions) for _ in range(self.n)],
                list(no_potions),
            )
            for specimen, potions, doors in zip(
                deal.specimens, deal.potions, deal.doors, strict=True
            )
        ]
        self.potions, self.doors = Pile(cards.potion_counts), Pile(cards.door_counts)
        for seat in self.seats:
            for pile, hand in ((self.potions, seat.potions), (self.doors, seat.doors)):
                assert sum(hand) in (0, DEALT)  # LAB-06, or a hand that was taken away
                for kind in kinds(hand, each=True):
                    pile.turn_up(kind)
        assert len(set(deal.specimens)) == self.n  # LAB-03, LAB-05
        assert sorted(deal.exits) == list(range(len(cards.exits)))  # LAB-07
        self.exits = list(deal.exits)
        self.exits_shuffled = False
        self.round_number = deal.round_number
        self.starter = self.active = self.coming = deal.starter
        self.table = [NO_DOOR] * PLACES
        self.opened: set[int] = set()
        self.own_opened: set[int] = set()
        self.exchanged: set[int] = set()
        self.aside = [0] * len(cards.doors)
        self.facing = NO_DOOR  # colour of the obstacle that is faced
        self.to_pay: set[int] = set()
        self.question = ""
        self.mover = self.active
        self.waiting: list[int] = []  # seats that have yet to choose in secret
        self.choices: dict[int, Choice] = {}
        self.finished = False
        self._todo: list[tuple[Callable[..., None], Any]] = []
        self._turned_up: list[int] = []

    # What is asked.

    def options(self) -> set[Choice]:
        """Return the legal actions of the deciding seat."""
        if self.finished:
            return set()
        found: set[Choice] = getattr(self, f"_may_{self._question_name}")()
        return found

    @property
    def _question_name(self) -> str:
        return self.question.lower().replace(" ", "_")

    def answer(self, choice: Choice, turned_up: Sequence[int] = ()) -> None:
        """Carry out an action, and go on to the next decision.

        ``choice``: the action. ``turned_up``: kinds of the Doors that Double Doors turn up, in
        their order.
        """
        assert choice in self.options()
        self._turned_up = list(turned_up)
        question = self._question_name
        if self.waiting:
            self.choices[self.mover] = choice
            self.waiting.pop(0)
            if self.waiting:
                self.mover = self.waiting[0]
                return
            choices, self.choices, self.question = self.choices, {}, ""
            getattr(self, f"_all_{question}")(choices)
        else:
            self.question = ""
            getattr(self, f"_answer_{question}")(*choice)
        self._go_on()
        if self._turned_up:
            raise ImpossibleError("fewer Doors were turned up")

    def settle(self, drawn: Drawn) -> None:
        """Take in which cards were drawn, and check that the deck had them."""
        told: list[int] = []
        for seat, hand in zip(self.seats, drawn.potions, strict=True):
            new = missing(hand, seat.potions)
            if len(new) != seat.drawn_potions:
                raise ImpossibleError(f"{new} came to a hand that drew {seat.drawn_potions}")
            seat.potions, seat.drawn_potions = list(hand), 0
            told += new
        self.potions.settle(told)
        told = []
        for seat, hand in zip(self.seats, drawn.doors, strict=True):
            new = missing(hand, seat.doors)
            if len(new) != seat.drawn_doors:
                raise ImpossibleError(f"{new} came to a hand that drew {seat.drawn_doors}")
            seat.doors, seat.drawn_doors = list(hand), 0
            told += new
        for place, kind in enumerate(self.table):
            if kind == NOT_TOLD:
                if drawn.table[place] < 0:
                    raise ImpossibleError("a place of the middle is empty")
                self.table[place] = drawn.table[place]
                told.append(drawn.table[place])
        self.doors.settle(told)
        if self.exits_shuffled:
            assert sorted(drawn.exits) == sorted(self.exits)
            self.exits, self.exits_shuffled = list(drawn.exits), False

    def _do(self, step: Callable[..., None], argument: Any) -> None:
        """Schedule something after the current event."""
        self._todo.append((step, argument))

    def _go_on(self) -> None:
        while self._todo and not self.question and not self.finished:
            step, argument = self._todo.pop()
            step(argument)

    def _ask(self, question: str, seat: int) -> None:
        self.question, self.mover = question, seat

    def _ask_in_secret(self, question: str, seats: list[int], first: int | None = None) -> None:
        """Ask seats clockwise, by default from the left of the active one (LAB-71)."""
        begin = self.active + 1 if first is None else first
        self.waiting = [k % self.n for k in range(begin, begin + self.n) if k % self.n in seats]
        self._ask(question, self.waiting[0])

    @property
    def _mover(self) -> Seat:
        return self.seats[self.mover]

    @property
    def _active(self) -> Seat:
        return self.seats[self.active]

    def slot(self, seat: int, place: int) -> int:
        """Return where a Door lies: places are counted from a seat's own, the middle last."""
        return (seat + place) % self.n if place < self.n else place
