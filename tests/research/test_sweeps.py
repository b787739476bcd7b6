"""The sweeps of ``examples/`` find settings, and resume where they were stopped."""

from pathlib import Path
from typing import Any

import pytest

SMALL: dict[str, Any] = {"steps": 2048, "num_envs": 4, "pretraining": "none", "evaluate_games": 10}

pytestmark = [pytest.mark.research, pytest.mark.filterwarnings("ignore")]


def test_optuna_tries_settings_and_resumes_its_study(tmp_path: Path) -> None:
    from examples.sweep_optuna import study_in

    study_in(tmp_path, trials=2, **SMALL)
    found = study_in(tmp_path, trials=3, **SMALL)
    assert [each.number for each in found.trials] == [0, 1, 2]
    assert len({each.params["learning_rate"] for each in found.trials}) == 3
    assert found.best_value == max(each.value or 0 for each in found.trials)


def test_ray_tune_tries_settings(tmp_path: Path) -> None:
    import ray

    from examples.sweep_ray import search

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("RAY_AUTH_MODE", "disabled")
        patch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
        ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False)
        try:
            found = search(tmp_path, trials=2, **SMALL)
        finally:
            ray.shutdown()
    assert not found.errors
    scores = [(found[k].metrics or {})["score"] for k in range(len(found))]
    assert (found.get_best_result().metrics or {})["score"] == max(scores)
