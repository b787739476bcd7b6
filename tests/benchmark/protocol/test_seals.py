"""Seals of contests: a seed that nobody can change once the seal is published."""

import json
import stat
from pathlib import Path

import pytest

from tests.benchmark.protocol.runs import changed_entry, trial
from tests.command_line import wistar
from wistar_env import cli
from wistar_env.benchmark.protocol.entries import read_entry
from wistar_env.benchmark.protocol.seals import (
    check_sealed,
    make_seal,
    read_seal,
    reveal,
)
from wistar_env.benchmark.protocol.tasks import SEED
from wistar_env.errors import ResultsError


@pytest.fixture
def seal(tmp_path: Path) -> Path:
    return make_seal(tmp_path, "winter")[0]


@pytest.fixture
def secret(seal: Path) -> Path:
    return seal.with_name("winter.secret.json")


def seed_of(secret: Path) -> int:
    return int(json.loads(secret.read_text("utf-8"))["seed"])


def test_a_seal_tells_nothing_of_its_seed_until_it_is_revealed(seal: Path, secret: Path) -> None:
    before = read_seal(seal)
    assert before.secret is None
    assert str(seed_of(secret)) not in seal.read_text("utf-8")
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    assert reveal(secret) == seal
    after = read_seal(seal)
    assert after.commitment == before.commitment
    assert after.secret is not None
    assert after.secret.seed == seed_of(secret)
    assert reveal(secret) == seal


def test_seals_have_different_seeds_and_are_made_once(seal: Path, secret: Path) -> None:
    kept = secret.read_bytes()
    with pytest.raises(ResultsError, match=r"winter\.seal\.json already exists"):
        make_seal(seal.parent, "winter")
    other = make_seal(seal.parent, "summer")[1]
    assert seed_of(other) != seed_of(secret)
    assert secret.read_bytes() == kept


@pytest.mark.parametrize("name", ["", "..", "a/b", "a b", "x" * 81, "a\n"])
def test_the_name_of_a_contest_is_part_of_a_file_name(tmp_path: Path, name: str) -> None:
    with pytest.raises(ResultsError, match=r"name .* 1 to 80"):
        make_seal(tmp_path, name)
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("seed", 5, "is not the seal of .*: the commitments differ"),
        ("salt", "0" * 64, "is not the seal of .*: the commitments differ"),
        ("salt", "0", "salt: String should match pattern"),
        ("seed", -1, "seed: .* greater than or equal to 0, found -1"),
        ("seed", SEED, f"the seed of a contest must not be {SEED}, the seed of the protocol"),
        ("protocol", 2, "must be a secret of a contest of version 3 of the protocol, found 2"),
    ],
)
def test_a_seed_that_was_chosen_afterwards_is_rejected(
    seal: Path, secret: Path, field: str, value: object, problem: str
) -> None:
    found = json.loads(secret.read_text("utf-8")) | {field: value}
    published = seal.read_bytes()
    secret.write_text(json.dumps(found), "utf-8")
    with pytest.raises(ResultsError, match=problem):
        reveal(secret)
    assert seal.read_bytes() == published
    forged = json.loads(published) | {"secret": found}
    seal.write_text(json.dumps(forged), "utf-8")
    with pytest.raises(ResultsError):
        read_seal(seal)


def test_an_entry_is_sealed_by_the_seed_of_a_revealed_seal(
    seal: Path, secret: Path, tmp_path: Path
) -> None:
    trial(tmp_path / "entries", "solo-9", 2, seed=seed_of(secret))
    file = tmp_path / "entries" / "solo-9.json"
    entries = [(file, read_entry(file))]
    assert entries[0][1].status == "incomplete: 2 of 1,700 games, with the seed of a contest"
    with pytest.raises(ResultsError, match="not revealed"):
        check_sealed(seal, entries)
    reveal(secret)
    check_sealed(seal, entries)
    status = "incomplete: 2 of 1,700 games"
    other = changed_entry(file, tmp_path / "other", seed=SEED, status=status)
    with pytest.raises(ResultsError, match=r"seed must be \d+"):
        check_sealed(seal, [(other, read_entry(other))])


def test_a_contest_on_the_command_line(tmp_path: Path) -> None:
    folder = ["--folder", str(tmp_path)]
    made = wistar("bench", "seal", "cup", *folder)
    assert made.exit_code == 0, made.output
    assert "publish" in made.stdout
    secret, seal = tmp_path / "cup.secret.json", tmp_path / "cup.seal.json"
    seed = ["--seed", str(seed_of(secret))]
    played = wistar("bench", "greedy", "--tasks", "solo-5", "--games", "2", *seed, *folder)
    assert played.exit_code == 0, played.output
    assert played.stdout.startswith("incomplete: 2 of 1,700 games, with the seed of a contest: ")
    check = ["bench", "verify", "--seal", str(seal), str(tmp_path)]
    early = wistar(*check)
    assert early.exit_code == cli.USER_ERROR
    assert "is not revealed" in early.stderr
    assert wistar("bench", "reveal", str(secret)).exit_code == 0
    found = wistar(*check)
    assert found.exit_code == 0, found.output
    assert found.stdout.startswith("incomplete: 2 of 1,700 games, with the seed of a contest: ")
    assert "  reproduced: the bot was re-run for" in found.stdout
    assert f"decisions; its seed is the one that {seal} commits to" in found.stdout
