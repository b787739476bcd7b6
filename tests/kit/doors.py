"""All entry points of the package, run in a process that must not compile anything.

``python -m tests.kit.doors`` takes a game's name, and prints what each entry point compiled, as
JSON.
"""

import json
import sys
import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, Final

import gymnasium
import numpy as np
from numba.core.compiler import CompilerBase
from typer.testing import CliRunner

from wistar_env import cli, lab_rats_v0, wistar_v0
from wistar_env.cli.parameters import DEFAULT_GAME
from wistar_env.kit.conformance.runner import CHECKS, cases_of
from wistar_env.kit.game import Game
from wistar_env.kit.game.breakdown import best_first
from wistar_env.kit.game.registry import find_game
from wistar_env.kit.networks.network import Network
from wistar_env.kit.networks.shared import SharedNetwork
from wistar_env.kit.rewards import Shaping
from wistar_env.kit.search import Flat, Mcts
from wistar_env.kit.vector.batch_game import BatchGame
from wistar_env.kit.vector.learner import LearnerBatch

Door = Callable[[type[Game], Path], object]
_ENVS: Final[Mapping[str, Any]] = {"rats-of-wistar": wistar_v0, "lab-rats": lab_rats_v0}
_SMALL: Final = "--hidden1 32 --hidden2 16 --epochs 1 --evaluate-games 4 --minibatch-size 32"
_PPO: Final = f"--num-envs 4 --num-steps 16 --steps 128 --evaluate-every 1 {_SMALL}"
_LEARNING: Final = f"--pretraining-games 1 --snapshots 1 --snapshot-every 1 {_PPO}"
_DISTIL: Final = f"--iterations 1 --games 2 --simulations 4 --evaluate-every 1 {_SMALL}"
#: Command lines of entry points, by command.
LINES: Final[Mapping[str, tuple[str, ...]]] = {
    "arena": (
        "arena greedy random mcts:simulations=2 {own} --game {game} --players {players} --games 1 "
        "--workers 1 --save-replays 1 --out {folder}/arena.jsonl",
    ),
    "dataset": ("dataset {folder}/dataset --game {game} --bot greedy --games 2",),
    "prompt": ("prompt --game {game} --decision 3",),
    "train ppo": (
        f"train ppo --folder {{folder}}/ppo --game {{game}} --players {{players}} {_LEARNING}",
    ),
    "train distil": (
        f"train distil --folder {{folder}}/distil --game {{game}} --players {{players}} {_DISTIL}",
    ),
    "train sb3": (f"train sb3 --folder {{folder}}/sb3 --game {{game}} {_PPO}",),
}
#: Commands without a line, and why.
NO_LINES: Final[Mapping[str, str]] = {
    **dict.fromkeys(("bench run", "bench verify", "ladder"), "plays like arena"),
    **dict.fromkeys(("check", "serve", "play"), "has a door of its own here"),
    **dict.fromkeys(("replay", "review", "mcp"), "plays and searches one game, as doors here do"),
    "speed": "measures for minutes",
    "solve": "for small games; it compiles their chance",
    "train clone": "learns in PyTorch, as sb3 does",
    **dict.fromkeys(
        (
            "bench reveal",
            "bench seal",
            "card",
            "compile",
            "doctor",
            "export",
            "curves",
            "export-onnx",
            "gallery",
            "games",
            "new-game",
            "report",
        ),
        "plays nothing",
    ),
    **dict.fromkeys((f"data {word}" for word in ("check", "path", "copy", "generate")), "reads"),
}


def _players(game: type[Game]) -> int:
    return max(2, game.spec.min_players)


def _run(line: str, game: type[Game], folder: Path) -> None:
    own = " ".join(game.spec.bots.classes)
    words = {"game": game.spec.name, "players": _players(game), "folder": folder, "own": own}
    done = CliRunner().invoke(cli.app, line.format(**words).split())
    if done.exit_code:
        raise RuntimeError(f"{line}: {done.output[-2000:]} {done.exception!r}")


