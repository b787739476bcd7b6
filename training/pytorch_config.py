"""The settings of ``wistar_env.training.pytorch``, which need no extra."""

from dataclasses import dataclass
from typing import Annotated, Final

from wistar_env.arguments import choice, number
from wistar_env.training.config import PPOConfig
from wistar_env.training.devices import check_device
from wistar_env.training.settings import Help

OBSERVATIONS: Final = ("sparse", "uint8")


@dataclass(frozen=True)
class Config(PPOConfig):
    """Settings of a run; on a CPU, the same settings give the same network."""

    begin_with: Annotated[
        str, Help("Network file with the initial policy; default: random weights.")
    ] = ""
    reward: Annotated[str, Help("Name of the reward of the game.")] = "win"
    reward_scale: Annotated[float, Help("Factor that rewards are multiplied by.")] = 1.0
    max_grad_norm: Annotated[float, Help("Maximum norm of the gradient.")] = 0.5
    observation: Annotated[
        str, Help("sparse: nonzero values only, the least data to transfer; uint8: dense counts.")
    ] = "sparse"
    device: Annotated[str, Help("Device of PyTorch, such as cpu or cuda.")] = "cpu"

    def __post_init__(self) -> None:
        """Check what would otherwise fail late or not at all."""
        super().__post_init__()
        choice("observation", self.observation, OBSERVATIONS)
        number("reward_scale", self.reward_scale, 0, 1e6)
        number("max_grad_norm", self.max_grad_norm, 0, 1e6)
        check_device(self.device)
