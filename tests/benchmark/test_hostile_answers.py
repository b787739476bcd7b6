"""Objects from bots can run code when used: the bot is blamed, and its time limit applies."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.benchmark.bots import FirstBot
from wistar_env import RatsOfWistar
from wistar_env.benchmark import Batch, BotError, ladder
from wistar_env.benchmark.fingerprints import fingerprint
from wistar_env.benchmark.replays import ReplayWriter
from wistar_env.benchmark.results import Results
from wistar_env.benchmark.work_units import WorkUnit, run
from wistar_env.explanations import Explanation, Option


def leave() -> Any:
    sys.exit(0)


def hang() -> Any:
    while True:
        time.sleep(0.01)


HOW = {"leave": leave, "hang": hang}
REASONS = {"leave": "SystemExit: 0", "hang": "TookTooLong: no answer within 0.2 s"}


class Trap:
    """Runs code whenever an attribute is read."""

    def __init__(self, spring: Callable[[], Any]) -> None:
        self._spring = spring

    def __index__(self) -> int:
        return int(self._spring())

    def __float__(self) -> float:
        return float(self._spring())

    def __iter__(self) -> Iterator[int]:
        return iter(self._spring())

    def __fspath__(self) -> str:
        return str(self._spring())


class Unshown:
    """Is not a number, and runs code when converted to text."""

    def __init__(self, spring: Callable[[], Any]) -> None:
        self._spring = spring

    def __repr__(self) -> str:
        return str(self._spring())


class HostileError(Exception):
    """Runs code when converted to text."""

    def __init__(self, spring: Callable[[], Any]) -> None:
        super().__init__()
        self._spring = spring

    def __str__(self) -> str:
        return str(self._spring())

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        return self._spring()

    @property
    def __notes__(self) -> Any:  # type: ignore[override]
        return self._spring()


class AnsweringBot(FirstBot):
    """Returns traps as actions."""

    def __init__(self, where: str, how: str) -> None:
        super().__init__()
        self.where, self.spring = where, HOW[how]

    def act(self, batch: Batch) -> Any:
        if self.where == "iterated":
            return Trap(self.spring)
        if self.where == "generated":
            return (self.spring() for _ in batch.views)
        answer = {"index": Trap, "repr": Unshown}.get(self.where)
        return super().act(batch) if answer is None else [answer(self.spring) for _ in batch.views]


class ThinkingBot(AnsweringBot):
    """Returns traps in explanations."""

    @property
    def explain(self) -> Callable[[Batch], Any]:
        if self.where == "looked up":
            self.spring()
        return self._explained

    def _explained(self, batch: Batch) -> Any:
        trap: Any = Trap(self.spring)
        explanations = {
            "action": Explanation(trap),
            "value": Explanation(0, trap),
            "options": Explanation(0, 0.5, trap),
            "probability": Explanation(0, 0.5, (Option(0, trap),)),
        }
        return [explanations[self.where] for _ in batch.views]


class ComplainingBot(FirstBot):
    """Raises an error that runs code."""

    def __init__(self, how: str) -> None:
        super().__init__()
        self.spring = HOW[how]

    def act(self, batch: Batch) -> list[int]:
        raise HostileError(self.spring)


class DeclaringBot(FirstBot):
    """Returns traps from ``fingerprint_files``, or has a trap as this method."""

    def __init__(self, where: str, how: str) -> None:
        super().__init__()
        self.where, self.spring = where, HOW[how]

    @property
    def fingerprint_files(self) -> Callable[[], Any]:
        if self.where == "looked up":
            self.spring()
        return lambda: Trap(self.spring) if self.where == "iterated" else [Trap(self.spring)]


def unit(bot: str, replay_writer: ReplayWriter | None = None) -> WorkUnit:
    spec = f"{__name__}:{bot}"
    return WorkUnit(
        RatsOfWistar,
        (spec,),
        1,
        range(1),
        options={"level": 0},
        bot_timeout=0.2,
        replay_writer=replay_writer,
    )


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("where", ["index", "repr", "iterated", "generated"])
def test_an_answer_is_looked_at_in_the_time_of_its_bot(where: str, how: str) -> None:
    bot = f"AnsweringBot:{where},{how}"
    with pytest.raises(BotError, match=f"(?s){bot}' failed.*{REASONS[how]}"):
        ladder.play_unit(unit(bot))


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("where", ["looked up", "action", "value", "options", "probability"])
def test_so_is_a_thought(where: str, how: str, tmp_path: Path) -> None:
    bot = f"ThinkingBot:{where},{how}"
    with pytest.raises(BotError, match=f"(?s){bot}' failed.*{REASONS[how]}"):
        ladder.play_unit(unit(bot, ReplayWriter(str(tmp_path), 1)))


@pytest.mark.parametrize("how", HOW)
def test_so_is_what_a_bot_raises(how: str) -> None:
    bot = f"ComplainingBot:{how}"
    began = time.monotonic()
    with pytest.raises(BotError, match=f"(?s){bot}' failed.*own formatting failed"):
        ladder.play_unit(unit(bot))
    assert time.monotonic() - began < 30


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("where", ["looked up", "iterated", "named"])
def test_so_are_the_files_that_a_bot_declares(where: str, how: str) -> None:
    bot = f"{__name__}:DeclaringBot:{where},{how}"
    with pytest.raises(BotError, match=rf"(?s)failed at fingerprint_files\(\).*{REASONS[how]}"):
        fingerprint(bot, 0.2)


class DisarmingBot(FirstBot):
    """Turns the alarm off, or swallows it, and answers late."""

    def act(self, batch: Batch) -> list[int]:
        import signal

        signal.setitimer(signal.ITIMER_REAL, 0)
        time.sleep(0.3)
        return super().act(batch)


def test_a_bot_that_turns_the_alarm_off_took_too_long_when_it_answers() -> None:
    with pytest.raises(BotError, match=r"TookTooLong: .* 0\.2 s"):
        ladder.play_unit(unit("DisarmingBot"))


class WanderingBot(FirstBot):
    """Changes the working folder in every method."""

    def __init__(self, folder: str) -> None:
        super().__init__()
        self.folder = folder
        os.chdir(folder)

    def reset(self, seed: int) -> None:
        super().reset(seed)
        os.chdir(self.folder)

    def act(self, batch: Batch) -> list[int]:
        os.chdir(self.folder)
        return super().act(batch)

    def fingerprint_files(self) -> list[str]:
        os.chdir(self.folder)
        return []


def test_a_bot_that_goes_to_another_folder_moves_no_file_of_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    monkeypatch.chdir(here)
    spec = f"{__name__}:WanderingBot:{there}"
    plan = ladder.plan([spec], levels=[0], games=2, seed=1, batch=1).with_replays(Path("kept"), 1)
    with Results.open(Path("x.jsonl"), plan.header, plan.key_of) as results:
        run(plan, results, workers=1, on_progress=lambda games: None)
    assert Path.cwd() == here
    assert not [*there.iterdir()]
    assert len((here / "x.jsonl").read_text().splitlines()) == 3
    assert len([*(here / "kept").iterdir()]) == 1
