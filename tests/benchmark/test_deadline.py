"""Time limits of bots."""

import signal
import threading
import time

import pytest

from wistar_env.benchmark.deadline import TookTooLong, deadline


def test_what_takes_too_long_is_interrupted() -> None:
    began = time.monotonic()
    with pytest.raises(TookTooLong, match=r"0\.1 s, the limit of --bot-timeout"):
        with deadline(0.1):
            time.sleep(30)
    assert time.monotonic() - began < 10


@pytest.mark.parametrize("seconds", [None, 30.0])
def test_what_is_in_time_leaves_no_alarm_behind(seconds: float | None) -> None:
    before = signal.getsignal(signal.SIGALRM)
    with deadline(seconds):
        pass
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    assert signal.getsignal(signal.SIGALRM) is before


def test_an_error_leaves_no_alarm_behind() -> None:
    with pytest.raises(KeyError), deadline(30):
        raise KeyError
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_it_is_for_the_main_thread() -> None:
    errors = []

    def wait() -> None:
        try:
            with deadline(1):
                pass
        except ValueError as error:
            errors.append(str(error))

    thread = threading.Thread(target=wait)
    thread.start()
    thread.join()
    assert errors == ["a time limit of 1 s works only in the main thread"]
