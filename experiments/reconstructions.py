"""Reconstructions: data folders in which most reconstructed values are redrawn.

Values that the rulebooks show (``known`` in the data files) are kept. ``DRAWN`` describes how most
other values are drawn. ``python -m experiments.reconstructions 1000 1024`` writes the data folders
of reconstructions 1000 to 1023, with which ``wistar-reader`` was trained; ``sensitivity`` plays
with the first hundred.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple, TypeAlias

import numpy as np
import typer

from wistar_env.games.rats_of_wistar.card_sets.contents import Entry, Files
from wistar_env.games.rats_of_wistar.card_sets.making import files_of as made_files
from wistar_env.games.rats_of_wistar.card_sets.set_files import bundled_files, card_files
from wistar_env.games.rats_of_wistar.card_sets.set_names import GENERATED, CardSet
from wistar_env.games.rats_of_wistar.card_sets.toml_folder import write_files

#: Only reconstructions use sets from this number on; they belong to the validation split.
FIRST_SET: Final = 850_000
_SEED: Final = 55
Draw: TypeAlias = np.random.Generator
_DOOR_BONUSES: Final = (
    *("metal 1", "wood 1", "movement 1", "draw basic 1", "draw advanced 1", "wild 1", "vp 2"),
    "explore 1",
)


class Range(NamedTuple):
    """How a group of values is drawn."""

    values: str  # the values
    drawn: str  # the distribution, in words
    change: Callable[[Files, Draw], None]  # draws the values, in place


def _shuffled(draw: Draw, values: Sequence[Any]) -> list[Any]:
    return [values[k] for k in draw.permutation(len(values))]


def _shuffle(draw: Draw, entries: Sequence[Entry], field: str) -> None:
    """Shuffle the values of a field among the entries."""
    values = _shuffled(draw, [each[field] for each in entries])
    for entry, value in zip(entries, values, strict=True):
        entry[field] = value


def _rising(draw: Draw, first: list[int], length: int, known: set[int], most: int) -> list[int]:
    """Return VP with known values kept and increments that never shrink."""
    while True:
        vp = [*first]
        step = max(1, vp[-1] - vp[-2] if len(vp) > 1 else 1)
        while len(vp) < length:
            step = int(draw.integers(step, step + 4))
            vp.append(vp[-1] + step)
        if known <= set(vp) and vp[-1] <= most:
            return vp


def _shows(entry: Entry) -> bool:
    """Return whether the rulebooks show any value of an entry."""
    return (
        "known" in entry
        or entry["source"].startswith("known")
        or any(map(_shows, entry.get("row", ())))
    )


def _cards(files: Files, draw: Draw) -> None:
    """Replace all cards of which nothing is known; change unknown VP of the other Inventions."""
    made = made_files(CardSet(GENERATED, FIRST_SET + int(draw.integers(10_000))))
    tables = [*((file, "card") for file in card_files()), ("guests", "guest")]
    for file, kind in (*tables, ("missions", "mission"), ("objectives", "objective")):
        entries = zip(files[file][kind], made[file][kind], strict=True)
        files[file][kind] = [mine if _shows(mine) else new for mine, new in entries]
        if kind == "card":
            for card in files[file][kind]:
                if "known" in card and "vp" not in card["known"]:
                    card["vp"] += int(draw.integers(-1, 2))


def _bed_spaces(files: Files, draw: Draw) -> None:
    files["board"]["beds"]["vp"] = _rising(draw, [0], 7, {2, 7}, 26)


def _room_spaces(files: Files, draw: Draw) -> None:
    files["board"]["rooms"]["vp"] = _rising(draw, [0, 0, 1], 7, {3, 10}, 20)


def _cube_spaces(files: Files, draw: Draw) -> None:
    files["board"]["bot_cubes"]["vp"] = _rising(draw, [0], 8, {4}, 22)


def _abilities(files: Files, draw: Draw) -> None:
    abilities = files["abilities"]["ability"]
    _shuffle(draw, abilities, "colour")
    free = [each for each in abilities if "vp" not in each["known"]]
    for each in _shuffled(draw, free)[1:]:
        each["vp"] = int(draw.integers(0, 3))


def _door_bonuses(files: Files, draw: Draw) -> None:
    for door in files["doors"]["door"][1:]:
        door["effect"] = str(draw.choice(_DOOR_BONUSES))


def _guests_in_rooms(files: Files, draw: Draw) -> None:
    for kind in ("home", "basement"):
        rooms = [each for each in files["farm"]["location"] if each.get("kind") == kind]
        _shuffle(draw, rooms, "guests")


def _mission_places(files: Files, draw: Draw) -> None:
    farm = files["farm"]
    kinds = {each["letter"]: each.get("kind") for each in farm["location"]}
    for place in farm["mission_place"]:
        if "known" not in place:
            rooms = [room for room, kind in kinds.items() if kind == kinds[place["room"]]]
            place["room"] = str(draw.choice(rooms))


def _doors(files: Files, draw: Draw) -> None:
    passages = [each for each in files["farm"]["passage"] if "known" not in each]
    _shuffle(draw, passages, "players")


def _objective_spaces(files: Files, draw: Draw) -> None:
    two = int(draw.integers(2, 4))
    three = int(draw.integers(two, 4))
    for seats, spaces in zip(files["setup"]["players"], (two, three, 4), strict=True):
        seats["objective_spaces"] = spaces


def _positions(files: Files, draw: Draw) -> None:
    areas: dict[str, list[Entry]] = {}
    for position in files["wheel"]["position"]:
        areas.setdefault(position["area"], []).append(position)
    order = _shuffled(draw, [_shuffled(draw, each) for each in areas.values()])
    files["wheel"]["position"] = [position for area in order for position in area]


def _sectors(files: Files, draw: Draw) -> None:
    """Shuffle the printed bonuses; every space keeps its number of bonuses."""
    sectors = files["wheel"]["sector"]
    small = [space.split(", ") for each in sectors for space in each["face_2"]]
    more = [
        space.split(", ") for each in sectors for space in each["face_3_4"][len(each["face_2"]) :]
    ]
    _deal(small, draw)
    _deal(more, draw)
    small, more = _shuffled(draw, small), _shuffled(draw, more)
    for sector in sectors:
        sizes = len(sector["face_2"]), len(sector["face_3_4"]) - len(sector["face_2"])
        sector["face_2"] = [", ".join(small.pop()) for _ in range(sizes[0])]
        sector["face_3_4"] = [*sector["face_2"], *(", ".join(more.pop()) for _ in range(sizes[1]))]


def _deal(spaces: list[list[str]], draw: Draw) -> None:
    """Deal bonuses to spaces until no space has one twice."""
    while True:
        left = _shuffled(draw, [bonus for space in spaces for bonus in space])
        dealt = [[left.pop() for _ in space] for space in spaces]
        if all(len({*space}) == len(space) for space in dealt):
            spaces[:] = dealt
            return


def _bot_actions(files: Files, draw: Draw) -> None:
    cards = files["bot_actions"]["card"]
    for field in ("worker", "bonuses"):
        _shuffle(draw, cards, field)
    skills = [each["skill"] for each in files["skill_tokens"]["token"]]
    for card in cards:
        card["bonuses"] = [f"{each.split()[0]} {draw.choice(skills)}" for each in card["bonuses"]]
        if "skill" in card:
            card["skill"] = str(draw.choice(skills))


def _bot_explorations(files: Files, draw: Draw) -> None:
    cards = files["bot_explorations"]["card"]
    for letter in cards[0]["rows"]:
        free = [each for each in cards if not {"rows", f"rows.{letter}"} & {*each.get("known", {})}]
        _shuffle(draw, [each["rows"] for each in free], letter)
    for card in cards:
        card["floorplan"] = _shuffled(draw, card["floorplan"])


def _bot_tracks(files: Files, draw: Draw) -> None:
    sides = files["bot_tracks"]["side"]
    for index in range(4):
        level = [side for side in sides if side["index"] == index]
        _shuffle(draw, level, "spaces")
        for side in level:
            spaces = side["spaces"][1:]
            vp = sorted(max(0, each["vp"] + int(draw.integers(-1, 2))) for each in spaces)
            for space, value in zip(spaces, vp, strict=True):
                space["vp"] = value
    symbols = list(dict.fromkeys(side["symbol"] for side in sides))
    tokens = dict(zip(symbols, _shuffled(draw, [2, 2, 1]), strict=True))
    for side in sides:
        side["tokens"] = tokens[side["symbol"]]


#: All ranges, in the order in which they are drawn.
DRAWN: Final = (
    Range(
        "Inventions, Guests, Missions, Objectives (R8 to R11)",
        "kept if the rulebooks show any part, else replaced by generated ones; unknown VP of kept "
        "Inventions change by -1 to +1",
        _cards,
    ),
    Range(
        "Bed spaces (R1)",
        "7 values from 0 to at most 26 that include 2 and 7; steps never shrink",
        _bed_spaces,
    ),
    Range(
        "Room spaces (R2)",
        "0, 0, 1, then 4 values up to 20 that include 3 and 10; steps never shrink",
        _room_spaces,
    ),
    Range(
        "Rat-o-bot's cube spaces (R3)",
        "8 values from 0 to at most 22 that include 4; steps never shrink",
        _cube_spaces,
    ),
    Range(
        "Ability spaces (R3)",
        "colours shuffled; Bed discount, Dig discount and Hero worth 0 to 2 VP each, at least one "
        "0",
        _abilities,
    ),
    Range(
        "Door tokens (R6)",
        "nine tokens drawn from the eight bundled bonuses, with replacement",
        _door_bonuses,
    ),
    Range(
        "Guests in the Farm (R7)",
        "shuffled among rooms of the same kind",
        _guests_in_rooms,
    ),
    Range(
        "Mission places in the Farm (R7)",
        "moved to any room of the same kind; two in room D and one in room B stay",
        _mission_places,
    ),
    Range(
        "Doors with two players (R5)",
        "the two passages without a Door are drawn; D-E always has a Door",
        _doors,
    ),
    Range(
        "Objective spaces (R11)",
        "2/2/4, 2/3/4 or 3/3/4 for two/three/four players",
        _objective_spaces,
    ),
    Range(
        "Positions of the Wheel (R4)",
        "order of the Areas shuffled, and of the two Main actions in each Area",
        _positions,
    ),
    Range(
        "Sectors (R4)",
        "bonuses shuffled among spaces, and spaces among Sectors",
        _sectors,
    ),
    Range(
        "Action cards (R13)",
        "Workers and bonuses shuffled, Skills of bonuses redrawn",
        _bot_actions,
    ),
    Range(
        "Exploration cards (R14)",
        "rows of each location shuffled among the cards, floorplans shuffled",
        _bot_explorations,
    ),
    Range(
        "Track cards (R15)",
        "tracks of each difficulty shuffled among the Types; each VP changed by -1 to +1, never "
        "falling along a track; numbers of Skill tokens (2, 2 and 1) shuffled among the Types",
        _bot_tracks,
    ),
)


def files_of(number: int) -> Files:
    """Return the contents of the data files of a reconstruction, keyed by stem."""
    files, draw = bundled_files(), np.random.default_rng((_SEED, number))
    for each in DRAWN:
        each.change(files, draw)
    return files


def written(number: int, folder: Path) -> Path:
    """Write a reconstruction's data folder into a folder unless it exists; return it."""
    where = folder / f"{number:03}"
    if not where.exists():
        part = where.with_suffix(".part")
        write_files(files_of(number), part, f"reconstruction {number}")
        part.rename(where)
    return where


