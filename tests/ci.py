"""What CI runs: ``python -m tests.ci``, or ``.ci/run``.

It runs ``make test`` and ``make test-all``, then the gates. A gate guards some files, and runs if
they changed since it last passed; ``.ci/passed.json`` has their digest. Comments and docstrings of
Python files do not count. One of the other gates runs in rotation; ``make release`` runs all. Gates
run two at a time, since most of them use one core. A stage that has passed with the same files is
not repeated, so repeating a killed run resumes it. Only Python is needed, as the stages make their
own environments.
"""

import argparse
import ast
import io
import json
import re
import subprocess
import sys
import time
import tokenize
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

ROOT: Final = Path(__file__).resolve().parents[1]
#: By gate: the digest of the guarded files with which it last passed.
PASSED: Final = ".ci/passed.json"
#: By stage: the digest with which it last passed here.
DONE: Final = "build/ci.json"
#: Targets of the Makefile that are due whichever files changed.
HALVES: Final = ("setup", "test", "test-all")
_COMPILED: Final = "wistar_env/compiled wistar_env/kit wistar_env/author wistar_env/games/*.py"
_DOORS: Final = (
    "wistar_env/kit/envs wistar_env/kit/vector wistar_env/open_spiel.py wistar_env/wistar_v0.py "
    "wistar_env/lab_rats_v0.py pyproject.toml"
)
#: Maximum gates that run in parallel.
_AT_A_TIME: Final = 2
#: Targets that run if their guarded files have changed: folders, files and git patterns.
GATES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "packs": f"{_COMPILED} wistar_env/machine_code constraints.txt tests/compare_packs.py "
        "tests/kit/doors.py",
        "leaderboard": f"{_COMPILED} wistar_env/games agents wistar_env/benchmark docs/leaderboard "
        "experiments/leaderboard.py",
        "rotating-mutants": f"{_COMPILED} tests/mutation",
        "lowest": f"{_DOORS} wistar_env/cli constraints-lowest.txt",
        "newest": "wistar_env/compiled pyproject.toml constraints.txt",
        "clients": f"{_DOORS} docs/clients.md tests/clients constraints-clients.txt "
        "constraints-agilerl.txt",
        "baselines": "training wistar_env/kit/networks wistar_env/benchmark "
        "experiments/baseline_algorithms.py experiments/baselines.py",
        "research": "wistar_env/datasets wistar_env/system wistar_env/language_models "
        "tests/research examples pyproject.toml constraints-research.txt",
    }
)
#: What may have a docstring.
_DOCUMENTED: Final = ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef
#: The last line of pytest's output.
_SUMMARY: Final = re.compile(r"^=* ?(\d+ (?:passed|failed|skipped|error).* in [\d.]+s.*?) ?=*$")

#: Facts about stages, by name.
Known: TypeAlias = dict[str, Any]


class Ran(NamedTuple):
    """A stage that ran: whether it passed, its seconds, and pytest's last lines."""

    passed: bool
    seconds: float
    summaries: list[str]


@cache
def code_of(source: bytes) -> bytes:
    """Return a Python source without comments, docstrings and empty lines, to be compared only."""
    text = source.decode()
    lines = text.split("\n")  # as the tokenizer counts them
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column]
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, _DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            first = node.body[0]
            lines[first.lineno - 1 : first.end_lineno] = [""] * (
                (first.end_lineno or first.lineno) - first.lineno + 1
            )
    return "\n".join(line.rstrip() for line in lines if line.strip()).encode()


def digest_of(root: Path, *paths: str) -> str:
    """Return a digest of files and folders, or of all files as they are; empty without git.

    Of Python files in ``paths`` only the code counts.
    """
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *paths],
        cwd=root,
        capture_output=True,
        check=False,
    )
    if listed.returncode:
        return ""
    digest = sha256()
    for name in sorted({*listed.stdout.decode().split("\0")} - {"", PASSED}):
        path = root / name
        if path.is_symlink():
            content = str(path.readlink()).encode()
        elif path.is_file():
            content = path.read_bytes()
            if paths and path.suffix == ".py":
                content = code_of(content)
        else:
            continue  # deleted
        digest.update(f"{name}\0{sha256(content).hexdigest()}\n".encode())
    return digest.hexdigest()[:16]


def known(path: Path) -> Known:
    """Return the facts about stages in a file; empty if there is no file."""
    try:
        found: Known = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found


