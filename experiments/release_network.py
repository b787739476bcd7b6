"""Release a network: ``python -m experiments.release_network FILE``.

The file replaces the bundled network of its game: the card-feature network if it is one, else the
ordinary network. The command then regenerates everything that depends on it: its model card, the
leaderboard entries of the network and of search with it, best responses, results with their plot,
the sensitivity page, README's table and notebooks. It first prints the steps and their duration on
two cores. To resume, repeat the command: finished steps are skipped.

``--share 0.02`` tries the steps with a share of the games and the installed networks, and writes to
``results/release/trial``.
"""

import json
import shutil
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Final, NamedTuple

import typer

from experiments.results import PAGE
from website.doc_tables import present, rewrite, table
from wistar_env.kit.networks.bundled import file_of
from wistar_env.kit.networks.loading import load_shared
from wistar_env.kit.networks.shared import SharedNetwork
from wistar_env.system.atomic_files import replacing
from wistar_env.system.cache import digest
from wistar_env.system.processes import run_module

FOLDER: Final = Path("results/release")
README: Final = Path("README.md")
_TRIAL: Final = FOLDER / "trial"
_RATS: Final = "rats-of-wistar"
_ROWS: Final = "network,mcts:simulations=100"
#: Training decisions of a best response.
_RESPONSE: Final = 20_000_000
_RECONSTRUCTIONS: Final = 100
#: Games per row of a trial, before they are multiplied by its share.
_GAMES: Final = 2000
#: The first cells of README's table, by the bot's name on the results page.
_SHOWN: Final = {"greedy": "`greedy`", "network": "`network`"} | {
    "mcts:simulations=100": "search: `mcts:simulations=100`"
}


class Step(NamedTuple):
    """A step of a release: its name, its minutes on two cores, and its command."""

    name: str
    minutes: float
    words: Sequence[str]


def steps_of(network: SharedNetwork, share: float) -> Iterator[Step]:
    """Yield the steps of a release.

    The minutes for Rats of Wistar's default network were measured in a release from a fresh clone
    (52.8 in total, with low-priority work in parallel); all others are estimated from milliseconds
    per decision. Games of bots without a network are kept in ``results/page``. ``FOLDER`` records
    the minutes of a release.
    """
    spec, trial = network.game.spec, share < 1
    rats = spec.name == _RATS
    if not trial:
        yield Step("card", 0.1, ["website.network_cards"])
    games = ["--games", str(max(1, round(share * _GAMES)))] if trial else []
    rows = ["--game", spec.name, "--bots", _ROWS, "--share", "0.05", *games]
    yield Step("rows", 16 if rats else 4, ["experiments.leaderboard", "--make", *rows])
    if not network.code:
        steps = ["--steps", str(round(share * _RESPONSE)), "--threads", "2"]
        where = ["--folder", str(_TRIAL / "runs"), "--file", str(_TRIAL / "responses.json")]
        words = [*steps, *where * trial]
        yield Step("best responses", 13, ["experiments.best_responses", *words])
    if rats and network.code:
        count = str(max(1, round(share * _RECONSTRUCTIONS)))
        where = ["--folder", str(_TRIAL / "sensitivity")] * trial
        words = ["--parts", "network,search", "--count", count, *where]
        yield Step("sensitivity", 9, ["experiments.sensitivity", *words])
    # The card-feature network plays unseen cards; the other network plays everything else.
    tables = "unseen" if network.code else "solo,players,costs" if rats else "lab_rats,costs"
    where = ["--folder", str(_TRIAL / "page"), "--images", str(_TRIAL)]
    where += ["--page", str(_TRIAL / PAGE.name), "--share", str(share)]
    words = ["--only", tables, *where * trial]
    yield Step("results", 23 if rats else 6, ["experiments.results", *words])
    if not trial:
        names = ["unseen_cards"] if rats else ["lab_rats"]
        if rats and not network.code:
            names.append("what_agents_learn")
        yield Step("notebooks", 1, ["experiments.notebooks", *names])


def install(network: SharedNetwork, file: Path) -> Path:
    """Copy a network into its game's folder, and return the new file."""
    spec = network.game.spec
    installed = file_of(spec, spec.networks.reader if network.code else spec.networks.default)
    if not (installed.exists() and installed.samefile(file)):
        shutil.copyfile(file, installed)
    return installed


def strengths(page: str) -> str:
    """Return README's table, from the tables of the results page."""
    found = present(page)
    solo = {cells[0].strip("`"): cells for cells in _rows(found["solo"])}
    pairs = {(cells[0].strip("`"), cells[1].strip("`")): cells for cells in _rows(found["players"])}
    rows = [
        [shown, *(_percent(solo[bot][level]) for level in (6, 10)), _against_greedy(pairs, bot)]
        for bot, shown in _SHOWN.items()
    ]
    return table(["bot", "solo, level 5", "solo, level 9", "two players, against `greedy`"], rows)


def _against_greedy(pairs: dict[tuple[str, str], list[str]], bot: str) -> str:
    return "50%" if bot == "greedy" else _percent(pairs[bot, "greedy"][2])


def _rows(text: str) -> Iterator[list[str]]:
    for line in text.splitlines():
        if line.startswith("| `"):
            yield [cell.strip() for cell in line.strip("|").split("|")]


def _percent(cell: str) -> str:
    return f"{float(cell.split()[0]):.0f}%"


def write_readme() -> None:
    """Write README's table."""
    rewrite(README, {"strengths": lambda: strengths(PAGE.read_text("utf-8"))})


def main(
    file: Annotated[Path, typer.Argument(dir_okay=False, exists=True, help="The network file.")],
    share: Annotated[
        float,
        typer.Option(
            min=0.001, max=1, help="Fraction of the games, for a trial with the bundled networks."
        ),
    ] = 1.0,
) -> None:
    """Bundle a network with its game, and regenerate everything that depends on it."""
    network = load_shared(file)
    record = FOLDER / f"{digest(file.read_bytes())[:12]}-{share:g}.json"
    done: dict[str, float] = json.loads(record.read_text("utf-8")) if record.exists() else {}
    steps = [step for step in steps_of(network, share) if step.name not in done]
    for step in steps:
        print(f"{step.name}: about {share * step.minutes:.1f} minutes")
    print(f"in total about {share * sum(step.minutes for step in steps):.1f} minutes on two cores")
    if share < 1:
        _TRIAL.mkdir(parents=True, exist_ok=True)
        shutil.copy(PAGE, _TRIAL)
    else:
        print(f"{file} is {install(network, file)} now", flush=True)
    for step in steps:
        began = time.monotonic()
        if status := run_module(*step.words):
            raise typer.Exit(status)
        done[step.name] = round((time.monotonic() - began) / 60, 1)
        print(f"{step.name}: {done[step.name]} minutes", flush=True)
        record.parent.mkdir(parents=True, exist_ok=True)
        with replacing(record) as unfinished:
            unfinished.write_text(json.dumps(done), "utf-8")
    if share == 1:
        write_readme()


if __name__ == "__main__":
    typer.run(main)
