"""The server for OpenEnv of ``docs/language-models.md``, and its client, run as they stand."""

import re
import threading
import time
from collections.abc import Iterator
from typing import Any

import gymnasium
import pytest
import uvicorn
from openenv.core import GenericEnvClient

from tests.docs import ROOT, blocks
from wistar_env.language_models import TextEnv

pytestmark = [pytest.mark.research, pytest.mark.filterwarnings("ignore")]

SERVER, CLIENT = (
    block.text
    for block in blocks(ROOT / "docs" / "language-models.md")
    if block.language == "python" and "openenv" in block.text
)


@pytest.fixture(scope="module")
def names() -> dict[str, Any]:
    """Return what the block of the server defines."""
    found: dict[str, Any] = {"__name__": "lab_rats_server"}
    exec(compile(SERVER, "lab_rats_server.py", "exec"), found)
    return found


@pytest.fixture(scope="module")
def address(names: dict[str, Any]) -> Iterator[str]:
    """Serve it on a free port."""
    server = uvicorn.Server(
        uvicorn.Config(names["app"], host="127.0.0.1", port=0, log_level="warning")
    )
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join()


def last_number(text: str) -> str:
    return re.findall(r"^  (\d+): ", text, re.MULTILINE)[-1]


def played_here(seed: int) -> tuple[str, float]:
    """Return the result and the return of the game that the client of the page plays."""
    seat = gymnasium.make("wistar_env:wistar/Game-v0", game="lab-rats", opponents=["careful"])
    env = TextEnv(seat)
    prompt, over, total = env.reset(seed=seed), False, 0.0
    while not over:
        prompt, reward, over = env.step(last_number(prompt.question))
        total += reward
    return str(prompt), total


def test_the_client_of_the_page_plays_a_game(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = CLIENT.replace("http://127.0.0.1:8000", address)
    assert code != CLIENT
    exec(compile(code, "client.py", "exec"), {})
    result, total = played_here(seed=1)
    assert capsys.readouterr().out == f"{result} {total}\n"
    assert total in (-1, 1)


def test_clients_have_separate_games_and_see_errors(address: str) -> None:
    with GenericEnvClient(base_url=address).sync() as one:
        with GenericEnvClient(base_url=address).sync() as other:
            first = one.reset(seed=3).observation["prompt"]
            assert other.reset(seed=3).observation["prompt"] == first
            assert "How to reply" in first
            asked = one.step({"reply": "who knows"})
            assert asked.reward == -0.01
            assert not asked.done
            assert asked.observation["prompt"].startswith("It cannot be played: there is no")
            assert "How to reply" not in one.step({"reply": "1"}).observation["prompt"]
            assert one.state()["step_count"] == 2
            assert other.state()["step_count"] == 0


def test_a_reply_is_all_that_an_action_needs(names: dict[str, Any]) -> None:
    assert names["ReplyAction"].model_json_schema()["required"] == ["reply"]
