"""Win rates of ``wistar train ppo`` by budget, for the line that it prints first.

``python -m experiments.training_budgets`` trains a network from scratch for each player count and
each budget, with the default settings, and writes the last evaluation of each run to the file that
``wistar_env.training.expectations`` reads. Runs in that file are kept, and an interrupted run is
resumed.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from wistar_env.kit.game.option_text import players_text
from wistar_env.system.atomic_files import replacing
from wistar_env.training import ppo
from wistar_env.training.expectations import file_of

#: Budgets by player count, in decisions.
BUDGETS: Final[Sequence[tuple[int, int]]] = (
    *((players, 100_000) for players in (1, 2, 3, 4)),
    *((players, 500_000) for players in (1, 2, 3, 4)),
    *((players, 2_000_000) for players in (1, 2, 3, 4)),
    *((players, 5_000_000) for players in (1, 2)),
)


def measure(config: ppo.Config, folder: Path, threads: int = 1) -> dict[str, Any]:
    """Train in a folder and return a row: the settings, and the finished network's results."""
    last: dict[str, float] = {}
    ppo.train(config, folder, threads, callbacks=[lambda run, metrics: last.update(metrics)])
    spec = config.game_class.spec
    return {
        "trainer": "ppo",
        "players": config.num_players,
        "steps": config.steps,
        "score": round(last["eval_score"], 2),
        "win_rate": round(last["eval_win_rate"], 4),
        "games": config.evaluate_games,
        "rules_version": spec.rules_version,
        "observation_version": spec.observation.version,
        "settings": asdict(config),
    }


def write(file: Path, rows: Sequence[dict[str, Any]]) -> None:
    """Write the rows, ordered by player count and decisions."""
    ordered = sorted(rows, key=lambda row: (row["players"], row["steps"]))
    lines = ",\n".join(json.dumps(row) for row in ordered)
    with replacing(file) as unfinished:
        unfinished.write_text(f"[\n{lines}\n]\n", "utf-8")


def main(
    folder: Annotated[Path, typer.Option(help="Folder of the runs.")] = Path("results/budgets"),
    game: Annotated[str, typer.Option(help="An installed game.")] = "rats-of-wistar",
    threads: Annotated[int, typer.Option(min=1, help="Number of threads.")] = 1,
) -> None:
    """Train and evaluate the runs that the file lacks."""
    file = file_of(ppo.Config(game=game).game_class)
    if file is None:
        raise typer.BadParameter(f"{game} has no folder of networks", param_hint="--game")
    rows = json.loads(file.read_text("utf-8")) if file.exists() else []
    done = {(row["players"], row["steps"]) for row in rows}
    for players, steps in BUDGETS:
        if (players, steps) not in done:
            config = ppo.Config(game=game, players=str(players), steps=steps)
            row = measure(config, folder / f"{players}-{steps}", threads)
            rows.append(row)
            write(file, rows)
            trained = f"{players_text(players)}, {steps:,} decisions"
            print(f"{trained}: {row['win_rate']:.0%} won", flush=True)


if __name__ == "__main__":
    typer.run(main)
