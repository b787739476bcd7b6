"""Texts and pictures of Rats of Wistar, for pages, stories and prompts."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, cast

from wistar_env.games.rats_of_wistar.components import Components, components_of
from wistar_env.games.rats_of_wistar.spaces.observation import describe
from wistar_env.games.rats_of_wistar.tables.limits import ROUNDS
from wistar_env.kit.game import GameData
from wistar_env.kit.game.breakdown import best_first
from wistar_env.kit.game.drawn_presentation import DrawnPresentation
from wistar_env.kit.game.frame_size import FRAME_SIZE, FrameSize
from wistar_env.kit.game.presentation_parts import (
    Choice,
    MenuItem,
    Question,
    Reason,
    TurnActions,
)
from wistar_env.kit.layout import Described, FloatVector

# Modules for texts and pictures are imported lazily, since playing does not need them.
if TYPE_CHECKING:
    from wistar_env.games.rats_of_wistar.scene.parts import Scene
    from wistar_env.games.rats_of_wistar.story import Event
    from wistar_env.kit.game.game import Game
    from wistar_env.kit.game.presentation_parts import (
        Exercise,
        HeldPiece,
        LegendEntry,
        SeatScore,
        Tutorial,
    )
    from wistar_env.kit.pictures.gallery import Piece
    from wistar_env.kit.pictures.sheet import Sheet


class RatsOfWistarPresentation(DrawnPresentation["Scene"]):
    """Texts and pictures of Rats of Wistar, in the terms of the rulebook."""

    footer = (
        "Rats of Wistar belongs to its authors and publishers. This is an unaffiliated research "
        "implementation"
    )
    score_titles = MappingProxyType(
        {
            "track": "VP track",
            "abilities": "Ability spaces",
            "beds": "Beds",
            "rooms": "Rooms",
            "guests": "Guests and Cheese",
            "inventions": "Inventions",
            "endgame": "Endgame effects",
            "electricity": "Electricity",
            "leftover_items": "Items left over",
            "wilds": "Wild tokens left over",
            "bot_tracks": "Rat-o-bot's tracks",
        }
    )

    __slots__ = ()

    @property
    def _components(self) -> Components:
        return components_of(self.game)

    @property
    def _round(self) -> int:
        return int(self.game.record["round"][0])

    @property
    def stage(self) -> str:
        """The round in words; before round 1, the choice of starting hands."""
        return f"round {self._round}" if self._round else "starting hands"

    def describe_observation(self, observation: FloatVector) -> dict[str, Described]:
        """Return an observation of this game in words: a description of each block, by its name."""
        return describe(self.game.layout, observation, self._components.labels)

    def render(self, seat: int | None = None) -> str:
        """Return the position as text, as ``seat`` sees it (default: the deciding seat)."""
        from wistar_env.games.rats_of_wistar.render.text import page

        return page(self.scene(self.game.seat if seat is None else seat))

    def rules_in_words(self) -> str:
        """Return the rules for this player count as text, with values from the game's data."""
        from wistar_env.games.rats_of_wistar.prompt import rules

        return rules(self.game.num_players, self._components)

    def card_names(self) -> Sequence[str]:
        """Return the names of Inventions, Missions, their rows, Objectives and Heroes."""
        from wistar_env.games.rats_of_wistar.prompt import card_names

        return card_names(self._components)

    @classmethod
    def automaton_name(cls, seat: int) -> str:
        """Return the name of the automaton of the solo game."""
        return "Rat-o-bot"

    @property
    def seat_colours(self) -> tuple[tuple[str, str], ...]:
        """The fill and edge colours of the pieces of each seat."""
        from wistar_env.games.rats_of_wistar.render.svg import ink

        seats = [
            *ink.SEATS[: self.game.num_players],
            *[ink.BOT] * (self.game.num_seats - self.game.num_players),
        ]
        return tuple((colours.fill, colours.edge) for colours in seats)

    @classmethod
    def seat_marks(cls, num_players: int) -> tuple[str, ...]:
        """Return the marks that identify the pieces of each seat on pictures."""
        from wistar_env.games.rats_of_wistar.render.svg.tokens import mark_of

        return tuple(mark_of(seat) for seat in range(num_players))

    @property
    def turn_in_words(self) -> str:
        """Round and turn of the seat whose turn it is; ``stage`` before the first turn."""
        turn, (order,) = int(self.game.record["turn"][0]), self.game.record["order"]
        if not turn:
            return self.stage
        seats = int(self.game.record["seats"][0])
        seat = int(order[(turn - 1) % seats])
        return f"round {self._round}, turn {(turn - 1) // seats + 1} of {self.seat_names[seat]}"

    @property
    def progress_in_words(self) -> str:
        """The round and the number of rounds; only the stage before round 1."""
        return f"{self.stage} of {ROUNDS}" if self._round else self.stage

    def events_of(self, action: int, viewers: Sequence[int | None]) -> list[tuple["Event", ...]]:
        """Return the events of an action: see ``story.events_of``."""
        from wistar_env.games.rats_of_wistar.story import events_of

        return events_of(cast("Game", self.game), action, viewers)

    @classmethod
    def narrate(cls, events: Iterable["Event"], names: Sequence[str]) -> tuple[str, ...]:
        """Return sentences about events, with ``names`` for the seats."""
        from wistar_env.games.rats_of_wistar.story import narrate

        return narrate(events, names)

    @classmethod
    def summarize(cls, events: Iterable["Event"], names: Sequence[str]) -> tuple[str, ...]:
        """Return a summary of events: one sentence per series of actions by one seat."""
        from wistar_env.games.rats_of_wistar.story import summarize

        return summarize(events, names)

    def choices(self) -> list[Choice]:
        """Return the legal actions in words, with the cards and bonuses involved."""
        from wistar_env.games.rats_of_wistar.story import choice_details

        scene = self.scene(self.game.seat)
        found = () if scene.decision is None else scene.decision.choices
        return [
            Choice(each.action, self.game.describe(each.action), choice_details(scene, each))
            for each in found
        ]

    @property
    def question(self) -> Question:
        """Return the current decision as a question to the player, with what a payment is for."""
        from wistar_env.games.rats_of_wistar.story import question_of

        return question_of(cast("Game", self.game))

    @property
    def turn_actions(self) -> TurnActions:
        """Return the Main and Bonus actions left in this turn, and the action that ends it."""
        from wistar_env.games.rats_of_wistar.story import turn_actions_of

        return turn_actions_of(cast("Game", self.game))

    def why_not(self, action: int) -> Reason:
        """Return why an action is not legal: see ``story.rejections``."""
        from wistar_env.games.rats_of_wistar.story.rejections import why_not

        return why_not(cast("Game", self.game), self._components, action)

    @classmethod
    def ledger(cls) -> str:
        """Return all rules with their IDs as Markdown."""
        from wistar_env.games.rats_of_wistar.prompt import ledger

        return ledger()

    def menu(self) -> list[MenuItem]:
        """Return the legal actions as a menu, with declining actions last (``story.menu_of``)."""
        from wistar_env.games.rats_of_wistar.story import menu_of

        return menu_of(cast("Game", self.game))

    def position_in_words(self, seat: int) -> str:
        """Return everything that a seat sees, in words, without the legal actions."""
        from wistar_env.games.rats_of_wistar.render.text import position

        return position(self.scene(seat))

    def seat_summary(self, seat: int) -> Iterator[str]:
        """Yield two lines about a seat: its VP and goods, then its Workers, Chiefs and discs."""
        from wistar_env.games.rats_of_wistar.render.seats import seat_lines

        yield from seat_lines(self.scene(seat).seats[seat])[:2]

    def scoreboard(self, viewer: int | None) -> list["SeatScore"]:
        """Return VP, the score if the game ended now, and goods of each seat, in turn order."""
        from wistar_env.games.rats_of_wistar.render.scoreboard import seat_score

        scene, score = self.scene(viewer), self.breakdown()
        return [seat_score(scene.seats[seat], score) for seat in scene.turn_order]

    def held_pieces(self, viewer: int | None) -> list["HeldPiece"]:
        """Return the viewer's hand and private Objectives, and the Objectives on the board."""
        from wistar_env.games.rats_of_wistar.render.scoreboard import held_pieces

        return [*held_pieces(self.scene(viewer))]

    def due_in_words(self, viewer: int | None) -> str:
        """Return advice, details of the decision and the actions due; empty without choices."""
        from wistar_env.games.rats_of_wistar.render.scoreboard import due_in_words

        return due_in_words(self.scene(viewer))

    @classmethod
    def legend(cls, data: GameData) -> Iterable["LegendEntry"]:
        """Return each symbol with its meaning."""
        from wistar_env.games.rats_of_wistar.render.scoreboard import legend

        return legend()

    @classmethod
    def find_piece(cls, name: str, data: GameData) -> "Piece | None":
        """Return the card, tile or token with a name; None if there is none."""
        from wistar_env.games.rats_of_wistar.render.svg.gallery import find_piece

        return find_piece(name, cast(Components, data))

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

    @classmethod
    def exercises(cls) -> "Sequence[Exercise]":
        """Return positions that teach exploring, Inventions, Beds, Objectives and the end."""
        from wistar_env.games.rats_of_wistar.exercises import EXERCISES

        return EXERCISES

    @property
    def rules_topic(self) -> str:
        """The heading of the rules that explains the current decision."""
        from wistar_env.games.rats_of_wistar.render.scoreboard import topic_of

        return topic_of(self.game.decision)

    def make_scene(self, seat: int | None, done: Sequence[str]) -> "Scene":
        """Return the scene for a seat (None: all hands); ``done``: the last actions in words."""
        from wistar_env.games.rats_of_wistar.scene.board import recent_scene, scene_of

        if self.game.finished:
            scores = self.game.scores()
            totals = [(k, scores[k]) for k in best_first(self.game.ranks())]
            return scene_of(self._components, self.game.record[0], seat, (), totals, done)
        legal = tuple(self.game.legal_actions().tolist()) if self.shows_choices(seat) else ()
        return recent_scene(self._components, self.game.record.tobytes(), seat, legal, tuple(done))

    @classmethod
    def draw(
        cls, scene: "Scene", *, width: float = 1200, narrow: bool = False, with_fonts: bool = True
    ) -> str:
        """Draw a scene as an SVG document: see ``render.svg.picture``."""
        from wistar_env.games.rats_of_wistar.render.svg import picture

        return picture(scene, width=width, narrow=narrow, with_fonts=with_fonts)

    @classmethod
    def draw_screen(cls, scene: "Scene", size: FrameSize = FRAME_SIZE) -> str:
        """Draw a scene as an SVG document of exactly this size, with the seats beside the board."""
        from wistar_env.games.rats_of_wistar.render.svg.position.picture import screen

        return screen(scene, *size)

    def draw_table(self, scene: "Scene", width: float) -> "Sheet":
        """Draw a scene as a sheet of panels, without the scores and decision that pages show."""
        from wistar_env.games.rats_of_wistar.render.svg.position.table_sheet import table

        return table(scene, width)

    def page_scene(self, viewer: int | None) -> "Scene":
        """Return the scene without scores by category, which pages show in a separate table."""
        scene = self.scene(viewer)
        return replace(scene, totals=tuple(replace(each, parts=()) for each in scene.totals))
