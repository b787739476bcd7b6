"""``Game``: one game of Rats of Wistar as a Python object."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, SupportsIndex, cast

from wistar_env.arguments import integer, mapping
from wistar_env.games.rats_of_wistar import word_offsets as at
from wistar_env.games.rats_of_wistar.components import Components, Folder
from wistar_env.games.rats_of_wistar.error_messages import fault_in_words
from wistar_env.games.rats_of_wistar.rules.decisions import NAMES
from wistar_env.games.rats_of_wistar.rules.difficulty import (
    Tracks,
    resolve_tracks,
)
from wistar_env.games.rats_of_wistar.solo_options import SoloOptions
from wistar_env.games.rats_of_wistar.spaces.observation import describe
from wistar_env.games.rats_of_wistar.spec import RATS_OF_WISTAR
from wistar_env.games.rats_of_wistar.tables.limits import MAX_SEATS, ROUNDS
from wistar_env.kit.game import MAX_SEED, GameData
from wistar_env.kit.game.breakdown import Breakdown
from wistar_env.kit.game.drawn_game import DrawnGame
from wistar_env.kit.game.frame_size import FRAME_SIZE, FrameSize
from wistar_env.kit.game.hooks import Choice, MenuItem
from wistar_env.kit.layout import Described, FloatVector

# Modules for texts and pictures are imported lazily, since playing does not need them.
if TYPE_CHECKING:
    from wistar_env.games.rats_of_wistar.scene import Scene
    from wistar_env.games.rats_of_wistar.story import Event
    from wistar_env.kit.game.table_hooks import LegendEntry, Standing, Tutorial
    from wistar_env.kit.pictures.gallery import Piece
    from wistar_env.kit.pictures.sheet import Sheet


#: The strongest bundled network for each number of players.
_NETWORKS: Final = {1: "solo-410m", 2: "players2-200m", 3: "players3-160m", 4: "players4-160m"}
#: The strongest bundled networks that read cards.
_READERS: Final = {
    1: "solo-reader-332m",
    2: "players2-reader",
    3: "players3-reader",
    4: "players4-reader",
}


class Game(SoloOptions, DrawnGame["Scene"]):
    """One game of Rats of Wistar, at one of its decisions.

    Make one with ``Game.new`` or ``Game.from_bytes``. The seat that decides picks one of
    ``legal_actions()``, and ``step`` plays it up to the next decision, until ``finished``. In a
    solo game seat 0 is the human player and seat 1 is Rat-o-bot, whose turns are part of ``step``.

    Two games are equal if they are at the same point of the same game, randomness to come
    included. ``copy.deepcopy``, ``pickle`` and ``clone`` give games that continue identically.
    """

    spec = RATS_OF_WISTAR
    notice = (
        "Rats of Wistar belongs to its authors and publishers. This is an unaffiliated research "
        "implementation"
    )

    __slots__ = ()

    @classmethod
    def new(
        cls,
        num_players: int = 2,
        seed: int = 0,
        level: int | None = None,
        tracks: Tracks | None = None,
        data: Folder | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> "Game":
        """Start a game and run to its first decision.

        Parameters
        ----------
        num_players
            1 to 4; 1 is the solo game against Rat-o-bot.
        seed
            0 to 2**63 - 1. The same seed and actions give the same game everywhere.
        level
            Solo only: difficulty 0 to 9; the seed picks one of its Track card combinations. 3 if
            neither this nor tracks are given.
        tracks
            Solo only: difficulty indices 0 to 3 of the Structure, Tool and Automaton Track card;
            no two may differ by 2 or more (BOT-12).
        data
            A folder of data files to play with instead of the bundled ones, or the ``components``
            of a game. The folder is read now; later changes do not affect this game.
        options
            ``level`` or ``tracks`` by name, instead of these arguments.

        Raises
        ------
        TypeError
            If an argument has the wrong type.
        ValueError
            If an argument is out of range, or level or tracks are out of place or do not agree.
        DataError
            If the data folder is not valid.
        """
        num_players = integer("num_players", num_players, 1, MAX_SEATS)
        seed = integer("seed", seed, 0, MAX_SEED)
        given = {"level": level, "tracks": tracks, **mapping("options", options)}
        chosen = resolve_tracks(num_players, given["level"], given["tracks"], seed)
        if chosen is not None:
            given = {**given, "level": None, "tracks": chosen}
        return super().new(num_players, seed, data=data, options=given)

    @property
    def components(self) -> Components:
        """Tables and names of the data folder that the game is played with."""
        return cast(Components, self._data)

    @property
    def seat(self) -> int:
        """The seat that decides; 0 when the game is finished.

        Between two decisions, and where a bound was passed, it is whose turn it was.
        """
        depth = self._words[at.DEPTH]
        return self._words[at.SEAT_OF_TOP + depth * at.ENTRY_WORDS] if depth else 0

    @property
    def decision(self) -> str:
        """Name of the open decision, such as ``"dig rooms"``; empty when the game is finished."""
        depth = self._words[at.DEPTH]
        if self.finished or not depth:
            return ""
        return NAMES[self._words[at.KIND_OF_TOP + depth * at.ENTRY_WORDS]]

    @property
    def moment(self) -> str:
        """The round in words, such as ``"round 3"``."""
        return f"round {self.round}"

    @property
    def round(self) -> int:
        """The round, 1 to 5; 0 while starting hands are chosen."""
        return self._words[at.ROUND]

    @property
    def vp(self) -> list[int]:
        """Current VP on the track of each seat, without the final scoring."""
        end = at.VP + self.num_seats * at.PLAYER_WORDS
        return [self._words[word] for word in range(at.VP, end, at.PLAYER_WORDS)]

    @property
    def _turn_number(self) -> int:
        return int(self._games["turn"][0])

    def describe(self, action: SupportsIndex) -> str:
        """Say in words what an action means."""
        return self.components.actions.describe(action)

    def describe_observation(self, observation: FloatVector) -> dict[str, Described]:
        """Say in words what an observation of this game holds, by the names of its blocks."""
        return describe(self.layout, observation, self.components.labels)

    def _fault_in_words(self) -> str:
        return fault_in_words(self.components, self._games, self.seat, self.decision)

    def winner(self) -> int:
        """Return the seat that wins, or would win if the game ended now."""
        return self.ranking()[0]

    def render(self, seat: int | None = None) -> str:
        """Return the position as text, as ``seat`` sees it (default: the deciding seat)."""
        from wistar_env.games.rats_of_wistar.render.text import page

        return page(self.scene(self.seat if seat is None else seat))

    @classmethod
    def network_name(cls, num_players: int, data: GameData | None = None) -> str:
        """Return the name of a bundled network: for other data one that reads cards."""
        if data is None or data.fingerprint == cls.spec.open_data(None).fingerprint:
            return _NETWORKS[num_players]
        return _READERS[num_players]

    @classmethod
    def rules_in_words(cls, num_players: int, data: GameData) -> str:
        """Return the rules in words."""
        from wistar_env.games.rats_of_wistar.prompt import rules

        return rules(num_players, cast(Components, data))

    @classmethod
    def card_names(cls, data: GameData) -> Sequence[str]:
        """Return the names of Inventions, Missions, their rows, Objectives and Heroes."""
        from wistar_env.games.rats_of_wistar.prompt import card_names

        return card_names(cast(Components, data))

    @classmethod
    def automata_names(cls, num_players: int) -> tuple[str, ...]:
        """Return Rat-o-bot of the solo game."""
        return ("Rat-o-bot",) if num_players == 1 else ()

    @property
    def seat_colours(self) -> tuple[tuple[str, str], ...]:
        """The colours of the pieces."""
        from wistar_env.games.rats_of_wistar.render.svg import ink

        seats = [*ink.SEATS[: self.num_players], *[ink.BOT] * self.num_automata]
        return tuple((colours.fill, colours.edge) for colours in seats)

    @classmethod
    def seat_marks(cls, num_players: int) -> tuple[str, ...]:
        """Return the marks of the seats, as everything that they own on pictures carries them."""
        from wistar_env.games.rats_of_wistar.render.svg.tokens import mark_of

        return tuple(mark_of(seat) for seat in range(num_players))

    @property
    def turn(self) -> tuple[int, ...]:
        """Seat, round and turn of the decision."""
        return self.seat, self.round, self._turn_number

    @property
    def turn_words(self) -> str:
        """Round and turn in words."""
        return f"round {self.round}, turn {self._turn_number}"

    @property
    def chapter(self) -> str:
        """The round in words, or the choice of starting hands before the first."""
        return f"round {self.round}" if self.round else "starting hands"

    @property
    def progress(self) -> str:
        """The chapter, and the number of rounds."""
        return f"{self.chapter} of {ROUNDS}" if self.round else self.chapter

    def events_of(self, action: int, viewers: Sequence[int | None]) -> list[tuple["Event", ...]]:
        """Return the events of an action: see ``story.events_of``."""
        from wistar_env.games.rats_of_wistar.story import events_of

        return events_of(self, action, viewers)

    @staticmethod
    def narrate(events: Iterable["Event"], names: Sequence[str]) -> tuple[str, ...]:
        """Return events in sentences."""
        from wistar_env.games.rats_of_wistar.story import narrate

        return narrate(events, names)

    @classmethod
    def summarize(cls, events: Iterable["Event"], names: Sequence[str]) -> tuple[str, ...]:
        """Return events added up, one sentence per seat until another seat acts."""
        from wistar_env.games.rats_of_wistar.story import summarize

        return summarize(events, names)

    def choices(self) -> list[Choice]:
        """Return the legal actions in words, with the cards and bonuses involved."""
        from wistar_env.games.rats_of_wistar.story import choice_details

        scene = self.scene(self.seat)
        found = () if scene.decision is None else scene.decision.choices
        return [
            Choice(each.action, self.describe(each.action), choice_details(scene, each))
            for each in found
        ]

    def menu(self) -> list[MenuItem]:
        """Return the legal actions as people are offered them."""
        from wistar_env.games.rats_of_wistar.story import menu_of

        return menu_of(self.scene(self.seat))

    def position_in_words(self, seat: int) -> str:
        """Return all that a seat sees, in words, without the legal actions."""
        from wistar_env.games.rats_of_wistar.render.text import position

        return position(self.scene(seat))

    def seat_lines(self, seat: int) -> Iterator[str]:
        """Yield the goods and the workers of a seat."""
        from wistar_env.games.rats_of_wistar.render.seats import seat_lines

        yield from seat_lines(self.scene(seat).seats[seat])[:2]

    def breakdown(self) -> Breakdown:
        """Return the score of each seat by category, in the terms of the rulebook."""
        from wistar_env.games.rats_of_wistar.story import breakdown

        return breakdown(self)

    def standings(self, viewer: int | None) -> list["Standing"]:
        """Return VP and goods of each seat, in turn order."""
        from wistar_env.games.rats_of_wistar.render.standing import standing

        scene = self.scene(viewer)
        return [standing(scene.seats[seat]) for seat in scene.turn_order]

    def due_words(self, viewer: int | None) -> str:
        """Return what is due in the open turn."""
        from wistar_env.games.rats_of_wistar.render.standing import due_words

        return due_words(self.scene(viewer))

    @classmethod
    def legend(cls, data: GameData) -> Iterable["LegendEntry"]:
        """Return each symbol with its meaning."""
        from wistar_env.games.rats_of_wistar.render.standing import legend

        return legend()

    @classmethod
    def piece(cls, name: str, data: GameData) -> "Piece | None":
        """Return the card, tile or token of a name."""
        from wistar_env.games.rats_of_wistar.render.svg.gallery import piece

        return piece(name, cast(Components, data))

    @classmethod
    def gallery(cls, data: GameData) -> Iterable["Piece"]:
        """Return all cards, tiles and tokens."""
        from wistar_env.games.rats_of_wistar.render.svg.gallery import pieces

        return pieces(cast(Components, data))

    @classmethod
    def tutorial(cls) -> "Tutorial":
        """Return a game that teaches the rules."""
        from wistar_env.games.rats_of_wistar.lessons import TUTORIAL

        return TUTORIAL

    @property
    def rules_topic(self) -> str:
        """The heading of the rules that is about the open decision."""
        from wistar_env.games.rats_of_wistar.render.standing import topic_of

        return topic_of(self.decision)

    def make_scene(self, seat: int | None, done: Sequence[str]) -> "Scene":
        """Return what ``seat`` may see, or with None all hands."""
        from wistar_env.games.rats_of_wistar.scene.board import recent_scene, scene_of

        if self.finished:
            scores = self.scores()
            totals = [(k, scores[k]) for k in self.ranking()]
            return scene_of(self.components, self._games[0], seat, (), totals, done)
        legal = tuple(self.legal_actions().tolist()) if self.shows_choices(seat) else ()
        return recent_scene(self.components, self._games.tobytes(), seat, legal, tuple(done))

    @classmethod
    def draw(
        cls, scene: "Scene", *, width: float = 1200, narrow: bool = False, with_fonts: bool = True
    ) -> str:
        """Return a scene as an SVG document: see ``render.svg.picture``."""
        from wistar_env.games.rats_of_wistar.render.svg import picture

        return picture(scene, width=width, narrow=narrow, with_fonts=with_fonts)

    @classmethod
    def draw_screen(cls, scene: "Scene", size: FrameSize = FRAME_SIZE) -> str:
        """Return a scene with the seats beside the board."""
        from wistar_env.games.rats_of_wistar.render.svg.position.picture import screen

        return screen(scene, *size)

    @classmethod
    def draw_table(cls, scene: "Scene", width: float) -> "Sheet":
        """Return a scene as a sheet of panels, without what pages say themselves."""
        from wistar_env.games.rats_of_wistar.render.svg.position.table_sheet import table

        return table(scene, width)

    def page_scene(self, viewer: int | None) -> "Scene":
        """Return the scene that a page shows; it has the scores by category in a table."""
        scene = self.scene(viewer)
        return replace(scene, totals=tuple(replace(each, parts=()) for each in scene.totals))
