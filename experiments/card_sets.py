"""Checks many card sets: ``python -m experiments.card_sets --sets 1000``.

Every set must be valid, games with 1 to 4 players must end, every checked position must be
observable, savable and playable, and no two splits may share an entry: an Invention, Guest,
Objective or row of a Mission.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Final

import numpy as np
import typer

from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.games.rats_of_wistar.card_sets.contents import Files, content_of
from wistar_env.games.rats_of_wistar.card_sets.making import data_of, files_of
from wistar_env.games.rats_of_wistar.card_sets.set_names import (
    GENERATED,
    PERMUTED,
    SPLITS,
    TEST,
    TRAIN,
    UNHEARD,
    VALIDATION,
    CardSet,
)
from wistar_env.games.rats_of_wistar.components import Components
from wistar_env.games.rats_of_wistar.rules import invariants
from wistar_env.games.rats_of_wistar.tables.fill import fill
from wistar_env.games.rats_of_wistar.tables.limits import MAX_SEATS

#: Of every twenty sets, the number of each kind and split.
_MIXTURE: Final = (
    (GENERATED, TRAIN, 11),
    (GENERATED, VALIDATION, 3),
    (GENERATED, TEST, 3),
    (UNHEARD, TEST, 2),
    (PERMUTED, TRAIN, 1),
)
_PARTS: Final = sum(share for _, _, share in _MIXTURE)
#: Decisions between checked positions.
_LOOKS: Final = 50
#: Random games are much shorter; a longer game would never end.
_MOST_DECISIONS: Final = 20_000


def sample(count: int) -> list[CardSet]:
    """Return card sets of all kinds and splits, spread over the seeds of each split."""
    found = []
    for kind, split, share in _MIXTURE:
        seeds, number = SPLITS[split], max(1, count * share // _PARTS)
        found += [CardSet(kind, seeds[k * len(seeds) // number]) for k in range(number)]
    return found


def entries_of(files: Files) -> Iterator[tuple[str, str]]:
    """Yield kind and content of every Invention, Guest, Objective and row of a Mission."""
    for name in sorted(files):
        for card in files[name].get("card", ()) if name.startswith("inventions_") else ():
            yield "invention", content_of(card)
    for guest in files["guests"]["guest"]:
        yield "guest", content_of(guest)
    for mission in files["missions"]["mission"]:
        for row in mission["row"]:
            yield "row", content_of(row)
    for objective in files["objectives"]["objective"]:
        yield "objective", content_of(objective)


def _check(fine: object, text: str) -> None:
    if not fine:
        raise AssertionError(text)


def look_at(game: RatsOfWistar) -> None:
    """Check that a position can be observed, saved and continued."""
    broken = int(invariants.violations(game.components.tables, game.record, 0))
    _check(broken == invariants.FINE, invariants.NAMES[broken])
    for seat in range(game.num_players):
        seen = game.observe(seat)
        told = f"{seen.min()} to {seen.max()}"
        _check(0 <= seen.min() <= seen.max() <= 1, f"seat {seat} must observe 0 to 1, found {told}")
        game.determinize(seat, seed=1).observe(seat)
    same = RatsOfWistar.from_bytes(game.to_bytes(), game.components)
    _check(same.legal_actions().tolist() == game.legal_actions().tolist(), "legal actions differ")


def play_out(components: Components, num_players: int, seed: int) -> None:
    """Play a random game to its end, and check its positions."""
    game, random = RatsOfWistar.new(num_players, seed, data=components), np.random.default_rng(seed)
    for number in range(_MOST_DECISIONS):
        if game.finished:
            return
        if number % _LOOKS == 0:
            look_at(game)
        legal = game.legal_actions()
        game.step(int(legal[random.integers(len(legal))]))
    raise AssertionError(f"{components.name}: a game with {num_players} players does not end")


def check(card_set: CardSet, players: Sequence[int]) -> set[tuple[str, str]]:
    """Check a set, and return its entries; none if they are permuted bundled ones."""
    files = files_of(card_set)
    data = data_of(card_set, files)
    components = Components(str(card_set), fill(data), data)
    for num_players in players:
        play_out(components, num_players, card_set.seed)
    if card_set.kind == PERMUTED:
        return set()
    entries = list(entries_of(files))
    _check(len(set(entries)) == len(entries), f"{card_set} has an entry twice")
    return set(entries)


class Known:
    """The entries of each split's sets; no entry may be in two splits."""

    def __init__(self) -> None:
        self._by_split: dict[str, set[Any]] = {split: set() for split in SPLITS}

    def add(self, card_set: CardSet, entries: set[tuple[str, str]]) -> None:
        """Add a set."""
        self._by_split[card_set.split] |= entries
        for split, known in self._by_split.items():
            both = entries & known if split != card_set.split else set()
            _check(not both, f"{card_set} has entries of {split}: {sorted(both)[:3]}")

    @property
    def counts(self) -> dict[str, int]:
        """The number of entries per split."""
        return {split: len(known) for split, known in self._by_split.items()}


def main(
    sets: Annotated[int, typer.Option(min=1, help="Number of sets.")] = 1000,
) -> None:
    """Check card sets, and show the progress."""
    from rich.progress import track

    chosen, known = sample(sets), Known()
    for card_set in track(chosen, "card sets"):
        known.add(card_set, check(card_set, range(1, MAX_SEATS + 1)))
    told = ", ".join(f"{count} of {split}" for split, count in known.counts.items())
    print(
        f"{len(chosen)} sets are valid and were played; different entries: {told}; none is in "
        "two splits"
    )


if __name__ == "__main__":
    typer.run(main)
