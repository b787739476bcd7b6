"""Settings of trainers: ``GameConfig`` for the games, ``PPOConfig`` for PPO."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Final, TypeAlias

from wistar_env.arguments import integer
from wistar_env.kit.game import MAX_SEED, Game, GameSpec
from wistar_env.kit.game.option_text import parse_options
from wistar_env.kit.game.registry import find_game
from wistar_env.kit.networks.encoders import ENCODERS
from wistar_env.kit.networks.network import hidden_sizes
from wistar_env.kit.networks.shared_parameters import MAX_CODE
from wistar_env.training.settings import Choice, Count, Help, Range, check_settings

CodeSize: TypeAlias = Annotated[
    int,
    Count(
        "Embedding size of a network that computes card weights from card features; 0: "
        "separate weights for each card. A larger size than in --begin-with widens that "
        "network's embeddings, and keeps the separate weights that it may also have.",
        0,
        MAX_CODE,
    ),
]
EncoderName: TypeAlias = Annotated[
    str,
    Choice(
        "With --code, activation of the embedding layer: leaky (a scaled leaky ReLU) or relu.",
        ENCODERS,
    ),
]
ValueViews: TypeAlias = Annotated[
    float,
    Range(
        "Fraction of decisions at which the value heads (scores and win probabilities) "
        "also train on another seat's observation.",
        0,
        1,
    ),
]
_NUMBERS: Final = re.compile(r"\{(\d+)\.\.(\d+)\}")


def numbered(name: str) -> list[str]:
    """Expand a name: ``"sets/{0..2}"`` to three names, any other to itself.

    Raises ValueError if the numbers run backwards.
    """
    if not (found := _NUMBERS.search(name)):
        return [name]
    first, last = int(found[1]), int(found[2])
    if first > last:
        raise ValueError(f"data: the range {{{first}..{last}}} must be ascending, found {name!r}")
    return [name[: found.start()] + str(k) + name[found.end() :] for k in range(first, last + 1)]


def _has(spec: GameSpec, num_players: int, name: str, value: Any) -> bool:
    """Return whether games with this player count have an option and allow this value."""
    try:
        spec.make_options(num_players, 1, {name: value})
    except (TypeError, ValueError):
        return False
    return True


@dataclass(frozen=True)
class GameConfig:
    """The settings that choose the games."""

    game: Annotated[str, Help("An installed game (see 'wistar games'), or module:Class.")] = (
        "rats-of-wistar"
    )
    players: Annotated[str, Help("Player count. Default: the smallest that the game allows.")] = ""
    options: Annotated[
        str,
        Help(
            "Options of the game, separated by commas; level=0-9 draws a level per game. "
            "Default: the game's training options (solo Rats of Wistar: level=0-9)."
        ),
    ] = ""
    data: Annotated[
        str,
        Help("Data folder or card set. Default: the bundled data."),
    ] = ""
    seed: Annotated[int, Help("Seed of all randomness.")] = 1

    def __post_init__(self) -> None:
        """Fill in the default player count, and reject settings that would otherwise fail late."""
        spec = self.game_class.spec
        # Runs store the player count, in case the default changes.
        object.__setattr__(self, "players", str(self.players) or str(spec.min_players))
        integer("seed", self.seed, 0, MAX_SEED)
        self._check_players()
        for num_players in self.player_counts:
            spec.make_options(num_players, 1, self.options_for(num_players))
        self._check_options()
        check_settings(self)

    def _check_players(self) -> None:
        """Reject several player counts, and a count that the game does not allow."""
        _ = self.num_players

    def _check_options(self) -> None:
        """Check that each option exists for at least one of the player counts."""
        given = parse_options(self.options) if self.options else {}
        used = {name for n in self.player_counts for name in self.options_for(n)}
        if unused := sorted({*given} - used):
            raise ValueError(
                f"options: {', '.join(unused)} cannot be set with --players {self.players}"
            )

    @cached_property
    def player_counts(self) -> dict[int, int]:
        """The player counts, each with its weight in the number of games."""
        spec, found = self.game_class.spec, dict[int, int]()
        for part in self.players.split(","):
            number, _, share = part.partition(":")
            try:
                players, weight = int(number), int(share or 1)
            except ValueError:
                raise ValueError(
                    "players must be a number such as 2, a list such as 1,2, or a weighted list "
                    f"such as 1:2,2:1; found {self.players!r}"
                ) from None
            integer("players", players, spec.min_players, spec.max_players)
            if players in found:
                raise ValueError(f"players: {players} occurs twice in {self.players!r}")
            found[players] = integer("the share of a player count", weight, 1, 1000)
        return found

    @property
    def num_players(self) -> int:
        """The player count.

        Raises ValueError if there are several.
        """
        number, *others = self.player_counts
        if others:
            raise ValueError(
                f"players must be a single number for this trainer, found {self.players!r}; only "
                "wistar train ppo accepts several"
            )
        return number

    @cached_property
    def game_class(self) -> type[Game]:
        """The class of the game."""
        return find_game(self.game)

    @property
    def game_options(self) -> Mapping[str, Any]:
        """The options of new games."""
        return self.options_for(self.num_players)

    def options_for(self, num_players: int) -> Mapping[str, Any]:
        """Return the options of new games with this player count: by default those for training.

        With several player counts, each gets only the options and values that exist for it.
        """
        spec = self.game_class.spec
        if not self.options:
            return spec.training_options(num_players)
        given = parse_options(self.options)
        if len(self.player_counts) == 1:
            return given
        return {
            name: value for name, value in given.items() if _has(spec, num_players, name, value)
        }

    @property
    def data_folder(self) -> str | list[str] | None:
        """The data folder, or a list of several; None for the bundled data."""
        found = self.data_folders
        return found if len(found) > 1 else found[0] if found else None

    @property
    def data_folders(self) -> list[str]:
        """The names of the data folders; empty for the bundled data."""
        parts = self.data.split(",") if self.data else []
        return [name for part in parts for name in numbered(part)]

    @property
    def one_data_folder(self) -> str | None:
        """The data folder, for trainers that accept only one.

        Raises ValueError if there are several.
        """
        if isinstance(self.data_folder, list):
            raise ValueError(
                f"data must be a single folder for this trainer, found {len(self.data_folder)}; "
                "several work with wistar train ppo, and with wistar train distil --code"
            )
        return self.data_folder

    @property
    def num_seats(self) -> int:
        """Number of seats of a game, including automata."""
        return self.game_class.spec.seats_of(self.num_players)[0]

    @property
    def num_learners(self) -> int:
        """Number of seats of a game, without automata."""
        return self.learners_of(self.num_players)

    def learners_of(self, num_players: int) -> int:
        """Return the number of seats without automata in a game with this player count."""
        seats, automata = self.game_class.spec.seats_of(num_players)
        return seats - automata


@dataclass(frozen=True)
class PPOConfig(GameConfig):
    """The settings that all PPO trainers share."""

    steps: Annotated[int, Count("Total number of decisions, such as 5e6.")] = 5_000_000
    num_envs: Annotated[int, Count("Games played in parallel.")] = 128
    num_steps: Annotated[int, Count("Decisions of each game per rollout.")] = 256
    epochs: Annotated[int, Count("Passes over each rollout.")] = 3
    minibatch_size: Annotated[int, Count("Decisions per Adam step.")] = 1024
    learning_rate: Annotated[float, Range("Initial learning rate.", 0, 1)] = 5e-4
    anneal_lr: Annotated[bool, Help("Anneal the learning rate linearly to 0.")] = True
    gamma: Annotated[float, Range("Discount between consecutive decisions of a seat.", 0, 1)] = 1.0
    gae_lambda: Annotated[float, Range("Lambda of GAE.", 0, 1)] = 0.97
    clip_coef: Annotated[float, Range("Clipping range of the policy ratio.", 0, 1e6)] = 0.2
    target_kl: Annotated[
        float,
        Range("Approximate KL divergence that ends the epochs of an update; 0: none.", 0, 1e6),
    ] = 0.0
    entropy_coef: Annotated[
        float, Range("Initial coefficient of the entropy bonus, annealed to 0.", 0, 1e6)
    ] = 0.01
    value_coef: Annotated[float, Range("Coefficient of the value loss.", 0, 1e6)] = 0.5
    hidden1: Annotated[int, Help("Size of the first hidden layer, without --begin-with.")] = 128
    hidden2: Annotated[int, Help("Size of the second hidden layer, without --begin-with.")] = 64
    evaluate_every: Annotated[int, Count("Updates between evaluations.")] = 20
    evaluate_games: Annotated[int, Count("Games per evaluation.")] = 500

    def __post_init__(self) -> None:
        """Check settings that would otherwise fail late or never."""
        super().__post_init__()
        hidden_sizes((self.hidden1, self.hidden2))

    @property
    def batch_size(self) -> int:
        """Decisions per update."""
        return self.num_envs * self.num_steps

    @property
    def num_updates(self) -> int:
        """Updates of the run: as few as have at least ``steps`` decisions."""
        return -(-self.steps // self.batch_size)
