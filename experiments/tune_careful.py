"""Tune the weights of ``careful``: ``python -m experiments.tune_careful``.

An evolution strategy in self-play. In every generation, rivals with random factors around the
incumbent's play the same games from every seat, with incumbents in all other seats. The weighted
mean of the better half is the next incumbent. Factors are drawn and averaged as logarithms, so no
weight changes its sign. Player counts take turns. The result is the mean incumbent of the last
third of all generations, which rests on more games than the last incumbent.

The search is deterministic given its seed and the win rates of each generation, which are logged:
replaying them resumes an interrupted run.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Final

import numpy as np
import numpy.typing as npt
import typer
from gymnasium.vector import AutoresetMode
from rich.progress import Progress

from wistar_env.arguments import number, shown
from wistar_env.errors import FileError
from wistar_env.games.lab_rats.careful.agent import CarefulAgent
from wistar_env.games.lab_rats.careful.seat_view import seat_views_of
from wistar_env.games.lab_rats.careful.weights import MEANINGS
from wistar_env.games.lab_rats.game import LabRats
from wistar_env.kit.vector.batch_game import BatchGame
from wistar_env.system.atomic_files import append_lines
from wistar_env.system.untrusted_files import read_log, reading_file

RIVALS: Final = 12
FIRST_SPREAD: Final = 0.35  # initial standard deviation of the factors' logarithms
DECAY: Final = 0.968  # factor of this deviation per generation
PLAYERS: Final = (3, 4, 3, 5)

_Numbers = npt.NDArray[np.float64]


def _play(agents: Sequence[CarefulAgent], games: int, seed: int) -> npt.NDArray[np.int16]:
    """Play games with an agent in each seat; return the ranks, shape (games, seats)."""
    seats = len(agents)
    batch = BatchGame(LabRats, games, seats, autoreset_mode=AutoresetMode.DISABLED)
    step = batch.reset(seed=seed)
    while not step.done.all():
        assert step.observation is not None
        assert step.mask is not None
        actions = np.zeros(games, np.int64)
        for seat, agent in enumerate(agents):
            rows = np.flatnonzero(~step.done & (step.seat == seat))
            views = seat_views_of(step.observation[rows], seats)
            actions[rows] = agent.decide(views, step.mask[rows])
        step = batch.step(actions)
    return batch.final_ranks


def win_rate(
    rival: CarefulAgent, other: CarefulAgent, players: int, games: int, seed: int
) -> float:
    """Return a rival's win rate over all seats, with copies of another agent in the other seats."""
    won = 0.0
    for seat in range(players):
        agents = [rival if each == seat else other for each in range(players)]
        first = _play(agents, games, seed) == 1
        won += float((first[:, seat] / first.sum(axis=1)).sum())
    return won / (players * games)


def _agent(logarithms: _Numbers) -> CarefulAgent:
    return CarefulAgent(**_named(logarithms))


def _named(logarithms: _Numbers) -> dict[str, float]:
    return {
        name: value * float(np.exp(each))
        for (name, (value, _)), each in zip(MEANINGS.items(), logarithms, strict=True)
    }


class Search:
    """Evolution strategy: ``ask`` returns a generation's rivals, ``tell`` takes their win rates."""

    def __init__(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)
        self._weights = np.log(RIVALS / 2 + 0.5) - np.log(np.arange(1, RIVALS // 2 + 1))
        self._incumbents = [np.zeros(len(MEANINGS))]

    @property
    def generation(self) -> int:
        """Number of finished generations."""
        return len(self._incumbents) - 1

    @property
    def incumbent(self) -> _Numbers:
        """The logarithms of the incumbent's factors."""
        return self._incumbents[-1]

    def ask(self) -> _Numbers:
        """Return the rivals of the next generation, shape (RIVALS, weights)."""
        spread = FIRST_SPREAD * DECAY**self.generation
        half: _Numbers = self._rng.normal(size=(RIVALS // 2, len(MEANINGS))) * spread
        rivals: _Numbers = self.incumbent + np.concatenate([half, -half])
        return rivals

    def tell(self, rivals: _Numbers, rates: Sequence[float]) -> None:
        """Set the incumbent to the weighted mean of the better half."""
        best = np.argsort(rates)[::-1][: len(self._weights)]
        self._incumbents.append(self._weights @ rivals[best] / self._weights.sum())

    def found(self) -> dict[str, float]:
        """Return the mean weights of the last third of the generations."""
        after = self._incumbents[1:]
        return _named(np.mean(after[2 * len(after) // 3 :], axis=0))


def logged_rates(log: Path, settings: dict[str, int]) -> list[list[float]]:
    """Return the win rates of each generation in a log; an incomplete last line is ignored."""
    if not log.exists():
        return []
    with reading_file(log, "a log of this search"):
        return [_rates(place, row, settings) for place, row in enumerate(read_log(log), 1)]


def _rates(place: int, row: dict[str, Any], settings: dict[str, int]) -> list[float]:
    rates = [number(f"line {place}: rate", each, 0, 1) for each in row.pop("rates")]
    if len(rates) != RIVALS:
        raise ValueError(f"line {place} must have {RIVALS} rates, found {len(rates)}")
    if row != settings:
        raise ValueError(
            f"the log belongs to a run with {shown(row)} instead of {settings}: use another --log"
        )
    return rates


def tune(
    log: Path, generations: int, games: int, seed: int, progress: Progress
) -> dict[str, float]:
    """Search, or resume the search of a log, and return the weights."""
    search, settings = Search(seed), {"games": games, "seed": seed}
    for rates in logged_rates(log, settings)[:generations]:
        search.tell(search.ask(), rates)
    log.parent.mkdir(parents=True, exist_ok=True)
    task = progress.add_task(
        "generations", total=generations * RIVALS, completed=search.generation * RIVALS
    )
    while search.generation < generations:
        rivals, other = search.ask(), _agent(search.incumbent)
        players = PLAYERS[search.generation % len(PLAYERS)]
        shared = seed * 100_000 + search.generation * games
        rates = []
        for rival in rivals:
            rates.append(win_rate(_agent(rival), other, players, games, shared))
            progress.advance(task)
        search.tell(rivals, rates)
        append_lines(log, f"{json.dumps({**settings, 'rates': rates})}\n")
        won = f"{min(rates):.1%} to {max(rates):.1%} won"
        progress.update(task, description=f"{search.generation}: {players} players, {won}")
    return search.found()


def main(
    generations: Annotated[int, typer.Option(min=1, help="Total generations.")] = 24,
    games: Annotated[int, typer.Option(min=1, help="Games per rival and seat.")] = 120,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the search and its games.")] = 1,
    log: Annotated[
        Path, typer.Option(help="Log of the search; to resume, repeat the command.")
    ] = Path("results/careful.jsonl"),
) -> None:
    """Tune the weights of careful, and print them in the format of ``MEANINGS``."""
    try:
        with Progress() as progress:
            found = tune(log, generations, games, seed, progress)
    except FileError as error:
        raise typer.BadParameter(str(error), param_hint="--log") from None
    for name, value in found.items():
        print(f"{name:10} {value:.3g}")


if __name__ == "__main__":
    typer.run(main)
