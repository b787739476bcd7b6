"""Tune the settings of PPO with Ray Tune: ``python -m examples.sweep_ray``.

Needs ``pip install "ray[tune]"``. One trial runs per core, on one machine or a cluster, and trials
that fall behind are stopped.
"""

from pathlib import Path
from typing import Any

from ray import tune
from ray.tune.schedulers import ASHAScheduler

from wistar_env.training import ppo


def trial(settings: dict[str, Any]) -> None:
    """Train with some settings, and report each evaluation."""

    def report(run: ppo.Run, metrics: dict[str, float]) -> None:
        if "eval_score" in metrics:
            tune.report({"score": metrics["eval_score"], "steps": run.steps})

    ppo.train(ppo.Config(**settings), Path("run"), callbacks=[report])


def search(folder: Path, trials: int, steps: int, **settings: Any) -> tune.ResultGrid:
    """Tune three settings, with ``settings`` for the others, each trial in its own folder."""
    tuner = tune.Tuner(
        trial,
        param_space={
            "steps": steps,
            "learning_rate": tune.loguniform(1e-4, 3e-3),
            "entropy_coef": tune.loguniform(1e-3, 3e-2),
            "gae_lambda": tune.uniform(0.9, 1.0),
            **settings,
        },
        tune_config=tune.TuneConfig(
            metric="score",
            mode="max",
            num_samples=trials,
            scheduler=ASHAScheduler(time_attr="steps", max_t=steps, grace_period=steps // 4),
        ),
        run_config=tune.RunConfig(name="sweep", storage_path=str(folder.resolve())),
    )
    return tuner.fit()


if __name__ == "__main__":
    best = search(Path("results"), trials=20, steps=1_000_000, evaluate_every=5).get_best_result()
    print(f"{(best.metrics or {})['score']:.1f} VP with {best.config}")
