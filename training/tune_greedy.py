"""Find the weights of ``greedy`` by evolution: ``python -m training.tune_greedy``.

CMA-ES (Hansen 2016, arXiv:1604.00772) maximises the mean final score of greedy against itself.
It searches for the logarithms of factors on the present weights, so no feature changes its sign
or is dropped, and a small penalty on large factors keeps the player an all-round one.
The state of the search is saved after each generation, so an interrupted run goes on.
"""

import pickle
from pathlib import Path
from typing import Annotated, Any

import cma
import numpy as np
import typer
from numpy.typing import NDArray
from rich.progress import Progress

from wistar_env.heuristics.features import NAMES, WEIGHTS
from wistar_env.policies import greedy
from wistar_env.rules import core
from wistar_env.rules.actions import NUM_ACTIONS
from wistar_env.rules.categories import TOTAL
from wistar_env.rules.state import GAME
from wistar_env.tables.load import load

SPREAD = 0.4  # of the logarithms of the factors at the start
PENALTY = 1.0  # VP for a mean square of 1


def mean_score(weights: NDArray[np.float64], games: int, seed: int) -> float:
    """Mean final VP of both seats over self-play games of two players."""
    tables, records = load(), np.zeros(games, GAME)
    legal, no_bot = np.zeros(NUM_ACTIONS + 1, np.int16), np.zeros(3, np.int16)
    for i in range(games):
        core.new_game(tables, records, i, 2, 0, 0, no_bot, legal)
    greedy.play_games(tables, records, seed, weights.copy(), np.zeros(2, GAME))
    total, out = 0, np.zeros((4, 16), np.int16)
    for i in range(games):
        core.score(tables, records, i, out)
        total += int(out[:2, TOTAL].sum())
    return total / (2 * games)


def _search(file: Path, seed: int) -> Any:
    if file.exists():
        return pickle.loads(file.read_bytes())
    options = {"seed": seed + 1, "verbose": -9}
    return cma.CMAEvolutionStrategy(np.zeros(len(WEIGHTS)), SPREAD, options)


def fitness(factors: NDArray[np.float64], games: int, seed: int) -> float:
    """Mean score with the weights times ``exp(factors)``, less the penalty."""
    penalty = PENALTY * float(np.square(factors).mean())
    return mean_score(WEIGHTS * np.exp(factors), games, seed) - penalty


def main(
    generations: Annotated[int, typer.Option(help="Generations in all.")] = 200,
    games: Annotated[int, typer.Option(help="Games for each candidate.")] = 100,
    seed: Annotated[int, typer.Option(help="Seed of the search and its games.")] = 1,
    file: Annotated[Path, typer.Option(help="State of the search.")] = Path("results/greedy.pkl"),
) -> None:
    """Search for weights and print the best in the form that ``features`` declares them."""
    file.parent.mkdir(parents=True, exist_ok=True)
    search = _search(file, seed)
    with Progress() as progress:
        task = progress.add_task("generations", total=generations, completed=search.countiter)
        while search.countiter < generations:
            candidates = search.ask()
            shared = seed * 100_000 + int(search.countiter)
            scores = [fitness(np.array(c), games, shared) for c in candidates]
            search.tell(candidates, [-score for score in scores])
            file.write_bytes(pickle.dumps(search))
            best = f"best {max(scores):.1f}, mean {np.mean(scores):.1f} VP"
            progress.update(task, completed=search.countiter, description=best)
    found = WEIGHTS * np.exp(search.result.xfavorite)
    for name, weight in zip(NAMES, found, strict=True):
        print(f"{weight:8.2f}  {name}")


if __name__ == "__main__":
    typer.run(main)
