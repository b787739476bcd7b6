"""Possible pending entries can be played; entries that cannot be carried out are rejected."""

from contextlib import nullcontext

import numpy as np
import pytest

from tests.builder import Position
from tests.forging import look_around, play_on
from tests.save_validation.changes import (
    Change,
    changed,
    everybody,
    in_turn,
    loaded,
    pending,
    put,
    together,
)
from tests.scenes import plain_card
from wistar_env import RatsOfWistar
from wistar_env.errors import ReplayError
from wistar_env.games.rats_of_wistar.components import Components
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.numbers import NAMED_PLACES, NUMBERS_OF
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.games.rats_of_wistar.save_validation import check_games
from wistar_env.games.rats_of_wistar.tables import codes


def to_pay(kind: int, items: int, amount: int, **more: int) -> Change:
    """Return a change that makes players with this many items owe an amount."""
    goods = together(everybody("wood", items), everybody("metal", 0))
    return together(goods, pending(kind, **{NUMBERS_OF[kind][0].name: amount}, **more))


def row_of(op: int) -> int:
    """Return the first row of an op among all effects."""
    return int(np.flatnonzero(RatsOfWistar.new().components.tables["ops"]["op"][0] == op)[0])


EFFECT = pending(decisions.EFFECT, row=1, end=9, source=-1)
CHOOSE = row_of(codes.OP_CHOOSE)
ALTERNATIVES = int(RatsOfWistar.new().components.tables["ops"]["a"][0, CHOOSE])
#: Entries that could be pending, although they were never pushed.
POSSIBLE: dict[str, Change] = {
    "nothing changed": together(),
    "a payment": to_pay(decisions.PAY_ITEMS, 9, 4),
    "a cost": together(
        everybody("wood", 3),
        EFFECT,
        pending(decisions.ACCEPT_COST, cost=codes.PAY_WOOD, amount=3, skip=1),
    ),
    "an option": pending(decisions.CHOOSE_OPTION, first_option=CHOOSE + 1, options=ALTERNATIVES),
    "a cube": together(
        to_pay(decisions.REMOVE_CUBE, 9, -1, colour=codes.COLOUR_ANY),
        pending(decisions.PAY_ITEMS, left=2),
    ),
    "a discount": together(
        everybody("wood", 1),
        everybody("metal", 1),
        pending(decisions.USE_DISCOUNT, wood_due=2, metal_due=1, discounts_left=2),
    ),
    "an event": together(
        pending(
            decisions.TRIGGER,
            event=codes.EVENT_DIG_ROOM,
            argument=-1,
            examined=-1,
            last_source=-1,
            times=1,
            next_row=-1,
        ),
        pending(decisions.EXPLORE, left=1, allowed=15),
    ),
    "an exploration": together(EFFECT, pending(decisions.EXPLORE, left=9, allowed=15)),
}
#: An entry that cannot be carried out: what changes, where the entry then lies.
IMPOSSIBLE: dict[str, Change] = {
    "a payment that nobody can make": to_pay(decisions.PAY_ITEMS, 0, 98),
    "a payment below another choice": together(
        to_pay(decisions.PAY_ITEMS, 9, 1), pending(decisions.EXPLORE, left=1, allowed=1)
    ),
    "a payment of two": together(
        to_pay(decisions.PAY_ITEMS, 9, 1), pending(decisions.DISCARD_CARDS, left=1, seat=-9)
    ),
    "a discount that does not suffice": together(
        everybody("wood", 0),
        pending(decisions.USE_DISCOUNT, wood_due=2, metal_due=1, discounts_left=1),
    ),
    "a cube of somebody else": together(
        to_pay(decisions.REMOVE_CUBE, 9, -1, seat=0), pending(decisions.PAY_ITEMS, left=1, seat=1)
    ),
    "a cost that nobody can pay": together(
        everybody("wood", 2),
        EFFECT,
        pending(decisions.ACCEPT_COST, cost=codes.PAY_WOOD, amount=3, skip=1),
    ),
    "a cost of no effect": together(
        everybody("wood", 3), pending(decisions.ACCEPT_COST, cost=codes.PAY_WOOD, amount=3, skip=1)
    ),
    "a cost of more than there is": together(
        everybody("wood", 3),
        EFFECT,
        pending(decisions.ACCEPT_COST, cost=codes.PAY_WOOD, amount=3, skip=9),
    ),
    "options of nothing": pending(
        decisions.CHOOSE_OPTION, first_option=CHOOSE, options=ALTERNATIVES
    ),
    "too many options": pending(
        decisions.CHOOSE_OPTION, first_option=CHOOSE + 1, options=ALTERNATIVES + 1
    ),
    "a Guest of nobody": together(
        put("round_guest", -1), pending(decisions.ACCEPT_GUEST, offered=len(codes.names("KIND")))
    ),
    "an event that never ends": together(
        pending(
            decisions.TRIGGER,
            event=codes.EVENT_DIG_ROOM,
            argument=-1,
            examined=-1,
            last_source=206,
            times=1,
            next_row=-1,
        ),
        pending(decisions.EXPLORE, left=1, allowed=15),
    ),
    "an event about no card": together(
        pending(
            decisions.TRIGGER,
            event=codes.EVENT_TAKE_CARD,
            argument=-1,
            examined=-1,
            last_source=-1,
            times=1,
            next_row=-1,
        ),
        pending(decisions.EXPLORE, left=1, allowed=15),
    ),
    "a row of no source": together(
        pending(
            decisions.TRIGGER,
            event=codes.EVENT_DIG_ROOM,
            argument=-1,
            examined=-1,
            last_source=-1,
            times=1,
            next_row=5,
        ),
        pending(decisions.EXPLORE, left=1, allowed=15),
    ),
    "a second turn": pending(decisions.TURN, chief_at=-1, bonus_due=-1, other_bonus_due=-1),
    "a step on top": EFFECT,
    "a choice below another": together(
        pending(decisions.CHOOSE_POTION), pending(decisions.EXPLORE, left=1, allowed=15)
    ),
    "a starting pair": pending(decisions.CHOOSE_PAIR),
    "a Main action on the Hut": together(put("stack.1.chief_at", 6), put("stack.1.main_due", 1)),
}


