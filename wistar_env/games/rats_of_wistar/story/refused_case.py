"""A position in which an action is not legal, for ``obstacles``."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from wistar_env.games.rats_of_wistar.components import Components
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.numbers import NAMED_PLACES
from wistar_env.games.rats_of_wistar.rules.state import AT_HAND, NONE
from wistar_env.games.rats_of_wistar.story.openings import Opening
from wistar_env.games.rats_of_wistar.tables import limits
from wistar_env.kit.game.reasons import Obstacle

#: More than anything asks for.
PLENTY: Final = 20
_LIMITED: Final = "the open effect does not allow this"


class Case:
    """A position in which an action is not legal."""

    def __init__(self, g: Any, components: Components) -> None:
        self.g, self.components = g, components
        self.tables = components._tables[0]
        self.labels = components.labels
        self.entry = g["stack"][g["depth"] - 1]
        self.seat = int(self.entry["seat"])
        self.own = g["players"][self.seat]

    def opening(self, opening: Opening) -> Iterator[Obstacle]:
        """Yield that another decision is open, or one that allows less."""
        kind, turns = int(self.entry["kind"]), []
        if opening.decision == decisions.TURN:
            stack = self.g["stack"][: self.g["depth"]]
            turns = [k for k, each in enumerate(stack) if each["kind"] == decisions.TURN]
        if kind == opening.decision and not opening.numbers:
            return
        if kind == opening.decision == decisions.TURN:
            return

        def lift(g: Any) -> None:
            if turns:
                g["depth"] = turns[-1] + 1
                return
            entry = g["stack"][g["depth"] - 1]
            entry["kind"] = opening.decision
            entry["numbers"] = 0
            for name, value in opening.numbers.items():
                entry["numbers"][NAMED_PLACES[name]] = value

        same = kind == opening.decision
        yield Obstacle(_LIMITED if same else opening.sentence, opening.rule, lift)

    def own_change(self, **fields: int) -> Callable[[Any], None]:
        """Return what sets fields of the seat that decides."""

        def lift(g: Any) -> None:
            for name, value in fields.items():
                g["players"][self.seat][name] = value

        return lift

    def entry_change(self, **numbers: int) -> Callable[[Any], None]:
        """Return what sets numbers of the open turn."""

        def lift(g: Any) -> None:
            for name, value in numbers.items():
                g["stack"][g["depth"] - 1]["numbers"][NAMED_PLACES[name]] = value

        return lift

    def number(self, name: str) -> int:
        """Return a number of the open turn, or NONE if no turn is open."""
        for entry in self.g["stack"][: self.g["depth"]][::-1]:
            if entry["kind"] == decisions.TURN:
                return int(entry["numbers"][NAMED_PLACES[name]])
        return NONE

    def present(self, room: int) -> Obstacle:
        """Return that neither the Explorer nor a Tent is in a room."""
        sentence = "neither your Explorer nor a Tent of yours is in this room"
        return Obstacle(sentence, "FAST-09", self.own_change(explorer=room))

    def free_room(self) -> Obstacle:
        """Return that no Room of the lair is free."""
        return Obstacle("you have no free Room", "DIG-04", self.own_change(extra_rooms=PLENTY))

    def in_hand(self, card: int) -> Iterator[Obstacle]:
        """Yield that an Invention is not in the hand of the seat."""
        if self.g["card_at"][card] == AT_HAND + self.seat:
            return

        def lift(g: Any) -> None:
            g["next"][card] = g["players"][self.seat]["hand"]
            g["players"][self.seat]["hand"] = card
            g["players"][self.seat]["hand_size"] += 1

        yield Obstacle(f"{self.labels.cards[card]} is not in your hand", "CARD-01", lift)

    def requirement(self, asked: Any, rule: str) -> Iterator[Obstacle]:
        """Yield what is required and may be missing."""
        own = self.own
        if any(count != NONE for count in asked["need_count"]):
            yield Obstacle("you do not own everything in the dashed box", rule, self.own_much)
        if asked["skills"].any():
            yield Obstacle(
                f"Skill icons are missing that your {own['wild']} Wild tokens do not replace",
                "CARD-06",
                self.own_change(wild=99),
            )
        for good in ("movement", "wood", "metal"):
            if asked[good]:
                yield Obstacle(
                    f"it asks {asked[good]} {good.capitalize()}, and you have {own[good]}",
                    "CARD-02",
                    self.own_change(**{good: 99}),
                )
        if asked["cards"]:
            yield Obstacle(
                f"it asks {asked['cards']} cards besides, and your hand has {own['hand_size']}",
                "CARD-03",
                self.own_change(hand_size=99),
            )
        yield Obstacle(
            "you do not have the items that it asks", "CARD-04", self.own_change(wood=99, metal=99)
        )

    def own_much(self, g: Any) -> None:
        """Let the seat own much of everything that a requirement counts."""
        own = g["players"][self.seat]
        for name in ("icons", "types", "tiers", "timings", "guest_kinds", "workers"):
            own[name] = PLENTY
        for name in ("beds", "rooms_dug", "doors", "mission_cubes", "objectives", "guests_size"):
            own[name] = PLENTY
        for name in ("wood", "metal", "movement", "wild", "hand_size", "vp"):
            own[name] = max(PLENTY, int(own[name]))
        own["electricity"], own["tents"], own["cubes_gone"] = 2, 1, (1 << limits.ABILITIES) - 1
        g["bot"]["positions"] = PLENTY
