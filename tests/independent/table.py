"""What lies on the table in a solo game, as plain Python data read from a record."""

from dataclasses import dataclass, fields
from typing import Any, Final

import numpy as np

from wistar_env.games.rats_of_wistar.rules.state import GAME, NONE
from wistar_env.games.rats_of_wistar.tables.limits import BOT_EXPLORATIONS

HUMAN: Final = 0
BOT: Final = 1
SEATS: Final = 2


@dataclass
class Board:
    """What one of the two has on and beside its board."""

    chiefs: int
    vp: int
    wood: int
    metal: int
    movement: int
    wild: int
    hand: list[int]
    workers: list[int]
    beds: int
    beds_built: int
    rooms_dug: int
    mission_cubes: int
    discs: int
    claims: int
    objectives: int
    doors: int
    guests: list[int]
    guest_kinds: list[int]
    cheese: int
    explorer: int
    tents: list[int]


@dataclass
class Table:
    """The boards of both, Rat-o-bot's own pieces, and all that its turns may change."""

    human: Board
    bot: Board
    # Rat-o-bot's:
    pile: int
    stock: int
    cubes_gone: int
    indices: list[int]
    positions: list[int]
    token_track: list[int]
    explorations: list[int]
    drawn: int  # Exploration cards that have left the deck for good
    actions: list[int]
    actions_drawn: int
    # On the board:
    wheel: list[int]
    chiefs: list[list[int]]
    hut: list[int]
    doors: list[int]
    mission_card: list[int]
    mission_open: list[int]
    mission_cubes: list[list[int]]
    room_guests: list[list[int]]
    cheese: list[int]
    round_guest: int
    supply: list[list[int]]
    objectives: list[int]
    objective_claims: list[int]
    display: list[list[int]]
    discard: list[list[int]]
    card_at: list[int]

    def differences(self, other: "Table") -> list[str]:
        """Return where two tables differ."""
        if self == other:
            return []
        found = _differences(self, other)
        for whose in ("human", "bot"):
            found += [
                f"{whose}.{each}"
                for each in _differences(getattr(self, whose), getattr(other, whose))
            ]
        return [each for each in found if not each.startswith(("human:", "bot:"))]


def _differences(one: Any, other: Any) -> list[str]:
    pairs = (
        (each.name, getattr(one, each.name), getattr(other, each.name)) for each in fields(one)
    )
    return [f"{name}: {mine} / {theirs}" for name, mine, theirs in pairs if mine != theirs]


def read_table(games: Any) -> Table:
    """Read the table of the first game of a batch."""
    game = games[0]
    bot = game["bot"]
    following = game["next"].tolist()
    return Table(
        human=_board(game["players"][HUMAN], following),
        bot=_board(game["players"][BOT], following),
        pile=int(bot["cards"]),
        stock=int(bot["workers"]),
        cubes_gone=int(bot["cubes"]),
        indices=game["options"]["tracks"].tolist(),
        positions=bot["positions"].tolist(),
        token_track=bot["token_track"].tolist(),
        explorations=bot["explorations"].tolist(),
        drawn=min(int(bot["exploration_next"]), BOT_EXPLORATIONS - 1),
        actions=bot["actions"].tolist(),
        actions_drawn=int(bot["action_next"]),
        wheel=game["wheel"].tolist(),
        chiefs=game["chiefs"].tolist(),
        hut=game["hut"][: game["hut_size"]].tolist(),
        doors=game["doors"].tolist(),
        mission_card=game["mission_card"].tolist(),
        mission_open=game["mission_open"].tolist(),
        mission_cubes=game["mission_cubes"].tolist(),
        room_guests=_stacks(game["room_guests"], game["room_guests_size"]),
        cheese=game["cheese"][: game["cheese_size"]].tolist(),
        round_guest=int(game["round_guest"]),
        supply=_stacks(game["supply"], game["supply_size"]),
        objectives=game["objectives"].tolist(),
        objective_claims=game["objective_claims"].tolist(),
        display=game["display"].tolist(),
        discard=_stacks(game["discard"], game["discard_size"]),
        card_at=game["card_at"].tolist(),
    )


