"""Names of card sets: which are valid, what a wrong one is told, and the splits of the seeds."""

from pathlib import Path

import pytest

from wistar_env.errors import DataError
from wistar_env.games.rats_of_wistar.card_sets.set_names import (
    SEEDS,
    SPLITS,
    CardSet,
    is_name,
    parse,
    split_of,
)


@pytest.mark.parametrize("name", ["generated:v1:7", "permuted:v1:0", "unheard:v1:900000"])
def test_a_name_is_that_of_its_set(name: str) -> None:
    kind, _, seed = name.split(":")
    assert parse(name) == CardSet(kind, int(seed))
    assert str(parse(name)) == name == str(parse(Path(name)))


@pytest.mark.parametrize(
    "name",
    [
        *("generated:", "generated:7", "generated:v1", "generated:v1:", "generated:v2:7"),
        *("generated:v1:-1", "generated:v1:1000000", "generated:v1:07", "generated:v1:7 "),
        *("generated:v1:7\n", "generated:v1:\u0667", "generated:v1:1e3", "permuted:v1:x"),
        *("unheard:v1:7", "unheard:v1:899999", "generated:v1:" + "9" * 5000),
    ],
)
def test_a_wrong_name_is_rejected_with_the_valid_ones(name: str) -> None:
    assert is_name(name)
    with pytest.raises(DataError, match=r"generated:v1:SEED .* 0 to 999999, "):
        parse(name)


@pytest.mark.parametrize("data", [None, 7, b"generated:v1:7", "cards", "/tmp/generated:v1:7", "v1"])
def test_a_text_that_is_no_name_is_read_as_a_folder(data: object) -> None:
    assert not is_name(data)


def test_every_seed_has_one_split() -> None:
    assert sum(map(len, SPLITS.values())) == SEEDS
    assert [split_of(seed) for seed in (0, 799_999, 800_000, 899_999, 900_000, 999_999)] == [
        *("train", "train", "validation", "validation", "test", "test")
    ]
    for seed in (-1, SEEDS):
        with pytest.raises(ValueError, match=f"0 to 999999, found {seed}"):
            split_of(seed)
