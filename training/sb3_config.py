"""The settings of ``wistar_env.training.sb3``, which need no extra."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from wistar_env.arguments import number
from wistar_env.training.commands import (
    checkpoint_option,
    command_of,
    folder_option,
    option,
    threads_option,
)
from wistar_env.training.config import PPOConfig


@dataclass(frozen=True)
class Config(PPOConfig):
    """Settings of a run; the same settings give the same network."""

    opponents: Annotated[str, option("Bots at the other seats, separated by commas.")] = "greedy"
    max_grad_norm: Annotated[float, option("Maximum norm of the gradient.")] = 0.5
    begin_with: Annotated[str, option("Network file to start from; default: random weights.")] = ""

    def __post_init__(self) -> None:
        """Check what would otherwise fail late or never."""
        super().__post_init__()
        number("max_grad_norm", self.max_grad_norm, 0, 1e6)


def command_for(main: Callable[..., Any]) -> Callable[..., None]:
    """Return the command that calls ``main``, with an option for each setting."""
    return command_of(
        Config,
        main,
        folder=folder_option("results/sb3"),
        threads=threads_option(),
        checkpoint_minutes=checkpoint_option(),
    )