def _stacks(rows: Any, sizes: Any) -> list[list[int]]:
    return [row[:size] for row, size in zip(rows.tolist(), sizes.tolist(), strict=True)]


def _board(player: Any, following: list[int]) -> Board:
    return Board(
        chiefs=int(player["chiefs"]),
        vp=int(player["vp"]),
        wood=int(player["wood"]),
        metal=int(player["metal"]),
        movement=int(player["movement"]),
        wild=int(player["wild"]),
        hand=_hand(int(player["hand"]), following),
        workers=player["workers"].tolist(),
        beds=int(player["beds"]),
        beds_built=int(player["beds_built"]),
        rooms_dug=int(player["rooms_dug"]),
        mission_cubes=int(player["mission_cubes"]),
        discs=int(player["discs"]),
        claims=int(player["claims"]),
        objectives=int(player["objectives"]),
        doors=int(player["doors"]),
        guests=player["guests"][: player["guests_size"]].tolist(),
        guest_kinds=player["guest_kinds"].tolist(),
        cheese=int(player["cheese"]),
        explorer=int(player["explorer"]),
        tents=player["tents"].tolist(),
    )


def _hand(card: int, following: list[int]) -> list[int]:
    hand = []
    while card != NONE:
        hand.append(card)
        card = following[card]
    return hand


_LAYOUT: Final[Any] = GAME

# The bytes of a record that a Table covers, and bytes that only drive the game.
_TOLD_OF_A_SEAT: Final = (*(each.name for each in fields(Board)), "hand_size", "guests_size")
_TOLD: Final = (
    "wheel",
    "chiefs",
    "hut",
    "hut_size",
    "doors",
    "mission_card",
    "mission_open",
    "mission_cubes",
    "room_guests",
    "room_guests_size",
    "cheese",
    "cheese_size",
    "round_guest",
    "supply",
    "supply_size",
    "objectives",
    "objective_claims",
    "display",
    "discard",
    "discard_size",
    "card_at",
    "bot",
)
_KEEPING_IT_GOING: Final = ("decisions", "act", "depth", "stack")
#: What follows from the Guests on the human's board, and from the cards in hand.
_OF_GUESTS: Final = ("discounts", "events", "answerers", "answerers_last", "hand_advanced")


def _bytes_of(names: tuple[str, ...], seat: int | None = None) -> np.ndarray[Any, Any]:
    """Return where in a record some fields are, of the game or of one seat's board."""
    where = np.zeros(_LAYOUT.itemsize, bool)
    dtype, start = _LAYOUT, 0
    if seat is not None:
        dtype = _LAYOUT["players"].base
        start = _LAYOUT.fields["players"][1] + seat * dtype.itemsize
    for name in names:
        field, offset = dtype.fields[name][:2]
        where[start + offset : start + offset + field.itemsize] = True
    return where


def _silent() -> dict[bool, np.ndarray[Any, Any]]:
    told = _bytes_of((*_TOLD, *_KEEPING_IT_GOING))
    for seat in range(SEATS):
        told |= _bytes_of(_TOLD_OF_A_SEAT, seat)
    loss = (
        told
        | _bytes_of(_OF_GUESTS, HUMAN)
        | _bytes_of(("next", "next_answerer", "card_flags", "guests_gone"))
    )
    return {False: ~told, True: ~loss}


_SILENT: Final = _silent()


def changed(before: bytes, after: bytes, discarded: bool) -> list[str]:
    """Return the names of changed fields that a Table does not cover and no turn may change.

    ``discarded`` leaves out what follows when the human discards a card or a Guest.
    """
    different = np.frombuffer(before, np.uint8) != np.frombuffer(after, np.uint8)
    if not (different & _SILENT[discarded]).any():
        return []
    found = np.flatnonzero(different & _SILENT[discarded])
    starts = {name: _LAYOUT.fields[name][1] for name in _LAYOUT.names}
    return [
        max((name for name in starts if starts[name] <= place), key=starts.__getitem__)
        for place in found.tolist()
    ]
