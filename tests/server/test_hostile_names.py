"""A server whose data folder has harm in every name: it answers with text and harmless pictures."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests import hostile_names
from tests.server.serving import GREEDY, YOU, acted, begin, path
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.play import server
from wistar_env.play.server import app

STATIC = Path(server.__file__).parent / "static"
#: What makes elements of a text.
MAKES_MARKUP = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|srcdoc|\beval\b")


@pytest.fixture(scope="module")
def names() -> set[str]:
    return set()


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory, names: set[str]) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("hostile") / "data"
    names |= hostile_names.write(folder)
    with TestClient(app(RatsOfWistar, None, data=folder), base_url="http://localhost") as client:
        yield client


def check(answer: Any) -> str:
    """Check an answer, and return all texts in it."""
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("application/json")
    assert answer.headers["x-content-type-options"] == "nosniff"
    return " ".join(texts(answer.json()))


def texts(found: Any) -> Iterator[str]:
    """Yield the texts of an answer; a picture must be harmless."""
    if isinstance(found, dict):
        found = [*found.values()]
    if isinstance(found, list):
        for each in found:
            yield from texts(each)
    elif isinstance(found, str):
        yield hostile_names.check_picture(found) if found.startswith("<svg") else found


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("seats", [[YOU], [YOU, GREEDY]], ids=len)
def test_names_reach_a_browser_as_text(
    client: TestClient, names: set[str], seats: list[dict[str, Any]], narrow: bool
) -> None:
    rng, query = random.Random(1), f"?narrow={str(narrow).lower()}"
    state = begin(client, *seats, seed=3)
    seen = ""
    for _ in range(12):
        seen += check(client.get(path(state) + query))
        state = acted(client, state, rng)
    for number in (0, state["number"] // 2):
        seen += check(client.get(f"{path(state)}/positions/{number}{query}"))
    seen += check(client.get("/api/games"))
    assert len([name for name in names if name in seen]) > 10


@pytest.mark.parametrize(
    ("page", "status"), [("/", 200), ("/games/none", 404), ("/api/options", 200)]
)
def test_what_is_not_of_a_game_has_no_name_of_the_data(
    client: TestClient, names: set[str], page: str, status: int
) -> None:
    answer = client.get(page)
    assert answer.status_code == status
    assert not [name for name in names if name in answer.text]
    assert "script-src 'self'" in answer.headers["content-security-policy"]


def test_no_script_of_a_page_makes_elements_of_text() -> None:
    scripts = {file.name: file.read_text("utf-8") for file in STATIC.glob("*.js")}
    assert scripts
    assert not [name for name, text in scripts.items() if MAKES_MARKUP.search(text)]
