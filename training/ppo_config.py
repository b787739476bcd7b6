"""The settings of ``wistar_env.training.ppo``."""

from dataclasses import dataclass, replace
from typing import Annotated, Final, Self

import numpy as np

from wistar_env.arguments import integer, number
from wistar_env.errors import missing_extra
from wistar_env.kit.bots.registry import listed, load
from wistar_env.kit.game import GameSpec
from wistar_env.kit.game.option_text import parse_options
from wistar_env.kit.networks.encoders import DEFAULT_ENCODER
from wistar_env.kit.rewards import RewardFn, RewardLike, Weighted
from wistar_env.kit.rewards.custom import spec_of
from wistar_env.training.config import CodeSize, EncoderName, PPOConfig, ValueViews
from wistar_env.training.curriculum import Curriculum
from wistar_env.training.players import COMPILED_BOTS
from wistar_env.training.rewards import reward_of
from wistar_env.training.settings import Count, Help, Range

#: The device name for compiled code.
CPU: Final = "cpu"
#: Maximum points that shaping gives for one unit of a feature.
MAX_SHAPING: Final = 20
#: The reward that the win heads predict.
_WIN: Final = "win"


@dataclass(frozen=True)
class Config(PPOConfig):
    """Settings of a run; the same settings give the same network."""

    players: Annotated[
        str,
        Help(
            "Player counts, such as '2', '1,2,3,4' or, with shares of the games, '1:2,2:1'. "
            "Default: the smallest that the game allows."
        ),
    ] = ""
    data: Annotated[
        str,
        Help(
            "Data folders or card sets, separated by commas; sets/{0..9} expands to ten "
            "names. Default: the bundled data."
        ),
    ] = ""
    code: CodeSize = 0
    encoder: EncoderName = DEFAULT_ENCODER
    device: Annotated[
        str,
        Help(
            "Device that computes gradients: cpu (compiled code) or, with --code and one player "
            "count, a PyTorch device such as cuda."
        ),
    ] = CPU
    set_groups: Annotated[
        int,
        Count(
            "Number of groups into which --data is divided; each rollout plays --num-envs games "
            "with the next group."
        ),
    ] = 1
    begin_with: Annotated[str, Help("Network file to start from. Default: random weights.")] = ""
    reward: Annotated[
        str,
        Help(
            "A seat's own reward: win, rank, score, the game's points (vp in Rats of Wistar), or "
            "module:name in your code. Default: the game's points."
        ),
    ] = ""
    opponent_weight: Annotated[
        float,
        Range(
            "Weight of the opponents' mean reward, which is subtracted; -1 means 0.5 with several "
            "players and without --reward, else 0.",
            -1,
            1e6,
        ),
    ] = -1.0
    win_weight: Annotated[
        float,
        Range(
            "Additional reward for a win; if the reward is points, in units of 10 VP (Lab Rats: 2 "
            "cheese).",
            0,
            1e6,
        ),
    ] = 0.0
    value_views: ValueViews = 0.0
    value_grad_norm: Annotated[
        float,
        Range(
            "Maximum gradient norm of the value heads' own layer, with 0.5 for the others; 0: clip "
            "all layers together at 0.5.",
            0,
            1e6,
        ),
    ] = 0.0
    other_heads_coef: Annotated[
        float,
        Range(
            "Factor of the gradients that all value heads, except the one for the deciding seat's "
            "score, pass to the shared layers.",
            0,
            1e6,
        ),
    ] = 1.0
    curriculum: Annotated[
        str,
        Help(
            "Option to raise step by step: level=0-9,advance=0.6 starts at level 0, and "
            "unlocks the next one whenever 60% of the last 500 games were won. Default: none."
        ),
    ] = ""
    shaping: Annotated[
        str,
        Help(
            "Reward shaping: points per feature (see docs/environment.md), such as "
            "beds_built=4,rooms_dug=2. Default: none."
        ),
    ] = ""
    shaping_until: Annotated[
        float, Range("Fraction of the run over which shaping fades linearly to 0.", 0.001, 1)
    ] = 0.5
    pretraining: Annotated[str, Help("Bot to imitate first, even with --begin-with; or none.")] = (
        "greedy"
    )
    pretraining_games: Annotated[int, Count("Number of games to imitate.", 0)] = 2000
    snapshots: Annotated[int, Count("Number of past networks kept as opponents.", 0, 1024)] = 8
    snapshot_every: Annotated[int, Count("Updates between snapshots.")] = 20
    self_play_share: Annotated[
        float, Range("Fraction of games in which the network plays all seats.", 0, 1)
    ] = 0.5
    opponents: Annotated[
        str, Help("Opponents besides past networks: bots, separated by commas.")
    ] = "greedy"
    openings: Annotated[
        str,
        Help(
            "Bots, separated by commas, that play the first decisions of some games; only later "
            "decisions are trained on. Default: none."
        ),
    ] = ""
    opening_share: Annotated[
        float, Range("Fraction of games that begin with decisions of --openings.", 0, 1)
    ] = 0.25
    opening_decisions: Annotated[
        int, Count("Maximum length of an opening, in decisions per player.", 1, 10_000)
    ] = 60
    evaluate_opponent: Annotated[
        str, Help("Bot for all other seats in evaluations, with several players.")
    ] = "greedy"

    def __post_init__(self) -> None:
        """Check settings that would otherwise fail late or not at all."""
        super().__post_init__()
        if self.device != CPU and len(self.player_counts) > 1:
            raise ValueError(
                f"device must be {CPU} for several player counts, found {self.device!r}"
            )
        if self.minibatch_size > self.batch_size:
            raise ValueError(
                f"minibatch_size must be at most num_envs x num_steps = {self.batch_size}, "
                f"found {self.minibatch_size}"
            )
        self._check_set_groups()
        self._check_reward()
        self._check_curriculum()
        if self.value_views and max(self.learners_of(n) for n in self.player_counts) == 1:
            raise ValueError(
                f"value_views must be 0 if only one seat learns, found {self.value_views}: there "
                "are no views of other learning seats"
            )
        if self.device != CPU:
            self._check_device()
        teachers = [self.pretraining] if self.imitates else []
        for name in (*self.opponent_bots, *self.opening_bots, *teachers, self.evaluate_opponent):
            if name not in COMPILED_BOTS:
                load(name, self.game_class.spec.bots.classes)

    @property
    def imitates(self) -> bool:
        """Whether training starts with imitation of a bot."""
        return self.pretraining != "none"

    def _check_players(self) -> None:
        """Check that each player count has games."""
        integer("num_envs", self.num_envs, 1, 2**40)
        if 0 in self.envs_of_player_counts:
            raise ValueError(
                f"num_envs must be at least 1 per player count, found {self.num_envs} for "
                f"{self.players!r}"
            )

    @property
    def is_shared(self) -> bool:
        """Whether networks of several player counts or card sets share parameters."""
        return len(self.player_counts) > 1 or self.code > 0

    @property
    def envs_of_player_counts(self) -> list[int]:
        """The number of games per player count: ``num_envs`` split by their weights."""
        shares = np.cumsum([0, *self.player_counts.values()]) / sum(self.player_counts.values())
        return [int(each) for each in np.diff(np.round(shares * self.num_envs))]

    def by_player_count(self) -> list[Self]:
        """Return the settings of each player count."""
        if len(self.player_counts) == 1:
            return [self]
        found = []
        for num_players, num_envs in zip(
            self.player_counts, self.envs_of_player_counts, strict=True
        ):
            known = self.options_for(num_players)
            options = [each for each in self.options.split(",") if each.partition("=")[0] in known]
            minibatch_size = min(self.minibatch_size, num_envs * self.num_steps)
            # With a single learner, no other seat has a view.
            value_views = self.value_views if self.learners_of(num_players) > 1 else 0.0
            found.append(
                replace(
                    self,
                    players=str(num_players),
                    num_envs=num_envs,
                    options=",".join(options),
                    minibatch_size=minibatch_size,
                    value_views=value_views,
                    curriculum="",  # of the whole run
                )
            )
        return found

    @property
    def curriculum_of_option(self) -> Curriculum | None:
        """The curriculum, if there is one."""
        return Curriculum.parse(self.curriculum, self.game_class.spec, self.player_counts)

    def _check_reward(self) -> None:
        """Check the reward, and that shaping and extra weights are compatible with it."""
        parse_shaping(self.shaping, self.game_class.spec)
        _ = self.own_reward
        if self.shaping and self.reward not in ("", self._points_name):
            raise ValueError(
                f"shaping needs the default reward or {self._points_name}, found {self.reward}"
            )
        for name in ("opponent_weight", "win_weight") if self.reward == _WIN else ():
            if (weight := getattr(self, name)) > 0:
                raise ValueError(f"{name} must be 0 with the reward {_WIN}, found {weight}")

    @property
    def _points_name(self) -> str:
        return self.game_class.spec.scores.points_name

    @property
    def own_reward(self) -> RewardLike | RewardFn | None:
        """The run's reward; None for points and wins, which every network's heads predict."""
        if self.reward in ("", _WIN, self._points_name):
            return None
        return reward_of(self.reward, self.game_class.spec)

    @property
    def value_scale(self) -> int:
        """The reward that corresponds to 1 in the score heads."""
        return 1 if self.own_reward is not None else self.game_class.spec.networks.value_scale

    def _check_curriculum(self) -> None:
        """Check that nothing else sets the option of the curriculum."""
        found = self.curriculum_of_option
        if found and self.options and found.option in parse_options(self.options):
            raise ValueError(
                f"options must not set {found.option}, which the curriculum sets, found "
                f"{self.options!r}"
            )

    def _check_set_groups(self) -> None:
        """Check that each group has a data folder."""
        known = max(1, len(self.data_folders))
        if self.set_groups > known:
            raise ValueError(
                f"set_groups must be at most the number of data folders, {known}, found "
                f"{self.set_groups}; see --data"
            )

    def by_set_group(self) -> list[Self]:
        """Return the settings per group; each takes every ``set_groups``-th data folder."""
        if self.set_groups == 1:
            return [self]
        names = [self.data_folders[k :: self.set_groups] for k in range(self.set_groups)]
        return [replace(self, data=",".join(each), set_groups=1) for each in names]

    def _check_device(self) -> None:
        """Check that PyTorch can compute on the device."""
        if not self.code:
            raise ValueError(
                f"device must be {CPU} without --code, found {self.device!r}: only card-feature "
                "networks can use another device"
            )
        try:
            check_device(self.device)
        except ModuleNotFoundError as error:
            raise ValueError(f"device {self.device}: {missing_extra('train', error)}") from None

    @property
    def opponent_bots(self) -> list[str]:
        """Names of the bots among the opponents."""
        return listed(self.opponents)

    @property
    def opening_bots(self) -> list[str]:
        """Names of the bots that play openings."""
        return listed(self.openings)

    @property
    def reward_weights(self) -> tuple[float, float, float]:
        """Weights of the seat's own reward, of each opponent's reward and of a win."""
        if self.reward == _WIN:
            return 0.0, 0.0, 1.0
        weight = self.opponent_weight
        if weight < 0:
            weight = 0.0 if self.reward or self.num_learners == 1 else 0.5
        return 1.0, -weight / (self.num_seats - 1), self.win_weight


