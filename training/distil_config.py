"""The settings of ``wistar_env.training.distil``."""

from dataclasses import dataclass
from typing import Annotated

from wistar_env.kit.networks.encoders import DEFAULT_ENCODER
from wistar_env.training.config import CodeSize, EncoderName, GameConfig, ValueViews
from wistar_env.training.policy_targets import POLICY_TARGETS
from wistar_env.training.settings import Choice, Count, Help, Range


@dataclass(frozen=True)
class Config(GameConfig):
    """Settings of a run; the same settings give the same network."""

    data: Annotated[
        str,
        Help(
            "Data folder or card set; with --code, also several, separated by commas "
            "(sets/{0..9} expands to ten names). Default: the bundled data."
        ),
    ] = ""
    begin_with: Annotated[str, Help("Network file to start from. Default: random weights.")] = ""
    hidden1: Annotated[int, Help("Size of the first hidden layer, without --begin-with.")] = 128
    hidden2: Annotated[int, Help("Size of the second hidden layer, without --begin-with.")] = 64
    code: CodeSize = 0
    encoder: EncoderName = DEFAULT_ENCODER
    iterations: Annotated[int, Count("Iterations of self-play and training.")] = 100
    games: Annotated[int, Count("Games per iteration, played in parallel.")] = 64
    simulations: Annotated[int, Count("Simulations per decision.")] = 200
    c_puct: Annotated[float, Range("Exploration constant of PUCT.", 0, 1000)] = 0.1
    prior_temperature: Annotated[
        float, Range("Softmax temperature of the priors below the root.", 1e-3, 1000)
    ] = 1.0
    root_prior_temperature: Annotated[
        float, Range("Softmax temperature of the priors at the root.", 1e-3, 1000)
    ] = 4.0
    root_noise_fraction: Annotated[
        float, Range("Weight of Dirichlet noise in the priors at the root.", 0, 1)
    ] = 0.0
    dirichlet_alpha: Annotated[
        float, Range("Concentration of the Dirichlet noise.", 1e-3, 1000)
    ] = 0.3
    temperature: Annotated[
        float,
        Range(
            "Temperature of a game's first decisions: 1 samples by visit counts, 0 plays the "
            "best action.",
            0,
            100,
        ),
    ] = 1.0
    num_sampling_moves: Annotated[
        int, Count("Number of a game's first decisions that use --temperature.", 0)
    ] = 30
    policy_target: Annotated[
        str,
        Choice(
            "Policy target: visits, or completed_q (the network's policy improved by search "
            "values, as in Gumbel MuZero).",
            POLICY_TARGETS,
        ),
    ] = "visits"
    target_temperature: Annotated[
        float,
        Range("Temperature of visits in the policy target; below 1 sharpens it.", 0.01, 100),
    ] = 1.0
    completed_q_scale: Annotated[
        float, Range("Weight of values in completed_q: c_scale in Gumbel MuZero.", 0, 1000)
    ] = 1.0
    window: Annotated[int, Count("Number of latest games to train on.")] = 512
    epochs: Annotated[int, Count("Passes per iteration over the games of --window.")] = 1
    minibatch_size: Annotated[int, Count("Decisions per Adam step.")] = 256
    learning_rate: Annotated[float, Range("Initial learning rate, annealed to 0.", 0, 1)] = 2e-4
    value_coef: Annotated[float, Range("Coefficient of the value loss.", 0, 1000)] = 0.1
    value_views: ValueViews = 0.5
    evaluate_every: Annotated[int, Count("Iterations between evaluations.")] = 1
    evaluate_games: Annotated[int, Count("Games per evaluation.")] = 500

    def __post_init__(self) -> None:
        """Check settings that would otherwise fail late or never."""
        super().__post_init__()
        if not self.code:
            _ = self.one_data_folder  # a network with weights per card id supports only one
