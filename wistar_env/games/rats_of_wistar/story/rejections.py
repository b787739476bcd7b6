"""Possible reasons why actions are illegal, by kind of action: facts about the position.

``why_not`` queries the rules to find which of them matter.
"""

from collections.abc import Callable, Iterator
from types import MappingProxyType
from typing import Any, Final

from wistar_env.games.rats_of_wistar.components import Components
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.fast_actions import ELECTRICITY_PRICE, WILD_PRICE
from wistar_env.games.rats_of_wistar.rules.lair import PRICE
from wistar_env.games.rats_of_wistar.rules.state import AT_DISCARDS, AT_PLAY_AREA, FLAG_USED, NONE
from wistar_env.games.rats_of_wistar.spaces.actions import TARGETS
from wistar_env.games.rats_of_wistar.spaces.labels import main_actions
from wistar_env.games.rats_of_wistar.story.openings import OPENINGS
from wistar_env.games.rats_of_wistar.story.owned import cubes_of, give, owned
from wistar_env.games.rats_of_wistar.story.rejected_case import Case
from wistar_env.games.rats_of_wistar.story.rejected_payments import amount, card_asks, items, tokens
from wistar_env.games.rats_of_wistar.story.rejections_farm import FARM_GUARDS
from wistar_env.games.rats_of_wistar.story.unoffered import plain_fact
from wistar_env.games.rats_of_wistar.tables import codes, limits
from wistar_env.kit.game.game import Game
from wistar_env.kit.game.presentation_parts import Reason
from wistar_env.kit.game.reasons import Obstacle, in_the_way, reason_of


def obstacles(g: Any, components: Components, action: int) -> list[Obstacle]:
    """Return the possible reasons why an action is illegal, in the order a player meets them."""
    block, numbers = TARGETS[action]
    case = Case(g, components)
    found = [*case.exhausted()]
    if block in OPENINGS and case.kind not in _ANSWERED.get(block, ()):
        found += case.opening(OPENINGS[block])
    if block in _GUARDS:
        found += _GUARDS[block](case, *numbers)
    return found


#: Other decisions to which the actions of a block belong, besides those of ``OPENINGS``.
_ANSWERED: Final = MappingProxyType(
    {
        "DEPLOY": (decisions.DEPLOY_WORKERS,),
        "DISCARD": (decisions.PAY_ITEMS, decisions.GIVE_ITEM),
        "MAIN": (decisions.CHOOSE_MAIN_ACTION,),
        "PAY": (decisions.GIVE_ITEM,),
        "PLAY": (decisions.PLAY_DRAWN,),
        "TENT": (decisions.PITCH_TENT,),
    }
)


def _needs_chief(case: Case) -> Iterator[Obstacle]:
    if case.of_turn("chief_at") == NONE:
        yield Obstacle("you must place a Chief first", "TURN-01", case.entry_change(chief_at=0))


def _unplaced(case: Case) -> Iterator[Obstacle]:
    if case.of_turn("chief_at") != NONE:
        words = "you have already placed the Chief of this turn"
        yield Obstacle(words, "TURN-01", case.entry_change(chief_at=NONE))


def _place(case: Case, sector: int, space: int) -> Iterator[Obstacle]:
    spaces = case.g["chiefs"][sector].tolist()

    def empty(g: Any) -> None:
        g["chiefs"][sector, space] = NONE

    def leave(g: Any) -> None:
        own = g["chiefs"][sector]
        own[own == case.seat] = NONE

    yield from _unplaced(case)
    if case.seat in spaces:
        yield Obstacle("you already have a Chief in this Sector", "WHEEL-02", leave)
    if spaces[space] not in (NONE, case.seat):
        yield Obstacle("another Chief stands on this space", "WHEEL-01", empty)


