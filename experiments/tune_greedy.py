"""Find the weights of ``greedy`` by evolution: ``python -m experiments.tune_greedy``.

CMA-ES (Hansen 2016, arXiv:1604.00772) maximises the mean final score of greedy against itself.
It optimizes the logarithms of factors on the current weights, so no feature changes its sign or is
dropped; a small penalty on large factors regularizes them. The search is deterministic given its
seed and the scores of each generation, which are logged: replaying them resumes an interrupted run.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import cma
import numpy as np
import typer
from numpy.typing import NDArray
from rich.progress import Progress

from wistar_env.arguments import number
from wistar_env.cli.command import USER_ERROR
from wistar_env.cli.parameters import Seed, count_option
from wistar_env.games.rats_of_wistar.components import open_components
from wistar_env.games.rats_of_wistar.heuristics.features import NAMES, WEIGHTS
from wistar_env.games.rats_of_wistar.rules.categories import COLUMNS, TOTAL
from wistar_env.games.rats_of_wistar.rules.state import GAME
from wistar_env.games.rats_of_wistar.tables.limits import MAX_SEATS
from wistar_env.kit import single_game_views
from wistar_env.kit.common_fields import common_fields
from wistar_env.kit.policies import greedy
from wistar_env.system.untrusted_files import reading_file
from wistar_env.training.checkpoints import SettingsError, lock_run

SPREAD = 0.4  # initial standard deviation of the factors' logarithms
PENALTY = 1.0  # penalty in VP, for a mean square of 1


def mean_score(weights: NDArray[np.float64], games: int, seed: int) -> float:
    """Mean final VP of both seats over self-play games of two players."""
    components, records = open_components(), np.zeros(games, GAME)
    records["seats"] = 2
    scratch = common_fields(np.zeros(2, GAME))
    greedy.play_games(components.rules, common_fields(records), seed, weights.copy(), scratch)
    total, out = 0, np.zeros(MAX_SEATS * COLUMNS, np.int16)
    for i in range(games):
        single_game_views.score(components.rules, common_fields(records), i, out)
        total += int(out.reshape(MAX_SEATS, COLUMNS)[:2, TOTAL].sum())
    return total / (2 * games)


def _search(seed: int, generations: Iterable[Mapping[str, Any]] = ()) -> Any:
    """Return a search that has seen these generations; higher scores are better."""
    options = {"seed": seed + 1, "verbose": -9}
    search = cma.CMAEvolutionStrategy(np.zeros(len(WEIGHTS)), SPREAD, options)
    for each in generations:
        _tell(search, search.ask(), [each[name] for name in each if name != "iteration"])
    return search


def _tell(search: Any, candidates: Sequence[NDArray[np.float64]], scores: Sequence[float]) -> None:
    if len(scores) != len(candidates):
        raise SettingsError(f"a generation must have {len(candidates)} scores, found {len(scores)}")
    search.tell(candidates, [-number("score", score, -1e6, 1e6) for score in scores])


def tune(
    folder: Path, generations: int, games: int, seed: int, progress: Progress
) -> NDArray[np.float64]:
    """Start or resume the search in a folder, and return the best factors."""
    with lock_run(folder, {"games": games, "seed": seed}) as run_folder:
        rows = run_folder.curve()
        with reading_file(folder / "curve.jsonl", "the log of this search", SettingsError):
            search = _search(seed, rows)
        run_folder.begin(search.countiter)
        task = progress.add_task("generations", total=generations, completed=search.countiter)
        while search.countiter < generations:
            candidates = search.ask()
            shared = seed * 100_000 + int(search.countiter)
            scores = [fitness(np.array(c), games, shared) for c in candidates]
            _tell(search, candidates, scores)
            named = {f"score_{i}": score for i, score in enumerate(scores)}
            run_folder.log({"iteration": search.countiter, **named})
            best = f"best {max(scores):.1f}, mean {np.mean(scores):.1f} VP"
            progress.update(task, completed=search.countiter, description=best)
        found: NDArray[np.float64] = np.array(search.result.xfavorite)
    return found


def fitness(factors: NDArray[np.float64], games: int, seed: int) -> float:
    """Return the mean score with weights multiplied by ``exp(factors)``, minus the penalty."""
    penalty = PENALTY * float(np.square(factors).mean())
    return mean_score(WEIGHTS * np.exp(factors), games, seed) - penalty


def main(
    generations: Annotated[int, count_option("Total generations.")] = 200,
    games: Annotated[int, count_option("Games per candidate.", 1)] = 100,
    seed: Seed = 1,
    folder: Annotated[Path, typer.Option(help="Folder of the search.")] = Path("results/greedy"),
) -> None:
    """Search for weights, and print the best ones in the format of ``features``."""
    try:
        with Progress() as progress:
            factors = tune(folder, generations, games, seed, progress)
    except SettingsError as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(USER_ERROR) from None
    for name, weight in zip(NAMES, WEIGHTS * np.exp(factors), strict=True):
        print(f"{weight:8.2f}  {name}")


if __name__ == "__main__":
    typer.run(main)
