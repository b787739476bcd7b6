"""What is declared about the package, in all the places where it is declared."""

import re
import tomllib
from typing import Any, Final

from tests.docs import PAGES, ROOT
from wistar_env import __version__
from wistar_env.compiled.compilers import TESTED
from wistar_env.compiled.packs import TARGETS

DECLARED: Final[dict[str, Any]] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))[
    "project"
]
EXTRAS: Final[dict[str, list[str]]] = DECLARED["optional-dependencies"]


def pinned(file: str) -> dict[str, str]:
    """Return the versions that a file of constraints pins."""
    text = (ROOT / file).read_text("utf-8")
    return dict(re.findall(r"^([\w-]+)==(\S+)$", text, re.MULTILINE))


def lowest(requirements: list[str]) -> dict[str, str]:
    """Return the lower bound of each requirement."""
    found = {}
    for requirement in requirements:
        name, _, bound = requirement.partition(",")[0].partition(">=")
        found[name] = bound
    return found


def test_the_lowest_declared_versions_are_tested() -> None:
    bounds = lowest(DECLARED["dependencies"])
    assert all(bounds.values())
    tested = pinned("constraints-lowest.txt")
    assert tested == {
        **bounds,
        **lowest(EXTRAS["window"]),
        **{name: lowest(EXTRAS["dev"])[name] for name in ("hypothesis", "pytest")},
    }


def test_every_dependency_is_pinned() -> None:
    extras = [EXTRAS[name] for name in ("train", "web", "dev", "docs")]
    wanted = {name for each in (DECLARED["dependencies"], *extras) for name in lowest(each)}
    assert wanted <= {*pinned("constraints.txt")}


def test_every_declared_python_is_tested() -> None:
    python = "Programming Language :: Python :: "
    classified = [line.removeprefix(python) for line in DECLARED["classifiers"] if python in line]
    versions = [version for version in classified if "." in version]
    # A release has machine code for all, is built with the oldest one, and is tested with all;
    # its datasets are recorded with the oldest one.
    used = {"ci.yml": versions, "release.yml": [*versions, versions[0]] * 2}
    for name, expected in used.items():
        workflow = (ROOT / ".github" / "workflows" / name).read_text("utf-8")
        assert re.findall(r'"(3\.\d+)"', workflow) == expected
    assert DECLARED["requires-python"] == f">={versions[0]}"


def test_a_release_compiles_with_the_tested_numba_for_known_targets() -> None:
    workflow = (ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8")
    assert re.findall(r"numba==(\S+)", workflow) == [TESTED] == [pinned("constraints.txt")["numba"]]
    (targets,) = re.findall(r"target: \[(.*)\]", workflow)
    assert re.findall(r'"([^"]+)"', targets) == [*TARGETS]


def test_actions_of_others_are_pinned_by_commit_with_their_version() -> None:
    files = [*(ROOT / ".github").rglob("*.yml"), *(ROOT / ".github").rglob("*.yaml")]
    used = [
        line.strip().removeprefix("- ")
        for file in files
        for line in file.read_text("utf-8").splitlines()
        if re.match(r"\s*(- )?[\"']?uses\b", line)
    ]
    assert used
    # A tag can be moved to other code; an action of this repository has a path, and no version.
    pinned_use = re.compile(r"uses: ([\w.-]+(/[\w.-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\./\S+)")
    assert [line for line in used if not pinned_use.fullmatch(line)] == []


def test_extras_that_a_page_names_exist() -> None:
    named = {
        extra
        for page in PAGES
        for extras in re.findall(r"[./]\[([\w, -]+)\]\"", page.read_text("utf-8"))
        for extra in extras.split(",")
    }
    assert {"train"} <= named <= {*EXTRAS}


def test_a_citation_gives_the_version_and_the_license() -> None:
    citation = (ROOT / "CITATION.cff").read_text("utf-8").splitlines()
    assert f"version: {__version__}" in citation
    assert f"license: {DECLARED['license']}" in citation