def _main(case: Case, main: int) -> Iterator[Obstacle]:
    if case.kind == decisions.CHOOSE_MAIN_ACTION:
        name = main_actions()[case.of_entry("main")]
        words = f"the current effect is the Main action {name}"
        yield Obstacle(words, "ABILITY-12", case.entry_change(main=codes.MAIN_ANY))
        return
    position = case.tables["main_at"].tolist().index(main)
    at = case.of_turn("chief_at")
    lift = case.entry_change(chief_at=position, main_due=1)
    if at == NONE:
        yield Obstacle(f"you must place a Chief at {main_actions()[main]} first", "WHEEL-05", lift)
    elif at == limits.SECTORS:
        yield Obstacle("your Chief is at the Alchemist's Hut", "WHEEL-05", lift)
    elif at != position:
        words = f"your Chief is at {main_actions()[case.tables['main_at'][at]]}"
        yield Obstacle(words, "WHEEL-05", lift)
    elif not case.of_turn("main_due"):
        yield Obstacle("you have already used the Main action of this turn", "TURN-02", lift)


def _bonus(case: Case, bonus: int) -> Iterator[Obstacle]:
    yield from _needs_chief(case)
    due = case.of_turn("bonus_due"), case.of_turn("other_bonus_due")
    if bonus not in due:
        lift = case.entry_change(bonus_due=bonus)
        yield Obstacle("this Bonus action is not due", "WHEEL-05", lift)


def _buy_wild(case: Case) -> Iterator[Obstacle]:
    yield from items(case, "a Wild token", WILD_PRICE, "FAST-02")


def _buy_electricity(case: Case) -> Iterator[Obstacle]:
    if case.own["electricity"] == 2:
        yield Obstacle(
            "you already have both sides of Electricity", "ELEC-02", case.own_change(electricity=0)
        )
    yield from items(case, "Electricity", ELECTRICITY_PRICE, "FAST-03")


def _use_movement(case: Case) -> Iterator[Obstacle]:
    yield from tokens(case, "movement", 1, "FAST-04")
    if not case.own["workers"].any():
        yield Obstacle("you have no Worker in an Area", "FAST-04", case.own_change(workers=1))


def _deploy(case: Case, area: int) -> Iterator[Obstacle]:
    if case.own["entrance"] == 0:
        yield Obstacle(
            "no Worker is at the entrance of your lair", "FAST-06", case.own_change(entrance=1)
        )


def _use(case: Case, card: int) -> Iterator[Obstacle]:
    def play(g: Any) -> None:
        seat = g["players"][case.seat]
        seat["played"], g["next"][card] = card, NONE
        seat["timings"][codes.TIMING_ONCE] = 1
        g["card_flags"][card] = 0

    def unmark(g: Any) -> None:
        g["card_flags"][card] &= ~FLAG_USED & 255

    its = case.tables["cards"][card]
    if int(case.g["card_at"][card]) != AT_PLAY_AREA + case.seat:
        yield Obstacle(f"{case.labels.cards[card]} is not in your play area", "FAST-05", play)
    elif int(case.g["card_flags"][card]) & FLAG_USED:
        yield Obstacle("its effect has already been used in this round", "FAST-05", unmark)
    ops = case.tables["ops"][its["start"] : its["end"]]["op"].tolist()
    words, rule = "you do not have what its effect requires", "CARD-18"
    if ops == [codes.OP_COPY_ONCE]:
        words, rule = "nobody has an effect marked 1x that you could copy", "CARD-E77"
    yield Obstacle(words, rule, case.own_much)


def _claim(case: Case, objective: int) -> Iterator[Obstacle]:
    def show(g: Any) -> None:
        g["objectives"][0] = objective

    def take_back(g: Any) -> None:
        g["players"][case.seat]["claims"] &= ~(1 << objective)

    def empty(g: Any) -> None:
        g["objective_claims"][objective] = 0

    own, printed = case.own, case.tables["objectives"][objective]
    private = int(own["private"]) >> objective & 1
    if not private and objective not in case.g["objectives"].tolist():
        yield Obstacle("this Objective is not shown", "SETUP-03", show)
    if own["discs"] == 0:
        yield Obstacle("you have no disc left", "OBJ-06", case.own_change(discs=1))
    claimed = int(own["claims"]) >> objective & 1
    if claimed:
        yield Obstacle("you have already claimed it", "OBJ-03", take_back)
    spaces = int(case.tables["setup"][case.g["seats"]]["objective_spaces"])
    space = 0 if private else int(case.g["objective_claims"][objective])
    if space >= spaces:
        yield Obstacle("all its spaces are taken", "OBJ-02", empty)
        space = 0
    code, due = int(printed["count"]), int(printed["spaces"][space])
    has = owned(case.tables, case.g, case.seat, code)

    def reach(g: Any) -> None:
        give(case.tables, g, case.seat, code)

    if has < due:
        words = f"its next space requires {amount(code, due)} (you have {has})"
        yield Obstacle(words, "OBJ-01", reach)


