"""Settings of trainers: of the games, ``GameConfig``; of PPO, ``PPOConfig``."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Annotated, Any, Final, TypeAlias

from wistar_env.arguments import integer, number
from wistar_env.cli.parameters import DEFAULT_GAME, GameName, count_option
from wistar_env.kit.game import MAX_SEED, Game
from wistar_env.kit.game.option_text import parse_options
from wistar_env.kit.game.registry import find_game
from wistar_env.kit.networks.network import hidden_sizes
from wistar_env.training.commands import option

CodeSize: TypeAlias = Annotated[
    int,
    count_option(
        "Numbers that a card is encoded as, for a network that reads cards; 0: it knows them "
        "by their ids. More than those of --begin-with widen it."
    ),
]
EncoderName: TypeAlias = Annotated[
    str, option("Activation of the encoders, with --code: leaky, a scaled leaky ReLU, or relu.")
]
#: Settings of ``PPOConfig`` of at least 1.
_COUNTS: Final = (
    "steps",
    "num_envs",
    "num_steps",
    "epochs",
    "minibatch_size",
    "evaluate_every",
    "evaluate_games",
)
#: Lowest and highest values of settings of ``PPOConfig``.
_RANGES: Final = MappingProxyType(
    {
        "learning_rate": (0, 1),
        "gae_lambda": (0, 1),
        "clip_coef": (0, 1e6),
        "entropy_coef": (0, 1e6),
        "value_coef": (0, 1e6),
    }
)
_NUMBERS: Final = re.compile(r"\{(\d+)\.\.(\d+)\}")


def numbered(name: str) -> list[str]:
    """Expand a name: ``"sets/{0..2}"`` to three names, any other to itself.

    Raises
    ------
    ValueError
        If the numbers run backwards.
    """
    if not (found := _NUMBERS.search(name)):
        return [name]
    first, last = int(found[1]), int(found[2])
    if first > last:
        raise ValueError(f"data: {{{first}..{last}}} must run upwards, found {name!r}")
    return [name[: found.start()] + str(k) + name[found.end() :] for k in range(first, last + 1)]


@dataclass(frozen=True)
class GameConfig:
    """The settings that choose the games."""

    game: GameName = DEFAULT_GAME
    players: Annotated[int, option("Players; 0: as few as the game allows.")] = 0
    options: Annotated[
        str, option("Options of the game, such as level=0-9; default: the game's own for training.")
    ] = ""
    data: Annotated[
        str,
        option(
            "Data folder, or several, separated by commas; {0..9} stands for each number. "
            "Default: the bundled data."
        ),
    ] = ""
    seed: Annotated[int, option("Seed of all randomness.")] = 1

    def __post_init__(self) -> None:
        """Check what would otherwise fail late."""
        spec = self.game_class.spec
        players = self.players or spec.min_players
        # Runs and networks contain the number, in case the default changes.
        object.__setattr__(
            self, "players", integer("players", players, spec.min_players, spec.max_players)
        )
        integer("seed", self.seed, 0, MAX_SEED)
        spec.make_options(self.players, 1, self.game_options)

    @cached_property
    def game_class(self) -> type[Game]:
        """The game."""
        return find_game(self.game)

    @property
    def game_options(self) -> Mapping[str, Any]:
        """The options that games are begun with."""
        if self.options:
            return parse_options(self.options)
        return self.game_class.spec.training_options(self.players)

    @property
    def data_folder(self) -> str | list[str] | None:
        """The data folder, or several; None for the bundled data."""
        found = self.data_folders
        return found if len(found) > 1 else found[0] if found else None

    @property
    def data_folders(self) -> list[str]:
        """The data folders by name; none for the bundled data."""
        parts = self.data.split(",") if self.data else []
        return [name for part in parts for name in numbered(part)]

    @property
    def one_data_folder(self) -> str | None:
        """The data folder, for what learns from games with one.

        Raises
        ------
        ValueError
            If there are several.
        """
        if isinstance(self.data_folder, list):
            raise ValueError(
                f"data must be one data folder here, found {len(self.data_folder)}; wistar train "
                "ppo takes several, and wistar train distil with --code"
            )
        return self.data_folder

    @property
    def num_seats(self) -> int:
        """Seats of a game, those of automata included."""
        return self.game_class.spec.seats_of(self.players)[0]

    @property
    def num_learners(self) -> int:
        """Seats of a game that no automaton has."""
        seats, automata = self.game_class.spec.seats_of(self.players)
        return seats - automata


@dataclass(frozen=True)
class PPOConfig(GameConfig):
    """The settings that all trainers by PPO have."""

    steps: Annotated[int, count_option("Total decisions, such as 5e6.")] = 5_000_000
    num_envs: Annotated[int, count_option("Games played in parallel.")] = 128
    num_steps: Annotated[int, count_option("Decisions of each game per rollout.")] = 256
    epochs: Annotated[int, count_option("Passes over each rollout.")] = 3
    minibatch_size: Annotated[int, count_option("Decisions per Adam step.")] = 1024
    learning_rate: Annotated[float, option("Initial learning rate, annealed to 0.")] = 5e-4
    gae_lambda: Annotated[float, option("Lambda of GAE.")] = 0.97
    clip_coef: Annotated[float, option("Clipping range of the policy ratio.")] = 0.2
    entropy_coef: Annotated[
        float, option("Initial coefficient of the entropy bonus, annealed to 0.")
    ] = 0.01
    value_coef: Annotated[float, option("Coefficient of the value loss.")] = 0.5
    hidden1: Annotated[int, option("Size of the first hidden layer.")] = 128
    hidden2: Annotated[int, option("Size of the second hidden layer.")] = 64
    evaluate_every: Annotated[int, count_option("Updates between evaluations.")] = 20
    evaluate_games: Annotated[int, count_option("Games per evaluation.")] = 500

    def __post_init__(self) -> None:
        """Check settings that would otherwise fail late or never."""
        super().__post_init__()
        for name in _COUNTS:
            integer(name, getattr(self, name), 1, 2**40)
        hidden_sizes((self.hidden1, self.hidden2))
        for name, (low, high) in _RANGES.items():
            number(name, getattr(self, name), low, high)

    @property
    def batch_size(self) -> int:
        """Decisions of an update."""
        return self.num_envs * self.num_steps

    @property
    def num_updates(self) -> int:
        """Updates of the run."""
        return -(-self.steps // self.batch_size)