@pytest.mark.property
@pytest.mark.parametrize("what", POSSIBLE)
def test_what_could_be_is_played_though_it_never_was(what: str) -> None:
    game, rng = in_turn(), np.random.default_rng(1)
    for at in play_on(loaded(game, changed(game, POSSIBLE[what])), rng, every=20):
        look_around(at, rng)


@pytest.mark.parametrize("what", IMPOSSIBLE)
def test_what_cannot_be_carried_out_is_rejected(what: str) -> None:
    game = in_turn()
    with pytest.raises(
        ReplayError, match=r"stack|a condition is violated|pending decision or step"
    ):
        loaded(game, changed(game, IMPOSSIBLE[what]))


@pytest.mark.parametrize(
    ("examined", "last", "sound"),
    [
        ("", "Lantern", True),
        ("Encyclopedia", "Encyclopedia", True),
        ("Encyclopedia", "Lantern", True),
        ("Lantern", "Encyclopedia", False),
        ("Archive", "Lantern", False),
        ("", "Archive", False),
    ],
)
def test_answers_to_an_event_go_from_the_examined_source_on_to_the_last(
    examined: str, last: str, sound: bool
) -> None:
    """The Encyclopedia came into play before the Lantern, and the Archive did not."""
    position = Position()
    for name in ("Encyclopedia", "Lantern"):
        plain_card(position, name, effect="on take_card: explore 1", timing="permanent")
    position.player(0).plays("Encyclopedia", "Lantern").workers(farm=1)
    position.place("wood", bonus="basic").do("BONUS basic")
    entries = position.game["stack"][: position.game["depth"]]
    (numbers,) = entries["numbers"][entries["kind"] == decisions.TRIGGER]
    for name, card in (("examined", examined), ("last_source", last)):
        numbers[NAMED_PLACES[name]] = position.words.card(card) if card else NONE
    numbers[NAMED_PLACES["next_row"]] = NONE
    entries["numbers"][entries["kind"] == decisions.TRIGGER] = numbers
    rejected = pytest.raises(ReplayError, match="carried out")
    with nullcontext() if sound else rejected:
        check_games(Components(None, position._tables), position._games, "game {}")


def test_a_cube_that_is_too_dear_is_rejected() -> None:
    game = in_turn()
    record = changed(game, to_pay(decisions.REMOVE_CUBE, 9, -1, colour=codes.COLOUR_ANY))
    tables = game.components.tables
    check_games(Components(None, tables), record, "game {}")
    tables["abilities"]["items"] = 99
    with pytest.raises(
        ReplayError,
        match=r"game 0 cannot be continued: .*'stack' .*carried out",
    ):
        check_games(Components(None, tables), record, "game {}")
