"""Record the datasets of a release: games of each game's network, alone and with search.

``python -m experiments.published_datasets`` records all of them and packs each as one file, with a
dataset card. To resume, repeat the command.
"""

import json
import math
import shlex
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

import numpy as np
import typer

from website.doc_tables import table
from wistar_env.benchmark.report import mean, win_share
from wistar_env.datasets import Dataset
from wistar_env.datasets.dataset_card import CARD, size_category
from wistar_env.datasets.description import NAME
from wistar_env.system.processes import run_module

FOLDER: Final = Path("results/datasets")
GAMES: Final = 10_000
SEED: Final = 560301
NETWORK: Final = "network"
SEARCH: Final = "mcts:simulations=64,threads=0"


@dataclass(frozen=True)
class Published:
    """A dataset of a release."""

    name: str  # the name of its folder
    bot: str  # the bot of all seats
    options: str  # other options of ``wistar dataset``

    def command(self, folder: Path, share: float = 1.0) -> list[str]:
        """Return the arguments of ``wistar`` that record a share of its games."""
        games = max(1, round(share * GAMES))
        options = f"{self.options} --games {games} --seed {SEED}"
        return ["dataset", str(folder / self.name), "--bot", self.bot, *options.split()]


_TABLES: Final = {
    "solo": "--players 1 --options level=5-9",
    "duel": "--players 2",
    "lab-rats": "--game lab-rats --players 3",
}
DATASETS: Final = tuple(
    Published(f"{table}-{kind}", bot, options)
    for kind, bot in (("network", NETWORK), ("search", SEARCH))
    for table, options in _TABLES.items()
)

# JSON is valid YAML.
_PAGE: Final = """\
---
pretty_name: {pretty_name}
license: mit
tags:
- board-games
- offline-rl
- imitation-learning
task_categories:
- reinforcement-learning
size_categories:
- {size}
---

# {title}

{games:,} complete games with {decisions:,} decisions, stored as seeds and actions:
{megabytes:.1f} MB. `wistar-env` replays them, and computes observations, legal actions and rewards
while it reads. Install the version below: one with other rules or data rejects the files.

```python
from wistar_env.datasets import Dataset

for batch in Dataset("{name}").decisions("sparse", shuffle=1):
    batch.observation, batch.legal, batch.action, batch.final_score, batch.win
```

`wistar export {name} --parquet tables` writes all columns for use without `wistar-env`.

## How it was made

```text
wistar {command}
```

Bots, their fingerprints and versions, from `{description_name}`:

```json
{description}
```

Seeds of games follow from `seed` by a one-way function, and differ from those of ladder, arena and
benchmark with the same number. A version records the same games on every machine.

## Statistics

{statistics}

Means with their 95% intervals. A shared first place is a share of a win.

## Limits

- One bot plays all seats, so positions after mistakes of weaker players are rare.
- Its decisions are nearly deterministic, so the games say little about other actions.
- Values of many components are reconstructed, since they are printed in pictures only. Strength and
  scores hold for these values, not for the printed game.
- No person played, and the files have no personal data.

## Licence

MIT, like `wistar-env`.
"""


def _in_short(values: list[float], form: str, most: float = math.inf) -> str:
    found = mean(values)
    low, high = max(0.0, found.low), min(most, found.high)
    return f"{found.value:{form}} ({low:{form}} to {high:{form}})"


def statistics(dataset: Dataset) -> str:
    """Return the table of scores and wins in a dataset, one row per seat."""
    shards = [shard for _, shard in dataset.shards()]
    scores, ranks = (
        np.concatenate([getattr(shard, name) for shard in shards]) for name in ("scores", "ranks")
    )
    players = np.concatenate([shard.players for shard in shards])
    lengths = np.concatenate([shard.lengths for shard in shards])
    names = dataset.replay(0).start().presentation.seat_names
    rows = []
    for seat in range(scores.shape[1]):
        wins = [win_share(rank, seat) for rank in ranks.tolist()]
        bot = f"`{dataset.description.players[0]}`" if players[0, seat] >= 0 else "the rules"
        of_seat = scores[:, seat].astype(float).tolist()
        rows.append([names[seat], bot, _in_short(of_seat, ".1f"), _in_short(wins, ".1%", 1)])
    head = ["seat", "played by", "final score", "games won"]
    per_game = _in_short(lengths.astype(float).tolist(), ".1f")
    return f"{table(head, rows)}\n\nDecisions a game: {per_game}."


def card(published: Published, dataset: Dataset) -> str:
    """Return the dataset card."""
    about, games = dataset.description, len(dataset)
    title = f"{dataset.game.spec.title}: {games:,} games of {published.bot}"
    files = [dataset.folder / name for name in about.files]
    return _PAGE.format(
        title=title,
        pretty_name=json.dumps(title),
        size=size_category(dataset.num_decisions),
        games=games,
        decisions=dataset.num_decisions,
        megabytes=sum(file.stat().st_size for file in files) / 1e6,
        name=published.name,
        command=shlex.join(published.command(Path(), games / GAMES)),
        description_name=NAME,
        description=json.dumps(json.loads(about.to_json()), indent=2),
        statistics=statistics(dataset),
    )


def pack(published: Published, folder: Path) -> Path:
    """Write the card of a recorded dataset, and pack all its files as one; return the pack."""
    made = folder / published.name
    dataset = Dataset(made)
    (made / CARD).write_text(card(published, dataset), "utf-8")
    packed = folder / f"{published.name}.zip"
    # Arrays are already compressed. ``ZipInfo`` without a date makes packs of equal games
    # identical.
    with zipfile.ZipFile(packed, "w") as archive:
        for name in (CARD, NAME, *dataset.description.files):
            archive.writestr(
                zipfile.ZipInfo(f"{published.name}/{name}"), (made / name).read_bytes()
            )
    return packed


def chosen(only: str) -> list[Published]:
    """Return the datasets with these comma-separated names; all datasets for an empty text."""
    names = [each.name for each in DATASETS]
    asked = only.split(",") if only else names
    if unknown := [name for name in asked if name not in names]:
        raise typer.BadParameter(f"{unknown[0]!r} is not one of {', '.join(names)}")
    return [each for each in DATASETS if each.name in asked]


def main(
    only: Annotated[
        str, typer.Option(help="Names of datasets, separated by commas. Default: all.")
    ] = "",
    folder: Annotated[Path, typer.Option(help="The folder to write.")] = FOLDER,
    share: Annotated[
        float, typer.Option(min=0.0001, max=1, help="Record this share of the games.")
    ] = 1.0,
) -> None:
    """Record the datasets of a release, and pack each as one file with a dataset card."""
    for published in chosen(only):
        command = published.command(folder, share)
        print(f"wistar {shlex.join(command)}", flush=True)
        if status := run_module("wistar_env", *command):
            raise typer.Exit(status)
        packed = pack(published, folder)
        print(f"{packed}: {packed.stat().st_size / 1e6:.2f} MB", flush=True)


if __name__ == "__main__":
    typer.run(main)
