"""Random streams: SplitMix64, one derivation, a purpose each (``compiled.streams``)."""

import re
from pathlib import Path

import pytest

import wistar_env
from wistar_env.compiled import streams
from wistar_env.compiled.streams import (
    FOR_GAME,
    FOR_NEXT_GAME,
    mixed_of,
    number_of,
    stream_of,
)
from wistar_env.kit.game import seed_after

PURPOSES = {name: value for name, value in vars(streams).items() if name.startswith("FOR_")}
STEP = 0x9E3779B97F4A7C15


def test_the_numbers_of_a_stream_are_those_of_splitmix64() -> None:
    # The outputs that Vigna's splitmix64.c gives for the state 1234567.
    wanted = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert [mixed_of((1234567 + k * STEP) % 2**64) for k in range(1, 6)] == wanted


@pytest.mark.interpreted
@pytest.mark.parametrize("seed", [0, 1, 12345, 2**63 - 1])
def test_compiled_code_derives_the_same_streams(seed: int) -> None:
    assert seed_after(seed) == stream_of(seed, FOR_NEXT_GAME) >> 1


def test_a_stream_is_numbered_from_its_first_state_on() -> None:
    state = stream_of(5, FOR_GAME)
    assert [number_of(5, FOR_GAME, k) for k in range(3)] == [
        mixed_of((state + k * STEP) % 2**64) for k in range(3)
    ]


def test_no_two_purposes_have_a_stream_in_common() -> None:
    states = {stream_of(seed, purpose) for seed in range(1000) for purpose in PURPOSES.values()}
    assert len(states) == 1000 * len(PURPOSES)


def test_every_purpose_is_drawn_for_somewhere() -> None:
    package = Path(wistar_env.__file__).parent
    files = [*package.rglob("*.py"), *(package / "training").glob("*.py")]  # a link in a clone
    sources = [path.read_text("utf-8") for path in files if path.name != "streams.py"]
    own = Path(streams.__file__).read_text("utf-8")
    for name in PURPOSES:
        used = any(re.search(rf"\b{name}\b", source) for source in sources)
        assert used or len(re.findall(rf"\b{name}\b", own)) > 1, name
