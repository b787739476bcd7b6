"""The texts and pictures of Lab Rats for pages, stories and prompts."""

from collections.abc import Iterable, Iterator, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, cast

from wistar_env.games.lab_rats.card_folder import Cards, cards_of
from wistar_env.games.lab_rats.kinds import COLOURS, DOOR_NAMES, POTION_NAMES
from wistar_env.games.lab_rats.outcomes import OUTCOME_NAMES
from wistar_env.games.lab_rats.words import DECISIONS
from wistar_env.kit.game import GameData
from wistar_env.kit.game.drawn_presentation import DrawnPresentation
from wistar_env.kit.game.frame_size import FRAME_SIZE, FrameSize
from wistar_env.kit.game.presentation_parts import Choice, MenuItem, Reason, viewer_first

# Modules for texts and pictures are imported lazily, since playing does not need them.
if TYPE_CHECKING:
    from wistar_env.games.lab_rats.scene import Scene
    from wistar_env.games.lab_rats.story import Event
    from wistar_env.kit.game.game import Game
    from wistar_env.kit.game.presentation_parts import LegendEntry, SeatScore, Tutorial
    from wistar_env.kit.pictures.gallery import Piece
    from wistar_env.kit.pictures.sheet import Sheet

_AXES: Final = {
    "decision": DECISIONS[1:],
    "colour": COLOURS,
    "door": DOOR_NAMES,
    "potion": POTION_NAMES,
    "condition": ("healthy", "injured", "dead"),
    "outcome": OUTCOME_NAMES,
}


