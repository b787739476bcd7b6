"""Positions against Rat-o-bot, whose cards and tracks a test prints as it needs them.

Example::

    solo = Solo().card("beds", worker=True, bonuses=["advance agility"])
    solo.bot.has(vp=20).workers(lair=2)
    solo.bot_turn()
    assert solo[BOT].lair == 3

A new position stands in the human's first turn, with the Chief on the Hut and the turn ready
to end. Rat-o-bot's first Chief lies on the Hut too: the wheel is empty and its tracks, decks
and board are as at setup. ``bot_turn`` ends the human's turn, upon which Rat-o-bot plays.
"""

from typing import Any, Self

from tests import pieces
from tests.arrange import Seat
from tests.builder import Position
from tests.printing import effect_of
from tests.words import words
from wistar_env.games.rats_of_wistar.rules import actions
from wistar_env.games.rats_of_wistar.rules.state import AT_BOT_PILE, NONE
from wistar_env.games.rats_of_wistar.tables import codes, limits

HUMAN, BOT = range(2)
SYMBOLS = words("TYPE")


class BotSeat(Seat):
    """Rat-o-bot's seat; its Workers wait in a stock, its mission cubes on its own board."""

    def workers(self, forest: int = 0, lair: int = 0, farm: int = 0) -> Self:
        """Put Workers from the stock into the Areas."""
        self.record["workers"] = (forest, lair, farm)
        self.position.game["bot"]["workers"] = limits.BOT_WORKERS - forest - lair - farm
        return self

    def beds(self, count: int, *, discarded: int = 0) -> Self:
        """Let beds stand in rooms of the Automaton Board."""
        self.record["beds_built"] = count + discarded
        self.record["beds"] = count
        return self

    def completes(self, place: str, row: int, *, cube: str = "") -> Self:
        """Let Rat-o-bot have completed a row (from 1)."""
        game, at = self.position.game, self.words.place(place)
        game["mission_cubes"][at][row - 1] = self.seat
        game["mission_open"][at] = 1
        self.record["mission_cubes"] += 1
        game["bot"]["cubes"] += 1
        return self

    def full_board(self) -> Self:
        """Fill every free room with a bed, so that the next tile needs a dug room."""
        return self.beds(limits.FREE_ROOMS + int(self.record["rooms_dug"]))


