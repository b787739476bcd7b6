"""Retrain a bundled network: ``python -m experiments.train_bundled wistar``.

``CHAINS`` lists the stages of each network. The first run starts from random weights, every later
one from the network of the previous stage. The last settings and all budgets are those of the
shipped network (``wistar_env/games/*/networks/*.md``); where settings of earlier stages were not
recorded, we chose them. To resume, repeat the command.
"""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

import typer

from experiments.baseline_algorithms import SETTINGS
from experiments.baselines import MEASURED, train
from experiments.best_responses import measured

M: Final = 1_000_000
FOLDER: Final = Path("results/bundled")
#: The baseline whose speed is used to estimate the duration of chains.
SPEED_OF: Final = "PPO, compiled"
#: Settings that a trial reduces in addition to the decisions.
TRIAL: Final = (
    "--num-envs 64 --num-steps 16 --minibatch-size 512 --evaluate-games 20 --pretraining-games 20"
)
#: Placeholder for the previous stage's network in a command.
_LAST: Final = "--begin-with {folder}/{last}/network.npz --pretraining none"
_RATS: Final = (
    "--num-steps 64 --epochs 2 --minibatch-size 2048 --hidden1 192 --evaluate-every 100 "
    "--win-weight 4.0"
)
_ALL: Final = f"{_RATS} --num-envs 1050 --learning-rate 0.0004 --value-views 0.5 {_LAST}"
_READER: Final = (
    "--num-envs 1536 --num-steps 128 --epochs 2 --minibatch-size 2048 --learning-rate 0.0004 "
    "--entropy-coef 0.012 --hidden1 192 --evaluate-every 100 --evaluate-games 300 --code 64 "
    "--encoder relu --win-weight 3.0"
)
_SETS: Final = "wistar_env/games/rats_of_wistar/data,permuted:v1:{0..2},generated:v1:{0..11}"
_MORE: Final = (
    f"--players 1:2,2:2,3:1,4:1 --options level=7-9 --value-views 0.5 --value-grad-norm 0.5 "
    f"{_READER} {_LAST}"
)
_LAB: Final = (
    "--game lab-rats --num-envs 4096 --num-steps 64 --epochs 2 --learning-rate 0.0004 "
    "--gae-lambda 0.9 --value-coef 0.2 --hidden1 256 --evaluate-every 60 --evaluate-games 1500 "
    "--win-weight 6.0 --opponents careful --evaluate-opponent careful"
)
_CAREFUL: Final = (
    f"{_LAB} --players 3:1,4:1,5:1 --minibatch-size 8192 --entropy-coef 0.004 --snapshots 0 "
    f"--self-play-share 0.2 {_LAST}"
)


@dataclass(frozen=True)
class Stage:
    """A run of ``wistar train ppo``, or another program, which has no decisions."""

    words: str  # settings of the run, or the module and its arguments
    decisions: int = 0

    def command(self, folder: Path, number: int, share: float, threads: int) -> list[str]:
        """Return the command as a list of words."""
        words = self.words
        if self.decisions:
            steps = max(1, round(share * self.decisions))
            run = f"wistar_env train ppo --folder {{folder}}/{number} --steps {steps}"
            words = f"{run} --threads {threads} {words}" + f" {TRIAL}" * (share < 1)
        told = {"folder": folder, "last": number - 1, "file": network_of(folder, number)}
        for name, value in told.items():  # not by ``format``, as names of data may contain braces
            words = words.replace(f"{{{name}}}", str(value))
        return shlex.split(words)


def network_of(folder: Path, number: int) -> Path:
    """Return the file of the network of a stage."""
    return folder / str(number) / "network.npz"


#: The stages of each network; the last stage writes the network.
CHAINS: Final[dict[str, Sequence[Stage]]] = {
    "wistar": (
        Stage(
            f"--players 1 --options level=0-9 {_RATS} --num-envs 1024 --learning-rate 0.0006 "
            "--shaping beds_built=4,rooms_dug=2 --shaping-until 0.4 --seed 20",
            410 * M,
        ),
        Stage(f"--players 1,2,3,4 --options level=5-9 --seed 21 {_ALL}", 100 * M),
        Stage(
            f"--players 1:3,2:2,3:1,4:1 --options level=5-9 --seed 22 --value-grad-norm 0.5 {_ALL}",
            100 * M,
        ),
    ),
    "wistar-reader": (
        Stage("experiments.reconstructions 1000 1024 --folder {folder}/reconstructions"),
        Stage(
            f"--players 1 --options level=0-9 --data generated:v1:{{0..49}} --seed 15 {_READER}",
            300 * M,
        ),
        Stage(f"--data {_SETS} --seed 16 {_MORE}", 32 * M),
        Stage(
            f"--data {_SETS},{{folder}}/reconstructions/{{1000..1023}} --seed 17 {_MORE}", 60 * M
        ),
        Stage("experiments.mean_network {folder}/3/network.npz {folder}/4/network.npz {file}"),
    ),
    "lab-rats": (
        Stage(
            "--players 4 --minibatch-size 4096 --entropy-coef 0.02 --pretraining careful "
            f"--pretraining-games 36000 --seed 19 {_LAB}",
            30 * M,
        ),
        Stage(
            f"--players 3,4,5 --minibatch-size 4096 --entropy-coef 0.02 --seed 20 {_LAB} {_LAST}",
            60 * M,
        ),
        Stage(f"--seed 21 {_CAREFUL}", 47 * M),
        Stage(f"--seed 22 --value-views 0.5 {_CAREFUL}", 85 * M),
    ),
}


def budget(name: str) -> int:
    """Return the decisions of a chain."""
    return sum(stage.decisions for stage in CHAINS[name])


def core_hours(name: str) -> float:
    """Return the estimated core hours of a chain, at the speed of the game's baseline."""
    game = "lab-rats" if name == "lab-rats" else "rats-of-wistar"
    own = {each.name for each in SETTINGS if each.game == game}
    rows = [row for row in measured(MEASURED) if row["key"][0] == SPEED_OF and row["key"][1] in own]
    decisions, seconds = (sum(row[each] for row in rows) for each in ("decisions", "cpu_seconds"))
    return float(budget(name) * seconds / decisions / 3600)


def main(
    name: Annotated[str, typer.Argument(help="A bundled network.")],
    share: Annotated[
        float, typer.Option(min=1e-6, max=1, help="Share of the decisions, for a trial.")
    ] = 1.0,
    threads: Annotated[int, typer.Option(min=1, help="Number of threads.")] = 1,
    folder: Annotated[Path, typer.Option(help="Folder of the runs.")] = FOLDER,
) -> None:
    """Retrain a bundled network from random weights."""
    if name not in CHAINS:
        allowed = ", ".join(CHAINS)
        raise typer.BadParameter(f"the network must be one of {allowed}, found {name!r}")
    decisions, hours = share * budget(name) / M, share * core_hours(name)
    print(
        f"{name}: {decisions:,.3g} M decisions, about {hours:,.2g} core-hours at the speed of the "
        "baselines (docs/baselines.md)",
        flush=True,
    )
    there = folder / (f"{name}-{share:g}" if share < 1 else name)
    commands = []
    for number, stage in enumerate(CHAINS[name], 1):
        network_of(there, number).parent.mkdir(parents=True, exist_ok=True)
        commands.append(stage.command(there, number, share, threads))
    seconds = train(commands, there)
    made = network_of(there, len(commands))
    print(f"{made}: {seconds / 3600:.2g} core-hours; to play with it: wistar play network:{made}")


if __name__ == "__main__":
    typer.run(main)
