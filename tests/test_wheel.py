"""What goes into the wheel, and that it plays in a project of somebody else's."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from email import message_from_string
from email.message import Message
from pathlib import Path

import pytest

from tests.docs import ROOT, blocks

ADDRESS = "WISTAR_REPOSITORY_URL"


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("source") / "clone"
    ignored = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info", "build", "results")
    shutil.copytree(ROOT, folder, symlinks=True, ignore=ignored)
    return folder


@pytest.fixture(scope="module")
def wheel(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder)]
    subprocess.run([sys.executable, "-m", "pip", "wheel", *options, str(source)], check=True)
    (wheel,) = folder.glob("wistar_env-*.whl")
    return wheel


def test_the_wheel_holds_the_package_with_its_data_and_bots_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    package = [name for name in names if ".dist-info/" not in name]
    assert {name.partition("/")[0] for name in package} == {"wistar_env"}
    linked = [ROOT / "wistar_env" / name for name in ("agents", "training")]
    folders = [ROOT / "wistar_env", *linked]
    files = {str(file.relative_to(ROOT)) for each in folders for file in each.rglob("*.*")}
    kinds = (".py", ".toml", ".npz", ".md", ".pack", "py.typed", ".svg", ".ttf", ".woff2", ".json")
    wanted = {name for name in files if name.endswith((*kinds, ".txt", ".html", ".css", ".js"))}
    assert {"wistar_env/agents/greedy.py", "wistar_env/training/ppo.py"} <= wanted
    assert wanted == set(package)
    for license in ("LICENSE", "wistar_env/kit/pictures/fonts/OFL.txt"):
        assert any(name.endswith(f"licenses/{license}") for name in names)


def metadata(source: Path, folder: Path, address: str | None) -> Message:
    """Return the metadata that a build in an environment with this address writes."""
    environment = {name: value for name, value in os.environ.items() if name != ADDRESS}
    script = "from setuptools.build_meta import prepare_metadata_for_build_wheel as prepare"
    done = subprocess.run(
        [sys.executable, "-c", f"{script}; prepare({str(folder)!r})"],
        cwd=source,
        env=environment if address is None else environment | {ADDRESS: address},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    (file,) = folder.glob("*.dist-info/METADATA")
    return message_from_string(file.read_text("utf-8"))


def test_a_build_that_knows_no_address_names_none(source: Path, tmp_path: Path) -> None:
    built = metadata(source, tmp_path, None)
    assert built.get_all("Project-URL") is None
    assert built["Description-Content-Type"] == "text/markdown"
    assert built.get_payload() == (ROOT / "README.md").read_text("utf-8")


def test_links_of_a_build_that_knows_its_address_lead_there(source: Path, tmp_path: Path) -> None:
    built = metadata(source, tmp_path, "https://forge.example/rats/wistar/")
    urls = dict(url.split(", ") for url in built.get_all("Project-URL", []))
    assert urls["Repository"] == "https://forge.example/rats/wistar"
    assert all(url.startswith(urls["Repository"]) for url in urls.values())
    text, page = str(built.get_payload()), (ROOT / "README.md").read_text("utf-8")
    files = f"{urls['Repository']}/blob/HEAD/"
    assert f"[batches]({files}docs/vector.md)" in text
    assert all(link.startswith("https://") for link in re.findall(r"\]\((.*?)\)", text))
    pictures = f"{urls['Repository']}/raw/HEAD/"
    assert f"]({pictures}docs/images/turn.svg)" in text
    assert text.replace(files, "").replace(pictures, "") == page


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("installed")
    options = ["--quiet", "--no-deps", "--no-index", "--no-compile", "--target", str(folder)]
    subprocess.run([sys.executable, "-m", "pip", "install", *options, str(wheel)], check=True)
    return folder


def run(installed: Path, folder: Path, *command: str) -> str:
    """Run a command in a folder with the installed wheel, and return what it prints.

    Its sources are those of the repository, so that it finds their compiled code in the cache.
    """
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def own_project(tmp_path: Path) -> Path:
    """Return a folder with a bot, and with folders whose names are also used in the repository."""
    for name in ("agents", "training", "tests"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise RuntimeError('somebody else')")
    (tmp_path / "my_package").mkdir()
    (bot,) = [
        block.text for block in blocks(ROOT / "docs" / "agents.md") if "class MyBot" in block.text
    ]
    (tmp_path / "my_package" / "bots.py").write_text(bot)
    return tmp_path


def test_the_installed_package_is_the_one_that_runs(installed: Path, own_project: Path) -> None:
    script = "import wistar_env.agents.greedy as bot, wistar_env; print(bot.__file__)"
    (file,) = run(installed, own_project, sys.executable, "-c", script).splitlines()
    assert Path(file) == installed / "wistar_env" / "agents" / "greedy.py"


def test_the_command_of_the_wheel_plays_its_bots_and_ones_own_beside_folders_of_the_same_names(
    installed: Path, own_project: Path
) -> None:
    bots = ["random", "greedy", "my_package.bots:MyBot"]
    options = ["--levels", "0", "--games", "1", "--workers", "2", "--out", "x.jsonl"]
    wistar = str(installed / "bin" / "wistar")
    printed = run(installed, own_project, wistar, "ladder", *bots, *options)
    assert "Differences from random" in printed
    assert "my_package.bots:MyBot" in printed
    assert (own_project / "x.jsonl").read_text().count("\n") == 4
