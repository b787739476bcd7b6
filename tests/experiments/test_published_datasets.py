"""The datasets of a release: one command records and packs them, with a correct card."""

import json
import re
import shlex
import zipfile
from pathlib import Path

import pytest
from typer.testing import CliRunner

from experiments import published_datasets
from experiments.published_datasets import DATASETS, Published, chosen, main, pack
from tests.command_line import wistar
from tests.docs import ROOT
from wistar_env import cli
from wistar_env.datasets import Dataset
from wistar_env.kit.bots.registry import load


@pytest.fixture
def recorded(tmp_path: Path) -> tuple[Published, Path]:
    """Return a dataset of four games of Lab Rats, and the folder that it is in."""
    published = Published("few", "random", "--game lab-rats --players 3")
    assert wistar(*published.command(tmp_path, 0.0004)).exit_code == 0
    return published, tmp_path


def test_a_dataset_is_one_file_that_can_be_unpacked_and_read(
    recorded: tuple[Published, Path], tmp_path: Path
) -> None:
    published, folder = recorded
    packed = pack(published, folder)
    with zipfile.ZipFile(packed) as archive:
        archive.extractall(tmp_path / "elsewhere")
    there = Dataset(tmp_path / "elsewhere" / "few")
    assert len(there) == 4
    assert sum(len(batch.action) for batch in there.decisions()) == there.num_decisions
    first = packed.read_bytes()
    assert pack(published, folder).read_bytes() == first, "equal games must make equal files"


def test_the_card_says_how_the_games_were_made_and_how_they_ended(
    recorded: tuple[Published, Path],
) -> None:
    published, folder = recorded
    pack(published, folder)
    page = (folder / "few" / "README.md").read_text("utf-8")
    head = page.split("---")[1].splitlines()
    assert "license: mit" in head
    assert 'pretty_name: "Lab Rats: 4 games of random"' in head, "a colon needs quotes in YAML"
    command = re.search(r"```text\nwistar (.*)\n```", page)
    assert command is not None
    assert command[1] == shlex.join(["dataset", "few", *published.command(folder, 0.0004)[2:]])
    made = re.search(r"```json\n(.*?)```", page, re.DOTALL)
    assert made is not None
    assert json.loads(made[1]) == json.loads((folder / "few" / "dataset.json").read_text())
    (_, shard), *_ = Dataset(folder / "few").shards()
    rows = re.findall(r"^\| (\S+) \| `random` \| (\S+) .* \| (\S+)% ", page, re.MULTILINE)
    assert [float(row[1]) for row in rows] == pytest.approx(shard.scores.mean(axis=0), abs=0.051)
    assert sum(float(row[2]) for row in rows) == pytest.approx(100, abs=0.2)


def test_a_card_tells_seats_of_the_rules_from_those_of_the_bot(tmp_path: Path) -> None:
    published = Published("solo", "random", "--players 1")
    assert wistar(*published.command(tmp_path, 0.0002)).exit_code == 0
    page = published_datasets.statistics(Dataset(tmp_path / "solo"))
    assert "| player_0 | `random` |" in page
    assert "| Rat-o-bot | the rules |" in page


def test_one_command_records_all_datasets_and_goes_on_where_it_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run_here(module: str, *words: str) -> int:
        return CliRunner().invoke(cli.app, words).exit_code

    monkeypatch.setattr(published_datasets, "run_module", run_here)
    two = (Published("a", "random", "--game lab-rats"), Published("b", "random", ""))
    monkeypatch.setattr(published_datasets, "DATASETS", two)
    main("", tmp_path, 0.0002)
    assert {file.name for file in tmp_path.glob("*.zip")} == {"a.zip", "b.zip"}
    written = [*(tmp_path / "a").glob("*.npz")]
    before = [file.stat().st_mtime_ns for file in written]
    main("a", tmp_path, 0.0002)
    assert [file.stat().st_mtime_ns for file in written] == before


def test_datasets_of_a_release_name_bots_that_can_be_built() -> None:
    assert len({each.name for each in DATASETS}) == len(DATASETS)
    for each in DATASETS:
        load(each.bot)
    assert [each.name for each in chosen("duel-search")] == ["duel-search"]


def test_a_release_has_the_datasets() -> None:
    jobs = (ROOT / ".github/workflows/release.yml").read_text("utf-8").split("\n\n")
    datasets, release = (
        next(job for job in jobs if f"\n  {name}:\n" in f"\n{job}\n")
        for name in ("datasets", "release")
    )
    assert "- run: python -m experiments.published_datasets\n" in datasets
    assert f"path: {published_datasets.FOLDER.as_posix()}/*.zip" in datasets
    assert "needs: datasets\n" in release
    assert re.search(r"gh release create .* datasets/\* ", release)
