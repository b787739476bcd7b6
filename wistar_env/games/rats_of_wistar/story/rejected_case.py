"""A position in which an action is not legal, for ``rejections.obstacles``."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from wistar_env.games.rats_of_wistar.components import Components
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.numbers import NAMED_PLACES, number
from wistar_env.games.rats_of_wistar.rules.state import AT_HAND, NONE
from wistar_env.games.rats_of_wistar.story.openings import Opening
from wistar_env.games.rats_of_wistar.story.owned import PLENTY, give_all
from wistar_env.games.rats_of_wistar.tables.limits import FREE_ROOMS, TURN_DECISIONS
from wistar_env.kit.game.reasons import Obstacle

_LIMITED: Final = "the current effect does not allow this"


class Case:
    """A position in which an action is not legal; methods yield the obstacles that apply."""

    def __init__(self, g: Any, components: Components) -> None:
        self.g, self.components = g, components
        self.tables = components._tables[0]
        self.labels = components.labels
        self.entry = g["stack"][g["depth"] - 1]
        self.kind = int(self.entry["kind"])
        self.seat = int(self.entry["seat"])
        self.own = g["players"][self.seat]
        kinds = g["stack"]["kind"][: g["depth"]].tolist()
        turns = [k for k, kind in enumerate(kinds) if kind == decisions.TURN]
        #: The stack index of the current turn of any seat; NONE between turns.
        self.turn_at = turns[-1] if turns else NONE
        self.in_own_turn = bool(turns) and int(g["stack"][turns[-1]]["seat"]) == self.seat

    def exhausted(self) -> Iterator[Obstacle]:
        """Yield an obstacle if this turn has reached the maximum number of decisions."""

        def lift(g: Any) -> None:
            g["turn_began"] = g["decisions"]

        if int(self.g["decisions"]) - int(self.g["turn_began"]) >= TURN_DECISIONS:
            words = f"this turn has reached the maximum of {TURN_DECISIONS} decisions"
            yield Obstacle(words, "BOUND-03", lift)

    def opening(self, opening: Opening) -> Iterator[Obstacle]:
        """Yield an obstacle if the decision is not that of ``opening`` or may forbid the action."""
        same, to_turn = self.kind == opening.decision, opening.decision == decisions.TURN
        if same and (not opening.numbers or to_turn):
            return

        def lift(g: Any) -> None:
            if to_turn:
                g["depth"] = self.turn_at + 1
                return
            entry = g["stack"][g["depth"] - 1]
            entry["kind"] = opening.decision
            entry["numbers"] = 0
            for name, value in opening.numbers.items():
                entry["numbers"][NAMED_PLACES[name]] = value

        limited = same or self.kind in opening.besides
        yield Obstacle(_LIMITED if limited else opening.sentence, opening.rule, lift)

    def own_change(self, **fields: int) -> Callable[[Any], None]:
        """Return a function that sets fields of the deciding seat in a copy of the game."""

        def lift(g: Any) -> None:
            for name, value in fields.items():
                g["players"][self.seat][name] = value

        return lift

    def entry_change(self, **numbers: int) -> Callable[[Any], None]:
        """Return a function that sets numbers of the current decision in a copy of the game."""

        def lift(g: Any) -> None:
            for name, value in numbers.items():
                g["stack"][g["depth"] - 1]["numbers"][NAMED_PLACES[name]] = value

        return lift

    def of_turn(self, name: str) -> int:
        """Return a number of the current turn's entry, by name."""
        return int(number(self.g["stack"][self.turn_at], name))

    def of_entry(self, name: str) -> int:
        """Return a number of the current decision's entry, by name."""
        return int(number(self.entry, name))

    def is_present(self, room: int) -> bool:
        """Return whether the Explorer or a Tent is in a room."""
        return room == int(self.own["explorer"]) or room in self.own["tents"].tolist()

    def present(self, room: int) -> Iterator[Obstacle]:
        """Yield an obstacle if neither the Explorer nor a Tent is in a room."""
        if not self.is_present(room):
            sentence = "neither your Explorer nor a Tent of yours is in this room"
            yield Obstacle(sentence, "FAST-09", self.own_change(explorer=room))

    def free_room(self, rule: str) -> Iterator[Obstacle]:
        """Yield an obstacle if no Room of the lair is free."""
        own = self.own
        rooms = FREE_ROOMS + int(own["rooms_dug"]) + int(own["extra_rooms"])
        if rooms <= int(own["beds"]) + int(own["guests_size"]):
            yield Obstacle("you have no free Room", rule, self.own_change(extra_rooms=PLENTY))

    def is_in_hand(self, card: int) -> bool:
        """Return whether an Invention is in the hand of the seat."""
        return int(self.g["card_at"][card]) == AT_HAND + self.seat

    def in_hand(self, card: int, rule: str) -> Iterator[Obstacle]:
        """Yield an obstacle if an Invention is not in the hand of the seat."""
        if self.is_in_hand(card):
            return

        def lift(g: Any) -> None:
            g["next"][card] = g["players"][self.seat]["hand"]
            g["players"][self.seat]["hand"] = card
            g["players"][self.seat]["hand_size"] += 1

        yield Obstacle(f"{self.labels.cards[card]} is not in your hand", rule, lift)

    def own_much(self, g: Any) -> None:
        """Give the deciding seat plenty of everything that an effect may count."""
        give_all(self.tables, g, self.seat)
