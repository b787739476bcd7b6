"""Whole games as text: shared code of the golden transcripts of all games."""

import random
from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import Path

from wistar_env.kit.game import Game
from wistar_env.kit.game.breakdown import best_first


class Changes:
    """The lines of a state that changed since the last time."""

    def __init__(self) -> None:
        self._last: Mapping[str, str] = {}

    def of(self, lines: Mapping[str, str]) -> list[str]:
        """Return the lines that changed since the last call, all of them at first."""
        changed = [
            f"  {name}: {text}" for name, text in lines.items() if self._last.get(name) != text
        ]
        self._last = lines
        return changed


def observations(game: Game) -> Iterator[str]:
    """Yield what each seat observes, by names."""
    for seat in range(game.num_players):
        yield f"  observation of seat {seat}"
        for name, value in game.presentation.describe_observation(game.observe(seat)).items():
            if value:
                yield f"    {name}: {value}"


def ending(game: Game) -> Iterator[str]:
    """Yield how a game ended."""
    yield "the end"
    for seat, scores in enumerate(game.scores()):
        parts = ", ".join(f"{name} {points}" for name, points in scores.items())
        yield f"  seat {seat}: {parts}"
    yield f"  ranking: {' '.join(map(str, best_first(game.ranks())))}"


def weighted(legal: Sequence[int], weights: Iterable[float], chance: random.Random) -> int:
    """Return one of the legal actions, more often one of more weight."""
    totals = list(accumulate(weights))
    # Not random.choices, whose numbers may differ between versions of Python.
    return legal[bisect(totals, chance.random() * totals[-1], hi=len(legal) - 1)]


def check_transcript(path: Path, today: Iterable[str], command: str) -> None:
    """Fail at the first line in which a game differs from its golden transcript."""
    golden, found = path.read_text("utf-8").splitlines(), list(today)
    hint = f"if the change is meant, run {command} and read the difference"
    for number, (one, two) in enumerate(zip(golden, found, strict=False), 1):
        context = "\n".join(golden[max(0, number - 6) : number - 1])
        assert two == one, f"{path.name}, line {number}, after\n{context}\n{hint}"
    assert len(found) == len(golden), f"{path.name} has another length; {hint}"
