"""Positions for rules tests, arranged and played in words.

Example::

    position = Position(num_players=3)
    position.player(0).has(wood=3, metal=2).workers(forest=2).hand("Electric Sawmill", 45)
    position.player(1).plays("Robot Dog").explorer("D").tent("B")
    position.turn_of(0)
    position.place("wood", bonus="wild")     # a Chief beside Collecting Wood, on that bonus
    position.do("MAIN wood")
    assert position[0].wood == 5
    assert "Electric Sawmill" in position.legal("PLAY")

A new position is at seat 0's turn, the first of round 1: the starting pairs are chosen, and no
Chief is placed. (In a solo game Rat-o-bot has already taken its first turn.) Arranging keeps the
record valid, since pieces are moved from their current places. Every action checks the invariants.
See ``tests.words`` for the text of each action.
"""

from typing import Any, Self

import numpy as np

from tests import engine
from tests.arrange import Seat, View
from tests.board import Board
from tests.catalogue import catalogue
from tests.printing import Press
from tests.words import Words, words
from wistar_env.games.rats_of_wistar.rules import actions, categories, core, decisions, invariants
from wistar_env.games.rats_of_wistar.rules.faults import FINE, REASONS
from wistar_env.games.rats_of_wistar.rules.state import GAME, NONE
from wistar_env.games.rats_of_wistar.tables import limits


