"""The observation written down a second time, in plain Python, straight from the record."""

from collections.abc import Callable
from typing import Any

import numpy as np

from wistar_env import RatsOfWistar
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.numbers import NUMBERS_OF
from wistar_env.games.rats_of_wistar.rules.numbers import number as named
from wistar_env.games.rats_of_wistar.rules.state import AT_BOT_PILE, FLAG_USED
from wistar_env.games.rats_of_wistar.spaces.alternatives import SHOWN
from wistar_env.games.rats_of_wistar.spaces.blocks import AXES
from wistar_env.games.rats_of_wistar.tables import codes

Counts = dict[str, np.ndarray[Any, np.dtype[np.int64]]]


def zeros(*axes: str) -> np.ndarray[Any, np.dtype[np.int64]]:
    return np.zeros([AXES[axis] for axis in axes], np.int64)


def flags(axis: str, found: Any) -> np.ndarray[Any, np.dtype[np.int64]]:
    out = zeros(axis)
    out[[int(k) for k in found if k >= 0]] = 1
    return out


def bits(axis: str, number: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    return np.array([int(number) >> k & 1 for k in range(AXES[axis])])


def chain(g: Any, first: int) -> list[int]:
    cards = []
    while first != -1:
        cards.append(int(first))
        first = g["next"][first]
    return cards


def open_entry(game: RatsOfWistar) -> Any:
    g = game.record[0]
    return g["stack"][g["depth"] - 1]


def place_of(op: int) -> int:
    """Return the place of an op among the alternatives."""
    return SHOWN.index(next(word for word, code in codes.names("OP").items() if code == op))


def decision_blocks(game: RatsOfWistar, viewer: int) -> Counts:
    g, t = game.record[0], game.components.tables[0]
    out = {
        "decision": zeros("decision"),
        "numbers": zeros("number"),
        "alternatives": zeros("option", "op"),
        "resolving": zeros("card"),
        "offered": zeros("card"),
        "offered_objectives": zeros("objective"),
        "chief_at": zeros("board position"),
        "main_due": zeros(),
        "bonus_due": zeros("bonus"),
    }
    if game.finished:
        return out
    for e in g["stack"][: g["depth"]]:
        if e["kind"] == decisions.FINISH_PLAY:
            out["resolving"][named(e, "card")] = 1
        elif e["kind"] == decisions.EFFECT and 0 <= named(e, "source") < AXES["card"]:
            out["resolving"][named(e, "source")] = 1
        elif e["kind"] == decisions.TURN:
            out["chief_at"] = flags("board position", [named(e, "chief_at")])
            out["main_due"] = np.array(int(named(e, "main_due")))
            for bonus in (named(e, "bonus_due"), named(e, "other_bonus_due")):
                if bonus >= 0:
                    out["bonus_due"][bonus] += 1
    e = open_entry(game)
    out["decision"][e["kind"]] = 1
    if viewer != e["seat"]:
        return out
    for place, number in enumerate(NUMBERS_OF[int(e["kind"])]):
        if number.shown:
            out["numbers"][place] = max(0, e["numbers"][place])
    if e["kind"] == decisions.CHOOSE_OPTION:
        for k in range(named(e, "options")):
            out["alternatives"][k, place_of(t["ops"][named(e, "first_option") + k]["op"])] = 1
    if e["kind"] == decisions.ACCEPT_COST:
        body = named(g["stack"][g["depth"] - 2], "row")
        for row in t["ops"][body : body + named(e, "skip")]:
            out["alternatives"][0, place_of(row["op"])] = 1
    if e["kind"] == decisions.PLAY_DRAWN:
        out["offered"] = flags("card", g["offered"][: g["offered_size"]])
    if e["kind"] == decisions.KEEP_OBJECTIVE:
        out["offered_objectives"] = flags(
            "objective", (named(e, "objective"), named(e, "other_objective"))
        )
    return out


def table_blocks(game: RatsOfWistar) -> Counts:
    g, t = game.record[0], game.components.tables[0]
    missions, face_down = zeros("place", "mission"), zeros("place")
    for place, card in enumerate(g["mission_card"]):
        if card >= 0 and g["mission_open"][place]:
            missions[place, card] = 1
        elif card >= 0:
            face_down[place] = 1
    display, discards, pairs = zeros("card"), zeros("card"), zeros("card")
    for tier in range(2):
        for slot, card in enumerate(g["display"][tier]):
            if card >= 0:
                display[card] = slot + 1
        discards[g["discard"][tier][: g["discard_size"][tier]]] = 2
    discards[g["card_at"] == AT_BOT_PILE] = 1
    if game.round == 0:
        for pair, cards in enumerate(g["pairs"]):
            pairs[[card for card in cards if card >= 0]] = pair + 1
    shown, left = zeros("objective"), zeros("objective")
    for k, objective in enumerate(g["objectives"]):
        shown[objective] = k + 1
        spaces = t["setup"][game.num_seats]["objective_spaces"]
        left[objective] = spaces - g["objective_claims"][objective]
    return {
        "finished": np.array(int(game.finished)),
        "round": flags("round", [game.round]),
        "turn": g["turn"],
        "wheel": np.array([flags("sector", [sector]) for sector in g["wheel"]]),
        "round_guest": flags("guest", [g["round_guest"]]),
        "round_guests_shown": flags("guest", g["round_guests"][: game.round]),
        "display": display,
        "discards": discards,
        "used": np.array([int(flag & FLAG_USED > 0) for flag in g["card_flags"]]),
        "pairs": pairs,
        "decks": g["deck_size"],
        "discarded": g["discard_size"],
        "objectives": shown,
        "claims": g["objective_claims"],
        "spaces_left": left,
        "objective_deck": g["objective_deck_size"],
        "objectives_gone": bits("objective", g["objectives_gone"]),
        "missions": missions,
        "face_down": face_down,
        "doors": (g["doors"] >= 0).astype(np.int64),
        "doors_seen": bits("door token", g["doors_seen"]),
        "room_guests": g["room_guests_size"],
        "cheeses": flags("cheese", g["cheese"][: g["cheese_size"]] - 25),
        "supply": g["supply_size"],
        "guests_gone": bits("guest", g["guests_gone"]),
        "heroes_left": bits("hero", g["heroes_left"]),
        "skills_left": bits("skill", g["skills_left"]),
    }


def bot_blocks(game: RatsOfWistar) -> Counts:
    bot, t = game.record[0]["bot"], game.components.tables[0]
    top = bot["explorations"][min(int(bot["exploration_next"]), 6)]
    priority = t["bot_explorations"][top]["priority"]
    return {
        "tracks": np.array([flags("index", [k]) for k in game.record[0]["options"]["tracks"]]),
        "positions": np.array([flags("track space", [k]) for k in bot["positions"]]),
        "tokens": np.array([flags("track", [k]) for k in bot["token_track"]]),
        "pile": bot["cards"],
        "stock": bot["workers"],
        "cubes": bot["cubes"],
        "actions_used": flags("action card", bot["actions"][: bot["action_next"]]),
        "explorations_used": flags(
            "exploration card", bot["explorations"][: bot["exploration_next"]]
        ),
        "priority": np.where(priority >= 0, 10 - priority, 0),
    }


def seat_blocks(game: RatsOfWistar, seat: int, knows: Callable[[int], bool]) -> Counts:
    g = game.record[0]
    p = g["players"][seat]
    same = ("vp", "wood", "metal", "movement", "wild", "electricity", "workers", "entrance", "beds")
    more = ("beds_built", "rooms_dug", "mission_cubes", "discs", "hand_size", "icons", "types")
    last = (
        "hand_advanced",
        "tiers",
        "timings",
        "guest_kinds",
        "immune",
        "bed_discount",
        "dig_discount",
    )
    decides = not game.finished and game.seat == seat
    return {
        **{name: p[name] for name in (*same, *more, *last, "movement_bonus")},
        "decides": np.array(int(decides)),
        "order": flags("turn place", np.flatnonzero(g["order"][: game.num_seats] == seat)),
        "chiefs_left": p["chiefs"],
        "free_rooms": 3 + p["rooms_dug"] + p["extra_rooms"] - p["beds"] - p["guests_size"],
        "explorer": flags("room", [p["explorer"]]),
        "tents": flags("room", p["tents"]),
        "abilities": bits("ability", p["cubes_gone"]),
        "guests": flags("guest", p["guests"][: p["guests_size"]]),
        "door_tokens": p["doors"],
        "claimed": bits("objective", p["claims"]),
        "private": bits("objective", p["private"]),
        "skill_tokens": bits("skill", p["skill_tokens"]),
        "heroes": bits("hero", p["heroes"]),
        "chiefs": (g["chiefs"] == seat).astype(np.int64),
        "hut": flags("hut place", np.flatnonzero(g["hut"][: g["hut_size"]] == seat)),
        "rows": (g["mission_cubes"] == seat).astype(np.int64),
        "played": flags("card", chain(g, p["played"])),
        "hand": flags("card", [card for card in chain(g, p["hand"]) if knows(card)]),
    }


def reference(game: RatsOfWistar, viewer: int) -> Counts:
    """Return what a seat should see, as counts by the names of the blocks."""
    g = game.record[0]
    out = {**decision_blocks(game, viewer), **table_blocks(game)}
    if game.num_players == 1:
        out |= {f"bot.{name}": counts for name, counts in bot_blocks(game).items()}
    order = g["order"][: game.num_seats].tolist()
    first = order.index(viewer)
    for k in range(game.num_seats):
        seat = order[(first + k) % game.num_seats]

        def knows(card: int, seat: int = seat) -> bool:
            return seat == viewer or bool(g["card_flags"][card] >> viewer & 1)

        section = "me" if k == 0 else f"rival_{k}"
        blocks = seat_blocks(game, seat, knows)
        blocks["seat"] = flags("seat offset", [(seat - viewer) % game.num_seats])
        out |= {f"{section}.{name}": counts for name, counts in blocks.items()}
    return out
