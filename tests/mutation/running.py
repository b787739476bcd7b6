"""Runs the tests of mutants in a copy of the repository, and keeps the results."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from tests.mutation.generator import Mutant
from tests.mutation.targets import (
    GROUPS,
    ROOT,
    Group,
    close_tests,
    group_tests,
    module_tests,
    modules,
)

FOLDER: Final = ROOT / "build" / "mutants"
#: Seconds without output after which tests count as hanging.
_SILENCE: Final = 900
_PLUGIN: Final = "tests.mutation.plugin"
#: The environment variable of the plugin; importing it needs the variable.
_JOB: Final = "WISTAR_MUTATION_JOB"


@dataclass(frozen=True)
class Result:
    """The result of a mutant."""

    digest: str  # of the mutant
    test: str  # the test that noticed it; empty if it survived
    evidence: str  # a digest of the sources that the result depends on


def evidence(mutant: Mutant, test: str) -> str:
    """Return a digest of a mutant's module and of the tests that decided about it.

    A noticed mutant keeps its result until the test that noticed it changes; a survivor is tried
    again when any test of its module changes.
    """
    file = test.partition("::")[0]
    deciding = [file] if test and (ROOT / file).is_file() else module_tests(mutant.file)
    digest = sha256()
    for each in [mutant.file, *deciding]:
        digest.update((ROOT / each).read_bytes())
    return digest.hexdigest()[:16]


class Results:
    """The results of earlier runs, one per line of a file, to which new results are appended."""

    def __init__(self, path: Path = FOLDER / "results.jsonl") -> None:
        self._path = path
        self._found: dict[str, Result] = {}
        lines = path.read_text("utf-8").splitlines() if path.exists() else []
        for line in lines:
            try:
                result = Result(**json.loads(line))
            except (ValueError, TypeError):
                continue  # the end of a run that was interrupted
            self._found[result.digest] = result

    def get(self, mutant: Mutant) -> Result | None:
        """Return the result of a mutant, unless sources have changed since."""
        found = self._found.get(mutant.digest)
        if found is None or evidence(mutant, found.test) != found.evidence:
            return None
        return found

    def add(self, mutant: Mutant, test: str) -> None:
        """Store the result of a mutant."""
        result = Result(mutant.digest, test, evidence(mutant, test))
        self._found[result.digest] = result
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(result)) + "\n")


class Copy:
    """A copy of the files of the repository in which modules are changed and tested."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._unusable: dict[Group, list[str]] = {}
        if folder.exists():
            shutil.rmtree(folder)
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            check=True,
        ).stdout
        for name in filter(None, listed.decode().split("\0")):
            source, target = ROOT / name, folder / name
            if source.is_symlink() or source.exists():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, target, follow_symlinks=False)

    def try_all(self, group: Group, mutants: list[Mutant]) -> Iterator[tuple[Mutant, str]]:
        """Yield mutants of a group, each with the test that noticed it, or an empty string.

        Those of functions share a process. Others, such as those of constants, are imported anew.
        """
        left = {mutant.digest: mutant for mutant in mutants}
        described = [
            {
                "digest": each.digest,
                "file": each.file,
                "function": each.function,
                "close": close_tests(each.file),
                "source": each.apply((self._folder / each.file).read_text("utf-8")),
            }
            for each in mutants
        ]
        tests = group_tests(group)
        # Groups with the same tests share what is known of them.
        number = [each.tests for each in GROUPS].index(group.tests)
        job = {
            "mutants": described,
            "digest": "",
            "modules": [file for each, file in modules() if each.tests == group.tests],
            "clean": str(FOLDER / f"clean{number}.json"),
            "digests": _digests(group, tests),
        }
        for answer in self._answers(group, job, tests):
            if "unusable" in answer:
                self._unusable[group] = answer["unusable"]
            elif answer["digest"]:
                yield left.pop(answer["digest"]), answer["test"]
        for mutant in left.values():
            yield mutant, self._try_alone(group, mutant)

    def _try_alone(self, group: Group, mutant: Mutant) -> str:
        path = self._folder / mutant.file
        original, stat = path.read_text("utf-8"), path.stat()
        # Bytecode is found by the time of its source, in whole seconds: that of the mutant is
        # never written, and that of the original fits again afterwards.
        path.write_text(mutant.apply(original), "utf-8")
        try:
            job = {"mutants": [], "digest": mutant.digest}
            for answer in self._answers(group, job, module_tests(mutant.file)):
                return str(answer["test"])
        finally:
            path.write_text(original, "utf-8")
            os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
        return "the import fails or hangs"

    def _answers(
        self, group: Group, job: dict[str, Any], tests: list[str]
    ) -> Iterator[dict[str, Any]]:
        answers, description = (
            self._folder.with_suffix(".answers"),
            self._folder.with_suffix(".json"),
        )
        answers.write_text("")
        description.write_text(json.dumps({**job, "answers": str(answers)}), "utf-8")
        command = [sys.executable, "-m", "pytest", "-q"]
        command += ["-p", "no:cacheprovider", "-p", _PLUGIN]
        command += [f"--basetemp={self._folder.with_suffix('.temporary')}"]
        command += [f"--deselect={test}" for test in self._unusable.get(group, [])]
        environment = {
            **os.environ,
            "PYTHONPATH": str(self._folder),
            "NUMBA_DISABLE_JIT": str(int(group.interpreted)),
            # Loading the plugins of other packages takes longer than most tests.
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "PYTHONDONTWRITEBYTECODE": "" if job["mutants"] else "1",
            _JOB: str(description),
        }
        with self._folder.with_suffix(".log").open("wb") as log:
            process = subprocess.Popen(
                [*command, *tests],
                env=environment,
                cwd=self._folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        try:
            yield from _lines(answers, process)
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()


def _digests(group: Group, tests: list[str]) -> dict[str, str]:
    """Return a digest of each file of tests with all that it may use."""
    common = sha256()
    helpers = [
        path
        for path in (ROOT / "tests").rglob("*.py")
        if "mutation" not in path.parts and not path.name.startswith("test_")
    ]
    for path in sorted([*(ROOT / "wistar_env").rglob("*.py"), *helpers]):
        common.update(path.read_bytes())
    digests = {}
    for test in tests:
        digest = common.copy()
        digest.update((ROOT / test).read_bytes())
        digests[test] = digest.hexdigest()[:16]
    return digests


def _lines(path: Path, process: subprocess.Popen[bytes]) -> Iterator[dict[str, Any]]:
    """Yield lines of JSON as a process writes them, until it ends or is silent for too long."""
    with path.open(encoding="utf-8") as file:
        heard, text = time.monotonic(), ""
        while time.monotonic() < heard + _SILENCE:
            ended = process.poll() is not None
            text += file.readline()
            if text.endswith("\n"):
                yield json.loads(text)
                heard, text = time.monotonic(), ""
            elif ended:
                return
            else:
                time.sleep(0.05)