class Position(Board):
    """A game in progress, at a decision.

    ``num_players``: 2 to 4; ignored in a solo game. ``seed``: seed of the game. ``tracks``:
    difficulty indices of the Structure, Tool and Automaton tracks: a solo game, in which seat 0 is
    the human and seat 1 is Rat-o-bot. ``chosen``: whether the starting pairs are already chosen
    (the first legal pair for each seat).
    """

    def __init__(
        self,
        num_players: int = 2,
        *,
        seed: int = 1,
        tracks: tuple[int, int, int] | None = None,
        chosen: bool = True,
    ) -> None:
        known = catalogue()
        self._tables = known.tables.copy()
        self._press = Press(self.tables)
        self.words = Words(self.tables, known.names)
        self._games = np.zeros(1, GAME)
        self._legal = np.zeros(actions.LEGAL_SIZE, np.int16)
        players = 1 if tracks is not None else num_players
        engine.new_game(self._tables, self._games, 0, players, seed, self._legal, tracks)
        while chosen and self.kind == decisions.CHOOSE_PAIR:
            self.act(int(self._legal[1]))
        if chosen and tracks is None:
            self.turn_of(0)

    @property
    def tables(self) -> Any:
        """The ``TABLES`` record of this position: a copy that a test may change."""
        return self._tables[0]

    @property
    def game(self) -> Any:
        """The ``GAME`` record."""
        return self._games[0]

    @property
    def _top(self) -> Any:
        return self.game["stack"][self.game["depth"] - 1]

    @property
    def seat(self) -> int:
        """The seat that decides."""
        return int(self._top["seat"])

    @property
    def kind(self) -> int:
        """The kind of the current decision."""
        return int(self._top["kind"])

    @property
    def decision(self) -> str:
        """The name of the current decision."""
        return decisions.NAMES[self.kind]

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return bool(self.game["finished"])

    @property
    def order(self) -> list[int]:
        """Seats in turn order."""
        return [int(seat) for seat in self.game["order"][: self.game["seats"]]]

    def player(self, seat: int) -> Seat:
        """Return the arranger of a seat."""
        return Seat(self, seat)

    def __getitem__(self, seat: int) -> View:
        """Return what a seat owns, for assertions."""
        return View(self, seat)

    # ------------------------------------------------------------------ acting

    def actions(self) -> set[int]:
        """Return the ids of all legal actions."""
        engine.legal_actions(self._tables, self._games, 0, self._legal)
        return {int(action) for action in self._legal[1 : self._legal[0] + 1]}

    def texts(self) -> set[str]:
        """Return the texts of all legal actions."""
        return {self.words.texts[action] for action in self.actions()}

    def legal(self, block: str) -> set[str]:
        """Return the legal arguments in a block; blocks with one id give their name."""
        found = {text for text in self.texts() if text.split()[0] == block}
        return {text.partition(" ")[2] or text for text in found}

    def can(self, text: str) -> bool:
        """Return whether the action of this text is legal."""
        return self.words.action(text) in self.actions()

    def act(self, action: int) -> Self:
        """Take an action by id; raises ``AssertionError`` if it is not legal."""
        text = self.words.texts[action]
        taken = engine.step(self._tables, self._games, 0, action, self._legal)
        fault = int(self.game["fault"])
        assert fault == FINE, f"{text}: {REASONS[fault]}"
        assert taken, f"{text} is not legal: {self.decision} of seat {self.seat}: {self.texts()}"
        return self.check()

    def do(self, *texts: str) -> Self:
        """Take actions by their texts, one after the other."""
        for text in texts:
            self.act(self.words.action(text))
        return self

    def run_one(self) -> bool:
        """Do the next step that needs no choice; return whether there was one."""
        return bool(core.run_one(self._tables, self._games, 0, self._legal))

    def check(self) -> Self:
        """Raise ``AssertionError`` if an invariant is violated."""
        broken = invariants.violations(self._tables, self._games, 0)
        assert broken == 0, f"invariant {broken} is violated"
        return self

    def determinize(self, seat: int, seed: int) -> Self:
        """Resample in place the information hidden from a seat."""
        engine.determinize(self._tables, self._games, 0, seat, seed, self._legal)
        return self.check()

    def rejects(self, text: str) -> bool:
        """Return whether an action is rejected without any change."""
        before = self._games.tobytes()
        taken = engine.step(self._tables, self._games, 0, self.words.action(text), self._legal)
        return not taken and self._games.tobytes() == before

    def scores(self, seat: int) -> dict[str, int]:
        """Return the final scoring of a seat by category, as if the game ended now."""
        out = engine.score(self._tables, self._games, 0)
        return {name: int(out[seat][i]) for i, name in enumerate(categories.CATEGORIES)}

    # ------------------------------------------------------------------ turns

    def turn_of(self, seat: int) -> Self:
        """Start a new turn of this seat, which becomes first in the turn order.

        Use it only in a round in which no Chief is placed yet, as the turn order of later rounds
        also changes.
        """
        former = self.seat
        for entry in self.game["stack"][: self.game["depth"]]:
            if entry["seat"] == former:
                entry["seat"] = seat
        order = self.order
        at = order.index(seat)
        self.game["order"][: len(order)] = order[at:] + order[:at]
        return self.check()

    def place(self, main: str, *, bonus: str | None = None, space: int | None = None) -> Self:
        """Place a Chief beside a Main action.

        A Sector with a ``bonus``, or with a free space if there is none, is turned there first.
        """
        board = list(self.tables["main_at"]).index(words("MAIN").index(main))
        sector = int(self.game["wheel"][board])
        if bonus is not None:
            sector, space = self._space_with(words("BONUS").index(bonus))
        elif space is None:
            sector, space = self._free_space(sector)
        self._turn_to(sector, board)
        return self.act(actions.PLACE + sector * limits.SPACES + space)

    def playable(self, main: str = "metal") -> set[str]:
        """Place a Chief for the bonus "play an Invention" and return what can be played."""
        self.place(main, bonus="play").do("BONUS play")
        return self.legal("PLAY")

    def play(self, card: str, main: str = "metal") -> Self:
        """Place a Chief for the bonus "play an Invention" and play this card."""
        self.playable(main)
        return self.do(f"PLAY {card}")

    def _space_with(self, bonus: int) -> tuple[int, int]:
        face = self.tables["setup"][self.game["seats"]]
        for sector in range(limits.SECTORS):
            chiefs = list(self.game["chiefs"][sector])
            for space in range(int(face["spaces"][sector])):
                shown = face["space"][sector][space]["bonus"]
                if bonus in shown and chiefs[space] == NONE and self.seat not in chiefs:
                    return sector, space
        raise ValueError(f"no free space of this player count shows bonus {bonus}")

    def _free_space(self, wanted: int) -> tuple[int, int]:
        for sector in (wanted, *range(limits.SECTORS)):
            for space in range(limits.SPACES):
                if actions.PLACE + sector * limits.SPACES + space in self.actions():
                    return sector, space
        raise ValueError("no space of the wheel is free for this player")

    def _turn_to(self, sector: int, board: int) -> None:
        wheel = self.game["wheel"]
        there = list(wheel).index(sector)
        wheel[there], wheel[board] = int(wheel[board]), sector

    def idle_place(self) -> Self:
        """Place a Chief on the first free space of the wheel (not on the Hut)."""
        return self.act(min(a for a in self.actions() if self.words.texts[a].startswith("PLACE ")))

    def end_turn(self) -> Self:
        """Decline pending choices, place a Chief if still due, and end the turn."""
        turn = (int(self.game["round"]), int(self.game["turn"]))
        while not self.finished and (int(self.game["round"]), int(self.game["turn"])) == turn:
            self._simplest()
        return self

    def _simplest(self) -> None:
        legal = self.actions()
        wanted = [actions.END_TURN, actions.PASS, *range(actions.PLACE, actions.HUT + 1)]
        self.act(next((action for action in wanted if action in legal), min(legal)))

    def next_round(self) -> Self:
        """Play idle turns up to the first decision of the next round."""
        number = int(self.game["round"])
        while not self.finished and int(self.game["round"]) == number:
            self.end_turn()
        return self

    # ------------------------------------------------------------------ printed values

    def reprint(self, component: str, name: str | int, **values: Any) -> Self:
        """Print other values on a card, Guest, ... of this position; see ``Press.print``.

        Call it before anything with that component is arranged, as derived numbers are not
        recomputed.
        """
        at = self.words.card(name) if component == "cards" else self.words.find(component, name)
        self._press.print(self.tables[component][at], int(component == "cards"), **values)
        return self

    def reprint_row(self, mission: str | int, row: int, **values: Any) -> Self:
        """Print other values on a row (from 1) of a Mission card; see ``Press.print``."""
        at = self.words.find("missions", mission)
        self._press.print(self.tables["missions"][at]["rows"][row - 1], **values)
        return self