def tell(path: Path, stage: str, what: Any) -> None:
    """Add a fact about a stage to a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    told = json.dumps({**known(path), stage: what}, indent=2, sort_keys=True)
    path.write_text(told + "\n", "utf-8")


def due(digests: Mapping[str, str], passed: Known, commit: str) -> dict[str, str]:
    """Return the gates to run, each with the reason.

    These are the gates whose files have changed, and one of the others, chosen by the commit.
    """
    changed = [gate for gate, digest in digests.items() if not digest or digest != passed.get(gate)]
    others = [gate for gate in digests if gate not in changed]
    turn = [others[int(commit, 16) % len(others)]] if others and commit else others
    return {
        gate: "changed" if gate in changed else "its turn"
        for gate in digests
        if gate in changed or gate in turn
    }


def run(root: Path, stage: str, show: Callable[[str], Any]) -> Ran:
    """Run a target of the Makefile, and show each line that it prints."""
    began, summaries = time.monotonic(), []
    with subprocess.Popen(
        ["make", "--no-print-directory", stage],
        cwd=root,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="backslashreplace",
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            show(line)
            if found := _SUMMARY.match(line.strip()):
                summaries.append(found[1])
    return Ran(process.returncode == 0, time.monotonic() - began, summaries)


class Stages:
    """The stages of a run, and their results."""

    def __init__(self, root: Path, *, release: bool, only: Sequence[str]) -> None:
        commit = subprocess.run(
            ["git", "rev-parse", "HEAD"], cwd=root, capture_output=True, text=True, check=False
        ).stdout.strip()
        self.root, self.release = root, release
        self.files = digest_of(root)
        self.digests = {gate: digest_of(root, *paths.split()) for gate, paths in GATES.items()}
        self.gates = due(self.digests, {} if release or only else known(root / PASSED), commit)
        #: By stage: its seconds (empty if it did not run) and its result.
        self.rows: dict[str, tuple[str, str]] = {}
        self.failed = False
        self._lock = Lock()

    def run(self, stage: str) -> None:
        """Run a stage if it is due; print output of gates at their end, of others immediately."""
        # Gates may do more for a release.
        name = f"{stage} of a release" if self.release else stage
        with self._lock:
            before = known(self.root / DONE).get(name, {})
        if stage in GATES and stage not in self.gates:
            self.rows[stage] = "-", "not due: passed with the files that it guards"
        elif self.failed:
            self.rows[stage] = "-", "not run"
        elif stage != "setup" and self.files and before.get("files") == self.files:
            results = ["passed before with the same files", *before["summaries"]]
            self.rows[stage] = "-", "; ".join(results)
        else:
            self._make(stage, name)

    def _make(self, stage: str, name: str) -> None:
        header = f"--- make {stage} ({self.gates.get(stage, 'always')})"
        if stage in GATES:
            with self._lock:
                print(f"begins beside others: make {stage}", flush=True)
            lines: list[str] = []
            ran = run(self.root, stage, lines.append)
        else:
            print(header, flush=True)
            ran = run(self.root, stage, lambda line: print(line, end="", flush=True))
        with self._lock:
            if stage in GATES:
                print(header, "".join(lines), sep="\n", end="", flush=True)
            self.failed |= not ran.passed
            results = [*([] if ran.passed else ["FAILED"]), *ran.summaries]
            self.rows[stage] = f"{ran.seconds:.0f}", "; ".join(results)
            if ran.passed:
                done = {"files": self.files, "summaries": ran.summaries}
                tell(self.root / DONE, name, done)
            if ran.passed and self.digests.get(stage):
                tell(self.root / PASSED, stage, self.digests[stage])


def run_all(root: Path, *, release: bool = False, only: Sequence[str] = ()) -> int:
    """Run the due stages, or ``only`` some; return 1 if one fails.

    Prints a table of the stages, and the sums of their tests as pytest does.
    """
    began = time.monotonic()
    stages = Stages(root, release=release, only=only)
    chosen = only or (*HALVES, *GATES)
    for stage in chosen:
        if stage in HALVES:
            stages.run(stage)
    with ThreadPoolExecutor(_AT_A_TIME) as executor:
        list(executor.map(stages.run, [stage for stage in chosen if stage in GATES]))
    total = round(time.monotonic() - began)
    rows = [(stage, *stages.rows[stage]) for stage in chosen]
    for stage, seconds, told in (("stage", "seconds", ""), *rows, ("total", str(total), "")):
        print(f"{stage:<18}{seconds:>7}  {told}".rstrip(), flush=True)
    counts = Counter[str]()
    for _, _, told in rows:
        for number, outcome in re.findall(r"(\d+) (passed|failed|skipped|errors?)", told):
            counts[outcome] += int(number)
    tests = ", ".join(f"{number} {outcome}" for outcome, number in counts.items())
    print(f"=== {tests or 'no tests ran'} in {total}.0s ===", flush=True)
    return int(stages.failed)


def main() -> int:
    """Run the due stages, all stages or some."""
    parser = argparse.ArgumentParser(prog="python -m tests.ci")
    parser.add_argument("--release", action="store_true", help="run all gates")
    parser.add_argument(
        "only", nargs="*", metavar="STAGE", help=f"run only these: {', '.join((*HALVES, *GATES))}"
    )
    options = parser.parse_args()
    if unknown := {*options.only} - {*HALVES, *GATES}:
        stages = ", ".join((*HALVES, *GATES))
        parser.error(f"no such stage: {', '.join(sorted(unknown))}; the stages are {stages}")
    return run_all(ROOT, release=options.release, only=options.only)


if __name__ == "__main__":
    sys.exit(main())
