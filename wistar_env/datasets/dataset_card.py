"""The dataset card of an export: a README with a header for Hugging Face's hub."""

import json
from pathlib import Path
from typing import Final

from wistar_env.datasets.dataset import Dataset

CARD: Final = "README.md"
#: The hub's size categories, in rows, the largest first.
_SIZES: Final = (
    (10**9, "n>1B"),
    (10**8, "100M<n<1B"),
    (10**7, "10M<n<100M"),
    (10**6, "1M<n<10M"),
    (10**5, "100K<n<1M"),
    (10**4, "10K<n<100K"),
    (10**3, "1K<n<10K"),
    (0, "n<1K"),
)
# JSON is valid YAML, so untrusted values are written as JSON.
_PAGE: Final = """\
---
pretty_name: {name}
tags:
- board-games
- offline-rl
- imitation-learning
task_categories:
- reinforcement-learning
size_categories:
- {size}
configs:
- config_name: decisions
  data_files: decisions-*.parquet
  default: true
- config_name: games
  data_files: games.parquet
---

# {title}: {games} games of bots

{decisions} decisions, each with what the deciding seat saw, its legal actions, and what it did.
Recorded by `wistar dataset` of wistar-env and written by its `wistar export`. How the games were
made:

```json
{description}
```

`bots` are the fingerprints of the bots, `players` the bots in the seats of the first game, or the
one bot in all seats; seats rotate.

## decisions

A row for each decision, in order, one game after another.

| column | type | meaning |
| --- | --- | --- |
| `game` | int32 | number of the game |
| `step` | int32 | decisions of the game before this one |
| `seat` | int8 | who decides |
| `indices` | list of int16 | places of the observation that are not zero, ascending |
| `values` | list of uint8 | the counts at these places |
| `legal` | list of int16 | ids of the legal actions |
| `action` | int16 | id of the action that was taken |
| `reward` | float32 | `2 * win - 1` at the seat's last decision of the game, else 0 |
| `done` | bool | whether it is the seat's last decision of the game |
| `final_score` | int32 | the seat's score at the end of the game |
| `win` | float32 | 1 if the seat wins the game, 1/n if n seats tie for first place, else 0 |

An observation has {size_of_observation} values, and there are {num_actions} actions. `layout.json`
has both numbers, and lists the blocks of observations: name, first place, axes and their lengths,
the largest count (`limit`), and the meaning. To have values from 0 to 1, divide a count by the
limit of its block.

## games

A row for each game.

| column | type | meaning |
| --- | --- | --- |
| `game` | int32 | number of the game |
| `seed` | uint64 | its seed |
| `num_decisions` | int32 | its decisions |
| `players` | list of string | the bot in each seat; null for a seat that the rules play |
| `final_scores` | list of int32 | the score of each seat at the end |
| `ranks` | list of int16 | the place of each seat, 1 for the first |

## Reading

```python
from datasets import load_dataset

decisions = load_dataset(".", "decisions", split="train")
games = load_dataset(".", "games", split="train")
```
"""


def size_category(rows: int) -> str:
    """Return Hugging Face's size category for a number of rows."""
    return next(name for least, name in _SIZES if rows >= least)


def write_card(dataset: Dataset, file: Path) -> None:
    """Write a dataset's card, a README for Hugging Face."""
    spec, about = dataset.game.spec, dataset.description
    page = _PAGE.format(
        name=json.dumps(f"{spec.title}: {len(dataset)} games of bots"),
        size=size_category(dataset.num_decisions),
        title=spec.title,
        games=len(dataset),
        decisions=dataset.num_decisions,
        description=json.dumps(json.loads(about.to_json()), indent=2),
        size_of_observation=spec.observation_layout(about.num_players).size,
        num_actions=spec.num_actions,
    )
    file.write_text(page, "utf-8")
