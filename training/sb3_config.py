"""The settings of ``wistar_env.training.sb3``; importing them needs no extra."""

from dataclasses import dataclass
from typing import Annotated

from wistar_env.training.config import PPOConfig
from wistar_env.training.settings import Help, Range


@dataclass(frozen=True)
class Config(PPOConfig):
    """Settings of a run; the same settings give the same network."""

    opponents: Annotated[str, Help("Bots to draw for the other seats, separated by commas.")] = (
        "greedy"
    )
    max_grad_norm: Annotated[float, Range("Maximum norm of the gradient.", 0, 1e6)] = 0.5
    masks: Annotated[
        bool,
        Help(
            "Sample only legal actions; with --no-masks, an illegal action is rewarded with -1 and "
            "changes nothing."
        ),
    ] = True
    begin_with: Annotated[str, Help("Network file to start from. Default: random weights.")] = ""