def _play(game: type[Game], folder: Path) -> None:
    chance = np.random.default_rng(1)
    played = game.new(_players(game), seed=1)
    for number in count():
        if played.finished:
            break
        played.observe_and_mask(played.seat)
        if number == 9:
            for each in (played.state, played.scores, played.presentation.render, played.clone):
                each()
            game.from_bytes(played.to_bytes()).determinize(played.seat, 1)
            for searcher in (Mcts(4), Flat(2), Mcts(4, rollout_depth=2)):
                searcher.search(played, 1)
            network = Network.random(game, _players(game), (32, 16))
            network.predict(played)
            Mcts(4, network=network).search(played, 1)
            if game.spec.observation.place_features is not None:
                shared = SharedNetwork.random(game, (_players(game),), (32, 16), 8)
                shared.network_for().predict(played)
        played.step(int(chance.choice(played.legal_actions())))
    best_first(played.ranks())


def _envs(game: type[Game], folder: Path) -> None:
    module = _ENVS[game.spec.name]
    env = module.env(num_players=_players(game))
    env.reset(seed=1)
    for _ in env.agent_iter(40):
        observation, _, over, *_ = env.last()
        env.step(None if over else int(np.flatnonzero(observation["action_mask"])[0]))
    module.parallel_env(num_players=_players(game)).reset(seed=1)


def _gym(game: type[Game], folder: Path) -> None:
    settings: dict[str, Any] = {"game": game.spec.name, "opponents": ["greedy", "random"]}
    settings["num_players"] = 3
    single = gymnasium.make("wistar/Game-v0", **settings)
    several = gymnasium.make_vec("wistar/Game-v0", num_envs=2, **settings)
    for env in (single, several):
        env.reset(seed=1)
    masks: Any = single.unwrapped
    single.step(int(np.flatnonzero(masks.action_masks())[0]))


def _batches(game: type[Game], folder: Path) -> None:
    feature = next(iter(game.spec.scores.features), None)
    shaped = "score" if feature is None else Shaping("win", {feature: 0.5}, discount=0.9)
    for observation in ("float32", "uint8", "sparse", None):
        for threads in (1, 2):
            batch = BatchGame(
                game, 8, 3, observation=observation, reward=shaped, num_threads=threads
            )
            batch.reset(seed=1)
            for policy in ("random", "greedy"):
                batch.step(batch.choose(policy))
            batch.game(1).to_bytes()
            learner = LearnerBatch(
                game, 8, 3, opponents=["greedy", "random"], observation=observation,
                on_illegal="penalize", num_threads=threads,
            )  # fmt: skip
            learner.reset(seed=1)
            learner.step(learner.choose("random"))


def _check(game: type[Game], folder: Path) -> None:
    slow = ("every_block_occurs", "interpreted_code_plays_the_same_game")
    for name in CHECKS:
        if name not in slow:
            CHECKS[name](cases_of(game, games=1)[-1])


def _serve(game: type[Game], folder: Path) -> None:
    from tests.server.serving import GREEDY, YOU, begin, serving

    with serving(game=game) as client:
        begin(client, YOU, *[GREEDY] * (_players(game) - 1))


DOORS: Final[Mapping[str, Door]] = {
    "games, search and networks": _play,
    "environments": _envs,
    "gymnasium": _gym,
    "batches": _batches,
    "check": _check,
    "serve": _serve,
    **{line: partial(_run, line) for lines in LINES.values() for line in lines},
}


def main(name: str) -> None:
    """Run all entry points with a game, and print what they compiled."""
    compiled: list[str] = []
    compile_core = CompilerBase._compile_core

    def record(self: Any) -> Any:
        compiled.append(self.state.func_id.func_qualname)
        return compile_core(self)

    CompilerBase._compile_core = record
    found = {}
    for door, start in DOORS.items():
        if door.startswith("train sb3") and name != DEFAULT_GAME:
            continue  # its compiled code is the same for all games, and its imports take long
        with tempfile.TemporaryDirectory() as folder:
            start(find_game(name), Path(folder))
        found[door], compiled[:] = sorted({*compiled}), []
    print(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1])
