"""Measures how exploitable the bundled networks are, by best responses that PPO trains.

For each game, player count and budget, ``python -m experiments.best_responses`` trains a network,
starting from the bundled network, in games in which all other seats play the bundled network's most
probable actions. It writes the win rates to ``docs/results/best-responses.json``. Runs in that file
are kept unless the network or the rules changed, and an interrupted run is resumed. ``python -m
experiments.results --only none`` then writes the table.
"""

import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Final

import typer

from website.doc_tables import table
from wistar_env.benchmark.fingerprints import portable_fingerprint
from wistar_env.benchmark.report import proportion
from wistar_env.kit.game.registry import find_game
from wistar_env.kit.networks.loading import load_shared
from wistar_env.system.atomic_files import replacing
from wistar_env.system.processes import run_module

MEASURED: Final = Path("docs/results/best-responses.json")
FOLDER: Final = Path("results/best-responses")
#: Player counts by the name of the game. The solo game has no other players to exploit.
TABLES: Final[Mapping[str, Sequence[int]]] = MappingProxyType(
    {"rats-of-wistar": (2, 3, 4), "lab-rats": (3, 4, 5)}
)
#: Training budgets, in decisions.
BUDGETS: Final = (20_000_000, 100_000_000)
GAMES: Final = 4000
_NUM_ENVS: Final = 1024
_NUM_STEPS: Final = 64
_MINIBATCH_SIZE: Final = 2048
#: Evaluations of a run, at equal distances; the last evaluates the finished network.
_EVALUATIONS: Final = 4


@dataclass(frozen=True)
class Response:
    """A run of training against a bundled network."""

    game: str  # the name of the game
    num_players: int
    steps: int  # decisions of the run

    @property
    def opponent(self) -> str:
        """The spec of the bot in all other seats."""
        return f"network:{find_game(self.game).spec.networks.default}"

    @property
    def key(self) -> list[Any]:
        """The run, the opponent and the rules version for which the measurement is valid."""
        spec = find_game(self.game).spec
        fingerprint = portable_fingerprint(self.opponent, spec)
        return [self.game, self.num_players, self.steps, fingerprint, spec.rules_version]

    @property
    def folder(self) -> str:
        """The name of the folder of the run."""
        return "-".join(map(str, self.key))

    def command(self) -> list[str]:
        """Return the arguments of ``wistar`` for training, without the folder."""
        network = find_game(self.game).spec.networks.default
        hidden1, hidden2 = load_shared(network, self.game).hidden
        num_updates = -(-self.steps // (_NUM_ENVS * _NUM_STEPS))
        return shlex.split(
            f"train ppo --game {self.game} --players {self.num_players} --steps {self.steps} "
            f"--begin-with {network} --hidden1 {hidden1} --hidden2 {hidden2} --pretraining none "
            f"--self-play-share 0 --snapshots 0 --opponents {self.opponent} "
            f"--evaluate-opponent {self.opponent} --evaluate-games {GAMES} "
            f"--evaluate-every {-(-num_updates // _EVALUATIONS)} "
            f"--num-envs {_NUM_ENVS} --num-steps {_NUM_STEPS} --epochs 2 "
            f"--minibatch-size {_MINIBATCH_SIZE} --learning-rate 0.0004 --win-weight 4"
        )


def responses(budgets: Sequence[int] = BUDGETS) -> Iterator[Response]:
    """Yield all runs, those with few decisions first."""
    for steps in budgets:
        for game, numbers in TABLES.items():
            yield from (Response(game, num_players, steps) for num_players in numbers)


def measure(response: Response, folder: Path, threads: int) -> dict[str, Any]:
    """Train in a folder, and return the run's entry in the file."""
    words = [*response.command(), "--folder", str(folder), "--threads", str(threads)]
    if status := run_module("wistar_env", *words):
        raise typer.Exit(status)
    rows = map(json.loads, (folder / "curve.jsonl").read_text("utf-8").splitlines())
    curve = [[row["steps"], row["eval_win_rate"]] for row in rows if "eval_win_rate" in row]
    return {"key": response.key, "games": GAMES, "curve": curve}


def measured(file: Path) -> list[dict[str, Any]]:
    """Return the measurements in a file; empty if there is no file."""
    found: list[dict[str, Any]] = json.loads(file.read_text("utf-8")) if file.exists() else []
    return found


def write(rows: Sequence[Mapping[str, Any]], file: Path) -> None:
    """Write measurements, one a line."""
    lines = ",\n".join(map(json.dumps, rows))
    with replacing(file) as unfinished:
        unfinished.write_text(f"[\n{lines}\n]\n", "utf-8")


def best_responses(file: Path = MEASURED) -> str:
    """Return the table: a row for each run, with its win rate at the end.

    Runs against an earlier network are left out.
    """
    rows = []
    for row in measured(file):
        game, num_players, steps, *_ = row["key"]
        if row["key"] != Response(game, num_players, steps).key:
            continue
        final = proportion(row["curve"][-1][1] * row["games"], row["games"])
        rows.append(
            [
                find_game(game).spec.title,
                num_players,
                f"{steps / 1e6:g} M",
                f"{100 / num_players:.1f}",
                f"{100 * final.value:.1f} ({100 * final.low:.1f}-{100 * final.high:.1f})",
            ]
        )
    if not rows:
        return "Not measured yet."
    return table(["game", "players", "decisions", "chance level", "won"], rows)


def main(
    folder: Annotated[Path, typer.Option(help="Folder of the runs.")] = FOLDER,
    steps: Annotated[
        str, typer.Option(help="Training budgets in decisions, separated by commas.")
    ] = ",".join(map(str, BUDGETS)),
    threads: Annotated[int, typer.Option(min=1, help="Number of threads.")] = 1,
    file: Annotated[Path, typer.Option(help="The measurements.")] = MEASURED,
) -> None:
    """Train and measure the best responses that the file lacks."""
    for response in responses([int(float(each)) for each in steps.split(",")]):
        key = response.key
        if any(row["key"] == key for row in measured(file)):
            continue
        found = measure(response, folder / response.folder, threads)
        # Runs against an earlier network or with earlier rules are dropped.
        rows = [found, *(row for row in measured(file) if row["key"][:3] != key[:3])]
        write(sorted(rows, key=lambda row: _place(row["key"])), file)


def _place(key: Sequence[Any]) -> tuple[int, int, int]:
    game, num_players, steps, *_ = key
    return [*TABLES].index(game), num_players, steps


if __name__ == "__main__":
    typer.run(main)
