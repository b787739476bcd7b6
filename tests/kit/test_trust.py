"""The names that a file may use: names in the registry, and names that the user trusts."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.kit.nim import Nim
from wistar_env import RatsOfWistar
from wistar_env.errors import BotError, GameNotFoundError, TrustError, WistarError
from wistar_env.games.lab_rats.game import LabRats
from wistar_env.kit.bots.trust import NamesInFile, foreign


class ImportedNim(Nim):
    """A game that is imported, of a name that no other test uses."""

    spec = replace(Nim.spec, name="imported-nim")
    __slots__ = ()


class TwinNim(Nim):
    """One of two games of a name."""

    spec = replace(Nim.spec, name="twin-nim")
    __slots__ = ()


class OtherTwinNim(Nim):
    """The other game of the name, under other rules."""

    spec = replace(Nim.spec, name="twin-nim", rules_version=2)
    __slots__ = ()


REGISTERED = [
    "greedy",
    "random",
    "mcts",
    "mcts:simulations=4,network=wistar",
    "mcts:rollout_depth=auto",
    "network:rats-of-wistar/wistar",
    "network: solo ,sample=true",
]
FOREIGN = [
    "os:system",
    "os:system:touch x",
    "wistar_env.agents.greedy:GreedyAgent",
    "planted_module:Thing",
    "\uff47reedy:Thing",
    "careful:Thing",
    "network:my/file.npz",
    "network:/etc/passwd",
    "network:../solo",
    "network:wistar.npz",
    "mcts:network=file.npz,simulations=4",
    "mcts:4,network=C:\\file",
]
NO_SPECS = ["", "Anna", "greedy ", ".planted:Thing", "planted.zip/planted:Thing", "a\nb:Thing", 3]
NO_GAMES: list[Any] = [
    "chess", "planted_module:Thing", "os:system", "lab-rats ", "rats-of-wistar:x", "LAB-RATS",
    "lab-rats\n", "tests.kit.nim:Nim", "", None, 3, [],
]  # fmt: skip


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_bots_outside_of_the_registry_are_foreign() -> None:
    assert foreign([*REGISTERED, *FOREIGN, *FOREIGN], RatsOfWistar.spec.bots.classes) == FOREIGN


def test_a_bot_of_a_game_is_foreign_to_others() -> None:
    assert foreign(["careful:life=0.5"], LabRats.spec.bots.classes) == []
    assert foreign(["careful:Thing"], RatsOfWistar.spec.bots.classes) == ["careful:Thing"]


def test_a_word_that_is_a_file_is_foreign() -> None:
    assert foreign(["mcts:rollout_depth=auto"], {}) == []
    Path("auto").touch()
    assert foreign(["mcts:rollout_depth=auto"], {}) == ["mcts:rollout_depth=auto"]


@pytest.mark.parametrize("spec", FOREIGN)
def test_a_foreign_bot_is_trusted_by_its_whole_spec_only(spec: str) -> None:
    trusted = NamesInFile("x.json", ["greedy", spec])
    assert trusted.bots([spec, "greedy"], RatsOfWistar.spec) == [spec, "greedy"]
    with pytest.raises(TrustError) as error:
        NamesInFile("x.json", [f"{spec} ", spec[:-1]]).bots([spec], RatsOfWistar.spec)
    assert str(error.value).startswith("x.json names bots outside of the registry")
    assert repr(spec) in str(error.value)
    assert "add --trust " in str(error.value)


@pytest.mark.parametrize("spec", NO_SPECS)
def test_what_is_no_spec_is_rejected_and_cannot_be_trusted(spec: Any) -> None:
    with pytest.raises(BotError, match=r"x\.json"):
        NamesInFile("x.json", [spec]).bots([spec], RatsOfWistar.spec)


@pytest.mark.parametrize("name", NO_GAMES)
def test_a_game_that_is_not_installed_is_rejected(name: Any) -> None:
    with pytest.raises(
        GameNotFoundError, match=r"x\.json names the game .*with --game module:Class"
    ):
        NamesInFile("x.json").game(name)


def test_names_that_are_trusted_are_a_list() -> None:
    with pytest.raises(TypeError, match=r"trusted .* 'os:system'"):
        NamesInFile("x.json", "os:system")


def test_a_game_is_installed_or_imported() -> None:
    assert NamesInFile("x.json").game("lab-rats") is LabRats
    assert NamesInFile("x.json").game("imported-nim") is ImportedNim


def test_a_name_of_several_imported_games_is_rejected() -> None:
    with pytest.raises(GameNotFoundError, match="several games have that name"):
        NamesInFile("x.json").game("twin-nim")


def test_data_are_bundled_card_sets_or_trusted() -> None:
    names = NamesInFile("x.json", ["my/data"])
    for data in (None, "permuted:v1:7", ["permuted:v1:7", "my/data"], "my/data"):
        assert names.data(data, RatsOfWistar.spec) == data
    wrong: list[Any] = ["/", "..", "", "other", ["permuted:v1:7", "other"], 3]
    for data in wrong:
        with pytest.raises(TrustError, match=r"x\.json names data folders"):
            names.data(data, RatsOfWistar.spec)
    with pytest.raises(TrustError):
        names.data("permuted:v1:7", LabRats.spec)


@pytest.mark.parametrize(
    "name",
    [
        lambda names, long: names.bots([f"planted:{long}"], RatsOfWistar.spec),
        lambda names, long: names.data(f"{long}\n", RatsOfWistar.spec),
        lambda names, long: names.data([long] * 1000, RatsOfWistar.spec),
        lambda names, long: names.game(long),
    ],
)
def test_a_rejection_is_one_line_however_long_the_names_are(
    name: Callable[[NamesInFile, str], object],
) -> None:
    with pytest.raises(WistarError) as error:
        name(NamesInFile("x.json"), "a" * 3000)
    assert len(str(error.value)) < 2000
    assert "\n" not in str(error.value)
