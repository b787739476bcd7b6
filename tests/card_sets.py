"""Random card sets: whole data folders whose components use everything that the language allows.

A set has a few designs of each kind, which are assigned to all cards, Guests, Missions and so on in
turn, so that all combinations of designs occur. Names, types, tiers and boards do not change.
"""

import json
import tomllib
from collections.abc import Iterable
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from wistar_env.games.rats_of_wistar.tables import codes, effect_rules, language, reading
from wistar_env.games.rats_of_wistar.tables.effect_rules import TAKING
from wistar_env.games.rats_of_wistar.tables.language import EVENT_ARGUMENTS, STANDING
from wistar_env.games.rats_of_wistar.tables.ops import OPS
from wistar_env.games.rats_of_wistar.tables.reading import CARD_FILES

Entry = dict[str, Any]
Folder = dict[str, dict[str, Any]]

INSTANT = sorted(set(OPS) - STANDING - TAKING)
COUNTS = [
    word
    for word, code in codes.names("COUNT").items()
    if code not in codes.ADVANCE_COUNTS + codes.TIMING_COUNTS
]
amounts = st.sampled_from([1, 1, 1, 2, 3, 20])
counts = st.sampled_from(COUNTS)


def words(family: str, without: tuple[str, ...] = ()) -> st.SearchStrategy[str]:
    """Draw a word of a family of codes."""
    return st.sampled_from([word for word in codes.names(family) if word not in without])


def argument(family: str) -> st.SearchStrategy[str]:
    """Draw an argument of an op."""
    return amounts.map(str) if family == "n" else words(family)


def op(allowed: Iterable[str]) -> st.SearchStrategy[str]:
    """Draw an op with its arguments."""
    return st.sampled_from(sorted(allowed)).flatmap(
        lambda word: st.tuples(*map(argument, OPS[word].arguments)).map(
            lambda rest: " ".join([word, *rest])
        )
    )


def steps(allowed: Iterable[str]) -> st.SearchStrategy[str]:
    """Draw the steps after the guards of a clause: ops and alternatives."""
    allowed = list(allowed)
    step = st.lists(op(allowed), min_size=1, max_size=4).map(" or ".join)
    single = op(allowed)
    return st.lists(st.one_of(single, single, step), min_size=1, max_size=3).map(", ".join)


MULTIPLIED = [word for word in INSTANT if effect_rules.multiplies(language.code_words("OP")[word])]
conditions = st.one_of(
    st.tuples(counts, st.sampled_from([1, 1, 2])).map(lambda pair: f"if {pair[0]} {pair[1]}"),
    st.tuples(words("PAY"), amounts).map(lambda pair: f"pay {pair[0]} {pair[1]}"),
)
events = words("EVENT").flatmap(
    lambda event: (
        st.just(f"on {event}")
        if event not in EVENT_ARGUMENTS
        else words(EVENT_ARGUMENTS[event]).map(lambda word: f"on {event} {word}")
    )
)


@st.composite
def clause(draw: st.DrawFn, first: st.SearchStrategy[str] | None = None) -> str:
    """Draw a clause of an effect that happens at a moment."""
    guards = [draw(first)] if first is not None else []
    guards += draw(st.lists(conditions, max_size=2))
    if draw(st.integers(0, 3)) == 0:
        return ": ".join([*guards, f"per {draw(counts)}", draw(op(MULTIPLIED))])
    return ": ".join([*guards, draw(steps(INSTANT))])


@st.composite
def standing(draw: st.DrawFn, without: tuple[str, ...] = ()) -> str:
    """Draw an op with a standing effect, which holds while its card is in play."""
    line = draw(op(set(STANDING) - set(without)))
    if not line.startswith("discount"):
        return line
    filters = [word for word, code in codes.names("FILTER").items() if code in codes.SCOPE_FILTERS]
    _, _, kind, n = line.split()
    return f"discount {draw(st.sampled_from(filters))} {kind} {n}"


