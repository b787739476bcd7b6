"""The settings of ``wistar_env.training.pytorch``, which need no extra."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Final

from wistar_env.arguments import choice, number
from wistar_env.training.commands import (
    checkpoint_option,
    command_of,
    folder_option,
    option,
    threads_option,
)
from wistar_env.training.config import PPOConfig
from wistar_env.training.devices import check_device

OBSERVATIONS: Final = ("sparse", "uint8")


@dataclass(frozen=True)
class Config(PPOConfig):
    """Settings of a run; on a CPU, the same settings give the same network."""

    begin_with: Annotated[
        str, option("Network file whose policy to start from; default: random weights.")
    ] = ""
    reward: Annotated[str, option("Name of the reward of the game.")] = "win"
    reward_scale: Annotated[float, option("What rewards are multiplied with.")] = 1.0
    max_grad_norm: Annotated[float, option("Maximum norm of the gradient.")] = 0.5
    observation: Annotated[
        str, option("sparse: nonzero values, least to transfer; uint8: dense counts.")
    ] = "sparse"
    device: Annotated[str, option("Device of PyTorch, such as cpu or cuda.")] = "cpu"

    def __post_init__(self) -> None:
        """Check what would otherwise fail late or not at all."""
        super().__post_init__()
        choice("observation", self.observation, OBSERVATIONS)
        number("reward_scale", self.reward_scale, 0, 1e6)
        number("max_grad_norm", self.max_grad_norm, 0, 1e6)
        check_device(self.device)


def command_for(main: Callable[..., Any]) -> Callable[..., None]:
    """Return the command that calls ``main``, with an option for each setting."""
    return command_of(
        Config,
        main,
        folder=folder_option("results/pytorch"),
        threads=threads_option(),
        checkpoint_minutes=checkpoint_option(),
    )
