"""Games of other packages: their entry points, found without a change of this package."""

import importlib
import sys
from pathlib import Path

import numba
import pytest

from tests.kit.nim import Nim
from wistar_env.errors import GameNotFoundError
from wistar_env.kit.game import registry
from wistar_env.kit.game.registry import find_game, find_games, installed_games


def install(folder: Path, name: str, value: str) -> None:
    """Write what pip writes of a package with one game."""
    about = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[{registry.GROUP}]\n{name} = {value}\n")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def test_a_game_of_another_package_is_found_by_its_entry_point(folder: Path) -> None:
    ours = [*installed_games()]
    assert ours == ["lab-rats", "rats-of-wistar"]
    install(folder, "one-nim", "tests.kit.nim:Nim")
    assert [*installed_games()] == ["lab-rats", "one-nim", "rats-of-wistar"]
    assert find_game("one-nim") is Nim
    assert Nim in find_games()
    install(folder, "two-nims", "tests.kit.nim:BareNim")
    assert "two-nims" in installed_games()


def test_a_package_that_is_broken_does_not_hide_the_games_of_others(folder: Path) -> None:
    install(folder, "broken", "no_such_module:Game")
    install(folder, "no-game", "tests.kit.nim:__doc__")
    assert {"broken", "no-game"} <= installed_games().keys()
    with pytest.warns(RuntimeWarning, match="'(broken|no-game)'") as told:
        assert [game.spec.name for game in find_games()] == ["lab-rats", "rats-of-wistar"]
    assert len(told) == 2
    with pytest.raises(GameNotFoundError, match=r"'broken' .*: No module named"):
        find_game("broken")
    with pytest.raises(GameNotFoundError, match="'no-game'"):
        find_game("no-game")


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("CARDS = THREE", r"NameError: name 'THREE' is not defined, failing_game.py line 7"),
        ("CARDS = = 3", r"invalid syntax \(failing_game.py, line 7\)"),
        ("@unit\ndef play(t, g: Game) -> None: pass", r"line 7: the parameter 't' has no annot"),
        ("raise RuntimeError('no\\nway')", r"RuntimeError: no, failing_game.py line 7"),
        (
            "@unit\ndef play(g: Game) -> None:\n    g.card = 1",
            r"play of failing_game, line 7: the record has no field 'card'",
        ),
        (
            "@unit\ndef play(g: Game) -> None:\n    g.mover = nought",
            r"TypingError: NameError: name 'nought' is not defined, failing_game.py line 7",
        ),
    ],
)
def test_a_game_whose_code_fails_is_told_with_the_line(
    folder: Path, monkeypatch: pytest.MonkeyPatch, line: str, problem: str
) -> None:
    if numba.config.DISABLE_JIT and "@unit" in line:
        pytest.skip("only compiled code is rejected")
    imports = ("wistar_env.compiled.jit import unit", "wistar_env.kit.common_fields import Game")
    lines = ['"""A game."""', "", *(f"from {each}" for each in imports), "", "", line, ""]
    (folder / "failing_game.py").write_text("\n".join(lines), encoding="utf-8")
    monkeypatch.delitem(sys.modules, "failing_game", raising=False)
    importlib.invalidate_caches()
    install(folder, "failing", "failing_game:Failing")
    with pytest.raises(GameNotFoundError, match=f"'failing' cannot be imported: .*{problem}"):
        find_game("failing")
    with pytest.warns(RuntimeWarning, match="'failing'"):
        assert [game.spec.name for game in find_games()] == ["lab-rats", "rats-of-wistar"]


def test_metadata_of_packages_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    found = installed_games()
    monkeypatch.setattr(registry, "entry_points", lambda group: pytest.fail("read again"))
    assert installed_games() == found
    installed_games().clear()
    assert installed_games() == found
