"""What may stand in the way of actions, by their kind; the rules say what does (``why_not``)."""

from collections.abc import Callable, Iterator
from types import MappingProxyType
from typing import Any, Final

from wistar_env.games.rats_of_wistar.components import Components
from wistar_env.games.rats_of_wistar.rules.fast_actions import ELECTRICITY_PRICE, WILD_PRICE
from wistar_env.games.rats_of_wistar.rules.state import FLAG_USED, NONE
from wistar_env.games.rats_of_wistar.spaces.actions import TARGETS
from wistar_env.games.rats_of_wistar.spaces.labels import main_actions
from wistar_env.games.rats_of_wistar.story.openings import OPENINGS
from wistar_env.games.rats_of_wistar.story.refused_case import PLENTY, Case
from wistar_env.games.rats_of_wistar.tables import codes, limits
from wistar_env.kit.game.reasons import Obstacle


def obstacles(g: Any, components: Components, action: int) -> list[Obstacle]:
    """Return what could stand in the way of an action, in the order in which a player meets it.

    Parameters
    ----------
    g
        The record of the game.
    components
        Its components.
    action
        The action.
    """
    block, numbers = TARGETS[action]
    case = Case(g, components)
    found = [*case.opening(OPENINGS[block])] if block in OPENINGS else []
    if block in _GUARDS:
        found += _GUARDS[block](case, *numbers)
    return found


def _unplaced(case: Case) -> Obstacle:
    return Obstacle(
        "your Chief of this turn is placed", "TURN-01", case.entry_change(chief_at=NONE)
    )


def _place(case: Case, sector: int, space: int) -> Iterator[Obstacle]:
    def empty(g: Any) -> None:
        g["chiefs"][sector, space] = NONE

    def leave(g: Any) -> None:
        spaces = g["chiefs"][sector]
        spaces[spaces == case.seat] = NONE

    yield _unplaced(case)
    yield Obstacle("you have a Chief in this Sector", "WHEEL-02", leave)
    yield Obstacle("another Chief stands on this space", "WHEEL-01", empty)


def _hut(case: Case) -> Iterator[Obstacle]:
    yield _unplaced(case)


def _end_turn(case: Case) -> Iterator[Obstacle]:
    yield Obstacle("you place a Chief first", "TURN-01", case.entry_change(chief_at=0))


def _main(case: Case, main: int) -> Iterator[Obstacle]:
    position = case.tables["main_at"].tolist().index(main)
    names = main_actions()
    at = case.number("chief_at")
    if at == NONE:
        words = f"you place a Chief at {names[main]} first"
    elif at == limits.SECTORS:
        words = "your Chief is at the Alchemist's Hut"
    else:
        words = f"your Chief is at {names[case.tables['main_at'][at]]}"
    yield Obstacle(words, "WHEEL-05", case.entry_change(chief_at=position))
    placed = {} if at not in (NONE, limits.SECTORS) else {"chief_at": position}
    due = case.entry_change(main_due=1, **placed)
    yield Obstacle("your Main action is done", "TURN-02", due)


def _bonus(case: Case, bonus: int) -> Iterator[Obstacle]:
    yield Obstacle("you place a Chief first", "TURN-01", case.entry_change(chief_at=0))
    yield Obstacle("this Bonus action is not due", "WHEEL-05", case.entry_change(bonus_due=bonus))


def _items(case: Case, what: str, price: int, rule: str) -> Obstacle:
    has = int(case.own["wood"] + case.own["metal"] + case.own["hand_size"])
    words = f"{what} costs {price} items, and you have {has}"
    return Obstacle(words, rule, case.own_change(wood=99))


def _buy_wild(case: Case) -> Iterator[Obstacle]:
    yield _items(case, "a Wild token", WILD_PRICE, "FAST-02")


def _buy_electricity(case: Case) -> Iterator[Obstacle]:
    yield Obstacle("you have both sides", "FAST-03", case.own_change(electricity=0))
    yield _items(case, "Electricity", ELECTRICITY_PRICE, "FAST-03")


def _use_movement(case: Case) -> Iterator[Obstacle]:
    yield Obstacle("you have no Movement token", "FAST-04", case.own_change(movement=1))
    yield Obstacle("you have no Worker in an Area", "FAST-04", case.own_change(workers=1))


def _deploy(case: Case, area: int) -> Iterator[Obstacle]:
    yield Obstacle("no Worker is at your entrance", "FAST-06", case.own_change(entrance=1))


def _tent(case: Case, room: int) -> Iterator[Obstacle]:
    yield Obstacle("your Explorer is elsewhere", "FAST-07", case.own_change(explorer=room))
    if room in case.own["tents"]:
        words = "a Tent of yours stands in this room"
        yield Obstacle(words, "FAST-08", case.own_change(tents=NONE))
    yield Obstacle("both Tents are pitched", "FAST-08", case.own_change(tents=NONE))


