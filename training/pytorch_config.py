"""The settings of ``wistar_env.training.pytorch``, which need no extra."""

from dataclasses import dataclass
from typing import Annotated, Final

from wistar_env.training.config import PPOConfig
from wistar_env.training.devices import check_device
from wistar_env.training.settings import Choice, Help, Range

OBSERVATIONS: Final = ("sparse", "uint8")


@dataclass(frozen=True)
class Config(PPOConfig):
    """Settings of a run; on a CPU, the same settings give the same network."""

    begin_with: Annotated[
        str, Help("Network file with the initial policy; default: random weights.")
    ] = ""
    reward: Annotated[str, Help("Name of the reward of the game.")] = "win"
    reward_scale: Annotated[float, Range("Factor that rewards are multiplied by.", 0, 1e6)] = 1.0
    max_grad_norm: Annotated[float, Range("Maximum norm of the gradient.", 0, 1e6)] = 0.5
    observation: Annotated[
        str,
        Choice(
            "sparse: nonzero values only, the least data to transfer; uint8: dense counts.",
            OBSERVATIONS,
        ),
    ] = "sparse"
    device: Annotated[str, Help("Device of PyTorch, such as cpu or cuda.")] = "cpu"

    def __post_init__(self) -> None:
        """Check what would otherwise fail late or not at all."""
        super().__post_init__()
        check_device(self.device)
