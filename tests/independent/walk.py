"""Solo games in which every turn of Rat-o-bot is compared with an independent walk."""

from collections import Counter
from typing import Any

import numpy as np

from tests.catalogue import catalogue
from tests.engine import new_game
from tests.independent.players import INVENTOR, Player
from tests.independent.printed import printed
from tests.independent.starts import enrich, send_rat_o_bot_ahead, track_cards
from tests.independent.table import Table, changed, read_table
from tests.independent.walk_lair import Turn, Walk
from tests.independent.walk_turn import take_turn
from wistar_env.games.rats_of_wistar.rules import core
from wistar_env.games.rats_of_wistar.rules.actions import LEGAL_SIZE
from wistar_env.games.rats_of_wistar.rules.decisions import BOT_TURN
from wistar_env.games.rats_of_wistar.rules.numbers import number as number_of
from wistar_env.games.rats_of_wistar.rules.state import GAME
from wistar_env.games.rats_of_wistar.tables.limits import CHIEFS


class WatchedGame:
    """A solo game whose turns of Rat-o-bot are compared with a walk by the rulebook.

    ``number``: seed of the game and of its player; the level and the Track cards follow from it.
    ``style``: style of the human's play (``players``). ``ahead``: whether Rat-o-bot begins as in
    the middle of a game. ``seen``: where to count what occurs.
    """

    def __init__(self, number: int, style: int, ahead: bool, seen: Counter[str]) -> None:
        self.seen = seen
        self.turns = 0
        self._tables = catalogue().tables
        self._games = np.zeros(1, GAME)
        self._legal = np.zeros(LEGAL_SIZE, np.int16)
        self._player = Player(number, style)
        cards = track_cards(number)
        self._name = f"seed {number}, style {style}, ahead {ahead}, Track cards {cards}"
        new_game(self._tables, self._games, 0, 1, number, self._legal, cards)
        if style == INVENTOR:
            enrich(self._games, 1)
        if ahead:
            send_rat_o_bot_ahead(self._games, number)
        stack: Any = self._games["stack"]
        self._kinds, self._cards, self._steps = (
            stack["kind"][0],
            *(number_of(stack[0], name) for name in ("action_card", "steps_done")),
        )
        self._depth: Any = self._games["depth"]
        self._drawn: list[int] = []
        self._round = 0

    def play(self) -> None:
        """Play to the end, watching every turn of Rat-o-bot."""
        while self._legal[0]:
            self._answer()
            while True:
                top = int(self._depth[0]) - 1
                if top >= 0 and self._kinds[top] == BOT_TURN and self._steps[top] == 0:
                    self._watch(top)
                elif not self._go_on():
                    break
        assert self._games["finished"][0], self._name

    def _go_on(self) -> bool:
        return bool(core.run_one(self._tables, self._games, 0, self._legal))

    def _answer(self) -> int:
        """Let the human choose one of the legal actions; return it."""
        action = self._player.choose(self._options())
        core.respond_only(self._tables, self._games, 0, action)
        return action

    def _options(self) -> list[int]:
        options: list[int] = self._legal[1 : self._legal[0] + 1].tolist()
        return options

    def _watch(self, place: int) -> None:
        """Walk a turn, let it be played, and compare what lies on the table."""
        card = int(self._cards[place])
        before = self._games.tobytes()
        turn = Turn(read_table(self._games), printed(), self.seen)
        self._check_draw(turn.table, card)
        self._play_turn(place, take_turn(turn, printed().actions[card]))
        played = read_table(self._games)
        where = f"{self._name}, turn {self.turns}"
        assert not played.differences(turn.table), (where, played.differences(turn.table))
        others = changed(before, self._games.tobytes(), turn.discarded)
        assert not others, (where, others)
        _check_counts(played)

    def _play_turn(self, place: int, walk: Walk) -> None:
        """Play until the turn's entry is gone, asking the human where the walk does."""
        asked = _resume(walk)
        while self._depth[0] > place and self._kinds[place] == BOT_TURN:
            if not self._go_on():
                options = sorted(self._options())
                assert asked == options, (self._name, self.turns, asked, options)
                asked = _resume(walk, self._answer())
                self.seen["choice of the human"] += 1
        assert asked is None, (self._name, self.turns, asked)

    def _check_draw(self, table: Table, card: int) -> None:
        """Check that the card is the next of the deck of this round (BOT-26, BOT-30)."""
        self.turns += 1
        if int(self._games["round"][0]) != self._round:
            self._round = int(self._games["round"][0])
            self._drawn = []
        self._drawn.append(card)
        self.seen[f"Action card {card}"] += 1
        assert sorted(table.actions) == list(range(len(printed().actions))), self._name
        assert self._drawn == table.actions[: len(self._drawn)], self._name
        assert table.actions_drawn == len(self._drawn), self._name
        assert table.bot.chiefs == CHIEFS + 1 - len(self._drawn), self._name


def _resume(walk: Walk, action: int | None = None) -> list[int] | None:
    """Continue a walk; return its next question, or None at its end."""
    try:
        return next(walk) if action is None else walk.send(action)
    except StopIteration:
        return None


def _check_counts(table: Table) -> None:
    """Check what the record counts twice, and that the bot has no tokens (BOT-20)."""
    bot = table.bot
    assert [bot.wood, bot.metal, bot.movement, bot.wild, len(bot.hand)] == [0] * 5
    assert table.cubes_gone == bot.mission_cubes
    assert sum(bot.guest_kinds) == len(bot.guests)
    assert bot.objectives == bot.claims.bit_count()
