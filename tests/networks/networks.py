"""Networks for tests, and the same as modules of torch."""

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from wistar_env import RatsOfWistar
from wistar_env.games.rats_of_wistar.spaces.observation import observation_layout
from wistar_env.kit.networks.network import Network

HIDDEN = (32, 16)


def lively(num_players: int, seed: int = 0, hidden: tuple[int, int] = HIDDEN) -> Network:
    """Return a network none of whose parameters are zero, so that none can be forgotten."""
    network = Network.random(RatsOfWistar, num_players, hidden, seed)
    draw = np.random.default_rng(seed + 1).normal
    for parameter in network.parameters.values():
        parameter += draw(0, 0.1, parameter.shape).astype(np.float32)
    return network


def _linear(weight: NDArray[np.float32], bias: NDArray[np.float32]) -> nn.Linear:
    made = nn.Linear(weight.shape[1], weight.shape[0])
    made.weight.data = torch.tensor(weight)
    made.bias.data = torch.tensor(bias)
    return made


class TorchNetwork(nn.Module):
    """The network as anybody would write it in torch, of dense observations."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        at = network.parameters
        self.layout = observation_layout(network.num_players)
        self.body = nn.Sequential(
            _linear(at["first"].T, at["first_bias"]),
            nn.ReLU(),
            _linear(at["second"].T, at["second_bias"]),
            nn.ReLU(),
        )
        self.policy = _linear(at["policy"], at["policy_bias"])
        self.heads = _linear(at["heads"], at["heads_bias"])

    def forward(self, observation: Any) -> tuple[Any, Any]:
        """Return the logits of all actions, and the heads."""
        hidden = self.body(observation)
        return self.policy(hidden), self.heads(hidden)
