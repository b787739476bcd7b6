"""What lies on the table and in the hands."""

from dataclasses import dataclass, field
from typing import Final

HEALTHY, INJURED, DEAD = "healthy", "injured", "dead"
PLACES: Final = 5  # Doors of the table (LAB-08)
DEALT: Final = 2
HAND_LIMIT: Final = 4


class ImpossibleError(AssertionError):
    """The reported draws are impossible."""


def missing(whole: list[int], part: list[int]) -> list[int]:
    """Return the multiset difference of a whole and a part."""
    found: list[int] = []
    for kind, (many, few) in enumerate(zip(whole, part, strict=True)):
        if many < few:
            raise ImpossibleError(f"{few - many} of kind {kind} too few")
        found += [kind] * (many - few)
    return found


def kinds(counts: list[int], each: bool = False) -> list[int]:
    """Return the kinds that there are, each once or as often as it is there."""
    return [kind for kind, count in enumerate(counts) for _ in range(count if each else count > 0)]


def without(counts: list[int], kind: int) -> list[int]:
    return [count - (k == kind) for k, count in enumerate(counts)]


class Pile:
    """A deck and its discards, as counts of kinds.

    Cards are drawn before their kinds are known; ``settle`` takes in the kinds, and checks that the
    deck had them.
    """

    def __init__(self, counts: tuple[int, ...]) -> None:
        self.deck = list(counts)
        self.discards = [0] * len(counts)
        self.size = sum(counts)
        self.times_made_anew = 0
        self._owed = 0
        self._surely_drawn: list[int] = []

    def draw(self) -> None:
        """Draw a card whose kind is reported later (LAB-42)."""
        self._make_anew_if_empty()
        self.size -= 1
        self._owed += 1

    def turn_up(self, kind: int) -> None:
        """Draw a card that all see at once."""
        self._make_anew_if_empty()
        assert not self._owed
        if not self.deck[kind]:
            raise ImpossibleError(f"kind {kind} is not in the deck")
        self.size -= 1
        self.deck[kind] -= 1

    def _make_anew_if_empty(self) -> None:
        if self.size == 0:
            self.times_made_anew += 1
            for kind, count in enumerate(self.deck):
                self._surely_drawn += [kind] * count
            self.deck, self.discards = self.discards, [0] * len(self.deck)
            self.size = sum(self.deck)
            assert self.size, "a draw failed (VEC-40, VEC-41)"

    def settle(self, drawn: list[int]) -> None:
        """Learn which cards were drawn since the last time."""
        if len(drawn) != self._owed:
            raise ImpossibleError(f"{len(drawn)} cards are new, {self._owed} were drawn")
        rest = list(drawn)
        for kind in self._surely_drawn:
            if kind not in rest:
                raise ImpossibleError(f"kind {kind} was the rest of the deck, and not drawn")
            rest.remove(kind)
        for kind in rest:
            if not self.deck[kind]:
                raise ImpossibleError(f"kind {kind} is not in the deck")
            self.deck[kind] -= 1
        self._owed, self._surely_drawn = 0, []


@dataclass
class Seat:
    """What belongs to one player."""

    specimen: int
    potions: list[int]
    doors: list[int]
    known: list[list[int]]  # Potions known in the hand of each other seat (LAB-74)
    put_by: list[int]
    condition: str = HEALTHY
    turns: int = 0
    crumbs: int = 0
    pollution: int = 0
    cheese: dict[str, int] = field(
        default_factory=lambda: {"crumbs": 0, "exits": 0, "surviving": 0}
    )
    drawn_potions: int = 0  # drawn, and not yet told which
    drawn_doors: int = 0
    unpaid: set[int] = field(default_factory=set)

    @property
    def alive(self) -> bool:
        """Whether the Specimen lives."""
        return self.condition != DEAD

    @property
    def num_potions(self) -> int:
        """Potions in hand."""
        return sum(self.potions) + self.drawn_potions

    @property
    def num_doors(self) -> int:
        """Doors in hand."""
        return sum(self.doors) + self.drawn_doors

    @property
    def all_cheese(self) -> int:
        """Cheese of all sources."""
        return sum(self.cheese.values())


@dataclass(frozen=True)
class Deal:
    """The start of a game: what chance gave."""

    specimens: list[int]
    potions: list[list[int]]
    doors: list[list[int]]
    exits: list[int]
    starter: int
    round_number: int = 1


@dataclass(frozen=True)
class Drawn:
    """The report after an action: drawn cards as counts, by who drew them."""

    potions: list[list[int]]  # hands after the draws
    doors: list[list[int]]
    table: list[int]  # kinds of the Doors of the table, -1 where there is none
    exits: list[int]  # their order
