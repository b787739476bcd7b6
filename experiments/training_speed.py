"""Training speed in decisions per second, including play.

``python -m experiments.training_speed`` measures ``training.ppo`` with one and two threads,
Stable-Baselines3 with our sparse policy and with its ``MlpPolicy``, and card-feature networks with
gradients on the CPU and, if there is one, a GPU. Measurements alternate; evaluations are excluded.
``--only sb3`` measures a single kind.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Any, Final

import torch
import typer
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import Logger

from wistar_env.cli.command import print_tables
from wistar_env.speed.speed_tables import speed_tables
from wistar_env.speed.timing import Measurement, Work, measured, ratios
from wistar_env.system.cpu import available_cores
from wistar_env.training import ppo, sb3
from wistar_env.training.sb3_games import GainingVecEnv

#: The kinds that can be measured separately.
KINDS: Final = ("ppo", "sb3", "readers")
#: Decisions per game in a rollout of Stable-Baselines3, fewer than the default to save time.
_NUM_STEPS: Final = 64
#: More decisions than any measurement takes.
_ENDLESS: Final = 10**9
THREADS: Final = (1, 2)
#: Settings of a card-feature network that trains with 200 card sets at a time.
_READER: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "code": 64,
        "hidden1": 192,
        "data": "generated:v1:{0..199}",
        "num_envs": 4096,
        "num_steps": 64,
        "epochs": 2,
        "minibatch_size": 8192,
        "snapshots": 0,
    }
)

_FAST: Final = "Training: decisions"
_TIMES: Final = "Training: training.ppo, speed-up over one thread"
_OF_READERS: Final = "Training: training.ppo, a card-feature network, 200 card sets"
_OF_SB3: Final = "Training: Stable-Baselines3, one thread, hidden layers 128 and 64"


def _updates(run: ppo.Run | sb3.Run) -> Work:
    def work(count: int) -> int:
        for _ in range(count):
            run.update()
        return count * run.config.batch_size

    return work


def ppo_updates(config: ppo.Config, threads: int) -> Work:
    """Return work that does updates of ``training.ppo``, after a warm-up update."""
    run = ppo.Run(config, threads)
    run.update()
    return _updates(run)


def sparse_policy(config: sb3.Config) -> Work:
    """Return work that does updates of ``training.sb3``."""
    return _updates(sb3.Run(config))


def dense_policy(config: sb3.Config) -> Work:
    """Return work that does updates of SB3's ``MlpPolicy``, which has separate value layers."""
    size = config.batch_size
    model = MaskablePPO(
        "MlpPolicy",
        GainingVecEnv(
            config.game_class, config.num_envs, config.num_players, **config.game_options
        ),
        n_steps=config.num_steps,
        batch_size=config.minibatch_size,
        n_epochs=config.epochs,
        policy_kwargs={
            "net_arch": [config.hidden1, config.hidden2],
            "activation_fn": torch.nn.ReLU,
        },
        device="cpu",
    )
    model.set_logger(Logger(None, []))

    def work(count: int) -> int:
        model.learn(count * size, log_interval=count * size, reset_num_timesteps=False)
        return count * size

    return work


def devices() -> list[str]:
    """Return the devices of PyTorch to measure."""
    return ["cpu", "cuda"] if torch.cuda.is_available() else ["cpu"]


def measure(
    fast: ppo.Config,
    slow: sb3.Config,
    readers: Sequence[ppo.Config],
    repeats: int,
    report: Callable[[str], None],
    kinds: Collection[str] = KINDS,
) -> list[Measurement]:
    """Measure the training of some kinds; ``report`` is called first with the name of each."""
    parts: dict[str, tuple[str, Callable[[], list[Measurement]]]] = {
        "ppo": ("training.ppo", lambda: _ppo_rates(fast, repeats)),
        "sb3": ("Stable-Baselines3", lambda: _sb3_rates(slow, repeats)),
        "readers": ("card-feature networks", lambda: _reader_rates(readers, repeats)),
    }
    found: list[Measurement] = []
    for kind in KINDS:
        if kind in kinds:
            label, work = parts[kind]
            report(label)
            found += work()
    return found


def _ppo_rates(config: ppo.Config, repeats: int) -> list[Measurement]:
    used = [count for count in THREADS if count <= available_cores()]
    names = {count: f"training.ppo, {count} thread{'s' if count > 1 else ''}" for count in used}
    works = {names[count]: ppo_updates(config, count) for count in used}
    one, *others = rates = measured(_FAST, works, repeats)
    return rates + [
        Measurement(_TIMES, each.name, ratios(each.values, one.values), "times") for each in others
    ]


def _sb3_rates(config: sb3.Config, repeats: int) -> list[Measurement]:
    policies = {
        "SparsePolicy, uint8 observations": sparse_policy(config),
        "MlpPolicy, float32 observations": dense_policy(config),
    }
    return measured(_OF_SB3, policies, repeats)


def _reader_rates(configs: Sequence[ppo.Config], repeats: int) -> list[Measurement]:
    threads = available_cores()
    works = {
        f"gradients on {c.device}, {threads} threads": ppo_updates(c, threads) for c in configs
    }
    return measured(_OF_READERS, works, repeats)


def main(
    repeats: Annotated[int, typer.Option(help="Repetitions; medians are shown.")] = 5,
    only: Annotated[
        str,
        typer.Option(
            help="Measure only ppo, sb3 or readers (card-feature networks). Default: all."
        ),
    ] = "",
) -> None:
    """Measure training speed in decisions per second."""
    if only and only not in KINDS:
        raise typer.BadParameter(
            f"the kind must be one of {', '.join(KINDS)}, found {only!r}", param_hint="--only"
        )
    torch.set_num_threads(1)  # as in training.sb3
    fast = ppo.Config(steps=_ENDLESS, pretraining="none")
    slow = sb3.Config(steps=_ENDLESS, num_steps=_NUM_STEPS)
    readers = [
        ppo.Config(steps=_ENDLESS, pretraining="none", device=device, **_READER)
        for device in devices()
    ]
    kinds = (only,) if only else KINDS
    found = measure(fast, slow, readers, repeats, lambda what: print(f"{what} ..."), kinds)
    print_tables(speed_tables(found))


if __name__ == "__main__":
    typer.run(main)
