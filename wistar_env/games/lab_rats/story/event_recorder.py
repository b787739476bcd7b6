"""The events of an action, recorded step by step."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from wistar_env.games.lab_rats.actions import DISCARD, KEEP, LAY, PASS, SPEND, STOP, TRY_EXIT
from wistar_env.games.lab_rats.amounts import CRUMBS_OF_CHEESE, DEADLY, FOR_EXIT, PASSED
from wistar_env.games.lab_rats.card_folder import cards_of
from wistar_env.games.lab_rats.kinds import (
    COLOURS,
    DOUBLE_DOOR,
    NUM_COLOURS,
    POTION_NAMES,
)
from wistar_env.games.lab_rats.scene.position import colours_in
from wistar_env.games.lab_rats.state import (
    BEGIN_TURN,
    CONFUSED,
    DEAD,
    GAME,
    HEALTHY,
    INJURED,
    KEEP_POTIONS,
    NEW_DOORS,
    NO_CARD,
    OBSTACLE,
    PAY_EXIT,
    SLOTS,
)
from wistar_env.games.lab_rats.words import counted, door_name, doors, listed, potions
from wistar_env.kit.game.breakdown import best_first
from wistar_env.kit.game.game import Game


class Event(NamedTuple):
    """An event as a phrase, with the seats that it mentions."""

    seat: int | None  # the acting seat, or None
    # The event, in the past tense and without the seat: ``"opened {0's} Door (red obstacle)"``.
    # ``{0}`` is the name of the first seat of ``about``, ``{0's}`` its possessive.
    text: str
    about: tuple[int, ...] = ()  # the seats that ``text`` mentions
    minor: bool = False  # whether a summary omits it


#: Decisions that follow the end of a turn.
_AFTER_A_TURN: Final = (NEW_DOORS, KEEP_POTIONS)
_SEALED: Final = (CONFUSED, NEW_DOORS, KEEP_POTIONS)


def events_of(game: Game, action: int, viewers: Sequence[int | None]) -> list[tuple[Event, ...]]:
    """Return the events of an action, as each viewer sees them, without changing the game.

    ``viewers``: seats, or None to see everything. Raises IllegalActionError if the action is not
    legal.
    """
    then = game.clone()
    then.step(action)
    return [_Recorder(game, then, viewer).record(action) for viewer in viewers]


@dataclass
class _Recorder:
    """The events of an action for one viewer.

    ``before``, ``after``: the game at the action's decision and at the next one.
    """

    before: Game
    after: Game
    viewer: int | None
    events: list[Event] = field(default_factory=list)

    def record(self, action: int) -> tuple[Event, ...]:
        g, end = self.before.record[0], self.after.record[0]
        if int(g["asked"]) not in _SEALED:
            self._turn(g, action)
        elif int(g["sealed_open"]).bit_count() > 1:
            self._sealed(g, action)
        else:
            choices = {
                seat: int(g["sealed_choice"][seat])
                for seat in range(int(g["seats"]))
                if int(g["sealed_made"]) >> seat & 1
            } | {int(g["mover"]): action}
            record = {
                CONFUSED: self._record_passing,
                NEW_DOORS: self._record_table,
                KEEP_POTIONS: self._record_discards,
            }[int(g["asked"])]
            record(g, end, choices)
        return tuple(self.events)

    def add(self, seat: int | None, text: str, *about: int, minor: bool = False) -> None:
        self.events.append(Event(seat, text, about, minor))

    def sees(self, seat: int) -> bool:
        """Whether the viewer sees the hand of a seat."""
        return self.viewer in (None, seat)

    # A turn

    def _turn(self, g: Any, action: int) -> None:
        """Record a decision of the active player and its consequences."""
        from wistar_env.games.lab_rats.story import turn_steps

        tables, games = cards_of(self.before).tables, self._copy()
        self._record_decision(g, action)
        before = self._copy(games)
        turn_steps.answer_only(tables, games, action)
        self._record_consequences(before[0], games[0], action)
        self._continue(games)

    def _copy(self, games: npt.NDArray[Any] | None = None) -> npt.NDArray[Any]:
        record = self.before.record if games is None else games
        return np.frombuffer(bytearray(record.tobytes()), GAME)

    def _continue(self, games: npt.NDArray[Any]) -> None:
        """Record the events up to the next decision."""
        from wistar_env.games.lab_rats.story import turn_steps

        while True:
            before = self._copy(games)
            if not turn_steps.go_on(games):
                break
            self._step(before[0], games[0])
        end = self.after.record[0]
        if end["finished"] or int(end["asked"]) in _AFTER_A_TURN:
            self._record_end_of_turn(games[0], end)

    def _record_decision(self, g: Any, action: int) -> None:
        """Record the active player's decision."""
        seat, asked = int(g["active"]), int(g["asked"])
        if action < STOP:
            seats = int(g["seats"])
            place = (seat + action) % seats if action < seats else action
            whose = "{0's} Door" if place < seats else "a Door in the middle"
            found = door_name(int(g["table"][place]))
            self.add(seat, f"opened {whose} ({found})", *([place] if place < seats else []))
        elif action == STOP:
            self.add(seat, "stopped", minor=True)
        elif action == TRY_EXIT:
            exits = cards_of(self.before).tables[0]["exits"]
            asks = listed(COLOURS[k] for k in colours_in(int(exits[g["exits"][0]])))
            self.add(seat, f"turned up an Exit ({asks})")
        elif asked == OBSTACLE:
            what = f"the {COLOURS[g['facing']]} obstacle"
            if action < SPEND:
                self.add(seat, f"did not beat {what}")
            else:
                self.add(seat, f"beat {what} with a Potion ({POTION_NAMES[action - SPEND]})")
        elif asked == PAY_EXIT:
            colour = COLOURS[colours_in(int(g["to_pay"]))[0]]
            self.add(seat, f"paid {colour} with a Potion ({POTION_NAMES[action - SPEND]})")
        elif action >= DISCARD:
            self.add(seat, f"discarded a fifth Potion ({POTION_NAMES[action - DISCARD]})")

    def _record_consequences(self, g: Any, then: Any, action: int) -> None:
        """Record the immediate consequences of a decision."""
        seat = int(g["active"])
        if action < STOP:
            place = int(then["opened"]) & ~int(g["opened"])
            self._record_door(g, then, int(g["table"][place.bit_length() - 1]))
        elif action == TRY_EXIT and then["to_pay"] == 0:
            self.add(seat, "could not pay it")
            self.add(seat, "died")
        elif then["at_exit"] == PASSED:
            self.add(seat, f"passed the Exit with {FOR_EXIT} cheese")
        elif g["asked"] == OBSTACLE:
            spent = action - SPEND if action >= SPEND else None
            self._record_conditions(g, then)
            self._record_potions(g, then, seat, spent)

    def _record_door(self, g: Any, then: Any, kind: int) -> None:
        """Record the effect of a revealed Door."""
        seat = int(g["active"])
        mutation = kind < NUM_COLOURS and int(g["players"]["specimen"][seat]) == kind
        if mutation:
            self.add(seat, "beat it by mutation")
        elif kind < NUM_COLOURS and then["asked"] != OBSTACLE:
            self.add(seat, "had no Potion")
        elif kind == DOUBLE_DOOR:
            new = int(then["num_pending"]) - int(g["num_pending"])
            cards = then["pending"][: then["num_pending"]].tolist()[::-1][: max(0, new)]
            self.add(seat, f"turned up {listed(map(door_name, cards))}")
        self._record_conditions(g, then)
        self._record_potions(g, then, seat)

    def _step(self, g: Any, then: Any) -> None:
        """Record the next card of a Double Door, or the Potion for all five Doors."""
        seat = int(g["active"])
        if then["rewarded"] and not g["rewarded"]:
            self.add(seat, "had opened all five Doors")
            self._record_potions(g, then, seat)
        elif g["num_pending"] > 0 and g["players"]["condition"][seat] != DEAD:
            kind = int(g["pending"][int(g["num_pending"]) - 1])
            self.add(seat, f"came to the {door_name(kind)} of the Double Door", minor=True)
            resolved = self._copy(np.array([g]))
            resolved[0]["num_pending"] -= 1
            self._record_door(resolved[0], then, kind)

    def _record_conditions(self, g: Any, then: Any) -> None:
        """Record injuries, deaths, recoveries and pollution."""
        active = int(g["active"])
        seats = [(active + k) % int(g["seats"]) for k in range(int(g["seats"]))]
        for seat in seats:
            was, now = g["players"][seat], then["players"][seat]
            dies = was["condition"] != DEAD and now["condition"] == DEAD
            if now["pollution"] > was["pollution"]:
                self.add(seat, f"took {int(now['pollution'] - was['pollution'])} pollution")
            elif dies and was["pollution"] > 0 and now["pollution"] == 0:
                self.add(seat, "took 2 pollution, which made 5")
            if dies:
                self.add(seat, "died")
            elif was["condition"] == HEALTHY and now["condition"] == INJURED:
                self.add(seat, "was injured")
            elif was["condition"] != HEALTHY and now["condition"] == HEALTHY:
                self.add(
                    seat, "was healed" if was["condition"] == INJURED else "rose from the dead"
                )

    def _record_potions(self, g: Any, then: Any, seat: int, spent: int | None = None) -> None:
        """Record the Potions that a seat drew, or their number if they are hidden."""
        was = g["players"]["potions"][seat].astype(int)
        if spent is not None:
            was[spent] -= 1
        gained = then["players"]["potions"][seat].astype(int) - was
        number = int(gained.sum())
        if number > 0:
            kinds = [(kind, n) for kind, n in enumerate(gained.tolist()) if n > 0]
            which = f" ({potions(kinds)})" if self.sees(seat) else ""
            self.add(seat, f"drew {_some(number, 'Potion')}{which}")

    def _record_end_of_turn(self, g: Any, end: Any) -> None:
        """Record the end of a turn (LAB-58)."""
        seat = int(g["active"])
        was, now = g["players"][seat], end["players"][seat]
        dead = bool(was["condition"] == DEAD)
        if g["at_exit"] == 0 and not g["finished"]:
            opened = int(g["opened"]).bit_count()
            self.add(seat, f"got {counted(opened, 'crumb')}", minor=True)
            if now["from_crumbs"] > was["from_crumbs"]:
                self.add(seat, f"paid {CRUMBS_OF_CHEESE} crumbs for a cheese")
            won = now["from_crumbs"] > was["from_crumbs"] and end["finished"]
            if not dead and not won and opened < SLOTS:
                chips = SLOTS - opened
                dead = int(was["pollution"]) + chips >= DEADLY
                self.add(seat, f"took {chips} pollution", minor=not dead)
                if dead:
                    self.add(seat, "died of it")
        if now["from_surviving"] > was["from_surviving"]:
            self.add(seat, "survived alone with a cheese")
        alive = [
            k
            for k in range(int(g["seats"]))
            if g["players"]["condition"][k] != DEAD and not (k == seat and dead)
        ]
        if end["finished"]:
            winner = best_first(self.after.ranks())[0]
            self.add(winner, f"won the game with {int(end['players']['cheese'][winner])} cheese")
        elif end["round_number"] > g["round_number"] or end["asked"] == KEEP_POTIONS:
            if not alive:
                self.add(None, "all are dead")
            self.add(None, f"round {int(g['round_number'])} is over")
            if end["round_number"] > g["round_number"]:
                self._record_new_round(g, end)
        else:
            self._record_doors(g, end)

    def _record_new_round(self, g: Any, end: Any) -> None:
        """Record the start of a round, and the cards that seats drew, or their number if hidden."""
        self._record_start_of_round(end)
        for seat in range(int(g["seats"])):
            self._record_potions(g, end, seat)
        self._record_doors(g, end)

    def _record_start_of_round(self, end: Any) -> None:
        number = int(end["round_number"])
        self.add(None, f"round {number} begins with {{0}}", int(end["starter"]))

    def _record_doors(self, g: Any, end: Any) -> None:
        """Record the Doors that each seat drew, or their number if they are hidden."""
        for seat in range(int(g["seats"])):
            gained = end["players"]["doors"][seat].astype(int) - g["players"]["doors"][seat]
            kinds = [(kind, n) for kind, n in enumerate(gained.tolist()) if n > 0]
            if kinds:
                which = f" ({doors(kinds)})" if self.sees(seat) else ""
                number = sum(n for _, n in kinds)
                self.add(seat, f"drew {_some(number, 'Door')}{which}", minor=True)

    # Simultaneous choices

    def _sealed(self, g: Any, action: int) -> None:
        """Record that a seat chose in secret; only viewers of its hand learn what."""
        seat = int(g["mover"])
        what = f": {self.before.describe(action)}" if self.sees(seat) else ""
        self.add(seat, f"chose in secret{what}", minor=True)

    def _record_passing(self, g: Any, end: Any, choices: dict[int, int]) -> None:
        from wistar_env.games.lab_rats.story import turn_steps

        seats = int(g["seats"])
        for seat in self._from(g, choices):
            to = (seat - 1) % seats
            sees = self.sees(seat) or self.sees(to)
            which = f" ({POTION_NAMES[choices[seat] - PASS]})" if sees else ""
            self.add(seat, f"passed a Potion{which} to {{0}}", to)
        games = self._copy()
        turn_steps.pass_only(games, choices[int(g["mover"])])
        self._continue(games)

    def _record_table(self, g: Any, end: Any, choices: dict[int, int]) -> None:
        together: dict[str, list[int]] = {}
        for seat in self._from(g, choices):
            action, lies = choices[seat], g["table"][seat] != NO_CARD
            which = f" ({door_name(action - LAY)})" if action != KEEP and self.sees(seat) else ""
            if action != KEEP and lies:
                self.add(seat, f"exchanged {{0's}} Door{which}", seat)
            elif which:
                self.add(seat, f"laid a Door{which}", minor=True)
            else:
                what = "kept what lay there" if action == KEEP else "laid a Door"
                together.setdefault(what, []).append(seat)
        for what, seats in together.items():
            named = listed(f"{{{k}}}" for k in range(len(seats)))
            self.add(None, f"{named} {what}", *seats, minor=True)
        active = int(end["active"])
        if end["asked"] == BEGIN_TURN and g["players"]["condition"][active] == INJURED:
            self.add(active, "recovered")

    def _record_discards(self, g: Any, end: Any, choices: dict[int, int]) -> None:
        begins = end["round_number"] > g["round_number"]
        for seat in range(int(g["seats"])):
            given = {int(kind): int(n) for kind, n in enumerate(g["players"]["put_by"][seat]) if n}
            if seat in choices:
                kind = choices[seat] - DISCARD
                given = {**given, kind: given.get(kind, 0) + 1} if begins else {kind: 1}
            elif not begins:
                continue
            if not given:
                continue
            number = sum(given.values())
            shown = begins or self.sees(seat)
            which = f" ({potions(sorted(given.items()))})" if shown else ""
            verb = "discarded" if begins else "gave up"
            self.add(seat, f"{verb} {_some(number, 'Potion')}{which}", minor=not begins)
        if begins:
            self.add(
                None, f"round {int(end['round_number'])} begins with {{0}}", int(end["starter"])
            )
            then = self._copy()[0]
            for seat, action in choices.items():
                then["players"][seat]["potions"][action - DISCARD] -= 1
            for seat in range(int(g["seats"])):
                self._record_potions(then, end, seat)
            self._record_doors(g, end)

    def _from(self, g: Any, choices: dict[int, int]) -> list[int]:
        """Return the seats in ``choices``, starting to the left of the last seat to choose."""
        first = int(g["mover"]) + 1
        seats = int(g["seats"])
        order = [(first + k) % seats for k in range(seats)]
        return [seat for seat in order if seat in choices]


def _some(number: int, thing: str) -> str:
    return f"a {thing}" if number == 1 else f"{number} {thing}s"
