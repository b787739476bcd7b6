"""A sparse policy for ``MaskablePPO``, and its conversion to a network file.

It is the network of ``wistar_env.kit.networks`` in torch: two hidden layers, a logit per legal
action, and a value, which corresponds to the score head of the deciding seat.
"""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.distributions import MaskableDistribution, MaybeMasks
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.type_aliases import PyTorchObs, Schedule
from torch import Tensor, nn

from wistar_env.kit.game import Game
from wistar_env.kit.networks.files import check_made_for, made_for
from wistar_env.kit.networks.network import Network
from wistar_env.training.sparse_layers import legal_logits, places, sum_of_rows

#: Logit of padding: the probability is 0, but its logarithm stays finite.
_NEVER: Final = -1e8
#: Padding after the legal actions of a row.
_NO_ACTION: Final = -1


class SparseBody(BaseFeaturesExtractor):
    """Both hidden layers, from observations of dtype uint8.

    ``made``: the rules, actions and observations of the policy. SB3 saves them with a model. Raises
    NetworkError if they differ from those of this package.
    """

    def __init__(
        self,
        observation_space: spaces.Box,
        game: type[Game],
        num_players: int,
        hidden: tuple[int, int],
        made: Mapping[str, Any],
    ) -> None:
        super().__init__(observation_space, hidden[1])
        check_made_for(made, game.spec, num_players, "this policy")
        self.game, self.num_players, self.hidden = game, num_players, hidden
        layout = game.spec.observation_layout(num_players)
        self.scale: Tensor
        self.register_buffer("scale", torch.tensor(layout.scale), persistent=False)
        self.first = nn.Parameter(torch.zeros(layout.size, hidden[0]))
        self.first_bias = nn.Parameter(torch.zeros(hidden[0]))
        self.second = nn.Linear(*hidden)

    def forward(self, counts: Tensor) -> Tensor:
        """Return the activations of the second hidden layer."""
        # SB3 converts observations to float before it calls this for values only.
        table = counts.to(torch.uint8)
        wide = sum_of_rows(table, self.scale, self.first, self.first_bias)
        return self.second(wide.relu()).relu()  # type: ignore[no-any-return]


class LegalActions(MaskableDistribution):
    """A categorical distribution over the legal actions, computed only for them."""

    def __init__(self, num_actions: int) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._num_actions = num_actions

    def proba_distribution_net(self, latent_dim: int) -> nn.Module:
        """Return the layer whose outputs are the logits."""
        return nn.Linear(latent_dim, self._num_actions)

    def proba_distribution(self, latent: Tensor, layer: nn.Linear) -> "LegalActions":
        """Set the inputs of the logits; all actions are legal until ``apply_masking``."""
        self._latent, self._layer = latent, layer
        self.apply_masking(None)
        return self

    def apply_masking(self, masks: MaybeMasks) -> None:
        """Restrict to actions whose mask is not 0; None: all actions."""
        self._masks = masks
        self._logs: Tensor | None = None

    @property
    def _legal(self) -> npt.NDArray[np.uint8]:
        shape = (len(self._latent), self._num_actions)
        if self._masks is None:
            return np.ones(shape, np.uint8)
        return np.ascontiguousarray(self._masks, np.bool_).reshape(shape).view(np.uint8)

    def _find(self) -> Tensor:
        """Return the log-probabilities of the legal actions, padded, one row per position."""
        if self._logs is None:
            legal = places(self._legal)
            logits = legal_logits(legal, self._latent, self._layer.weight, self._layer.bias)
            counts = np.diff(legal.begins)
            filled = torch.from_numpy(np.arange(counts.max()) < counts[:, None])
            columns = torch.from_numpy(legal.columns[: len(logits)].astype(np.int64))
            self._ids = torch.full(filled.shape, _NO_ACTION).masked_scatter(filled, columns)
            padded = torch.full(filled.shape, _NEVER).masked_scatter(filled, logits)
            self._logs = padded.log_softmax(1)
        return self._logs

    def log_prob(self, actions: Tensor) -> Tensor:
        """Return the log-probability of each action, which must be legal."""
        logs = self._find()
        place = (self._ids == actions.reshape(-1, 1)).int().argmax(1, keepdim=True)
        return logs.gather(1, place).squeeze(1)

    def entropy(self) -> Tensor:
        """Return the entropy of each row's distribution."""
        logs = self._find()
        return -(logs.exp() * logs).sum(1)

    def sample(self) -> Tensor:
        """Sample a legal action for each row."""
        place = torch.multinomial(self._find().exp(), 1)
        return self._ids.gather(1, place).squeeze(1)

    def mode(self) -> Tensor:
        """Return the most probable action of each row."""
        place = self._find().argmax(1, keepdim=True)
        return self._ids.gather(1, place).squeeze(1)

    def actions_from_params(
        self, latent: Tensor, layer: nn.Linear, deterministic: bool = False
    ) -> Tensor:
        """Return sampled actions, or the most probable ones."""
        return self.proba_distribution(latent, layer).get_actions(deterministic)

    def log_prob_from_params(self, latent: Tensor, layer: nn.Linear) -> tuple[Tensor, Tensor]:
        """Return sampled actions and their log-probabilities."""
        actions = self.actions_from_params(latent, layer)
        return actions, self.log_prob(actions)


