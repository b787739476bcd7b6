"""Find the worths of ``careful``: ``python -m wistar_env.games.lab_rats.careful.tournaments``.

An evolution strategy in self-play. In every generation some rivals draw factors around those of
the incumbent, each plays the same games on every chair against tables full of incumbents, and the
next incumbent is the weighted mean of the better half. Factors are drawn and averaged as
logarithms, so no worth changes its sign. Numbers of players take turns. Found is the mean of the
incumbents of the last third of all generations, which rests on more games than the last one.
"""

import argparse
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from wistar_env.games.lab_rats.careful.agent import CarefulAgent
from wistar_env.games.lab_rats.careful.sight import sights_of
from wistar_env.games.lab_rats.careful.worths import MEANINGS
from wistar_env.games.lab_rats.game import Game
from wistar_env.kit.vector.batch_game import BatchGame

RIVALS: Final = 12
FIRST_SPREAD: Final = 0.35  # of the logarithms of the factors
DECAY: Final = 0.968  # of the spread, from one generation to the next
PLAYERS: Final = (3, 4, 3, 5)

_Numbers = npt.NDArray[np.float64]


def _play(agents: Sequence[CarefulAgent], games: int, seed: int) -> npt.NDArray[np.int16]:
    """Play games with an agent on each chair; return the places, shape (games, chairs)."""
    chairs = len(agents)
    batch = BatchGame(Game, games, chairs, autoreset=False)
    step = batch.reset(seed=seed)
    while not step.done.all():
        assert step.observation is not None
        assert step.mask is not None
        actions = np.zeros(games, np.int64)
        for chair, agent in enumerate(agents):
            rows = np.flatnonzero(~step.done & (step.seat == chair))
            sights = sights_of(step.observation[rows], chairs)
            actions[rows] = agent.decide(sights, step.mask[rows])
        step = batch.step(actions)
    return batch.final_ranks


def win_rate(
    rival: CarefulAgent, other: CarefulAgent, players: int, games: int, seed: int
) -> float:
    """Return what share of games a rival wins on all chairs against tables full of another."""
    won = 0.0
    for chair in range(players):
        agents = [rival if each == chair else other for each in range(players)]
        first = _play(agents, games, seed) == 1
        won += float((first[:, chair] / first.sum(axis=1)).sum())
    return won / (players * games)


def _agent(logarithms: _Numbers) -> CarefulAgent:
    usual = np.array([worth for worth, _ in MEANINGS.values()])
    worths: dict[str, Any] = dict(zip(MEANINGS, usual * np.exp(logarithms), strict=True))
    return CarefulAgent(**worths)


def tune(generations: int, games: int, seed: int) -> dict[str, float]:
    """Return the worths after so many generations, each with so many games a chair."""
    chance = np.random.default_rng(seed)
    weights = np.log(RIVALS / 2 + 0.5) - np.log(np.arange(1, RIVALS // 2 + 1))
    incumbent = np.zeros(len(MEANINGS))
    incumbents = []
    for generation in range(generations):
        spread = FIRST_SPREAD * DECAY**generation
        players = PLAYERS[generation % len(PLAYERS)]
        half = chance.normal(size=(RIVALS // 2, len(MEANINGS))) * spread
        rivals = incumbent + np.concatenate([half, -half])
        other = _agent(incumbent)
        shared = seed * 100_000 + generation * games
        rates = [win_rate(_agent(each), other, players, games, shared) for each in rivals]
        best = np.argsort(rates)[::-1][: len(weights)]
        incumbent = weights @ rivals[best] / weights.sum()
        incumbents.append(incumbent)
        print(
            f"generation {generation + 1}: {players} players, "
            f"{min(rates):.1%} to {max(rates):.1%} of the games",
            {name: round(float(value), 3) for name, value in _named(incumbent).items()},
            flush=True,
        )
    return _named(np.mean(incumbents[2 * generations // 3 :], axis=0))


def _named(logarithms: _Numbers) -> dict[str, float]:
    return {
        name: worth * float(np.exp(each))
        for (name, (worth, _)), each in zip(MEANINGS.items(), logarithms, strict=True)
    }


def main() -> None:
    """Search, and print the worths in the format of ``MEANINGS``."""
    parser = argparse.ArgumentParser(description="Find the worths of careful by tournaments.")
    parser.add_argument("--generations", type=int, default=24)
    parser.add_argument("--games", type=int, default=120, help="games a chair and rival")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    for name, worth in tune(chosen.generations, chosen.games, chosen.seed).items():
        print(f"{name:10} {worth:.3g}")


if __name__ == "__main__":
    main()
