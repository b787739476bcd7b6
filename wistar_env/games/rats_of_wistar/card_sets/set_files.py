"""The data files of card sets: the bundled ones, generated ones, and permuted ones."""

import json
import tomllib
from functools import cache
from typing import Final, cast

from wistar_env.games.rats_of_wistar.card_sets.card_names import Names
from wistar_env.games.rats_of_wistar.card_sets.contents import Entry, Files
from wistar_env.games.rats_of_wistar.card_sets.draws import Draws
from wistar_env.games.rats_of_wistar.card_sets.guests_drawn import draw_guests
from wistar_env.games.rats_of_wistar.card_sets.inventions_drawn import draw_inventions
from wistar_env.games.rats_of_wistar.card_sets.missions_drawn import draw_missions, draw_objectives
from wistar_env.games.rats_of_wistar.card_sets.set_names import CardSet
from wistar_env.games.rats_of_wistar.tables import reading

#: Fields that are not permuted: the number, and the fields in which exchanged entries must agree.
_OF_THE_PLACE: Final = ("number", "type", "tier", "kind")


@cache
def _as_json() -> str:
    files = sorted(reading.DEFAULT.glob("*.toml"))
    return json.dumps({file.stem: tomllib.loads(file.read_text("utf-8")) for file in files})


def bundled_files() -> Files:
    """Return a copy of the contents of the bundled files, keyed by stem."""
    return cast(Files, json.loads(_as_json()))


def card_files() -> list[str]:
    """Return the stems of the files with Inventions."""
    return [file.removesuffix(".toml") for file in reading.CARD_FILES]


def generated_files(card_set: CardSet) -> Files:
    """Return the files of a generated or unheard set.

    Inventions, Guests, Missions and Objectives are new; all else is as in the bundled files.
    """
    names, files = Names(card_set), bundled_files()
    cards = {
        card["number"]: {"name": names.of_invention(card["type"]), **card}
        for card in draw_inventions(card_set)
    }
    for file in card_files():
        files[file]["card"] = [cards[card["number"]] for card in files[file]["card"]]
    files["guests"]["guest"] = draw_guests(card_set)
    files["missions"]["mission"] = [
        {
            "name": names.of_mission(),
            **mission,
            "row": [{"name": names.of_row(), **row} for row in mission["row"]],
        }
        for mission in draw_missions(card_set)
    ]
    files["objectives"]["objective"] = [
        {"name": names.of_objective(), **objective} for objective in draw_objectives(card_set)
    ]
    return files


def _permute(draws: Draws, entries: list[Entry], alike: tuple[str, ...]) -> None:
    """Shuffle, in place, the contents of entries that agree in the fields ``alike``."""
    groups: dict[tuple[str, ...], list[Entry]] = {}
    for entry in entries:
        groups.setdefault(tuple(entry[name] for name in alike), []).append(entry)
    for group in groups.values():
        moved = draws.shuffled([dict(entry) for entry in group])
        for entry, content in zip(group, moved, strict=True):
            place: Entry = {name: entry[name] for name in _OF_THE_PLACE if name in entry}
            entry.clear()
            entry.update({**content, **place})


def permuted_files(card_set: CardSet) -> Files:
    """Return the files of a permuted set.

    Inventions change places with those of the same type and tier, Guests and Missions with those
    of the same kind, and Objectives with each other; names go with the contents.
    """
    draws = Draws(str(card_set))
    files = bundled_files()
    for name in card_files():
        _permute(draws, files[name]["card"], ("type", "tier"))
    _permute(draws, files["guests"]["guest"], ("kind",))
    _permute(draws, files["missions"]["mission"], ("kind",))
    _permute(draws, files["objectives"]["objective"], ())
    return files
