"""Requirements of Inventions and Missions, and their replacement by Wild tokens."""

from wistar_env.compiled.jit import inline, unit
from wistar_env.games.rats_of_wistar.rules.counts import count, items
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.games.rats_of_wistar.rules.types import Game, Requirement, Tables
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.games.rats_of_wistar.tables.limits import NEEDS

UNMET = -1


@unit
def wilds_needed(t: Tables, g: Game, seat: int, r: Requirement, ignored: int) -> int:
    """Return the number of Wild tokens that replace missing Skill icons; ``UNMET`` if impossible.

    Checks Movement tokens, cards, counts and Skill icons, but not the payment of Wood, Metal and
    items (CARD-02, CARD-03, CARD-06, ELEC-03). ``ignored`` Skill icons are not required (CARD-15).
    """
    p = g.players[seat]
    if p.movement < r.movement or p.hand_size < r.cards:
        return UNMET
    for k in range(NEEDS):
        if r.need_count[k] != NONE and count(t, g, seat, int(r.need_count[k])) < r.need_amount[k]:
            return UNMET
    missing = -ignored
    for skill in range(codes.SKILLS):
        missing += max(0, int(r.skills[skill]) - int(p.icons[skill]))
    missing = max(0, missing)
    return missing if missing <= p.wild else UNMET


@inline
def can_pay_items(g: Game, seat: int, r: Requirement, more: int) -> bool:
    """Whether the Wood, Metal, cards and items required can be paid, and then ``more`` items."""
    p = g.players[seat]
    if p.wood < r.wood or p.metal < r.metal or p.hand_size < r.cards:
        return False
    return items(g, seat) - int(r.wood + r.metal + r.cards) >= int(r.items) + more
