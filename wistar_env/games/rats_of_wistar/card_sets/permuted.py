"""Permuted sets: the bundled cards with other numbers."""

from typing import Final

from wistar_env.games.rats_of_wistar.card_sets.bundled_files import bundled_files, card_files
from wistar_env.games.rats_of_wistar.card_sets.contents import Entry, Files
from wistar_env.games.rats_of_wistar.card_sets.draws import Draws
from wistar_env.games.rats_of_wistar.card_sets.set_names import CardSet

#: What of an entry stays at its place: its number, and what makes places alike.
_OF_THE_PLACE: Final = ("number", "type", "tier", "kind")


def _permute(draws: Draws, entries: list[Entry], alike: tuple[str, ...]) -> None:
    """Exchange the contents of the entries that are alike in some fields."""
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
