"""Export to Parquet: a folder of tables, with a dataset card for Hugging Face's hub."""

import json
import tempfile
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from wistar_env.datasets.dataset import Dataset
from wistar_env.datasets.dataset_card import CARD, write_card
from wistar_env.datasets.decision_rows import Decisions
from wistar_env.kit.replays.shards import Shard
from wistar_env.system.extras import import_with_extra

GAMES: Final = "games.parquet"
LAYOUT: Final = "layout.json"
#: The metadata key of the description.
METADATA: Final = b"wistar-env"
_COMPRESSION: Final = "zstd"


def to_parquet(
    dataset: Dataset,
    folder: str | Path,
    *,
    num_threads: int = 1,
    on_progress: Callable[[int], None] = lambda games: None,
) -> None:
    """Export a dataset to Parquet: its decisions, its games, and a dataset card.

    ``decisions-0000000.parquet`` and so on have a row per decision, and ``games.parquet`` has a row
    per game. layout.json has the sizes and blocks of observations and the number of actions.
    ``README.md`` is a dataset card, which lets Hugging Face's ``load_dataset`` open the folder.
    Only a batch of ``whole_games`` is in memory at once.

    Parameters
    ----------
    dataset
        The dataset.
    folder
        The folder to write, atomically; it may exist if it is empty.
    num_threads
        As for ``Dataset.decisions``.
    on_progress
        Called with the number of written games, after each batch of games.

    Raises
    ------
    ImportError
        If pyarrow is not installed.
    FileExistsError
        If the folder is not empty.
    ReplayError
        If the dataset is damaged.
    """
    parquet, folder = import_with_extra("pyarrow.parquet", "export"), Path(folder).absolute()
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FileExistsError(f"{folder} must be a new or empty folder")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{folder.name}.", dir=folder.parent) as unfinished:
        made = Path(unfinished) / folder.name
        made.mkdir()
        _write_decisions(parquet, dataset, made, num_threads, on_progress)
        _write_games(parquet, dataset, made)
        layout = dataset.game.spec.observation_layout(dataset.description.num_players)
        sizes = {"size": layout.size, "num_actions": dataset.game.spec.num_actions}
        described = {**sizes, "blocks": [_block(each) for each in layout.blocks]}
        (made / LAYOUT).write_text(json.dumps(described, indent=1) + "\n", "utf-8")
        write_card(dataset, made / CARD)
        if folder.exists():
            folder.rmdir()
        made.rename(folder)


def _block(block: Any) -> dict[str, Any]:
    names = ("name", "start", "axes", "shape", "limit", "meaning")
    return {name: getattr(block, name) for name in names}


def _write_decisions(
    parquet: Any,
    dataset: Dataset,
    folder: Path,
    num_threads: int,
    on_progress: Callable[[int], None],
) -> None:
    about, written = dataset.description, 0
    schema = _schema(dataset, _decision_types())
    parts = dataset.whole_games(num_threads=num_threads)
    for file, group in groupby(parts, lambda part: int(part.game[0]) // about.shard_size):
        name = about.files[file].replace("games-", "decisions-").replace(".npz", ".parquet")
        with parquet.ParquetWriter(folder / name, schema, compression=_COMPRESSION) as writer:
            for part in group:
                writer.write_table(_table(_decision_columns(part), schema))
                written += int(part.game[-1] - part.game[0]) + 1
                on_progress(written)


def _write_games(parquet: Any, dataset: Dataset, folder: Path) -> None:
    schema = _schema(dataset, _game_types())
    with parquet.ParquetWriter(folder / GAMES, schema, compression=_COMPRESSION) as writer:
        for numbers, shard in dataset.shards():
            columns = _game_columns(numbers, shard, dataset.description.players)
            writer.write_table(_table(columns, schema))


def _schema(dataset: Dataset, types: Mapping[str, Any]) -> Any:
    arrow = import_with_extra("pyarrow", "export")
    schema = arrow.schema(list(types.items()))
    return schema.with_metadata({METADATA: dataset.description.to_json().encode()})


def _table(columns: Mapping[str, Any], schema: Any) -> Any:
    return import_with_extra("pyarrow", "export").table(columns, schema=schema)


def _decision_types() -> dict[str, Any]:
    """Return the types of the columns of decisions, by name."""
    arrow = import_with_extra("pyarrow", "export")
    return {
        "game": arrow.int32(),
        "step": arrow.int32(),
        "seat": arrow.int8(),
        "indices": arrow.list_(arrow.int16()),
        "values": arrow.list_(arrow.uint8()),
        "legal": arrow.list_(arrow.int16()),
        "action": arrow.int16(),
        "reward": arrow.float32(),
        "done": arrow.bool_(),
        "final_score": arrow.int32(),
        "win": arrow.float32(),
    }


def _decision_columns(part: Decisions) -> dict[str, Any]:
    """Return the columns of decisions of whole games."""
    seen = part.observation
    return {
        "game": part.game.astype(np.int32),
        "step": part.step.astype(np.int32),
        "seat": part.seat.astype(np.int8),
        "indices": _lists(seen.indices, seen.used),
        "values": _lists(seen.values, seen.used),
        "legal": _lists(part.legal, part.num_legal),
        "action": part.action.astype(np.int16),
        "reward": part.rewards,
        "done": part.ends,
        "final_score": part.final_score.astype(np.int32),
        "win": part.win,
    }


def _lists(rows: npt.NDArray[Any], counts: npt.NDArray[np.int16]) -> Any:
    """Return an array of lists: the first ``counts[i]`` entries of each row ``i``."""
    arrow = import_with_extra("pyarrow", "export")
    ends = np.cumsum(counts, dtype=np.int32)
    starts = np.concatenate([np.zeros(1, np.int32), ends])
    used = np.arange(rows.shape[1]) < counts[:, None]
    return arrow.ListArray.from_arrays(starts, rows[used])


def _game_types() -> dict[str, Any]:
    """Return the types of the columns of games, by name."""
    arrow = import_with_extra("pyarrow", "export")
    return {
        "game": arrow.int32(),
        "seed": arrow.uint64(),
        "num_decisions": arrow.int32(),
        "players": arrow.list_(arrow.string()),
        "final_scores": arrow.list_(arrow.int32()),
        "ranks": arrow.list_(arrow.int16()),
    }


def _game_columns(numbers: range, shard: Shard, specs: list[str]) -> dict[str, Any]:
    """Return the columns of games; ``players`` has the spec of the bot in each seat, or null."""
    return {
        "game": np.arange(numbers.start, numbers.stop, dtype=np.int32),
        "seed": shard.seeds,
        "num_decisions": shard.lengths.astype(np.int32),
        "players": [[*_names(row, specs)] for row in shard.players.tolist()],
        "final_scores": shard.scores.tolist(),
        "ranks": shard.ranks.tolist(),
    }


def _names(players: list[int], specs: list[str]) -> Iterator[str | None]:
    for player in players:
        yield specs[player] if player >= 0 else None