def _use(case: Case, card: int) -> Iterator[Obstacle]:
    def own(g: Any) -> None:
        seat = g["players"][case.seat]
        seat["played"], g["next"][card] = card, NONE
        seat["timings"][codes.TIMING_ONCE] = 1
        g["card_flags"][card] = 0

    def unmark(g: Any) -> None:
        g["card_flags"][card] &= ~FLAG_USED & 255

    if case.tables["cards"][card]["timing"] != codes.TIMING_ONCE:
        return
    yield Obstacle(f"{case.labels.cards[card]} is not before you", "FAST-05", own)
    yield Obstacle("its effect has been used in this round", "FAST-05", unmark)
    yield Obstacle("you do not have what its effect requires", "CARD-18", case.own_much)


def _claim(case: Case, objective: int) -> Iterator[Obstacle]:
    def show(g: Any) -> None:
        g["objectives"][0] = objective

    def take_back(g: Any) -> None:
        g["players"][case.seat]["claims"] &= ~(1 << objective)

    def empty(g: Any) -> None:
        g["objective_claims"][objective] = 0

    yield Obstacle("this Objective is not shown", "OBJ-06", show)
    yield Obstacle("you have no disc left", "OBJ-06", case.own_change(discs=1))
    yield Obstacle("you have claimed it", "OBJ-03", take_back)
    yield Obstacle("all its spaces are taken", "OBJ-02", empty)
    yield Obstacle("you do not reach the amount on its free space", "OBJ-01", case.own_much)


def _dig(case: Case) -> Iterator[Obstacle]:
    yield Obstacle("all your Rooms are dug", "DIG-05", case.own_change(rooms_dug=0))
    yield Obstacle("you do not have the Metal", "DIG-02", case.own_change(metal=99))


def _build(case: Case) -> Iterator[Obstacle]:
    yield Obstacle("all your Beds are built", "BED-01", case.own_change(beds_built=0))
    yield Obstacle("you do not have the Wood", "BED-02", case.own_change(wood=99))
    yield Obstacle("you have no free Room", "BED-05", case.own_change(extra_rooms=PLENTY))


def _take(case: Case, tier: int, slot: int) -> Iterator[Obstacle]:
    def fill(g: Any) -> None:
        if slot == limits.DISPLAY:
            g["deck_size"][tier] = 1
        else:
            g["display"][tier, slot] = 0

    words = (
        "its deck is empty"
        if slot == limits.DISPLAY
        else "the place is empty until the end of the turn"
    )
    yield Obstacle(words, "TURN-04", fill)


def _open(case: Case, passage: int) -> Iterator[Obstacle]:
    if passage >= case.tables["passages"]:
        return

    def close(g: Any) -> None:
        g["doors"][passage], g["doors_seen"] = 0, 0

    yield Obstacle("this Door is open", "EXPL-05", close)
    room = int(case.tables["passage_a"][passage])
    words = "neither your Explorer nor a Tent of yours is beside this Door"
    yield Obstacle(words, "EXPL-02", case.own_change(explorer=room))


def _move(case: Case, room: int) -> Iterator[Obstacle]:
    ways = zip(case.tables["passage_a"].tolist(), case.tables["passage_b"].tolist(), strict=True)
    passages = [k for k, way in enumerate(ways) if room in way and k < case.tables["passages"]]
    if not passages:
        return
    first = passages[0]
    ends = int(case.tables["passage_a"][first]), int(case.tables["passage_b"][first])

    def open_all(g: Any) -> None:
        g["doors"][passages] = NONE

    def come(g: Any) -> None:
        g["players"][case.seat]["explorer"] = ends[0] if ends[1] == room else ends[1]

    yield Obstacle("the Door between is closed", "EXPL-05", open_all)
    yield Obstacle("your Explorer is in no room beside it", "EXPL-06", come)


def _reveal(case: Case, place: int) -> Iterator[Obstacle]:
    def hide(g: Any) -> None:
        g["mission_open"][place] = 0

    yield Obstacle("this Mission is face up", "EXPL-07", hide)
    yield case.present(int(case.tables["mission_room"][place]))


def _guest(case: Case, room: int) -> Iterator[Obstacle]:
    def fill(g: Any) -> None:
        g["room_guests_size"][room] = 1

    if room >= case.tables["rooms"]:
        return
    yield Obstacle("no Guest is left in this room", "EXPL-09", fill)
    yield case.present(room)
    yield case.free_room()


def _cheese(case: Case) -> Iterator[Obstacle]:
    def fill(g: Any) -> None:
        g["cheese_size"] = 1

    yield Obstacle("no Cheese is left", "EXPL-10", fill)
    yield Obstacle("you have a Cheese", "EXPL-11", case.own_change(cheese=0))
    yield case.present(int(case.tables["cheese_room"]))
    yield case.free_room()