def several(line: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Draw one to three clauses."""
    return st.lists(line, min_size=1, max_size=3).map("; ".join)


instant = several(clause())
permanent = several(st.one_of(clause(first=events), clause(first=events), standing()))
permanent_guest = several(
    st.one_of(clause(first=events), clause(first=events), standing(without=("extra_room",)))
)
endgame = several(
    st.one_of(
        amounts.map(lambda n: f"vp {n}"),
        st.tuples(counts, amounts).map(lambda pair: f"per {pair[0]}: vp {pair[1]}"),
        counts.map(lambda count: f"if {count} 1: vp 3"),
    )
)
aggressive = several(
    st.tuples(counts, steps(TAKING)).map(lambda pair: f"foes_more {pair[0]}: {pair[1]}")
)
ability = st.one_of(st.just(""), instant, several(standing()))
bot_aggressive = st.tuples(counts, steps(TAKING)).map(lambda pair: f"if {pair[0]} 1: {pair[1]}")

EFFECTS = {
    "immediate": instant,
    "once": instant,
    "income": instant,
    "permanent": permanent,
    "endgame": endgame,
    "aggressive": aggressive,
}
costs = st.sampled_from(["", "", "", "wood 1", "metal 2", "items 2", "cards 1", "movement 1"])
needs = st.sampled_from(["", "", "", "strength 1", "electricity 1", "guests 1", "rooms_dug 1"])
#: Every set has Energy icons, since requirements must be satisfiable.
icons = st.sampled_from(["energy 1", "energy 2", "energy 1, strength 1", "energy 1, agility 2"])
vps = st.integers(-3, 6)


@st.composite
def card(draw: st.DrawFn) -> Entry:
    """Draw what is printed on an Invention."""
    timing = draw(st.sampled_from([*EFFECTS, "permanent", "permanent", "immediate", "once"]))
    return {
        "timing": timing,
        "effect": draw(EFFECTS[timing]),
        "cost": draw(costs),
        "requires": draw(needs),
        "icons": draw(icons),
        "vp": draw(vps),
    }


@st.composite
def guest(draw: st.DrawFn) -> Entry:
    """Draw what is printed on a Guest."""
    timing = draw(st.sampled_from(["immediate", "income", "permanent"]))
    effect = permanent_guest if timing == "permanent" else instant
    return {"timing": timing, "effect": draw(effect), "vp": draw(vps)}


row = st.fixed_dictionaries({"cost": costs, "requires": needs, "effect": instant})
objective = st.fixed_dictionaries(
    {"count": counts, "spaces": st.just([1, 1, 2, 2]), "effect": instant}
)
space = st.fixed_dictionaries({"effect": ability, "items": st.integers(0, 3), "vp": vps})
start = st.fixed_dictionaries(
    {
        "wood": st.integers(0, 20),
        "metal": st.integers(0, 20),
        "movement": st.integers(0, 5),
        "workers_at_entrance": st.integers(0, 2),
    }
)


@cache
def bundled() -> str:
    """Return the bundled folder as JSON, so that every set begins with a separate copy."""
    files = sorted(reading.DEFAULT.glob("*.toml"))
    return json.dumps({file.name: tomllib.loads(file.read_text("utf-8")) for file in files})


def deal(entries: Iterable[Entry], designs: list[Entry]) -> None:
    """Print the designs on the entries, cycling through them."""
    for entry, design in zip(entries, cycle(designs), strict=False):
        entry.update(design)
        entry["known"] = {}


def few(design: st.SearchStrategy[Any], most: int = 4) -> st.SearchStrategy[list[Any]]:
    """Draw a few designs."""
    return st.lists(design, min_size=1, max_size=most)


#: Designs by kind of component.
designs = st.fixed_dictionaries(
    {
        "cards": few(card(), 8),
        "guests": few(guest()),
        "rows": few(row),
        "reveals": few(instant),
        "objectives": few(objective),
        "doors": few(instant),
        "abilities": few(space),
        "start": start,
        "bot_aggressive": few(bot_aggressive),
        "bot_endgame": few(endgame, 2),
    }
)


def folder_of(drawn: Entry) -> Folder:
    """Return a folder with these designs: the contents of each file by its name."""
    files: Folder = json.loads(bundled())
    deal([entry for name in CARD_FILES for entry in files[name]["card"]], drawn["cards"])
    deal(files["guests.toml"]["guest"], drawn["guests"])
    missions = files["missions.toml"]["mission"]
    deal((each for mission in missions for each in mission["row"]), drawn["rows"])
    deal(missions, [{"reveal": effect} for effect in drawn["reveals"]])
    deal(files["objectives.toml"]["objective"], drawn["objectives"])
    deal(files["doors.toml"]["door"], [{"effect": effect} for effect in drawn["doors"]])
    deal(files["abilities.toml"]["ability"], drawn["abilities"])
    deal([files["setup.toml"]["start"]], [drawn["start"]])
    effects = cycle(
        [{"aggressive": effect} for effect in drawn["bot_aggressive"]]
        + [{"endgame": effect} for effect in drawn["bot_endgame"]]
        + [{"immediate": effect} for effect in ("explore", "mission", "objective left")]
    )
    for side in files["bot_tracks.toml"]["side"]:
        side["spaces"] = [
            {"vp": each["vp"]} | (next(effects) if number else {})
            for number, each in enumerate(side["spaces"])
        ]
    return files


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(k)} = {_value(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value)


def write(folder: Path, files: Folder) -> None:
    """Write a folder as TOML files."""
    for name, tables in files.items():
        lines = [f"{key} = {_value(value)}" for key, value in tables.items()]
        (folder / name).write_text("\n".join(lines), "utf-8")