class Solo(Position):
    """A game against Rat-o-bot, ready for its second turn.

    ``tracks``: difficulty indices of the Structure, Tool and Automaton tracks. ``seed``: seed of
    the game. ``blank``: whether every space of the tracks is printed empty, so that only what the
    test prints on them happens.
    """

    def __init__(
        self, tracks: tuple[int, int, int] = (0, 0, 0), *, seed: int = 1, blank: bool = True
    ) -> None:
        super().__init__(tracks=tracks, seed=seed, chosen=False)
        printed = self._tables.copy()
        self._blank_tracks()
        self.card("hut", skill="strength")
        self.act(actions.PAIR)
        self.game["bot"]["positions"] = 0
        self._tables[:] = printed
        if blank:
            self._blank_tracks()
        self.do("HUT", "PASS")

    def _blank_tracks(self) -> None:
        spaces = self.tables["tracks"]["spaces"]
        spaces["effect"] = codes.TRACK_NOTHING
        spaces["vp"] = 0

    @property
    def record(self) -> Any:
        """The ``BOT`` record."""
        return self.game["bot"]

    @property
    def bot(self) -> BotSeat:
        """The arranger of Rat-o-bot's seat."""
        return BotSeat(self, BOT)

    @property
    def human(self) -> Seat:
        """The arranger of the human's seat."""
        return Seat(self, HUMAN)

    # ------------------------------------------------------------------ printing its cards

    def card(
        self,
        chief: str,
        *,
        worker: bool = False,
        skill: str = "strength",
        bonuses: list[str] | None = None,
    ) -> Self:
        """Print the next Action card: a Main action or ``"hut"``, and up to two bonuses.

        A bonus is its kind and the Skill of the track that it advances, as in
        ``"mission strength"``; ``skill`` is that of the Alchemist's action.
        """
        row = self.tables["bot_actions"][self.record["actions"][self.record["action_next"]]]
        row["main"] = NONE if chief == "hut" else words("MAIN").index(chief)
        row["worker"] = int(worker)
        row["skill"] = words("ICON").index(skill)
        row["bonus"], row["bonus_skill"] = NONE, NONE
        for slot, bonus in enumerate(bonuses or []):
            kind, token = bonus.split()
            row["bonus"][slot] = words("BOT_BONUS").index(kind)
            row["bonus_skill"][slot] = words("ICON").index(token)
        return self

    def explores(self, *steps: str, room: str | None = None, ahead: int = 0) -> Self:
        """Print the row of a location on the next Exploration card (or one further ahead).

        A step is ``"reveal"``, ``"tent"``, ``"guest"``, ``"cheese"`` or ``"move E"``. Without
        ``room`` it is the row of the Explorer's location.
        """
        card = self._exploration(ahead)
        at = int(self.bot.record["explorer"]) if room is None else self.words.room(room)
        card["step"][at], card["to"][at] = NONE, NONE
        for slot, step in enumerate(steps):
            kind, _, to = step.partition(" ")
            card["step"][at][slot] = words("BOT_STEP").index(kind)
            card["to"][at][slot] = self.words.room(to) if to else NONE
        return self

    def floorplan(self, *places: str, ahead: int = 1) -> Self:
        """Print the floorplan of an Exploration card, best place first.

        By default of the one that is on top while the next one is being resolved.
        """
        best = [self.words.place(place) for place in places]
        rest = [place for place in range(limits.MISSIONS) if place not in best]
        for number, place in enumerate([*best, *rest]):
            self._exploration(ahead)["priority"][place] = number
        return self

    def _exploration(self, ahead: int) -> Any:
        at = min(int(self.record["exploration_next"]) + ahead, limits.BOT_EXPLORATIONS - 1)
        return self.tables["bot_explorations"][self.record["explorations"][at]]

    def last_exploration(self) -> Self:
        """Leave only the bottom card of the Exploration deck."""
        self.record["exploration_next"] = limits.BOT_EXPLORATIONS - 1
        return self

    def track(
        self, symbol: str, space: int, effect: str = "nothing", line: str = "", **values: int
    ) -> Self:
        """Print a space of the track of a symbol: its effect, ``vp`` and ``arg``.

        ``line`` is the effect line of an aggressive or endgame space.
        """
        row = self._track(symbol)["spaces"][space]
        row["effect"] = words("TRACK").index(effect)
        self._press.print(row, effect=line, **values)
        return self

    def overflow(self, symbol: str, vp: int) -> Self:
        """Print the VP below the last space of a track."""
        self._track(symbol)["overflow"] = vp
        return self

    def _track(self, symbol: str) -> Any:
        at = SYMBOLS.index(symbol)
        return self.tables["tracks"][at][self.game["options"]["tracks"][at]]

    def line(self, start: int, end: int) -> str:
        """Return effect rows as the line of the data."""
        return effect_of(self.tables, start, end)

    # ------------------------------------------------------------------ its pieces

    def token(self, skill: str, symbol: str) -> Self:
        """Lay a Skill token on the track of a symbol; one from there takes its place."""
        tokens, at = self.record["token_track"], SYMBOLS.index(symbol)
        mine = words("ICON").index(skill)
        if tokens[mine] != at:
            other = list(tokens).index(at)
            tokens[other], tokens[mine] = int(tokens[mine]), at
        return self

    def cube(self, symbol: str, space: int) -> Self:
        """Stand the cube of a track on a space."""
        self.record["positions"][SYMBOLS.index(symbol)] = space
        return self

    def advances(self, symbol: str) -> int:
        """Return the space that the cube of a track stands on."""
        return int(self.record["positions"][SYMBOLS.index(symbol)])

    def chief(self, seat: int, main: str, space: int = 0) -> Self:
        """Move a Chief of a seat from the Hut, or from its stock, to a space of the wheel."""
        board = list(self.tables["main_at"]).index(words("MAIN").index(main))
        hut = list(self.game["hut"][: self.game["hut_size"]])
        if seat == BOT and BOT in hut:
            hut.remove(BOT)
            self.game["hut_size"] = len(hut)
            self.game["hut"][:] = [*hut, *[NONE] * (len(self.game["hut"]) - len(hut))]
        else:
            self.game["players"][seat]["chiefs"] -= 1
        self.game["chiefs"][self.game["wheel"][board]][space] = seat
        return self

    def chiefs_at(self, main: str) -> list[int]:
        """Return the seats of the Chiefs on the Sector beside a Main action, ``NONE`` if free."""
        board = list(self.tables["main_at"]).index(words("MAIN").index(main))
        return [int(seat) for seat in self.game["chiefs"][self.game["wheel"][board]]]

    def bot_cards(self, count: int) -> Self:
        """Let Rat-o-bot's pile hold this many cards from the Basic deck."""
        for _ in range(count - int(self.record["cards"])):
            self.game["card_at"][pieces.draw(self.game, codes.TIER_BASIC)] = AT_BOT_PILE
        self.record["cards"] = count
        return self

    def bot_turn(self) -> Self:
        """End the human's turn; Rat-o-bot plays up to the next choice of the human."""
        self.do("END_TURN")
        return self

    def bot_turn_again(self) -> Self:
        """Let the human place a Chief and do nothing else; then Rat-o-bot plays."""
        self.do("HUT", "PASS")
        return self.bot_turn()
