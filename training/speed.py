"""How many decisions a second training learns from, the playing included.

``python -m training.speed`` measures the fast path with one thread and with two, and
Stable-Baselines3 with our policy, which skips what is zero and what is not legal, and with its own,
which sees everything. What is compared is measured in turns; evaluations are left out.
"""

from collections.abc import Callable
from typing import Annotated, Final

import typer

from wistar_env.cli.command import print_tables
from wistar_env.cores import available_cores
from wistar_env.measure.speed import speed_tables
from wistar_env.measure.timing import Measurement, Work, race, ratios
from wistar_env.training import ppo
from wistar_env.training.commands import extra_imports, option
from wistar_env.training.games import levels_of

with extra_imports(__name__):
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.logger import Logger

    from wistar_env.training import sb3
    from wistar_env.training.sb3_games import GainingVecEnv

#: Decisions of each game between two updates of Stable-Baselines3: fewer are sooner done.
_LENGTH: Final = 64
#: No run that is measured comes near its end.
_ENDLESS: Final = 10**9
THREADS: Final = (1, 2)

_FAST: Final = "Training: decisions learned from"
_TIMES: Final = "Training: the fast path by threads, in rates of one"
_OF_SB3: Final = "Training: Stable-Baselines3, one thread, 128 and 64 wide"


def _updates(run: ppo.Run | sb3.Run) -> Work:
    def work(count: int) -> int:
        for _ in range(count):
            run.advance()
        return count * run.config.size

    return work


def fast_path(config: ppo.Config, threads: int) -> Work:
    """Return work whose rounds are updates of ``training.ppo``, after one to begin with."""
    run = ppo.Run(config, threads)
    run.advance()
    return _updates(run)


def sparse_policy(config: sb3.Config) -> Work:
    """Return work whose rounds are updates of ``training.sb3``."""
    return _updates(sb3.Run(config))


def dense_policy(config: sb3.Config) -> Work:
    """Return the same of SB3's own policy, whose value has layers of its own."""
    size = config.size
    model = MaskablePPO(
        "MlpPolicy",
        GainingVecEnv(config.games, level=levels_of(config.levels)),
        n_steps=config.length,
        batch_size=config.minibatch,
        n_epochs=config.epochs,
        policy_kwargs={
            "net_arch": [config.wide, config.narrow],
            "activation_fn": torch.nn.ReLU,
        },
        device="cpu",
    )
    model.set_logger(Logger(None, []))

    def work(count: int) -> int:
        model.learn(count * size, log_interval=count * size, reset_num_timesteps=False)
        return count * size

    return work


def measure(
    fast: ppo.Config, slow: sb3.Config, repeats: int, tell: Callable[[str], None]
) -> list[Measurement]:
    """Measure all of it.

    Parameters
    ----------
    fast, slow
        What is trained by the fast path, and by Stable-Baselines3.
    repeats
        Each number is measured as many times.
    tell
        Told what is measured next.
    """
    tell("the fast path")
    used = [count for count in THREADS if count <= available_cores()]
    rates = race({count: fast_path(fast, count) for count in used}, repeats)
    names = {count: f"training.ppo, {count} thread{'s' if count > 1 else ''}" for count in used}
    measured = [
        Measurement(_FAST, names[count], values, "decisions/s") for count, values in rates.items()
    ]
    measured += [
        Measurement(_TIMES, names[count], ratios(rates[count], rates[1]), "times")
        for count in used
        if count > 1
    ]
    tell("Stable-Baselines3")
    policies = {
        "SparsePolicy, uint8 observations": sparse_policy(slow),
        "MlpPolicy, float32 observations": dense_policy(slow),
    }
    return measured + [
        Measurement(_OF_SB3, name, values, "decisions/s")
        for name, values in race(policies, repeats).items()
    ]


def main(repeats: Annotated[int, option("Each number is a median of these.")] = 5) -> None:
    """Measure how many decisions a second training learns from."""
    torch.set_num_threads(1)  # as training.sb3 has it
    fast = ppo.Config(steps=_ENDLESS, warm_start="none")
    slow = sb3.Config(steps=_ENDLESS, length=_LENGTH)
    print_tables(speed_tables(measure(fast, slow, repeats, lambda what: print(f"{what} ..."))))


if __name__ == "__main__":
    typer.run(main)