def _price(case: Case, decision: int, discount: str) -> int:
    """Return the cost of a Room or a Bed for the seat."""
    if case.kind == decision and case.of_entry("free"):
        return 0
    return max(0, PRICE - int(case.own[discount]))


def _dig(case: Case) -> Iterator[Obstacle]:
    if case.own["rooms_dug"] == limits.UNDERGROUND_TILES:
        yield Obstacle("all your Rooms are dug", "DIG-05", case.own_change(rooms_dug=0))
    yield from tokens(case, "metal", _price(case, decisions.DIG_ROOMS, "dig_discount"), "DIG-02")


def _build(case: Case) -> Iterator[Obstacle]:
    if case.own["beds_built"] == limits.BEDS:
        yield Obstacle("all your Beds are built", "BED-01", case.own_change(beds_built=0))
    yield from tokens(case, "wood", _price(case, decisions.BUILD_BEDS, "bed_discount"), "BED-02")
    yield from case.free_room("BED-05")


def _take(case: Case, tier: int, slot: int) -> Iterator[Obstacle]:
    def fill(g: Any) -> None:
        if slot == limits.DISPLAY:
            g["deck_size"][tier] = 1
        else:
            g["display"][tier, slot] = 0

    if slot == limits.DISPLAY:
        if not case.g["deck_size"][tier] and not case.g["discard_size"][tier]:
            yield Obstacle("its deck is empty", "GEN-10", fill)
    elif int(case.g["display"][tier, slot]) == NONE:
        yield Obstacle("this place of the display is empty", "TURN-04", fill)
    if case.kind == decisions.DEVELOP_PROJECTS and tier and case.of_entry("left") == 1:
        words = "an Advanced Invention costs 2 Project points, but only 1 is left"
        yield Obstacle(words, "PROJ-02", case.entry_change(left=2))


def _cube(case: Case, ability: int) -> Iterator[Obstacle]:
    def put_back(g: Any) -> None:
        g["players"][case.seat]["cubes_gone"] &= ~(1 << ability)

    if int(case.own["cubes_gone"]) >> ability & 1:
        yield Obstacle("this cube has already been moved", "MISSION-12", put_back)
    if case.kind == decisions.REMOVE_CUBE:
        colour = case.of_entry("colour")
        if not cubes_of(case.tables, colour) >> ability & 1:
            name = "brown" if colour == codes.COLOUR_BROWN else "grey"
            any_of = case.entry_change(colour=codes.COLOUR_ANY)
            yield Obstacle(f"this requires a {name} cube", "MISSION-11", any_of)
    price = int(case.tables["abilities"][ability]["items"])
    yield from items(case, "it", price, "ABILITY-14")


def _play(case: Case, card: int) -> Iterator[Obstacle]:
    if case.kind == decisions.PLAY_DRAWN:

        def draw(g: Any) -> None:
            g["offered"][0], g["offered_size"] = card, 1

        yield Obstacle("it is not one of the Inventions that you drew", "CARD-E134", draw)
        return
    yield from case.in_hand(card, "CARD-01")
    yield from card_asks(case, card)


def _discard(case: Case, card: int) -> Iterator[Obstacle]:
    yield from case.in_hand(card, "CARD-17")


def _pick(case: Case, card: int) -> Iterator[Obstacle]:
    tier = int(case.tables["cards"][card]["tier"])

    def discard(g: Any) -> None:
        g["discard"][tier, 0], g["discard_size"][tier] = card, max(1, g["discard_size"][tier])

    if case.kind != decisions.COPY_ONCE and int(case.g["card_at"][card]) != AT_DISCARDS:
        yield Obstacle("it is in no discard pile", "CARD-E156", discard)


