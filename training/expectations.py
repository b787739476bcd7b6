"""The win rates to expect after a run of some length, which ``wistar train ppo`` prints first."""

import json
from pathlib import Path
from typing import Any, Final

from wistar_env.kit.game import Game
from wistar_env.training.ppo_config import Config

#: The file in a game's network folder that ``python -m experiments.training_budgets`` writes.
_NAME: Final = "budgets.json"


def file_of(game: type[Game]) -> Path | None:
    """Return the path of a game's measured runs; None if it has no folder of networks.

    The file may not exist.
    """
    folder = game.spec.networks.folder
    return None if folder is None else folder / _NAME


def runs_like(config: Config) -> list[dict[str, Any]]:
    """Return the measured runs with the player count of a run, the shortest first.

    There is none for a run that starts from a network, sets --data or has several player
    counts.
    """
    file = file_of(config.game_class)
    apart = config.begin_with or config.data or len(config.player_counts) > 1
    if apart or file is None or not file.exists():
        return []
    runs = json.loads(file.read_text("utf-8"))
    return [run for run in runs if run["players"] == config.num_players]


def expectation(config: Config) -> str:
    """Return one line about the expected strength; empty if no similar run was measured."""
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
        f"for comparison, single runs with the default settings won {where} {reached}; this run "
        f"has {config.steps:,}"
    )