class LabRatsPresentation(DrawnPresentation["Scene"]):
    """Texts and pictures of Lab Rats, in the terms of the rulebook."""

    footer = (
        "Lab Rats belongs to its authors and publishers. This is an unaffiliated research "
        "implementation"
    )
    # The heading of each source of cheese.
    score_titles = MappingProxyType(
        {
            "from_crumbs": "Crumbs",
            "from_exits": "Exits",
            "from_surviving": "Surviving alone",
        }
    )

    __slots__ = ()

    @property
    def _cards(self) -> Cards:
        return cards_of(self.game)

    @property
    def stage(self) -> str:
        """The round in words, such as ``"round 3"``."""
        return f"round {int(self.game.record['round_number'][0])}"

    def axis_words(self, axis: str) -> list[str]:
        """Return the labels of an axis of the observation."""
        return list(_AXES[axis]) if axis in _AXES else super().axis_words(axis)

    def render(self, seat: int | None = None) -> str:
        """Return the position as text, as ``seat`` sees it (default: the deciding seat)."""
        from wistar_env.games.lab_rats.render.written import page

        return page(self.scene(self.game.seat if seat is None else seat))

    def rules_in_words(self) -> str:
        """Return the rules in words, with all cards."""
        from wistar_env.games.lab_rats.prompt import rules

        return rules(self.game.num_players, self._cards)

    def card_names(self) -> Sequence[str]:
        """Return the names of event cards, the only cards with names."""
        from wistar_env.games.lab_rats.prompt import card_names

        return card_names()

    @property
    def seat_colours(self) -> tuple[tuple[str, str], ...]:
        """A light and a dark colour for each seat: those of its Specimen."""
        from wistar_env.games.lab_rats.render.ink import HUES

        specimens = self.game.record["players"]["specimen"][0][: self.game.num_seats].tolist()
        return tuple((HUES[colour].fill, HUES[colour].dark) for colour in specimens)

    @property
    def turn_in_words(self) -> str:
        """The round, and whose turn it is."""
        return f"{self.stage}, turn of {self.seat_names[int(self.game.record['active'][0])]}"

    def events_of(self, action: int, viewers: Sequence[int | None]) -> list[tuple["Event", ...]]:
        """Return the events of an action: see ``story.events_of``."""
        from wistar_env.games.lab_rats.story import events_of

        return events_of(cast("Game", self.game), action, viewers)

    @classmethod
    def narrate(cls, events: Iterable["Event"], names: Sequence[str]) -> tuple[str, ...]:
        """Return events as sentences."""
        from wistar_env.games.lab_rats.story import narrate

        return narrate(events, names)

    @classmethod
    def summarize(cls, events: Iterable["Event"], names: Sequence[str]) -> tuple[str, ...]:
        """Return the important events of many actions as sentences."""
        from wistar_env.games.lab_rats.story import summarize

        return summarize(events, names)

    def choices(self) -> list[Choice]:
        """Return the legal actions as text that reveals only what the deciding seat knows."""
        from wistar_env.games.lab_rats.story.choices import choices_of

        exits = self._cards.tables[0]["exits"].tolist()
        return choices_of(self.game.record[0], self.game.legal_actions().tolist(), exits)

    def why_not(self, action: int) -> Reason:
        """Return why an action is not offered: see ``story.why_not``."""
        from wistar_env.games.lab_rats.story.why_not import why_not

        return why_not(cast("Game", self.game), action)

    @classmethod
    def ledger(cls) -> str:
        """Return all rules with their IDs."""
        from wistar_env.games.lab_rats.prompt import ledger

        return ledger()

    def menu(self) -> list[MenuItem]:
        """Return the legal actions as shown to human players."""
        from wistar_env.games.lab_rats.story.choices import menu_of

        exits = self._cards.tables[0]["exits"].tolist()
        return menu_of(self.game.record[0], self.choices(), exits)

    def position_in_words(self, seat: int) -> str:
        """Return everything that a seat sees as text, without the legal actions."""
        from wistar_env.games.lab_rats.render.written import position

        return position(self.scene(seat))

    def seat_summary(self, seat: int) -> Iterator[str]:
        """Yield lines of text with the hand of a seat and the Doors of the table."""
        from wistar_env.games.lab_rats.render.written import own_lines

        yield from own_lines(self.scene(seat), seat)

    def scoreboard(self, viewer: int | None) -> list["SeatScore"]:
        """Return cheese, chips and Potions of each seat, the viewer first."""
        from wistar_env.games.lab_rats.render.scoreboard import seat_score

        return [seat_score(seat) for seat in viewer_first(self.scene(viewer).seats, viewer)]

    def due_in_words(self, viewer: int | None) -> str:
        """Return a sentence on how to win and what kills."""
        from wistar_env.games.lab_rats.render.scoreboard import GOAL

        return GOAL

    @classmethod
    def legend(cls, data: GameData) -> Iterable["LegendEntry"]:
        """Return each symbol with its meaning."""
        from wistar_env.games.lab_rats.render.scoreboard import legend

        return legend()

    @classmethod
    def gallery(cls, data: GameData) -> Iterable["Piece"]:
        """Return all cards, kind by kind."""
        from wistar_env.games.lab_rats.render.gallery import pieces

        return pieces(cast(Cards, data))

    @classmethod
    def tutorial(cls) -> "Tutorial":
        """Return a game that teaches the rules."""
        from wistar_env.games.lab_rats.lessons import TUTORIAL

        return TUTORIAL

    @property
    def rules_topic(self) -> str:
        """The heading in the rules for the current decision."""
        from wistar_env.games.lab_rats.render.scoreboard import TOPICS

        return TOPICS[self.game.decision]

    def make_scene(self, seat: int | None, done: Sequence[str]) -> "Scene":
        """Return what ``seat`` may see as a scene; None shows all hands and Doors."""
        from wistar_env.games.lab_rats.scene import scene_of

        ranks = self.game.ranks() if self.game.finished else ()
        exits = self._cards.tables[0]["exits"].tolist()
        choices = self.choices() if self.shows_choices(seat) else ()
        return scene_of(self.game.record[0], exits, seat, self.game.decision, choices, ranks, done)

    @classmethod
    def draw(
        cls, scene: "Scene", *, width: float = 1200, narrow: bool = False, with_fonts: bool = True
    ) -> str:
        """Return a scene as an SVG document: see ``render.picture``."""
        from wistar_env.games.lab_rats.render import picture

        return picture(scene, width=width, narrow=narrow, with_fonts=with_fonts)

    @classmethod
    def draw_screen(cls, scene: "Scene", size: FrameSize = FRAME_SIZE) -> str:
        """Return a scene as an SVG document of exactly this size, for a video or a window."""
        from wistar_env.games.lab_rats.render.composition import screen

        return screen(scene, *size)

    def draw_table(self, scene: "Scene", width: float) -> "Sheet":
        """Return a scene as panels for a page that shows the round and the decision elsewhere."""
        from wistar_env.games.lab_rats.render.table_sheet import table

        return table(scene, width)
