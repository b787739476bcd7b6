"""Ability spaces of the player board, Heroes and Skill tokens (ABILITY)."""

from wistar_env.compiled.jit import inline
from wistar_env.games.rats_of_wistar.rules import actions as A
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.counts import items
from wistar_env.games.rats_of_wistar.rules.events import fire
from wistar_env.games.rats_of_wistar.rules.resources import gain_vp
from wistar_env.games.rats_of_wistar.rules.stack import offer, pop, push, push_effect, push_times
from wistar_env.games.rats_of_wistar.rules.standing_ops import apply_standing
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.games.rats_of_wistar.rules.types import Entry, Game, Legal, Tables
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.games.rats_of_wistar.tables.limits import ABILITIES, HEROES


@inline
def removable(t: Tables, g: Game, seat: int, ability: int, colour: int) -> bool:
    """Whether a cube is still on the player's board and of an allowed colour (MISSION-11)."""
    if (g.players[seat].cubes_gone >> ability) & 1:
        return False
    return bool(colour == codes.COLOUR_ANY or t.abilities[ability].colour == colour)


@inline
def cheapest_cube(t: Tables, g: Game, seat: int, colour: int) -> int:
    """Return the lowest price, in items, of removing a cube of a colour; NONE if none is left."""
    best = NONE
    for ability in range(ABILITIES):
        if removable(t, g, seat, ability, colour):
            price = int(t.abilities[ability].items)
            if best == NONE or price < best:
                best = price
    return best


@inline
def push_cube(g: Game, seat: int, colour: int, declinable: int) -> None:
    """Push the choice of a cube of a colour to remove; ``declinable`` 1 allows PASS."""
    e = push(g, decisions.REMOVE_CUBE, seat)
    e.unused = NONE
    e.colour = colour
    e.declinable = declinable


@inline
def remove_cube_legal(t: Tables, g: Game, e: Entry, legal: Legal) -> None:
    """List payable cubes, and PASS if allowed (ABILITY-03, ABILITY-04, ABILITY-14)."""
    seat = int(e.seat)
    if e.declinable == 1:
        offer(legal, A.PASS)
    for ability in range(ABILITIES):
        if removable(t, g, seat, ability, int(e.colour)):
            if items(g, seat) >= t.abilities[ability].items:
                offer(legal, A.CUBE + ability)


@inline
def remove_cube(t: Tables, g: Game, e: Entry, action: int) -> None:
    """Remove a cube, which unlocks its ability (MISSION-12, AMB-15).

    Standing ops apply at once; other effects are pushed, with the payment of items on top.
    """
    seat = int(e.seat)
    pop(g)
    if action == A.PASS:
        return
    ability = t.abilities[action - A.CUBE]
    g.players[seat].cubes_gone |= 1 << (action - A.CUBE)
    start, end = int(ability.start), int(ability.end)
    apply_standing(t, g, seat, start, end, 1)
    push_effect(g, seat, start, end)
    push_times(g, decisions.PAY_ITEMS, seat, int(ability.items))


@inline
def choose_hero_legal(t: Tables, g: Game, e: Entry, legal: Legal) -> None:
    """List PASS and the Heroes that nobody has taken yet (ABILITY-13, SETUP-12)."""
    offer(legal, A.PASS)
    for hero in range(HEROES):
        if (g.heroes_left >> hero) & 1:
            offer(legal, A.HERO + hero)


@inline
def choose_hero(t: Tables, g: Game, e: Entry, action: int) -> None:
    """Take a Hero and gain 1 VP per icon of its Skill, counting the Hero's own (ABILITY-13).

    A Hero counts as played, so effects that respond to played icons respond to its icons
    (AMB-54).
    """
    seat = int(e.seat)
    pop(g)
    if action == A.PASS:
        return
    hero = action - A.HERO
    skill = int(t.heroes[hero].skill)
    p = g.players[seat]
    g.heroes_left &= ~(1 << hero)
    p.heroes |= 1 << hero
    p.icons[skill] += t.heroes[hero].icons
    fire(g, seat, codes.EVENT_PLAY_ICON, skill, int(t.heroes[hero].icons))
    gain_vp(g, seat, int(p.icons[skill]))


@inline
def choose_skill_token_legal(t: Tables, g: Game, e: Entry, legal: Legal) -> None:
    """List PASS and the Skill tokens still in the supply (ABILITY-07)."""
    offer(legal, A.PASS)
    for skill in range(codes.SKILLS):
        if (g.skills_left >> skill) & 1:
            offer(legal, A.SKILL + skill)


@inline
def choose_skill_token(t: Tables, g: Game, e: Entry, action: int) -> None:
    """Take a Skill token, which provides its icon permanently (ABILITY-07)."""
    seat = int(e.seat)
    pop(g)
    if action == A.PASS:
        return
    skill = action - A.SKILL
    g.skills_left &= ~(1 << skill)
    g.players[seat].skill_tokens |= 1 << skill
    g.players[seat].icons[skill] += 1
