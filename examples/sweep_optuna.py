"""Tune the settings of PPO with Optuna: ``python -m examples.sweep_optuna``.

Needs ``pip install optuna``. Trials that fall behind are stopped; repeat the command to resume.
"""

from pathlib import Path
from typing import Any

import optuna

from wistar_env.training import ppo


def study_in(folder: Path, trials: int, **settings: Any) -> optuna.Study:
    """Tune three settings, with ``settings`` for the others, and return the study."""

    def objective(trial: optuna.Trial) -> float:
        def report(run: ppo.Run, metrics: dict[str, float]) -> bool:
            """Stop a run that falls behind the median of the others."""
            if "eval_score" not in metrics:
                return False
            trial.report(metrics["eval_score"], run.steps)
            return trial.should_prune()

        config = ppo.Config(
            learning_rate=trial.suggest_float("learning_rate", 1e-4, 3e-3, log=True),
            entropy_coef=trial.suggest_float("entropy_coef", 1e-3, 3e-2, log=True),
            gae_lambda=trial.suggest_float("gae_lambda", 0.9, 1.0),
            **settings,
        )
        run = ppo.train(config, folder / f"trial-{trial.number}", callbacks=[report])
        if not run.finished:
            raise optuna.TrialPruned
        return run.evaluate()["eval_score"]

    folder.mkdir(parents=True, exist_ok=True)
    study = optuna.create_study(
        storage=f"sqlite:///{folder / 'study.db'}",
        study_name="ppo",
        load_if_exists=True,
        direction="maximize",
    )
    study.sampler = optuna.samplers.TPESampler(seed=len(study.trials))
    done = sum(each.state.is_finished() for each in study.trials)
    study.optimize(objective, n_trials=max(0, trials - done))
    return study


if __name__ == "__main__":
    found = study_in(Path("results/sweep"), trials=20, steps=1_000_000, evaluate_every=5)
    print(f"{found.best_value:.1f} VP with {found.best_params}")
