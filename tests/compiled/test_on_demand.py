"""Functions that are compiled at their first call."""

import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest

import wistar_env

PACKAGE = Path(wistar_env.__file__).parent
MODULE = """
from wistar_env.compiled.jit import entry, late_unit, pointer, unit
from wistar_env.compiled.types import LongArray, Seed


@unit
def doubled(number: int) -> int:
    return 2 * number


@late_unit
def tripled(number: int, factors: LongArray) -> int:
    return number * factors[0]


@late_unit
def halved(number: int) -> float:
    return 0.5 * number


@late_unit
def failing(number: int) -> int:
    return number.no_such_attribute


@entry
def six_times(number: int, factors: LongArray) -> int:
    return tripled(doubled(number), pointer(factors))


@entry
def half(number: int) -> float:
    return halved(number)


@entry
def fail(number: int) -> int:
    return failing(number)


@entry
def last_bit(seed: Seed) -> int:
    return int(seed & 1)
"""


def run(folder: Path, code: str, **more: str) -> tuple[list[str], str]:
    (folder / "several.py").write_text(MODULE)
    environment = {**os.environ, "WISTAR_CACHE_DIR": str(folder / "cache"), **more}
    environment["PYTHONPATH"] = os.pathsep.join([str(folder), str(PACKAGE.parent)])
    process = subprocess.run(
        [sys.executable, "-c", f"import numpy, several\n{code}"],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return process.stdout.split(), process.stderr


def compiled(folder: Path) -> set[str]:
    return {file.name.split(".")[1] for file in (folder / "cache").rglob("several.*.bin")}


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")
def test_an_import_compiles_units_and_calls_compile_the_rest(tmp_path: Path) -> None:
    run(tmp_path, "")
    assert compiled(tmp_path) == {"doubled"}
    call = "print(several.six_times(7, numpy.array([3])))\n"
    assert run(tmp_path, 2 * call)[0] == ["42", "42"]
    assert compiled(tmp_path) == {"doubled", "six_times", "tripled"}
    assert run(tmp_path, call) == (["42"], "")


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")
def test_other_arguments_are_rejected_as_if_it_were_compiled_before(tmp_path: Path) -> None:
    call = """
for _ in range(2):
    try:
        several.six_times(7, numpy.array([3.0]))
    except TypeError as error:
        print(str(error).split()[0])
"""
    assert run(tmp_path, call)[0] == ["No", "No"]


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")
def test_threads_that_call_at_the_same_time_compile_once(tmp_path: Path) -> None:
    call = """
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor(4) as pool:
    factors = numpy.array([3])
    print(*pool.map(lambda number: several.six_times(number, factors), range(4)))
"""
    assert run(tmp_path, call)[0] == ["0", "6", "12", "18"]


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")
def test_a_call_that_began_before_another_thread_compiled_finds_the_code(tmp_path: Path) -> None:
    """Numba reads whether it may compile, and converts arguments only if it may not."""
    call = """
import threading
from numba.extending import typeof_impl
from numba.core import types

class SlowlyTyped(int):
    pass

@typeof_impl.register(SlowlyTyped)
def typed(value, context):
    typing.set()
    compiled.wait(60)
    return types.int64

typing, compiled = threading.Event(), threading.Event()
thread = threading.Thread(target=lambda: print(several.last_bit(SlowlyTyped(7))))
thread.start()
typing.wait(60)
several.last_bit.complete()
compiled.set()
thread.join()
"""
    assert run(tmp_path, call)[0] == ["1"]


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")
def test_a_late_unit_that_does_not_compile_ends_the_process(tmp_path: Path) -> None:
    with pytest.raises(subprocess.CalledProcessError) as failed:
        run(tmp_path, "several.fail(1)\nprint('went on')")
    assert failed.value.stdout == ""
    assert "no_such_attribute" in failed.value.stderr
    assert "failing, a late_unit, cannot be compiled" in failed.value.stderr


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")
def test_ctrl_c_takes_effect_after_a_late_unit_is_compiled(tmp_path: Path) -> None:
    # Background processes of a shell, and their child processes, ignore Ctrl-C.
    call = """
import signal
import threading
import time
from wistar_env.compiled import on_demand
signal.signal(signal.SIGINT, signal.default_int_handler)
complete, calls = on_demand.LateUnit.complete, []
def interrupted(self):
    calls.append(self)
    if len(calls) == 1:
        raise KeyboardInterrupt
    complete(self)
on_demand.LateUnit.complete = interrupted
timer, timers = threading.Timer, []
def interrupted_again(*arguments):
    timers.append(timer(*arguments))
    if len(timers) == 1:
        raise KeyboardInterrupt
    return timers[-1]
threading.Timer = interrupted_again
try:
    print(several.half(3))
    for _ in range(300):  # Python raises between two sleeps
        time.sleep(0.1)
except KeyboardInterrupt:
    print("interrupted", len(calls))
"""
    assert run(tmp_path, call)[0] == ["1.5", "interrupted", "2"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a system without fork")
def test_a_fork_waits_for_what_is_compiled_so_that_the_child_and_the_parent_can_go_on(
    tmp_path: Path,
) -> None:
    """Otherwise the child would wait for ever for a thread that it does not have."""
    code = """
import os, signal, threading, time
from contextlib import nullcontext
from wistar_env.compiled.on_demand import LateEntry

class Slow(LateEntry):
    def compile_into(self, store):
        compiling.set()
        time.sleep(0.5)

compiling = threading.Event()
first, second = (Slow().expect(None, nullcontext) for _ in range(2))
threading.Thread(target=first.complete).start()
compiling.wait()
child = os.fork()
if child == 0:
    signal.alarm(20)  # its default action ends a child that waits
    second.complete()
    os._exit(0)
_, status = os.waitpid(child, 0)
after = threading.Thread(target=second.complete, daemon=True)
after.start()
after.join(20)
print(os.waitstatus_to_exitcode(status), after.is_alive())
"""
    assert run(tmp_path, code)[0] == ["0", "False"]


def test_without_compilation_they_are_python(tmp_path: Path) -> None:
    call = "print(several.six_times(7, numpy.array([3])), several.half(3))"
    assert run(tmp_path, call, NUMBA_DISABLE_JIT="1") == (["42", "1.5"], "")
    assert compiled(tmp_path) == set()


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")
def test_what_one_function_made_of_its_parts_is_not_taken_for_the_parts_of_others(
    tmp_path: Path,
) -> None:
    """LLVM changes how ``claim_chunk`` is called in ``step``, where nothing else can call it."""
    code = """
import numba
from wistar_env.compiled.work_sharing import claim_chunk, new_progress
from wistar_env.kit.batch import steps

steps.step.complete()
claimed = numba.njit(lambda progress, chunks, thread: claim_chunk(progress, chunks, thread))
progress = new_progress(1)
print(*(claimed(progress, 2, 0) for _ in range(3)))
"""
    assert run(tmp_path, code)[0] == ["0", "1", "-1"]
