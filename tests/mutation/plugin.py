"""A pytest plugin that runs the collected tests on one mutant after another.

The file named by ``WISTAR_MUTATION_JOB`` describes the job; its ``answers`` file receives the
results as lines of JSON.
"""

import json
import os
import select
import signal
import time
from collections.abc import Callable, Iterable
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import Any, Final

import pytest

from tests.mutation import swapping

JOB: Final = "WISTAR_MUTATION_JOB"
#: Seconds of processor time that a test may take without a mutant; slower ones are left out. Those
#: that mutants need take less than half of it, as machines differ by that much.
_SLOW: Final = 4
#: Seconds of processor time after which a test with a mutant counts as hanging.
_HANGS: Final = 10
#: Seconds on the clock, for waiting on processes and so on, per second of processor time.
_WAITING: Final = 10
#: Seconds of processor time that the first tests of each mutant may take.
_FEW: Final = 5
#: Number of tests that a forked process runs at once without a mutant.
_PART: Final = 100
#: Seconds that the tests of a mutant may take without output.
_SILENCE: Final = 300
_ROOT: Final = Path(__file__).parents[2]

_job: Final[dict[str, Any]] = json.loads(Path(os.environ[JOB]).read_text("utf-8"))
_failed: Final[list[str]] = []


def _answer(**values: object) -> None:
    with Path(_job["answers"]).open("a", encoding="utf-8") as file:
        file.write(json.dumps(values) + "\n")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note a test that fails."""
    if report.failed:
        _failed.append(report.nodeid)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    """Report a module that cannot be imported."""
    if report.failed:
        _answer(digest=_job["digest"], test=report.nodeid)


def _passes(
    item: pytest.Item, following: pytest.Item | None, limit: int, hangs: Callable[[], None]
) -> bool:
    """Run a test; return whether it passes. If it takes too long, the process ends."""

    def stop(signum: int, frame: object) -> None:
        # The hanging code could catch an exception.
        hangs()
        os._exit(0)

    signal.signal(signal.SIGPROF, stop)
    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_PROF, limit)
    signal.setitimer(signal.ITIMER_REAL, _WAITING * limit)
    _failed.clear()
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.setitimer(signal.ITIMER_REAL, 0)
    return not _failed


def _in_child(work: Callable[[Callable[..., None]], None]) -> list[dict[str, Any]]:
    """Run something in a forked process; return its output until it ends or falls silent."""
    readable, writable = os.pipe()
    child = os.fork()
    if not child:
        os.close(readable)
        # A separate process group, with the processes that tests start.
        os.setpgid(0, 0)
        try:
            work(lambda **values: _write(writable, values))
        finally:
            os._exit(0)
    os.close(writable)
    text = b""
    while select.select([readable], [], [], _SILENCE)[0]:
        more = os.read(readable, 1 << 16)
        if not more:
            break
        text += more
    os.close(readable)
    try:
        os.killpg(child, signal.SIGKILL)
    except ProcessLookupError:
        os.kill(child, signal.SIGKILL)  # before it was a group
    os.waitpid(child, 0)
    return [json.loads(line) for line in text.splitlines()]


def _write(descriptor: int, values: dict[str, Any]) -> None:
    os.write(descriptor, json.dumps(values).encode() + b"\n")


class _Clean:
    """What the tests do without a mutant: those that pass, in which time, and what they call.

    It is kept in a file, by the name of each test and a digest of what it depends on.
    """

    def __init__(self, items: list[pytest.Item]) -> None:
        self._path = Path(_job["clean"])
        known = json.loads(self._path.read_text("utf-8")) if self._path.exists() else {}
        digests = {item.nodeid: _job["digests"][item.nodeid.partition("::")[0]] for item in items}
        self._found: dict[str, dict[str, Any]] = {
            name: known[name]
            for name, digest in digests.items()
            if name in known and known[name]["digest"] == digest
        }
        # A part at a time, so that an interruption loses little.
        while left := [item for item in items if item.nodeid not in self._found][:_PART]:
            told = _in_child(partial(self._run, left))
            if len(told) < len(left):
                # The next one took too long, and so it does with other parameters.
                slow = left[len(told)].nodeid.partition("[")[0]
                told += [
                    {"test": each.nodeid, "passes": False, "seconds": 0, "called": []}
                    for each in items
                    if each.nodeid.partition("[")[0] == slow
                ]
            for each in told:
                self._found.setdefault(each["test"], {**each, "digest": digests[each["test"]]})
            written = self._path.with_suffix(".written")
            written.write_text(json.dumps({**known, **self._found}), "utf-8")
            written.replace(self._path)
        self.unusable = [name for name, each in self._found.items() if not each["passes"]]

    def _run(self, items: list[pytest.Item], tell: Callable[..., None]) -> None:
        called: set[str] = set()
        for file in _job["modules"]:
            swapping.instrument(_ROOT, file, called)
        for item, following in zip(items, [*items[1:], None], strict=True):
            called.clear()
            start = time.process_time()
            passes = _passes(item, following, _SLOW, lambda: None)
            seconds = time.process_time() - start
            tell(test=item.nodeid, passes=passes, seconds=seconds, called=sorted(called))

    def tests_of(
        self, key: str, items: list[pytest.Item], close: Iterable[str]
    ) -> list[pytest.Item]:
        """Return the tests that call a function: the close ones first, each sort by its time."""
        first = set(close)

        def rank(item: pytest.Item) -> tuple[bool, float]:
            far = item.nodeid.partition("::")[0] not in first
            return far, self._found[item.nodeid]["seconds"]

        return sorted((item for item in items if self._calls(item, key)), key=rank)

    def begin_of(self, items: list[pytest.Item]) -> int:
        """Return how many of these tests, from the first on, take a few seconds together."""
        seconds = accumulate(self._found[item.nodeid]["seconds"] for item in items)
        return max(1, sum(each < _FEW for each in seconds))

    def _calls(self, item: pytest.Item, key: str) -> bool:
        found = self._found[item.nodeid]
        return bool(found["passes"] and key in found["called"])


def _first_failure(items: list[pytest.Item], tell: Callable[..., None]) -> None:
    for item, following in zip(items, [*items[1:], None], strict=True):
        tell_of = partial(tell, test=item.nodeid)
        if not _passes(item, following, _HANGS, tell_of):
            tell_of()
            return
    tell(test="")


def _try(mutant: dict[str, Any], chosen: list[pytest.Item]) -> str | None:
    """Return the test that notices a mutant, None if it needs an import of its own."""
    module = swapping.module_of(_ROOT, mutant["file"])
    if not chosen or module is None:
        return None
    function = swapping.function_of(module, mutant["function"])
    if function is None:
        return None
    code = compile(mutant["source"], function.__code__.co_filename, "exec")
    if not swapping.holds(function, code):
        return None

    def work(tell: Callable[..., None]) -> None:
        swapping.swap(function, code)
        _first_failure(chosen, tell)

    told = _in_child(work)
    return str(told[0]["test"]) if told else f"{chosen[0].nodeid} or another ends the process"


def _try_mutants(items: list[pytest.Item]) -> None:
    clean = _Clean(items)
    _answer(unusable=clean.unusable)
    left: list[tuple[dict[str, Any], list[pytest.Item]]] = []
    for mutant in _job["mutants"]:
        key = f"{mutant['file']}:{mutant['function']}"
        chosen = clean.tests_of(key, items, mutant["close"])
        first = clean.begin_of(chosen)
        test = _try(mutant, chosen[:first])
        if test or (test is not None and first == len(chosen)):
            _answer(digest=mutant["digest"], test=test)
        elif test is not None:
            left.append((mutant, chosen[first:]))
    # What the first tests do not notice takes long, so it comes last.
    for mutant, chosen in left:
        _answer(digest=mutant["digest"], test=_try(mutant, chosen))


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Run the tests as the job says."""
    if _job["mutants"]:
        _try_mutants(session.items)
    elif not session.testsfailed:
        _first_failure(session.items, lambda test: _answer(digest=_job["digest"], test=test))
    return True
