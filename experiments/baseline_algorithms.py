"""The algorithms of ``experiments.baselines``: their training commands, games and budgets."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NamedTuple

M: Final = 1_000_000
PPO: Final = "wistar_env train ppo --game {game} --players {players} --seed {seed} --threads 1"
_FILE: Final = "--folder {folder} --game {game} --players {players} --steps {steps} --seed {seed}"
_POPULATION: Final = f"{PPO} --folder {{folder}} --steps {{steps}} --opponents ''"
_ALONE: Final = "--self-play-share 0 --snapshots 0 --pretraining none"


@dataclass(frozen=True)
class Setting:
    """The games of training, and the tasks to play afterwards."""

    # ``name``, ``title``: the setting's name and heading.
    name: str
    title: str
    # ``game``, ``players``: the games of training.
    game: str
    players: int
    tasks: tuple[str, ...]  # the benchmark tasks that trained networks and bots play


class Budget(NamedTuple):
    """A length of runs, in the algorithm's unit; 0 for bots without training."""

    size: int
    seeds: int = 5  # runs in each setting
    settings: tuple[str, ...] = ()  # names of the settings; empty: all of the algorithm's


@dataclass(frozen=True)
class Algorithm:
    """An algorithm, which is a row of the page's tables."""

    name: str
    # The arguments of ``python -m``, run in this order; empty for a bot without training. Words in
    # braces are replaced: the ``folder``, ``game``, ``players``, ``steps`` and ``seed`` of the run,
    # a ``quarter`` of the steps, and the ``iterations`` of expert iteration for these simulations.
    commands: tuple[str, ...]
    settings: tuple[str, ...]  # names of the settings in which it is trained
    budgets: tuple[Budget, ...]
    # What budgets count: ``"decisions"``, a teacher's ``"games"``, or a search's ``"simulations"``.
    unit: str = "decisions"
    # The spec of the bot that plays the tasks; empty if the run leaves no file for a bot.
    bot: str = "network:{folder}/network.npz"
    # Whether to train a best response to its network, with the same number of decisions.
    exploited: bool = False
    # Whether it differs from another algorithm in one aspect only, with the same budget.
    ablation: bool = False


#: Options that a trial adds, for games whose number does not follow from the decisions.
TRIALS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "wistar_env train ppo": "--pretraining-games 20 --evaluate-games 20",
        "wistar_env train sb3": "--evaluate-games 20",
        "wistar_env train distil": "--games 4 --evaluate-games 20",
    }
)
SETTINGS: Final = (
    Setting(
        "solo",
        "Solo, against Rat-o-bot",
        "rats-of-wistar",
        1,
        ("solo-5", "solo-7", "solo-9", "unseen-generated"),
    ),
    Setting("two", "Two players", "rats-of-wistar", 2, ("duel",)),
    Setting("four", "Four players", "rats-of-wistar", 4, ("four",)),
    Setting("lab-rats", "Lab Rats, three players", "lab-rats", 3, ("lab-rats-3",)),
)
_EVERY: Final = tuple(each.name for each in SETTINGS)


def _bot(name: str, *settings: str) -> Algorithm:
    """Return a bot without training, as an algorithm."""
    return Algorithm(name, (), settings or _EVERY, (Budget(0, 1),), bot=name)


def _cloned(teacher: str) -> Algorithm:
    """Return behaviour cloning of a bot."""
    return Algorithm(
        f"cloning of {teacher}",
        (
            f"wistar_env dataset {{folder}}/games --bot {teacher} --games {{steps}} "
            "--game {game} --players {players} --seed {seed}",
            "wistar_env train clone {folder}/games --out {folder}/network.npz --seed {seed}",
        ),
        ("solo", "two"),
        (Budget(1000), Budget(10_000)),
        "games",
    )