def known_values(files: Files) -> Iterator[tuple[str, Any]]:
    """Yield every value that the rulebooks show, with its place in the files."""
    for file, tables in sorted(files.items()):
        for kind, entries in tables.items():
            for k, entry in enumerate(entries if isinstance(entries, list) else [entries]):
                # Positions of the Wheel may be in another order.
                yield from _known_of(entry, f"{file}.{kind}.{entry.get('main', k)}")


def _known_of(entry: Entry, place: str) -> Iterator[tuple[str, Any]]:
    if str(entry.get("source", "")).startswith("known"):
        yield place, {name: value for name, value in entry.items() if name != "source"}
    for field in entry.get("known", {}):
        value: Any = entry
        for part in field.split("."):
            value = value[int(part) - 1] if isinstance(value, list) else value.get(part)
        yield f"{place}.{field}", value
    for k, row in enumerate(entry.get("row", ())):
        yield from _known_of(row, f"{place}.row.{k}")


def main(
    start: Annotated[int, typer.Argument(min=0, help="First reconstruction.")],
    stop: Annotated[int, typer.Argument(min=1, help="Number after the last reconstruction.")],
    folder: Annotated[Path, typer.Option(help="Folder for the data folders.")] = Path(
        "results/reconstructions"
    ),
) -> None:
    """Write the data folders of reconstructions, except existing ones."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(start, stop):
        print(written(number, folder))


if __name__ == "__main__":
    typer.run(main)