def _complete(case: Case, place: int, row: int) -> Iterator[Obstacle]:
    def empty(g: Any) -> None:
        g["mission_cubes"][place, row] = NONE

    def unlock(g: Any) -> None:
        for other in range(limits.MISSION_ROWS):
            if other != row:
                g["mission_cubes"][place, other] = case.seat

    def reveal(g: Any) -> None:
        g["mission_open"][place] = 1
        empty(g)
        unlock(g)
        case.own_much(g)
        case.own_change(cubes_gone=0)(g)

    card = int(case.g["mission_card"][place])
    if card == NONE:
        return
    if not case.g["mission_open"][place]:
        # What else it asks is hidden.
        yield Obstacle("this Mission is face down", "MISSION-01", reveal)
        yield case.present(int(case.tables["mission_room"][place]))
        return
    yield case.present(int(case.tables["mission_room"][place]))
    yield Obstacle("a cube lies on this row", "MISSION-05", empty)
    yield Obstacle("its lock is closed", "MISSION-07", unlock)
    yield from case.requirement(
        case.tables["missions"][card]["rows"][row]["requirement"], "MISSION-03"
    )
    yield Obstacle(
        "you have no cube that may lie here", "MISSION-11", case.own_change(cubes_gone=0)
    )


def _cube(case: Case, ability: int) -> Iterator[Obstacle]:
    def put_back(g: Any) -> None:
        g["players"][case.seat]["cubes_gone"] &= ~(1 << ability)

    yield Obstacle("this cube is gone", "MISSION-12", put_back)
    yield Obstacle("you do not have the items", "ABILITY-14", case.own_change(wood=99))


def _play(case: Case, card: int) -> Iterator[Obstacle]:
    yield from case.in_hand(card)
    yield from case.requirement(case.tables["cards"][card]["requirement"], "CARD-01")


def _discard(case: Case, card: int) -> Iterator[Obstacle]:
    yield from case.in_hand(card)


def _pick(case: Case, card: int) -> Iterator[Obstacle]:
    tier = int(case.tables["cards"][card]["tier"])

    def discard(g: Any) -> None:
        g["discard"][tier, 0], g["discard_size"][tier] = card, max(1, g["discard_size"][tier])

    yield Obstacle("it is in no discard pile", "CARD-E156", discard)


def _pay(case: Case, item: int) -> Iterator[Obstacle]:
    good = "wood" if item == codes.ITEM_WOOD else "metal"
    yield Obstacle(f"you have no {good.capitalize()}", "FAST-02", case.own_change(**{good: 1}))


def _move_worker(case: Case, start: int, end: int) -> Iterator[Obstacle]:
    if start == end:
        return
    words = f"you have no Worker in the {case.labels.of('area')[start]}"
    yield Obstacle(words, "BONUS-01", case.own_change(workers=1))


def _hero(case: Case, hero: int) -> Iterator[Obstacle]:
    def bring(g: Any) -> None:
        g["heroes_left"] |= 1 << hero

    yield Obstacle("this Hero is taken", "SETUP-12", bring)


def _skill(case: Case, skill: int) -> Iterator[Obstacle]:
    def bring(g: Any) -> None:
        g["skills_left"] |= 1 << skill

    yield Obstacle("this Skill token is taken", "SETUP-12", bring)


def _expel(case: Case, guest: int) -> Iterator[Obstacle]:
    yield Obstacle(
        "this Guest is not yours", "GUEST-02", case.own_change(guests=guest, guests_size=1)
    )


def _lift(case: Case, room: int) -> Iterator[Obstacle]:
    yield Obstacle("no Tent of yours is there", "CARD-E50", case.own_change(tents=room))


def _pair(case: Case, pair: int) -> Iterator[Obstacle]:
    def bring(g: Any) -> None:
        g["pairs"][pair] = 0

    if pair < case.g["seats"]:
        yield Obstacle("this pair is taken", "SETUP-21", bring)


_GUARDS: Final = MappingProxyType[str, Callable[..., Iterator[Obstacle]]](
    {
        "BONUS": _bonus, "BUILD": _build, "BUY_ELECTRICITY": _buy_electricity,
        "BUY_WILD": _buy_wild, "CHEESE": _cheese, "CLAIM": _claim, "COMPLETE": _complete,
        "CUBE": _cube, "DEPLOY": _deploy, "DIG": _dig, "DISCARD": _discard,
        "END_TURN": _end_turn, "EXPEL": _expel, "GUEST": _guest, "HERO": _hero, "HUT": _hut,
        "LIFT": _lift, "MAIN": _main, "MOVE": _move, "MOVE_WORKER": _move_worker, "OPEN": _open,
        "PAIR": _pair, "PAY": _pay, "PICK": _pick, "PLACE": _place, "PLAY": _play,
        "REVEAL": _reveal, "SKILL": _skill, "TAKE": _take, "TENT": _tent, "USE": _use,
        "USE_MOVEMENT": _use_movement,
    }
)  # fmt: skip
