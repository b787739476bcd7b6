"""Signals that come where a process must not be broken off, and commands that they end."""

import signal
import subprocess
import sys

import numba
import pytest

from wistar_env.system.interrupts import deferred_interrupts, terminating_as_interrupt

#: Interrupts the import of every module of numba and of this package once, and after every unit.
_IMPORTS = """
import signal, sys
import llvmlite.binding

signal.signal(signal.SIGINT, signal.default_int_handler)
seen = set()

def interrupt_once(what):
    if what not in seen:
        seen.add(what)
        signal.raise_signal(signal.SIGINT)

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("numba", "wistar_env"):
            interrupt_once(name)

def add_symbol(name, address, add=llvmlite.binding.add_symbol):
    add(name, address)
    interrupt_once(name)

sys.meta_path.insert(0, Finder())
llvmlite.binding.add_symbol = add_symbol
interrupted = 0
while True:
    try:
        import wistar_env
        game = wistar_env.LabRats.new(num_players=3, seed=1)
        game.step(int(game.legal_actions()[0]))
        break
    except KeyboardInterrupt:
        interrupted += 1
print(interrupted > 50)
"""


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")
def test_a_game_begins_however_often_its_import_was_interrupted() -> None:
    done = subprocess.run([sys.executable, "-c", _IMPORTS], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "True\n"), done.stderr


def test_a_signal_takes_effect_after_what_must_not_be_broken_off() -> None:
    done = []
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in the background

    def work() -> None:
        with deferred_interrupts(), deferred_interrupts():
            signal.raise_signal(signal.SIGINT)
            done.append("whole")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == ["whole"]
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
    signal.signal(signal.SIGINT, before)


def test_the_signal_to_terminate_does_what_ctrl_c_does_even_in_the_background() -> None:
    for ctrl_c in (signal.default_int_handler, signal.SIG_IGN):
        before = signal.signal(signal.SIGINT, ctrl_c)
        try:
            with pytest.raises(KeyboardInterrupt), terminating_as_interrupt() as terminated:
                signal.raise_signal(signal.SIGTERM)
        finally:
            signal.signal(signal.SIGINT, before)
        assert terminated == [signal.SIGTERM]
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
