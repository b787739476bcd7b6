"""The settings of ``wistar_env.training.sb3``, which need no extra."""

from dataclasses import dataclass
from typing import Annotated

from wistar_env.arguments import number
from wistar_env.training.config import PPOConfig
from wistar_env.training.settings import Help


@dataclass(frozen=True)
class Config(PPOConfig):
    """Settings of a run; the same settings give the same network."""

    opponents: Annotated[str, Help("Bots at the other seats, separated by commas.")] = "greedy"
    max_grad_norm: Annotated[float, Help("Maximum norm of the gradient.")] = 0.5
    begin_with: Annotated[str, Help("Network file to start from; default: random weights.")] = ""

    def __post_init__(self) -> None:
        """Check what would otherwise fail late or never."""
        super().__post_init__()
        number("max_grad_norm", self.max_grad_norm, 0, 1e6)