class SparsePolicy(MaskableActorCriticPolicy):
    """A sparse policy for ``MaskablePPO``, with ``policy_kwargs`` from ``settings_for``."""

    def _build(self, lr_schedule: Schedule) -> None:
        self.action_dist = LegalActions(int(self.action_space.n))  # type: ignore[attr-defined]
        super()._build(lr_schedule)

    def extract_features(self, obs: PyTorchObs, features_extractor: Any = None) -> Any:
        """Return the second hidden layer's activations, without converting inputs to float."""
        return self.features_extractor(obs)

    def _get_action_dist_from_latent(self, latent_pi: Tensor) -> MaskableDistribution:
        return self.action_dist.proba_distribution(latent_pi, self.action_net)


def settings_for(game: type[Game], num_players: int, hidden: tuple[int, int]) -> dict[str, Any]:
    """Return the ``policy_kwargs`` of a ``SparsePolicy``."""
    return {
        "features_extractor_class": SparseBody,
        "features_extractor_kwargs": {
            "game": game,
            "num_players": num_players,
            "hidden": hidden,
            "made": dict(made_for(game.spec, num_players)),
        },
        "net_arch": [],
        "ortho_init": False,
        "optimizer_kwargs": {"eps": 1e-5, "fused": True},
    }


def _parameters(policy: SparsePolicy) -> dict[str, npt.NDArray[np.float32]]:
    """Return the parameters of a policy by their names in a network, as views."""
    body: Any = policy.features_extractor
    tensors = {
        "first": body.first,
        "first_bias": body.first_bias,
        "second": body.second.weight.T,
        "second_bias": body.second.bias,
        "policy": policy.action_net.weight,
        "policy_bias": policy.action_net.bias,
        "heads": policy.value_net.weight,
        "heads_bias": policy.value_net.bias,
    }
    return {name: tensor.detach().numpy() for name, tensor in tensors.items()}


def to_network(policy: SparsePolicy, data: Any = None) -> Network:
    """Return a policy as a network for the game data that it was trained with.

    Its value becomes the head for the deciding seat's score. The other heads are constant: other
    seats gain no points, and all seats win equally often.
    """
    body: Any = policy.features_extractor
    network = Network(body.game, body.num_players, body.hidden, data=data)
    seats = len(network.parameters["heads"]) // 2
    network.parameters["heads_bias"][seats:] = 1 / seats
    for name, numbers in _parameters(policy).items():
        network.parameters[name][: len(numbers)] = numbers
    return network


def take_over(policy: SparsePolicy, network: Network) -> None:
    """Copy the parameters of a network of the same sizes to a policy, its value included.

    Raises NetworkError if the game or the player count differ. Raises ValueError if the sizes
    differ.
    """
    body: Any = policy.features_extractor
    network.check_plays(body.game.spec, body.num_players)
    found, needed = network.hidden, body.hidden
    if found != needed:
        raise ValueError(
            f"network: hidden layers must have sizes {needed}, those of the policy, found {found}"
        )
    for name, numbers in _parameters(policy).items():
        numbers[:] = network.parameters[name][: len(numbers)]
