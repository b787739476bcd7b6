"""The game settings that all trainers share."""

import pytest

from wistar_env.training.config import GameConfig, numbered


@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("sets/mine", ["sets/mine"]),
        ("generated:v1:{0..2}", ["generated:v1:0", "generated:v1:1", "generated:v1:2"]),
        ("sets/{9..11}/cards", ["sets/9/cards", "sets/10/cards", "sets/11/cards"]),
        ("sets/{4..4}", ["sets/4"]),
        ("sets/{a..c}", ["sets/{a..c}"]),
    ],
)
def test_a_name_with_numbers_stands_for_several(name: str, names: list[str]) -> None:
    assert numbered(name) == names


def test_numbers_that_run_backwards_are_rejected() -> None:
    with pytest.raises(ValueError, match=r"ascending, found 'sets/\{3..1\}'"):
        numbered("sets/{3..1}")


@pytest.mark.parametrize(
    ("data", "folder"),
    [
        ("", None),
        ("mine", "mine"),
        ("mine,yours", ["mine", "yours"]),
        ("permuted:v1:{1..2},mine", ["permuted:v1:1", "permuted:v1:2", "mine"]),
    ],
)
def test_data_are_one_folder_or_several(data: str, folder: str | list[str] | None) -> None:
    assert GameConfig(data=data).data_folder == folder


def test_trainers_with_one_data_folder_reject_several() -> None:
    assert GameConfig(data="mine").one_data_folder == "mine"
    assert GameConfig().one_data_folder is None
    with pytest.raises(ValueError, match=r"data .* found 3"):
        GameConfig(data="generated:v1:{0..2}").one_data_folder  # noqa: B018
