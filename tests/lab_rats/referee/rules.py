"""The rules, as the rulebook tells them: turns, Exits and rounds."""

from collections import Counter
from typing import Final

from tests.lab_rats.referee.asking import NO_DOOR, NOT_TOLD, Choice
from tests.lab_rats.referee.cards import Cards
from tests.lab_rats.referee.doors import Doors
from tests.lab_rats.referee.table import DEALT, HEALTHY, INJURED, PLACES, Deal, kinds, without

STOP: Final[Choice] = ("stop", 0)
EXIT: Final[Choice] = ("exit", 0)
KEEP: Final[Choice] = ("keep", 0)
WINS: Final = 4
CRUMBS_OF_CHEESE: Final = 10
LAST_ROUND: Final = 200
FOR_EXIT: Final = 2
FOR_SURVIVING: Final = 1


class Referee(Doors):
    """One game, from its deal on.

    ``deal``: what chance gave. ``seen``: where to count what occurs.
    """

    def __init__(self, cards: Cards, deal: Deal, seen: Counter[str]) -> None:
        super().__init__(cards, deal, seen)
        self._do(self._lay_first_doors, None)
        self._go_on()

    # A turn.

    def _begin_turn(self, seat: int) -> None:
        self.active = seat
        if self._active.condition == INJURED:
            self._active.condition = HEALTHY  # LAB-51
            self.seen["recovered"] += 1
        self._ask("begin the turn", seat)

    def _may_begin_the_turn(self) -> set[Choice]:
        opens = self._may_go_on() - {STOP}
        return opens | {EXIT} if self._active.turns else opens  # LAB-10, LAB-11

    def _answer_begin_the_turn(self, word: str, place: int) -> None:
        if word == "exit":
            self._try_exit()
        else:
            self._open(place)

    def _may_go_on(self) -> set[Choice]:
        return {
            STOP,
            *(("open", p) for p in range(PLACES) if self.slot(self.active, p) not in self.opened),
        }

    def _answer_go_on(self, word: str, place: int) -> None:
        if word == "stop":
            self.seen["stopped"] += 1
            self._end_exploring(PLACES - len(self.opened))
        else:
            self._open(place)

    def _open(self, place: int) -> None:
        slot = self.slot(self.active, place)
        self.opened.add(slot)
        whose = "own" if place == 0 else "another's" if slot < self.n else "middle"
        self.seen[f"Door: {whose}"] += 1
        self._do(self._after_door, None)
        self._do(self._resolve, self.table[slot])

    def _after_door(self, _: None) -> None:
        if len(self.opened) == PLACES:
            self.seen[f"all five, {'alive' if self._active.alive else 'dead'}"] += 1
            self._do(self._end_exploring, 0)
            self._gain(self.active)  # LAB-25, LAB-45, AMB-34
        elif not self._active.alive:
            self._end_exploring(0)
        else:
            self._ask("go on", self.active)  # LAB-24

    # Exits.

    def _asked_by_exit(self) -> set[int]:
        """Return the colours that the next Exit asks beside the mutation (LAB-31, AMB-98)."""
        return set(self.cards.exits[self.exits[0]]) - {self._active.specimen}

    def would_pass(self) -> bool:
        """Whether the active player would pass the next Exit."""
        return self.cards.pays(self._asked_by_exit(), self._active.potions)

    def _try_exit(self) -> None:
        card, asked = self.exits[0], self._asked_by_exit()
        self.seen[f"Exit asks {len(asked)} Potions"] += 1
        if self.would_pass():
            self.seen["Exit passed, alone" if self._num_alive() == 1 else "Exit passed"] += 1
            self.to_pay = asked
            self._ask("pay the Exit", self.active)
        else:
            self.seen["Exit failed"] += 1
            self._die(self.active)  # LAB-33
            self._active.unpaid.add(card)
            self.exits_shuffled = True
            self._active.turns += 1
            self._end_turn()

    def _may_pay_the_exit(self) -> set[Choice]:
        hand, colour = self._active.potions, min(self.to_pay)
        return {
            ("spend", kind)
            for kind in kinds(hand)
            if colour in self.cards.covers[kind]
            and self.cards.pays(self.to_pay - {colour}, without(hand, kind))  # AMB-84
        }

    def _answer_pay_the_exit(self, _: str, kind: int) -> None:
        self._discard(self.active, kind)
        self.to_pay.remove(min(self.to_pay))
        if self.to_pay:
            self._ask("pay the Exit", self.active)
        else:
            self._give_cheese("exits", FOR_EXIT)  # LAB-32
            self._active.turns += not self.finished
            self._end_round("Exit")

    # The end of a turn.

    def _give_cheese(self, source: str, many: int) -> None:
        self._active.cheese[source] += many
        if self._active.all_cheese >= WINS:  # LAB-01, AMB-30
            self.seen[f"won by {source}"] += 1
            self.seen["five cheese"] += self._active.all_cheese > WINS
            self.finished = True

    def _end_exploring(self, left_closed: int) -> None:
        """Count Doors, in the order of LAB-58."""
        self.own_opened -= {self.active}
        self.own_opened |= {self.active} & self.opened
        active = self._active
        active.turns += 1
        active.crumbs += len(self.opened)  # LAB-36
        if active.crumbs >= CRUMBS_OF_CHEESE:
            active.crumbs -= CRUMBS_OF_CHEESE  # CONF-26
            self._give_cheese("crumbs", 1)
        if self.finished:
            return
        active.pollution += left_closed  # LAB-37
        self.seen["died of pollution at the end"] += self._check_pollution(self.active)
        self._end_turn()

    def _end_turn(self) -> None:
        alive = [number for number, seat in enumerate(self.seats) if seat.alive]
        if not alive:  # LAB-53
            self._end_round("all dead")
        elif alive == [self.active]:
            self._give_cheese("surviving", FOR_SURVIVING)  # LAB-54
            self._end_round("survivor")
        else:
            self.seen["one is left, not in its turn"] += len(alive) == 1
            self._new_doors()

    def _new_doors(self) -> None:
        for slot in self.opened:  # LAB-40
            self.doors.discards[self.table[slot]] += 1
            self.table[slot] = NO_DOOR
        self.opened, self.exchanged = set(), set()
        for number, seat in enumerate(self.seats):
            if self.table[number] == NO_DOOR:
                self.doors.draw()
                seat.drawn_doors += 1
        self._fill_middle()
        n, active = self.n, self.active
        order = [(active + 1 + k) % n for k in range(n)]
        self.coming = next(seat for seat in order if self.seats[seat].alive)  # LAB-44
        self._ask_in_secret("lay Doors", list(range(n)))  # AMB-85

    def _may_lay_doors(self) -> set[Choice]:
        lays: set[Choice] = {("lay", kind) for kind in kinds(self._mover.doors)}
        return lays if self.table[self.mover] == NO_DOOR else lays | {KEEP}

    def _all_lay_doors(self, choices: dict[int, Choice]) -> None:
        for number, (word, kind) in choices.items():
            if word == "lay":
                old, self.table[number] = self.table[number], kind
                self.seats[number].doors[kind] -= 1
                if old != NO_DOOR:  # LAB-41, LAB-75
                    self.seats[number].doors[old] += 1
                    self.exchanged.add(number)
                    self.seen["exchanged"] += 1
        self._do(self._begin_turn, self.coming)

    def _fill_middle(self) -> None:
        for slot in range(self.n, PLACES):
            if self.table[slot] == NO_DOOR:
                self.doors.draw()
                self.table[slot] = NOT_TOLD

    # Rounds.

    def _lay_first_doors(self, _: None) -> None:
        self._fill_middle()
        self._ask_in_secret("lay Doors", list(range(self.n)), self.starter)  # LAB-08

    def _end_round(self, reason: str) -> None:
        self.seen[f"round ends: {reason}"] += 1
        if self.finished:
            return
        self.starter = (self.active + 1) % self.n  # LAB-56, AMB-88
        if self.round_number == LAST_ROUND:  # AMB-93
            self.seen["the last round"] += 1
            self.finished = True
            return
        self.seen["round ends before somebody's turn"] += any(not s.turns for s in self.seats)
        self._keep_two(None)

    def _keep_two(self, _: None) -> None:
        many = [k for k, seat in enumerate(self.seats) if seat.num_potions > DEALT]
        if many:
            self._ask_in_secret("keep two Potions", many)
        else:
            self._new_round()

    def _may_keep_two_potions(self) -> set[Choice]:
        return {("discard", kind) for kind in kinds(self._mover.potions)}

    def _all_keep_two_potions(self, choices: dict[int, Choice]) -> None:
        for number, (_, kind) in choices.items():
            self.seats[number].potions[kind] -= 1
            self.seats[number].put_by[kind] += 1
        self._do(self._keep_two, None)

    def _new_round(self) -> None:
        self.round_number += 1
        self.coming, self.exchanged, self.own_opened = self.starter, set(), set()
        for slot, kind in enumerate(self.table):  # LAB-60
            self.doors.discards[kind] += 1
            self.table[slot] = NO_DOOR
        self.opened = set()
        self.exits_shuffled = True
        for number, seat in enumerate(self.seats):
            for kind in kinds(seat.put_by, each=True):
                self._see_discarded(number, kind)
            seat.put_by = [0] * len(seat.put_by)
            seat.condition, seat.turns = HEALTHY, 0
        for seat in self.seats:  # LAB-55
            while seat.num_potions < DEALT:
                self.potions.draw()
                seat.drawn_potions += 1
                seat.unpaid = set()
            while seat.num_doors < DEALT:
                self.doors.draw()
                seat.drawn_doors += 1
        self._lay_first_doors(None)

    # Places.

    def places(self) -> list[int]:
        """Return the place of each seat; equal ones share theirs (AMB-89)."""
        worth = [(seat.all_cheese, seat.crumbs, -seat.pollution) for seat in self.seats]
        return [1 + sum(other > own for other in worth) for own in worth]
