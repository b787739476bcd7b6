"""The command line: ``wistar ladder``, ``arena``, ``train``, ``speed``, ``play`` and others.

Commands import their modules when they run, so that ``wistar --help`` does not wait for the
compiled rules to load.
"""

from wistar_env.cli import (
    benching,
    benchmarks,
    checking,
    components,
    datasets,
    doctor,
    help_pages,
    measuring,
    playing,
    prompting,
    replaying,
    reviewing,
    serving,
    solving,
    training,
)
from wistar_env.cli.command import INTERRUPTED, USER_ERROR, app

__all__ = [
    "INTERRUPTED",
    "USER_ERROR",
    "app",
    "benching",
    "benchmarks",
    "checking",
    "components",
    "datasets",
    "doctor",
    "measuring",
    "playing",
    "prompting",
    "replaying",
    "reviewing",
    "serving",
    "solving",
    "training",
]

help_pages.complete(app)
