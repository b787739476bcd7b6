"""What goes into the wheel, and that its bots play."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    ignored = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info", "build", "results")
    shutil.copytree(ROOT, source, symlinks=True, ignore=ignored)
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder)]
    subprocess.run([sys.executable, "-m", "pip", "wheel", *options, str(source)], check=True)
    (wheel,) = folder.glob("wistar_env-*.whl")
    return wheel


def test_the_wheel_holds_the_package_with_its_data_and_bots_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    package = [name for name in names if ".dist-info/" not in name]
    assert {name.partition("/")[0] for name in package} == {"wistar_env"}
    folders = [ROOT / "wistar_env", ROOT / "wistar_env" / "agents"]
    files = {str(file.relative_to(ROOT)) for each in folders for file in each.rglob("*.*")}
    wanted = {name for name in files if name.endswith((".py", ".toml", "py.typed"))}
    assert "wistar_env/agents/greedy.py" in wanted
    assert wanted == set(package)
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_the_bots_of_the_wheel_play_where_another_folder_is_called_agents(
    wheel: Path, tmp_path: Path
) -> None:
    installed, elsewhere = tmp_path / "installed", tmp_path / "elsewhere"
    zipfile.ZipFile(wheel).extractall(installed)
    (elsewhere / "agents").mkdir(parents=True)
    (elsewhere / "agents" / "__init__.py").write_text("raise RuntimeError('somebody else')")
    options = ["--levels", "0", "--games", "1", "--workers", "1", "--out", "x.jsonl"]
    run = subprocess.run(
        [sys.executable, "-m", "wistar_env", "ladder", "random", "greedy", *options],
        cwd=elsewhere,
        env={**os.environ, "PYTHONPATH": str(installed), "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    assert "Differences from random" in run.stdout
    assert (elsewhere / "x.jsonl").read_text().count("\n") == 3
