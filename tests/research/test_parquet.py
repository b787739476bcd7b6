"""Parquet, read back by pyarrow and by Hugging Face's ``datasets``."""

import json
from pathlib import Path
from typing import Any

import datasets
import numpy as np
import pyarrow.parquet
import pytest

from tests.research.datasets import GAMES, KINDS, recorded
from wistar_env.datasets import Dataset, to_parquet
from wistar_env.errors import ReplayError

pytestmark = pytest.mark.research


@pytest.fixture(scope="module", params=KINDS)
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    with pytest.MonkeyPatch.context() as patched:
        return recorded(tmp_path_factory.mktemp("games"), request.param, patched)


@pytest.fixture(scope="module")
def written(made: Dataset, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("parquet") / "new" / "folder"
    seen: list[int] = []
    to_parquet(made, folder, on_progress=seen.append)
    assert seen == [2, 4, 5]
    return folder


def test_every_decision_is_written_as_it_was(made: Dataset, written: Path) -> None:
    table = pyarrow.parquet.read_table(sorted(written.glob("decisions-*.parquet")))
    rows = iter(table.to_pylist())
    for part in made.whole_games():
        for k in range(len(part.action)):
            row, used = next(rows), part.observation.used[k]
            assert row["indices"] == part.observation.indices[k][:used].tolist()
            assert row["values"] == part.observation.values[k][:used].tolist()
            assert row["legal"] == part.legal[k][: part.num_legal[k]].tolist()
            assert row["action"] in row["legal"]
            assert row["reward"] == part.rewards[k]
            assert row["done"] == part.ends[k]
            for name in ("game", "step", "seat", "action", "final_score", "win"):
                assert row[name] == getattr(part, name)[k]
    assert next(rows, None) is None


def test_the_files_are_those_of_the_dataset(made: Dataset, written: Path) -> None:
    names = [f"decisions-000000{first}.parquet" for first in (0, 2, 4)]
    assert sorted(file.name for file in written.iterdir()) == [
        "README.md",
        *names,
        "games.parquet",
        "layout.json",
    ]
    for name in (*names, "games.parquet"):
        metadata = pyarrow.parquet.read_schema(written / name).metadata
        assert metadata[b"wistar-env"].decode() == made.description.to_json()


def test_every_game_has_a_row(made: Dataset, written: Path) -> None:
    rows = pyarrow.parquet.read_table(written / "games.parquet").to_pylist()
    total = made.game.spec.score_columns[made.game.spec.scores.total_column]
    assert len(rows) == GAMES
    for number, row in enumerate(rows):
        replay = made.replay(number)
        end = replay.resume()
        shard, place = made.shard_of(number)
        specs = made.description.players
        assert row == {
            "game": number,
            "seed": replay.seed,
            "num_decisions": len(replay.actions),
            "players": [specs[k] if k >= 0 else None for k in shard.players[place]],
            "final_scores": [each[total] for each in end.scores()],
            "ranks": end.ranks(),
        }


def test_hugging_face_reads_the_folder_by_its_card(
    made: Dataset, written: Path, tmp_path: Path
) -> None:
    def load(name: str | None = None, **terms: Any) -> Any:
        cache = str(tmp_path / "cache")
        return datasets.load_dataset(str(written), name, split="train", cache_dir=cache, **terms)

    decisions = load().with_format("numpy")
    assert len(decisions) == made.num_decisions
    assert len(load("games")) == GAMES
    first = next(iter(load("decisions", streaming=True)))
    part = next(made.whole_games())
    used = part.observation.used[0]
    assert first["indices"] == part.observation.indices[0][:used].tolist()
    assert decisions[0]["action"] == part.action[0]


def test_the_card_tells_every_column(written: Path) -> None:
    card = (written / "README.md").read_text("utf-8")
    for section, name in (("## decisions", "decisions-0000000"), ("## games", "games")):
        told = card.split(f"\n{section}\n")[1].split("\n## ")[0]
        rows = [line.split("|") for line in told.splitlines() if line.startswith("| `")]
        schema = pyarrow.parquet.read_schema(written / f"{name}.parquet")
        types = [str(each.type).replace("float", "float32") for each in schema]
        wanted = [t.replace("list<element: ", "list of ").replace(">", "") for t in types]
        assert [row[1].strip(" `") for row in rows] == schema.names
        assert [row[2].strip() for row in rows] == wanted


def test_the_layout_makes_observations_dense(made: Dataset, written: Path) -> None:
    layout = json.loads((written / "layout.json").read_text("utf-8"))
    blocks = layout["blocks"]
    own = made.game.spec.observation_layout(made.description.num_players)
    assert (layout["size"], layout["num_actions"]) == (own.size, made.game.spec.num_actions)
    limit = np.concatenate([np.full(int(np.prod(each["shape"])), each["limit"]) for each in blocks])
    row = pyarrow.parquet.read_table(written / "decisions-0000000.parquet").slice(7, 1).to_pylist()
    found = np.zeros(len(limit), np.float32)
    found[row[0]["indices"]] = np.array(row[0]["values"]) / limit[row[0]["indices"]]
    assert np.allclose(found, next(made.whole_games("float32")).observation[7], atol=1e-7)


def test_a_folder_with_files_is_left_as_it_is(made: Dataset, tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("text")
    for folder in (tmp_path, tmp_path / "mine"):
        with pytest.raises(FileExistsError, match="must be a new or empty folder"):
            to_parquet(made, folder)
    assert [file.name for file in tmp_path.iterdir()] == ["mine"]


def test_an_empty_folder_is_taken(made: Dataset, tmp_path: Path) -> None:
    to_parquet(made, tmp_path)
    assert (tmp_path / "README.md").exists()


def test_an_export_is_whole_or_nothing(
    made: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(games: int) -> None:
        if games > 2:
            raise ReplayError("a damaged file")

    with pytest.raises(ReplayError):
        to_parquet(made, tmp_path / "out", on_progress=fails)
    assert not any(tmp_path.iterdir())