def parse_shaping(text: str, spec: GameSpec) -> Weighted | None:
    """Parse a shaping reward such as ``"beds_built=4,rooms_dug=2"``; return None if empty.

    Raises ValueError if a feature is not in ``spec.scores.features`` or repeated, or if its points
    are not a number from ``-MAX_SHAPING`` to ``MAX_SHAPING``: scores have 16 bits.
    """
    if not text:
        return None
    weights = {}
    for each in text.split(","):
        name, _, points = each.partition("=")
        if name in weights:
            raise ValueError(
                f"shaping must name each feature once, found {name!r} twice in {text!r}"
            )
        try:
            weight = float(points)
        except ValueError:
            raise ValueError(
                f"shaping must look like beds_built=4,rooms_dug=2, found {text!r}"
            ) from None
        weights[name] = number(f"shaping: {name}", weight, -MAX_SHAPING, MAX_SHAPING)
    shaping = Weighted(weights)
    spec_of(shaping, spec)  # rejects unknown features
    return shaping


def check_device(device: str) -> None:
    """Raise ValueError if PyTorch cannot compute on a device.

    Raises ModuleNotFoundError without PyTorch. Raises ValueError if there is no such device, or
    PyTorch was built without support for it.
    """
    import torch

    try:
        torch.empty(0, device=device)
    except (AssertionError, RuntimeError) as error:
        # PyTorch without CUDA raises AssertionError.
        raise ValueError(f"device: {device!r} cannot be used: {error}") from None