def _oracle(stage: int) -> str:
    """Return the training command of a best response to all earlier responses."""
    before = ",".join(f"network:{{folder}}/{k}/network.npz" for k in range(1, stage)) or "random"
    folder = "{folder}" if stage == 4 else f"{{folder}}/{stage}"
    return f"{PPO} --folder {folder} --steps {{quarter}} {_ALONE} --opponents {before}"


def _ablated(what: str, options: str, *settings: str) -> Algorithm:
    """Return compiled PPO with one changed aspect."""
    command = f"{PPO} --folder {{folder}} --steps {{steps}} {options}"
    return Algorithm(f"PPO, {what}", (command,), settings, (Budget(10 * M),), ablation=True)


_ABLATIONS: Final = (
    _ablated("without imitation", "--pretraining none", "solo", "two"),
    _ablated("wins and VP", "--win-weight 4", "solo", "two"),
    Algorithm(
        "PPO, PyTorch, wins only",
        (f"wistar_env.training.ppo_torch {_FILE} --reward win --reward-scale 1",),
        ("solo",),
        (Budget(10 * M),),
        ablation=True,
    ),
    Algorithm(
        "MaskablePPO without masks",
        (f"wistar_env train sb3 {_FILE} --no-masks",),
        ("solo",),
        (Budget(M), Budget(10 * M)),
        ablation=True,
    ),
    _ablated("only self-play", "--opponents '' --self-play-share 1 --snapshots 0", "two"),
    _ablated("only against greedy", "--self-play-share 0 --snapshots 0", "two"),
    *(_ablated(f"width {width}", f"--hidden1 {width}", "solo") for width in (64, 512)),
    *(_ablated(f"gae_lambda {each}", f"--gae-lambda {each}", "solo") for each in (0.9, 1.0)),
    _ablated("value views", "--value-views 0.5", "two"),
)
ALGORITHMS: Final = (
    _bot("random"),
    _bot("greedy"),
    _bot("flat", "solo", "two"),
    _bot("mcts:simulations=100,network=none", "solo"),
    _bot("mcts:simulations=1000,network=none", "solo"),
    Algorithm(
        "PPO, compiled",
        (f"{PPO} --folder {{folder}} --steps {{steps}}",),
        _EVERY,
        (Budget(M), Budget(10 * M), Budget(100 * M, 5, ("solo", "two"))),
    ),
    Algorithm(
        "PPO, PyTorch",
        (f"wistar_env.training.ppo_torch {_FILE}",),
        _EVERY,
        (Budget(M), Budget(10 * M, 3)),
    ),
    Algorithm(
        "MaskablePPO",
        (f"wistar_env train sb3 {_FILE}",),
        ("solo", "two"),
        (Budget(M), Budget(10 * M, 3)),
    ),
    Algorithm("DQN", (f"wistar_env.training.dqn_torch {_FILE}",), ("solo", "two"), (Budget(M),)),
    Algorithm(
        "recurrent PPO",
        (f"wistar_env.training.ppo_gru_torch {_FILE}",),
        ("solo", "two"),
        (Budget(M),),
        bot="",
    ),
    Algorithm(
        "expert iteration",
        (
            "wistar_env train distil --folder {folder} --game {game} --players {players} "
            "--simulations 50 --iterations {iterations} --seed {seed} --threads 1",
        ),
        ("solo",),
        (Budget(M), Budget(10 * M)),
        "simulations",
    ),
    _cloned("greedy"),
    _cloned("network"),
    Algorithm(
        "self-play",
        (f"{_POPULATION} --self-play-share 1 --snapshots 0",),
        ("two",),
        (Budget(20 * M, 3),),
        exploited=True,
    ),
    Algorithm(
        "fictitious self-play",
        (f"{_POPULATION} --self-play-share 0 --snapshots 64",),
        ("two",),
        (Budget(20 * M, 3),),
        exploited=True,
    ),
    Algorithm(
        "double oracle",
        tuple(map(_oracle, range(1, 5))),
        ("two",),
        (Budget(20 * M, 3),),
        exploited=True,
    ),
    *_ABLATIONS,
)
