"""The schema of the boards, the setup and Rat-o-bot's cards; ``tables.schema`` has the rest."""

from typing import Annotated

from pydantic import Field

from wistar_env.games.rats_of_wistar.tables import limits, schema
from wistar_env.games.rats_of_wistar.tables.schema import Entry, Name, Vp
from wistar_env.kit.game.data_files import Model, exactly

Space = Annotated[str, schema.line(schema.parse_bonuses)]
Face = Annotated[list[Space], Field(min_length=1, max_length=limits.SPACES)]


class Position(Entry):
    """A position of the board around the wheel (WHEEL-04, WHEEL-06)."""

    main: schema.Main
    area: Annotated[str, schema.word("AREA")]


class Sector(Entry):
    """A Sector of the Action Wheel with both faces (WHEEL-01, WHEEL-03)."""

    name: Name
    face_2: Face
    face_3_4: Face


class Wheel(Model):
    """The contents of ``wheel.toml``."""

    position: Annotated[list[Position], exactly(limits.SECTORS)]
    sector: Annotated[list[Sector], exactly(limits.SECTORS)]


GuestsInRoom = Annotated[int, Field(ge=0, le=limits.MAX_GUESTS_IN_ROOM)]


MapPlace = Annotated[int, Field(ge=0, lt=limits.MAX_ROOMS)]


class Location(Entry):
    """The entrance or a Room of the Farm (EXPL-12, EXPL-13); the entrance has no kind.

    ``at`` is its column and row on pictures of the Farm, starting at the top left; the rules do
    not use it.
    """

    letter: schema.Letter
    name: Name
    kind: schema.Kind | None = None
    guests: Annotated[list[GuestsInRoom], exactly(limits.MAX_SEATS - 1)] = Field(
        default_factory=lambda: [0] * (limits.MAX_SEATS - 1)
    )
    cheese: bool = False
    at: Annotated[list[MapPlace], exactly(2)] | None = None


class Passage(Entry):
    """A passage between two locations (EXPL-05)."""

    between: Annotated[list[schema.Letter], exactly(2)]
    players: schema.Players


class MissionPlace(Entry):
    """A place for a Mission card (SETUP-05)."""

    name: Name
    room: schema.Letter
    players: schema.Players


class Farm(Model):
    """The contents of ``farm.toml``."""

    location: Annotated[list[Location], Field(min_length=2, max_length=limits.MAX_ROOMS)]
    passage: Annotated[list[Passage], Field(min_length=1, max_length=limits.MAX_DOORS)]
    mission_place: Annotated[list[MissionPlace], Field(min_length=1, max_length=limits.MISSIONS)]


class BedSpaces(Entry):
    """VP by number of beds built (SCORE-02)."""

    vp: Annotated[list[Vp], exactly(limits.BEDS + 1)]


class RoomSpaces(Entry):
    """VP by number of rooms dug (SCORE-03)."""

    vp: Annotated[list[Vp], exactly(limits.UNDERGROUND_TILES + 1)]


class CubeSpaces(Entry):
    """VP by number of missions that Rat-o-bot completed (BOT-115)."""

    vp: Annotated[list[Vp], exactly(limits.BOT_CUBES + 1)]


class Board(Model):
    """The contents of ``board.toml``."""

    beds: BedSpaces
    rooms: RoomSpaces
    bot_cubes: CubeSpaces


class Start(Entry):
    """What players start with, and the Round stack (SETUP-10, SETUP-17 to SETUP-19)."""

    vp: Annotated[int, Field(ge=0, le=100)]
    wood: schema.Amount
    metal: schema.Amount
    movement: schema.Amount
    workers_at_entrance: int = Field(ge=0, le=2)
    round_stack: Annotated[list[schema.Kind], exactly(limits.ROUNDS)]


class Seats(Entry):
    """The values that depend on the player count (SETUP-04, SETUP-07)."""

    players: schema.Players
    objective_spaces: int = Field(ge=1, le=limits.OBJECTIVE_SPACES)
    cheeses: int = Field(ge=0, le=limits.CHEESES)


class Setup(Model):
    """The contents of ``setup.toml``."""

    start: Start
    players: Annotated[list[Seats], exactly(limits.MAX_SEATS - 1)]


BotBonus = Annotated[str, schema.line(schema.parse_bot_bonus)]


class BotAction(Entry):
    """An Action card of Rat-o-bot (BOT-30 to BOT-54)."""

    name: Name
    main: schema.Main | None = None
    skill: schema.Skill | None = None
    worker: bool
    bonuses: Annotated[list[BotBonus], Field(min_length=1, max_length=limits.BOT_BONUSES)]


class BotActions(Model):
    """The contents of ``bot_actions.toml``."""

    card: Annotated[list[BotAction], exactly(limits.BOT_ACTIONS)]


Steps = Annotated[str, schema.line(schema.parse_steps)]


class BotExploration(Entry):
    """An Exploration card of Rat-o-bot (BOT-60 to BOT-69)."""

    name: Name
    last: bool
    floorplan: list[Name]
    rows: dict[schema.Letter, Steps]


class BotExplorations(Model):
    """The contents of ``bot_explorations.toml``."""

    card: Annotated[list[BotExploration], exactly(limits.BOT_EXPLORATIONS)]


class TrackSpace(Model):
    """A space of a track, with at most one effect (BOT-75 to BOT-94)."""

    vp: Vp
    immediate: Annotated[str, schema.line(schema.parse_immediate)] | None = None
    aggressive: schema.Effect | None = None
    endgame: schema.Effect | None = None


class TrackSide(Entry):
    """One side of a Track card (BOT-09)."""

    symbol: Annotated[str, schema.word("TYPE")]
    index: int = Field(ge=0, lt=limits.TRACK_INDICES)
    tokens: int = Field(ge=0, le=5)
    overflow: Vp
    spaces: Annotated[list[TrackSpace], exactly(limits.TRACK_SPACES)]


class BotTracks(Model):
    """The contents of ``bot_tracks.toml``."""

    side: Annotated[list[TrackSide], exactly(limits.TRACKS * limits.TRACK_INDICES)]
