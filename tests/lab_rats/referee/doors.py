"""What is behind a Door: obstacles and events."""

from typing import Final

from tests.lab_rats.referee.asking import Asking, Choice, NotToldError
from tests.lab_rats.referee.cards import COLOURS
from tests.lab_rats.referee.table import DEAD, HAND_LIMIT, HEALTHY, INJURED, kinds

INJURY: Final[Choice] = ("injury", 0)
DEADLY: Final = 5
FALLOUT: Final = 2


class Doors(Asking):
    """How Doors are resolved."""

    @property
    def pending(self) -> list[int]:
        """Doors of Double Doors that are still to be resolved, the next one last (LAB-22)."""
        return [kind for step, kind in self._todo if step == self._resolve_aside]

    def may_turn_up(self, choice: Choice) -> bool:
        """Whether an action may turn up Doors of the deck, by a Double Door."""
        word, place = choice
        opened = [self.table[self.slot(self.mover, place)]] if word == "open" else []
        return any(self.cards.doors[kind] == "Double Door" for kind in [*opened, *self.pending])

    def _resolve(self, kind: int) -> None:
        """Resolve a Door of the active player."""
        name = self.cards.doors[kind]
        if name in COLOURS:
            self._meet(COLOURS.index(name))
        else:
            self.seen[name] += 1
            getattr(self, f"_{name.lower().replace(' ', '_')}")()

    # Obstacles.

    def _meet(self, colour: int) -> None:
        if self._active.specimen == colour:  # LAB-28
            self.seen["beaten by mutation"] += 1
            self._gain(self.active)
        elif self._active.num_potions:  # LAB-72
            self.facing = colour
            self._ask("obstacle", self.active)
        else:
            self.seen["nothing in hand"] += 1
            self._injure(self.active)

    def _may_obstacle(self) -> set[Choice]:
        covers = self.cards.covers
        fitting = [k for k in kinds(self._active.potions) if self.facing in covers[k]]
        return {INJURY, *(("spend", kind) for kind in fitting)}

    def _answer_obstacle(self, word: str, kind: int) -> None:
        if word == "spend":
            self.seen[f"spent: {len(self.cards.covers[kind])} colours"] += 1
            self._discard(self.active, kind)
            self._gain(self.active)  # LAB-14
        else:
            willing = any(self.facing in self.cards.covers[k] for k in kinds(self._active.potions))
            self.seen["failed willingly" if willing else "failed"] += 1
            self._injure(self.active)

    def _injure(self, seat: int) -> None:
        if self.seats[seat].condition == HEALTHY:
            self.seats[seat].condition = INJURED
        else:
            self._die(seat)  # LAB-50

    def _die(self, seat: int) -> None:
        self.seats[seat].condition = DEAD

    # Events.

    def _potion_box(self) -> None:
        self._gain(self.active)

    def _confusion(self) -> None:
        holders = [seat for seat in range(self.n) if self.seats[seat].num_potions]
        if holders:
            dead = [seat for seat in holders if not self.seats[seat].alive]
            self.seen["Confusion, a dead seat passes"] += bool(dead)
            self.seen["Confusion, an empty hand"] += len(holders) < self.n
            self._ask_in_secret("Confusion", holders)  # AMB-32
        else:
            self.seen["Confusion, all hands empty"] += 1

    def _may_confusion(self) -> set[Choice]:
        return {("pass", kind) for kind in kinds(self._mover.potions)}

    def _all_confusion(self, choices: dict[int, Choice]) -> None:
        sees = {giver: self._who_sees_passing(giver, *choices[giver]) for giver in choices}
        for giver, (_, kind) in choices.items():
            self.seats[giver].potions[kind] -= 1
            for viewer in self.seats:  # LAB-74: it may be any, so one fewer of each kind is sure
                self.seen["known no longer"] += any(viewer.known[giver])
                for each, many in enumerate(viewer.known[giver]):
                    told = viewer is self.seats[(giver - 1) % self.n]
                    if each == kind or not told:
                        viewer.known[giver][each] = max(0, many - 1)
                self.seen["known still, one of two"] += any(viewer.known[giver])
        for giver, (_, kind) in choices.items():
            receiver = (giver - 1) % self.n  # LAB-17
            self.seats[receiver].potions[kind] += 1
            self.seats[receiver].unpaid = set()
            for number in sees[giver]:
                self.seats[number].known[receiver][kind] += 1

    def _who_sees_passing(self, giver: int, _: str, kind: int) -> list[int]:
        """Return the giver, and who knows that its hand has nothing else to pass (LAB-74)."""
        hand, third = self.seats[giver].num_potions, {giver, (giver - 1) % self.n}
        others = [seat for seat in range(self.n) if seat not in third]
        sure = [seat for seat in others if self.seats[seat].known[giver][kind] == hand]
        self.seen["a passed Potion is followed"] += len(sure)
        return [giver, *sure]

    def _radioactive_explosion(self) -> None:
        deaths = 0
        for number, seat in enumerate(self.seats):
            if seat.alive:
                seat.pollution += FALLOUT
                deaths += self._check_pollution(number)
        self.seen["Radioactive Explosion kills several"] += deaths > 1

    def _explosion(self) -> None:
        before = self._num_alive()
        for number, seat in enumerate(self.seats):
            if seat.alive:
                self._injure(number)
        self.seen["Explosion kills"] += self._num_alive() < before
        self.seen["Explosion kills several"] += self._num_alive() < before - 1

    def _instant_death(self) -> None:
        self._die(self.active)

    def _resurrection(self) -> None:
        for number, seat in enumerate(self.seats):
            if not seat.alive:
                self.seen["revived"] += 1
            self.seen["healed oneself"] += number == self.active and seat.condition == INJURED
            seat.condition = HEALTHY  # LAB-21, AMB-91

    def _double_door(self) -> None:
        if not any(self.aside):
            self._do(self._clear_aside, None)  # AMB-82
        else:
            self.seen["Double Door in a Double Door"] += 1
        first, second = self._turn_up(), self._turn_up()
        self._do(self._resolve_aside, second)
        self._do(self._resolve_aside, first)

    def _turn_up(self) -> int:
        if not self._turned_up:
            raise NotToldError
        kind = self._turned_up.pop(0)
        self.doors.turn_up(kind)
        self.aside[kind] += 1
        return kind

    def _resolve_aside(self, kind: int) -> None:
        if self._active.alive:
            self._resolve(kind)
        else:
            self.seen["dead before the second card"] += 1

    def _clear_aside(self, _: None) -> None:
        for kind, count in enumerate(self.aside):
            self.doors.discards[kind] += count  # LAB-23
        self.aside = [0] * len(self.aside)

    # Potions.

    def _gain(self, seat: int) -> None:
        self.potions.draw()
        self.seats[seat].drawn_potions += 1
        self.seats[seat].unpaid = set()
        if self.seats[seat].num_potions > HAND_LIMIT:  # LAB-29
            self.seen["hand limit"] += 1
            self._ask("hand limit", seat)

    def _may_hand_limit(self) -> set[Choice]:
        return {("discard", kind) for kind in kinds(self._mover.potions)}

    def _answer_hand_limit(self, _: str, kind: int) -> None:
        self._discard(self.mover, kind)

    def _discard(self, seat: int, kind: int) -> None:
        """Lay a Potion on the discards, face up (LAB-76)."""
        self.seats[seat].potions[kind] -= 1
        self._see_discarded(seat, kind)

    def _see_discarded(self, seat: int, kind: int) -> None:
        self.potions.discards[kind] += 1
        for viewer in self.seats:
            if viewer.known[seat][kind]:  # it may be the one that was known
                self.seen["a known Potion was discarded"] += 1
                viewer.known[seat][kind] -= 1

    def _check_pollution(self, number: int) -> bool:
        """Let a Specimen die of its pollution (LAB-39); return whether it does."""
        if self.seats[number].pollution < DEADLY:
            return False
        self.seats[number].pollution = 0
        self._die(number)
        return True

    def _num_alive(self) -> int:
        return sum(seat.alive for seat in self.seats)
