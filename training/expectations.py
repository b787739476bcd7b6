"""What runs of some lengths reached: the first line of ``wistar train ppo``."""

import json
from pathlib import Path
from typing import Any, Final

from wistar_env.kit.game import Game
from wistar_env.training.ppo_config import Config

#: In the folder of a game's networks; ``python -m experiments.training_budgets`` writes it.
_NAME: Final = "budgets.json"


def file_of(game: type[Game]) -> Path | None:
    """Return the file with the measured runs of a game, whether it exists or not."""
    folder = game.spec.networks.folder
    return None if folder is None else folder / _NAME


def runs_like(config: Config) -> list[dict[str, Any]]:
    """Return the measured runs with the player count of a run, the shortest first.

    There is none for a run that starts from a network, or has several player counts or data of
    its own.
    """
    file = file_of(config.game_class)
    apart = config.begin_with or config.data or len(config.player_counts) > 1
    if apart or file is None or not file.exists():
        return []
    runs = json.loads(file.read_text("utf-8"))
    return [run for run in runs if run["players"] == config.num_players]


def expectation(config: Config) -> str:
    """Return in a line what to expect of a run; empty if no run like it was measured."""
    if not (runs := runs_like(config)):
        return ""
    spec, players = config.game_class.spec, config.num_players
    options = spec.options_in_words(spec.evaluation_options(players))
    where = f"at {options}" if options else f"against {runs[0]['settings']['evaluate_opponent']}"
    first, *others = (
        f"{run['win_rate']:.0%} ({run['score']:.0f} {spec.scores.points_text}) after "
        f"{run['steps']:,}"
        for run in runs
    )
    reached = ", ".join([f"{first} decisions", *others])
    return (
        f"to expect: one run each with the default settings won {where} {reached}; this run has "
        f"{config.steps:,}"
    )
