"""The settings of ``wistar_env.training.distil``."""

from dataclasses import dataclass
from typing import Annotated, Final

from wistar_env.arguments import choice, integer, number
from wistar_env.kit.networks.encoders import DEFAULT_ENCODER, ENCODERS
from wistar_env.kit.networks.shared_parameters import MAX_CODE
from wistar_env.training.config import CodeSize, EncoderName, GameConfig
from wistar_env.training.policy_targets import POLICY_TARGETS
from wistar_env.training.settings import Count, Help

#: Settings of at least 1.
_COUNTS: Final = (
    "iterations",
    "games",
    "simulations",
    "window",
    "epochs",
    "minibatch_size",
    "evaluate_every",
    "evaluate_games",
)


@dataclass(frozen=True)
class Config(GameConfig):
    """Settings of a run; the same settings give the same network."""

    begin_with: Annotated[str, Help("Network file to start from; default: random weights.")] = ""
    hidden1: Annotated[int, Help("Size of the first hidden layer of a random network.")] = 128
    hidden2: Annotated[int, Help("Size of the second hidden layer of a random network.")] = 64
    code: CodeSize = 0
    encoder: EncoderName = DEFAULT_ENCODER
    iterations: Annotated[int, Count("Iterations of self-play and training.")] = 100
    games: Annotated[int, Count("Games per iteration, played in parallel.")] = 64
    simulations: Annotated[int, Count("Simulations per decision.")] = 200
    c_puct: Annotated[float, Help("Exploration constant of PUCT.")] = 0.1
    prior_temperature: Annotated[float, Help("Softmax temperature of the priors.")] = 1.0
    root_prior_temperature: Annotated[
        float, Help("Softmax temperature of the priors of every searched decision.")
    ] = 4.0
    root_noise_fraction: Annotated[
        float, Help("Weight of noise in the priors of every searched decision.")
    ] = 0.0
    dirichlet_alpha: Annotated[
        float, Help("Concentration of the Dirichlet distribution of the noise.")
    ] = 0.3
    temperature: Annotated[
        float, Help("Temperature of the first moves: 1 samples by visits, 0 plays the best.")
    ] = 1.0
    num_sampling_moves: Annotated[
        int, Count("Number of initial decisions at that temperature.")
    ] = 30
    policy_target: Annotated[
        str,
        Help(
            "Policy target: visits, or completed_q, the network's policy improved by search values."
        ),
    ] = "visits"
    target_temperature: Annotated[
        float, Help("Temperature of visits as policy target; below 1 sharpens them.")
    ] = 1.0
    completed_q_scale: Annotated[
        float, Help("Weight of values in completed_q; c_scale of the paper.")
    ] = 1.0
    window: Annotated[int, Count("Latest games to train on.")] = 512
    epochs: Annotated[int, Count("Passes over these games per iteration.")] = 1
    minibatch_size: Annotated[int, Count("Decisions per Adam step.")] = 256
    learning_rate: Annotated[float, Help("Initial learning rate, annealed to 0.")] = 2e-4
    value_coef: Annotated[float, Help("Coefficient of the value loss.")] = 0.1
    evaluate_every: Annotated[int, Count("Iterations between evaluations.")] = 1
    evaluate_games: Annotated[int, Count("Games per evaluation.")] = 500

    def __post_init__(self) -> None:
        """Check settings that would otherwise fail late or never."""
        super().__post_init__()
        for name in _COUNTS:
            integer(name, getattr(self, name), 1, 2**40)
        choice("encoder", self.encoder, ENCODERS)
        if not integer("code", self.code, 0, MAX_CODE):
            _ = self.one_data_folder  # a network that knows cards by their ids plays with one
        integer("num_sampling_moves", self.num_sampling_moves, 0, 2**40)
        number("c_puct", self.c_puct, 0, 1000)
        number("temperature", self.temperature, 0, 100)
        number("target_temperature", self.target_temperature, 0.01, 100)
        choice("policy_target", self.policy_target, POLICY_TARGETS)
        number("completed_q_scale", self.completed_q_scale, 0, 1000)
        number("prior_temperature", self.prior_temperature, 1e-3, 1000)
        number("root_prior_temperature", self.root_prior_temperature, 1e-3, 1000)
        number("root_noise_fraction", self.root_noise_fraction, 0, 1)
        number("dirichlet_alpha", self.dirichlet_alpha, 1e-3, 1000)
        number("learning_rate", self.learning_rate, 0, 1)
        number("value_coef", self.value_coef, 0, 1000)
