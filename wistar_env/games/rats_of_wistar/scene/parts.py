"""What a scene is made of.

Seats are numbers, from 0 on; ``Scene.names`` says how they are called.
"""

from dataclasses import asdict, dataclass, field, fields, is_dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wistar_env.games.rats_of_wistar.tables.reading import Data


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
    """A space of a Sector: its Bonus actions, as codes and in words, and whose Chief it has."""

    bonuses: str
    words: str
    chief: int | None


@dataclass(frozen=True, slots=True)
class Sector:
    """A Sector of the wheel, at the Main action where it lies now, with that one's Area."""

    main: str
    area: int
    sector: Piece
    spaces: tuple[Space, ...]


@dataclass(frozen=True, slots=True)
class MissionRow:
    """One of three missions of a Mission card, and whose cube lies on it.

    ``lasting`` is what still matters of it once a cube lies there.
    """

    text: str
    cube: int | None
    lasting: str


@dataclass(frozen=True, slots=True)
class Mission:
    """A Mission card at its place; ``card`` is None as long as it lies face down."""

    number: int
    place: str
    card: Piece | None
    rows: tuple[MissionRow, ...]


@dataclass(frozen=True, slots=True)
class Room:
    """A room of the Farm and what is in it; the Cheese on top comes first.

    ``at`` is its column and row on the map; ``kind`` is "home", "basement" or, outside, None.
    """

    number: int
    name: str
    title: str
    kind: str | None
    at: tuple[int, int]
    explorers: tuple[int, ...]
    tents: tuple[int, ...]
    face_down_guests: int
    cheese: tuple[Piece, ...]
    missions: tuple[Mission, ...]


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage between two rooms, open or closed by a Door token.

    Attributes
    ----------
    number
        Its number.
    name
        Its name.
    ends
        The numbers of its rooms.
    open
        Whether there is no Door token, so that Explorers may pass.
    opening
        Whether somebody turned its Door token over and still takes the bonus (AMB-66).
    """

    number: int
    name: str
    ends: tuple[int, int]
    open: bool
    opening: bool


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
    """An Invention in play, whether it was used this round, and what of it still matters."""

    card: Piece
    used: bool
    lasting: str


@dataclass(frozen=True, slots=True)
class Track:
    """A track of Rat-o-bot: its card, where its marker stands, its Skill tokens.

    The card is the side with this ``symbol`` and ``index`` among ``bot_tracks`` of the data.
    """

    name: str
    symbol: str
    index: int
    space: int
    skills: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Bot:
    """What only Rat-o-bot has; ``actions`` are the Action cards turned this round.

    ``cubes`` are left on its board, ``explorations`` in its deck of Exploration cards;
    ``floorplan`` are the Mission places on the back that shows there, the best first.
    """

    pile: int
    workers: int
    cubes: int
    explorations: int
    floorplan: tuple[str, ...]
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
    extra_rooms: int
    doors: int
    mission_cubes: int
    guests: tuple[Piece, ...]
    abilities: tuple[Piece, ...]
    abilities_left: tuple[Piece, ...]
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
    """A legal action: its id, what it means, and what it is about.

    ``block`` and ``numbers`` are those of ``spaces.actions.Target``: ``"MOVE"`` and a room,
    ``"COMPLETE"`` with the place of a Mission card and a row. ``effect`` says what an alternative
    does, or what a cost buys, in the words of the cards; it is empty for other actions.
    """

    action: int
    text: str
    block: str
    numbers: tuple[int, ...]
    effect: str


@dataclass(frozen=True, slots=True)
class Decision:
    """The open decision; its choices, numbers and details are shown to who decides.

    ``numbers`` are such as the points that are left, ``details`` what else is known of it, in
    words; ``cards`` the Inventions, and ``guests`` the Guests, from whose effects it follows.
    """

    seat: int
    name: str
    choices: tuple[Choice, ...]
    numbers: tuple[Amount, ...]
    details: tuple[str, ...]
    cards: tuple[Piece, ...]
    guests: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Due:
    """What is left of the open turn: where its Chief stands, and which actions it still has.

    ``position`` is a place of the wheel, None for the Alchemist's Hut.
    """

    seat: int
    position: int | None
    main: bool
    bonuses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Total:
    """The final score of a seat, and what it is made of."""

    seat: int
    vp: int
    parts: tuple[Amount, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """A position, as far as it is shown to ``viewer``; None is somebody who sees all hands.

    What lies face down for everybody is in no scene. ``pairs`` are the starting pairs, while
    starting hands are chosen; ``totals`` are there when the game is over, best first. ``done`` is
    what was just done, in sentences, as far as whoever asked for the scene said so.

    ``printed`` is the data folder: what is printed on everything, by the numbers of the pieces.
    Everybody knows that, so it is neither compared nor part of ``as_dict``.
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
    round_guests_left: int
    rooms: tuple[Room, ...]
    passages: tuple[Passage, ...]
    guests_left: tuple[Amount, ...]
    objectives: tuple[Objective, ...]
    objectives_left: int
    heroes_left: tuple[Piece, ...]
    skills_left: tuple[Piece, ...]
    pairs: tuple[Pair, ...]
    tiers: tuple[Tier, ...]
    seats: tuple[Seat, ...]
    due: Due | None
    decision: Decision | None
    done: tuple[str, ...]
    printed: "Data" = field(repr=False, compare=False)

    def as_dict(self) -> dict[str, Any]:
        """Return all but ``printed`` as dicts, tuples, strings, numbers and None."""
        shown = (each.name for each in fields(self) if each.name != "printed")
        return {name: _plain(getattr(self, name)) for name in shown}

    def __deepcopy__(self, memo: dict[int, Any]) -> "Scene":
        return self  # nothing in it can change

    def __reduce__(self) -> tuple[Any, ...]:
        shown = {each.name: getattr(self, each.name) for each in fields(self)}
        data = shown.pop("printed")
        entries = {each.name: getattr(data, each.name) for each in fields(data)}
        return _restored, (shown, entries | {"inventions": dict(data.inventions)})


def _restored(shown: dict[str, Any], entries: dict[str, Any]) -> Scene:
    """Return a scene that was pickled: mappings that nobody can change cannot be."""
    from wistar_env.games.rats_of_wistar.tables.reading import Data

    inventions = MappingProxyType(entries["inventions"])
    return Scene(**shown, printed=Data(**(entries | {"inventions": inventions})))


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    return asdict(value) if is_dataclass(value) and not isinstance(value, type) else value
