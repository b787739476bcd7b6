"""The parts of a scene.

Seats are numbers from 0; ``Scene.names`` has their names.
"""

from dataclasses import asdict, dataclass, field, fields, is_dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wistar_env.games.rats_of_wistar.tables.reading import Data


@dataclass(frozen=True, slots=True)
class Piece:
    """A printed piece: its number within its kind, from 0, and its text."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount of something, such as 2 Workers in the Forest."""

    number: int
    text: str
    count: int


@dataclass(frozen=True, slots=True)
class Space:
    """A space of a Sector: its Bonus actions, as codes and in words, and the seat of its Chief."""

    bonuses: str
    words: str
    chief: int | None


@dataclass(frozen=True, slots=True)
class Sector:
    """A Sector of the wheel, at its current Main action, and the Area of that action."""

    main: str
    area: int
    sector: Piece
    spaces: tuple[Space, ...]


@dataclass(frozen=True, slots=True)
class MissionRow:
    """A row of a Mission card, and the seat whose cube is on it.

    ``lasting``: the part of the text that still matters once the row has a cube.
    """

    text: str
    cube: int | None
    lasting: str


@dataclass(frozen=True, slots=True)
class Mission:
    """A Mission card in its place; ``card`` is None while it is face down."""

    number: int
    place: str
    card: Piece | None
    rows: tuple[MissionRow, ...]


@dataclass(frozen=True, slots=True)
class Room:
    """A room of the Farm and its contents; the top Cheese comes first.

    ``at``: its column and row on the map. ``kind``: "home" or "basement"; None for the
    entrance.
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
        Whether its Door token is revealed and its bonus is being taken (AMB-66).
    """

    number: int
    name: str
    ends: tuple[int, int]
    open: bool
    opening: bool


@dataclass(frozen=True, slots=True)
class Tier:
    """The display of one tier of Inventions (an empty slot is None), and the sizes of its piles."""

    name: str
    deck: int
    discarded: int
    display: tuple[Piece | None, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """A starting pair of Inventions."""

    number: int
    cards: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Objective:
    """A revealed Objective, its number of claimed spaces, and of all spaces."""

    card: Piece
    claimed: int
    spaces: int


@dataclass(frozen=True, slots=True)
class CardInPlay:
    """An Invention in play, whether its 1x effect is used, and the text that still matters."""

    card: Piece
    used: bool
    lasting: str


@dataclass(frozen=True, slots=True)
class Track:
    """A track of Rat-o-bot: its card, the space of its marker, its Skill tokens.

    The card is the side with this ``symbol`` and ``index`` in ``bot_tracks`` of the data.
    """

    name: str
    symbol: str
    index: int
    space: int
    skills: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Bot:
    """The parts that only Rat-o-bot has.

    ``actions``: the Action cards drawn in this round. ``cubes``: number of cubes left on its board.
    ``explorations``: number of Exploration cards in its deck. ``floorplan``: the Mission places
    on the visible back of an Exploration card, best first.
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
    """The board of a seat; of its ``hand_size`` cards, ``hand`` has those that the viewer knows."""

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
    """A legal action: its id, its text, and its target.

    ``block`` and ``numbers`` are those of ``spaces.actions.Target``, such as ``"MOVE"`` and a
    room, or ``"COMPLETE"`` with the place of a Mission card and a row. ``effect``: the effect
    of an alternative or a cost, as cards word it; empty for other actions.
    """

    action: int
    text: str
    block: str
    numbers: tuple[int, ...]
    effect: str


@dataclass(frozen=True, slots=True)
class Decision:
    """The current decision; its choices, numbers and details are empty for other seats.

    ``numbers``: amounts such as the points that are left. ``details``: further information in
    words. ``cards`` and ``guests``: the Inventions and Guests whose effects led to it.
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
    """The actions that remain in the current turn, and the place of its Chief.

    ``position``: a position of the wheel; None for the Alchemist's Hut.
    """

    seat: int
    position: int | None
    main: bool
    bonuses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Total:
    """The final score of a seat, and its VP by category."""

    seat: int
    vp: int
    parts: tuple[Amount, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """A position as ``viewer`` sees it; the viewer None sees all hands.

    Scenes do not contain pieces that are face down for all. ``pairs``: the starting pairs,
    while starting hands are chosen. ``totals``: the final scores when the game is over, best
    first. ``done``: the last actions in sentences, if they were given.

    ``printed``: the data folder, which has the texts of all pieces by number. It is public, so
    it is neither compared nor part of ``as_dict``.
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
        """Return everything except ``printed`` as dicts, tuples, strings, numbers and None."""
        shown = (each.name for each in fields(self) if each.name != "printed")
        return {name: _plain(getattr(self, name)) for name in shown}

    def __deepcopy__(self, memo: dict[int, Any]) -> "Scene":
        return self  # immutable

    def __reduce__(self) -> tuple[Any, ...]:
        shown = {each.name: getattr(self, each.name) for each in fields(self)}
        data = shown.pop("printed")
        entries = {each.name: getattr(data, each.name) for each in fields(data)}
        return _restored, (shown, entries | {"inventions": dict(data.inventions)})


def _restored(shown: dict[str, Any], entries: dict[str, Any]) -> Scene:
    """Return an unpickled scene; its mapping, pickled as a dict, is read-only again."""
    from wistar_env.games.rats_of_wistar.tables.reading import Data

    inventions = MappingProxyType(entries["inventions"])
    return Scene(**shown, printed=Data(**(entries | {"inventions": inventions})))


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    return asdict(value) if is_dataclass(value) and not isinstance(value, type) else value
