"""The conversion of a position's record to a ``Scene``."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from wistar_env.games.lab_rats.actions import action_in_words
from wistar_env.games.lab_rats.kinds import EXITS, NUM_COLOURS
from wistar_env.games.lab_rats.scene.pieces import (
    Cards,
    Condition,
    Decision,
    Door,
    Exit,
    Pile,
    Scene,
    Seat,
    Total,
)
from wistar_env.games.lab_rats.state import (
    CONFUSED,
    KEEP_POTIONS,
    NEW_DOORS,
    NO_CARD,
    OBSTACLE,
    PAY_EXIT,
    SLOTS,
)
from wistar_env.kit.game.presentation_parts import Choice

_CONDITIONS: Final[tuple[Condition, ...]] = ("healthy", "injured", "dead")
_SEALED: Final = (CONFUSED, NEW_DOORS, KEEP_POTIONS)
#: Exits on the table (LAB-07).
_EXITS_SHOWN: Final = 3


def scene_of(
    g: Any,
    exits: Sequence[int],
    viewer: int | None,
    decision: str,
    choices: Sequence[Choice],
    ranks: Sequence[int],
    done: Sequence[str] = (),
) -> Scene:
    """Return a position as a viewer sees it.

    ``viewer``: the seat that sees it; None shows everything. ``choices``: the texts of the legal
    actions, if the viewer may see them. ``ranks``: the final ranks of the seats; empty before the
    end.
    """
    seats = range(int(g["seats"]))
    return Scene(
        viewer=viewer,
        names=tuple(f"player_{seat}" for seat in seats),
        round=int(g["round_number"]),
        active=int(g["active"]),
        starter=int(g["starter"]),
        doors=tuple(_doors(g, viewer)),
        pending=tuple(reversed(g["pending"][: g["num_pending"]].tolist())),
        aside=_cards(g["aside"]),
        exits=_exits(g, exits),
        exits_left=EXITS - _EXITS_SHOWN,
        door_deck=int(g["num_door_deck"]),
        potion_deck=int(g["num_potion_deck"]),
        door_discards=_cards(g["door_discards"]),
        potion_discards=_cards(g["potion_discards"]),
        seats=tuple(_seat(g, exits, seat, viewer) for seat in seats),
        decision=_decision(g, decision, choices),
        totals=tuple(
            Total(seat, ranks[seat])
            for seat in sorted(range(len(ranks)), key=lambda seat: ranks[seat])
        ),
        done=tuple(done),
    )


def colours_in(bits: int) -> tuple[int, ...]:
    """Return the colours in a bit mask."""
    return tuple(colour for colour in range(NUM_COLOURS) if bits >> colour & 1)


def _cards(counts: Any) -> Cards:
    return tuple(Pile(kind, count) for kind, count in enumerate(counts.tolist()) if count)


def _doors(g: Any, viewer: int | None) -> Iterator[Door]:
    """Yield the Doors of the viewer, of the players to the left, and of the middle."""
    seats = int(g["seats"])
    first, decides = viewer or 0, max(0, int(g["mover"]))
    for place in (*((first + k) % seats for k in range(seats)), *range(seats, SLOTS)):
        number = (place - decides) % seats if place < seats else place
        yield _door(g, place, number, viewer)


def _door(g: Any, place: int, number: int, viewer: int | None) -> Door:
    kind, opened = int(g["table"][place]), bool(int(g["opened"]) >> place & 1)
    owner = place if place < int(g["seats"]) else None
    known = kind != NO_CARD and (opened or viewer is None or owner == viewer)
    return Door(
        place=place,
        owner=owner,
        number=number,
        lies=kind != NO_CARD,
        opened=opened,
        kind=kind if known else None,
        exchanged=bool(int(g["exchanged"]) >> place & 1),
    )


def _exits(g: Any, exits: Sequence[int]) -> tuple[Exit, ...]:
    covered = (Exit(),) * _EXITS_SHOWN
    if g["asked"] != PAY_EXIT:
        return covered
    first = int(g["exits"][0])
    shown = Exit(colours_in(int(exits[first])), colours_in(int(g["to_pay"])), first)
    return (shown, *covered[1:])


def _seat(g: Any, exits: Sequence[int], seat: int, viewer: int | None) -> Seat:
    p, shown = g["players"][seat], viewer in (None, seat)
    potions = p["potions"] if shown or viewer is None else g["players"][viewer]["known"][seat]
    made = int(g["sealed_made"]) >> seat & 1
    chosen = action_in_words(int(g["sealed_choice"][seat]), int(g["seats"]))
    return Seat(
        number=seat,
        specimen=int(p["specimen"]),
        condition=_CONDITIONS[p["condition"]],
        may_exit=bool(p["turns"]),
        crumbs=int(p["crumbs"]),
        pollution=int(p["pollution"]),
        cheese=int(p["cheese"]),
        sources=(int(p["from_crumbs"]), int(p["from_exits"]), int(p["from_surviving"])),
        num_potions=int(p["num_potions"]),
        num_doors=int(p["num_doors"]),
        num_put_by=int(p["num_put_by"]),
        shown=shown,
        potions=_cards(potions),
        doors=_cards(p["doors"]) if shown else (),
        put_by=_cards(p["put_by"]) if shown else (),
        chosen=chosen if shown and made else None,
        unpaid=tuple(
            colours_in(int(exits[card])) for card in range(EXITS) if int(p["unpaid"]) >> card & 1
        ),
    )


def _decision(g: Any, name: str, choices: Sequence[Choice]) -> Decision | None:
    if g["finished"]:
        return None
    seat = int(g["mover"])
    return Decision(
        seat=seat,
        name=name,
        sealed=int(g["asked"]) in _SEALED,
        facing=int(g["facing"]) if g["asked"] == OBSTACLE else None,
        choices=tuple(choices),
    )
