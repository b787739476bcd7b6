"""What a scene is made of.

Seats are numbers, from 0 on; ``Scene.names`` says how they are called.
"""

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Piece:
    """Something printed: which one it is among its kind, counted from 0, and what it says."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Amount:
    """How many there are of something."""

    number: int
    text: str
    count: int


@dataclass(frozen=True, slots=True)
class Space:
    """A space of a Sector: its Bonus actions, and whose Chief stands there."""

    bonuses: str
    chief: int | None


@dataclass(frozen=True, slots=True)
class Sector:
    """A Sector of the wheel, at the Main action where it lies now."""

    main: str
    sector: Piece
    spaces: tuple[Space, ...]


@dataclass(frozen=True, slots=True)
class MissionRow:
    """One of three missions of a Mission card, and whose cube lies on it."""

    text: str
    cube: int | None


@dataclass(frozen=True, slots=True)
class Mission:
    """A Mission card at its place; ``card`` is None as long as it lies face down."""

    place: str
    card: Piece | None
    rows: tuple[MissionRow, ...]


@dataclass(frozen=True, slots=True)
class Room:
    """A room of the Farm and what is in it; the Cheese on top comes first."""

    name: str
    title: str
    explorers: tuple[int, ...]
    tents: tuple[int, ...]
    face_down_guests: int
    cheese: tuple[Piece, ...]
    missions: tuple[Mission, ...]


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage between rooms, open or closed by a Door token."""

    name: str
    open: bool


@dataclass(frozen=True, slots=True)
class Tier:
    """The display of one tier of Inventions; None is an empty place."""

    name: str
    deck: int
    discarded: int
    display: tuple[Piece | None, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """A pair of Inventions from which starting hands are chosen."""

    number: int
    cards: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Objective:
    """An Objective that is shown, and how many of its spaces are claimed."""

    card: Piece
    claimed: int
    spaces: int


@dataclass(frozen=True, slots=True)
class CardInPlay:
    """An Invention in play, and whether it was used this round."""

    card: Piece
    used: bool


@dataclass(frozen=True, slots=True)
class Track:
    """A track of Rat-o-bot: its card, where its marker stands, its Skill tokens."""

    name: str
    space: int
    skills: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Bot:
    """What only Rat-o-bot has; ``actions`` are the Action cards turned this round."""

    pile: int
    workers: int
    tracks: tuple[Track, ...]
    actions: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Seat:
    """What lies before a seat. Of ``hand_size`` cards ``hand`` are those that the viewer knows."""

    number: int
    vp: int
    wood: int
    metal: int
    movement: int
    wild: int
    electricity: str
    workers: tuple[Amount, ...]
    entrance: int
    chiefs: int
    discs: int
    beds: int
    beds_built: int
    rooms_dug: int
    rooms_free: int
    doors: int
    mission_cubes: int
    guests: tuple[Piece, ...]
    abilities: tuple[Piece, ...]
    heroes: tuple[Piece, ...]
    skill_tokens: tuple[Piece, ...]
    claims: tuple[Piece, ...]
    private: tuple[Piece, ...]
    icons: tuple[Amount, ...]
    played: tuple[CardInPlay, ...]
    hand_size: int
    hand: tuple[Piece, ...]
    bot: Bot | None


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal action: its id, and what it means."""

    action: int
    text: str


@dataclass(frozen=True, slots=True)
class Decision:
    """The open decision; its choices are shown to who decides."""

    seat: int
    name: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Total:
    """The final score of a seat."""

    seat: int
    vp: int


@dataclass(frozen=True, slots=True)
class Scene:
    """A position, as far as it is shown to ``viewer``; None is somebody who sees all hands.

    What lies face down for everybody is in no scene. ``pairs`` are the starting pairs, while
    starting hands are chosen; ``totals`` are there when the game is over, best first.
    """

    viewer: int | None
    names: tuple[str, ...]
    round: int
    rounds: int
    turn: int
    turns: int
    turn_order: tuple[int, ...]
    totals: tuple[Total, ...]
    wheel: tuple[Sector, ...]
    hut: tuple[int, ...]
    round_guest: Piece | None
    rooms: tuple[Room, ...]
    passages: tuple[Passage, ...]
    guests_left: tuple[Amount, ...]
    objectives: tuple[Objective, ...]
    heroes_left: tuple[Piece, ...]
    skills_left: tuple[Piece, ...]
    pairs: tuple[Pair, ...]
    tiers: tuple[Tier, ...]
    seats: tuple[Seat, ...]
    decision: Decision | None

    def as_dict(self) -> dict[str, Any]:
        """Return all of it as dicts, tuples, strings, numbers and None."""
        return asdict(self)