def _pay(case: Case, item: int) -> Iterator[Obstacle]:
    yield from tokens(case, "wood" if item == codes.ITEM_WOOD else "metal", 1, "MISSION-08")


def _gain(case: Case, item: int) -> Iterator[Obstacle]:
    def fill(g: Any) -> None:
        g["deck_size"][codes.TIER_BASIC] = 1

    if item == codes.ITEM_CARD:
        if not case.g["deck_size"][codes.TIER_BASIC] + case.g["discard_size"][codes.TIER_BASIC]:
            yield Obstacle("no Basic Invention is left to draw", "GEN-10", fill)


def _move_worker(case: Case, start: int, end: int) -> Iterator[Obstacle]:
    if case.own["workers"][start] == 0:
        words = f"you have no Worker in the {case.labels.of('area')[start]}"
        yield Obstacle(words, "BONUS-01", case.own_change(workers=1))


def _hero(case: Case, hero: int) -> Iterator[Obstacle]:
    def bring(g: Any) -> None:
        g["heroes_left"] |= 1 << hero

    if not int(case.g["heroes_left"]) >> hero & 1:
        yield Obstacle("this Hero is already taken", "SETUP-12", bring)


def _skill(case: Case, skill: int) -> Iterator[Obstacle]:
    def bring(g: Any) -> None:
        g["skills_left"] |= 1 << skill

    if not int(case.g["skills_left"]) >> skill & 1:
        yield Obstacle("this Skill token is already taken", "SETUP-12", bring)


def _expel(case: Case, guest: int) -> Iterator[Obstacle]:
    if guest not in case.own["guests"][: int(case.own["guests_size"])].tolist():
        lift = case.own_change(guests=guest, guests_size=1)
        yield Obstacle("this Guest is not yours", "GUEST-02", lift)


def _pair(case: Case, pair: int) -> Iterator[Obstacle]:
    def bring(g: Any) -> None:
        g["pairs"][pair] = 0

    if int(case.g["pairs"][pair, 0]) == NONE:
        yield Obstacle("this pair is already taken", "SETUP-21", bring)


_GUARDS: Final = MappingProxyType[str, Callable[..., Iterator[Obstacle]]](
    {
        **FARM_GUARDS,
        "BONUS": _bonus, "BUILD": _build, "BUY_ELECTRICITY": _buy_electricity,
        "BUY_WILD": _buy_wild, "CLAIM": _claim, "CUBE": _cube, "DEPLOY": _deploy, "DIG": _dig,
        "DISCARD": _discard, "END_TURN": _needs_chief, "EXPEL": _expel, "GAIN": _gain,
        "HERO": _hero, "HUT": _unplaced, "MAIN": _main, "MOVE_WORKER": _move_worker,
        "PAIR": _pair, "PAY": _pay, "PICK": _pick, "PLACE": _place, "PLAY": _play,
        "SKILL": _skill, "TAKE": _take, "USE": _use, "USE_MOVEMENT": _use_movement,
    }
)  # fmt: skip


#: The reason if none of ``obstacles`` applies; this should not happen.
_OTHERS: Final = ("the current decision does not offer this", "TURN-02")


def why_not(game: Game, components: Components, action: int) -> Reason:
    """Return why an action is illegal: a sentence, and the IDs of the rules behind it."""
    return reason_of(facts(game, components, action))


def facts(game: Game, components: Components, action: int) -> list[tuple[str, str]]:
    """Return the reasons why an action is illegal: facts in words, each with its rule ID."""
    record, (block, numbers) = game.record[0], TARGETS[action]
    alone = plain_fact(Case(record, components), block, numbers)
    if alone:
        return [alone]
    guards = obstacles(record, components, action)
    found = in_the_way(game, action, guards)
    # The effect may need cards that changed copies cannot provide; then all obstacles count.
    if block == "USE" and not found:
        found = guards
    return [(each.sentence, each.rule) for each in found] or [_OTHERS]
