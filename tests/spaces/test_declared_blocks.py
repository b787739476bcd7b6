"""What blocks declare is written, whatever their order."""

import re
from typing import Any

import numpy as np
import pytest
from numba import config

from wistar_env.compiled.records import record
from wistar_env.games.rats_of_wistar.rules.state import PLAYER
from wistar_env.games.rats_of_wistar.spaces.blocks import AXES, SEAT
from wistar_env.games.rats_of_wistar.spaces.declared_blocks import Run, check, runs, writer
from wistar_env.games.rats_of_wistar.tables.layout import I
from wistar_env.kit.layout import Section

KIND = record([("wood", I), ("metal", I), ("workers", I, (3,)), ("gap", np.int8), ("wild", I)])


def section(*blocks: tuple[Any, ...]) -> Section:
    """Return a section of blocks: name, field, axes."""
    built = Section("pocket", AXES)
    for name, field, *axes in blocks:
        built.add(name, *axes, meaning="", field=field)
    return built


WOOD, METAL = ("wood", "wood"), ("metal", "metal")
WORKERS, WILD = ("workers", "workers", "area"), ("wild", "wild")


def test_neighbours_of_a_record_that_are_neighbours_in_a_section_form_one_run() -> None:
    assert runs(section(WOOD, METAL, WORKERS, WILD), KIND) == [Run(0, 0, 5), Run(5, 12, 1)]
    assert runs(section(METAL, WORKERS), KIND) == [Run(0, 2, 4)]


@pytest.mark.interpreted
@pytest.mark.skipif(not config.DISABLE_JIT, reason="calls a part of compiled code by itself")
@pytest.mark.parametrize(
    "blocks",
    [
        (METAL, WOOD, WORKERS),
        (WOOD, WORKERS, METAL),
        (WOOD, ("rooms", ""), METAL, WORKERS),
        (("wood", "metal"), ("metal", "wood"), WORKERS),
    ],
)
def test_blocks_in_any_order_show_their_fields(blocks: tuple[tuple[Any, ...], ...]) -> None:
    copied = np.zeros(1, KIND)[0]
    copied["wood"], copied["metal"], copied["workers"] = 1, 2, (3, 4, 5)
    pocket = section(*blocks)
    out, limit = np.zeros(pocket.size + 1, np.uint8), np.full(pocket.size + 1, 4, np.uint8)
    writer(pocket, KIND)(None, copied, 0, 1, out, limit)
    expected = [np.ravel(copied[b.field]) if b.field else [0] for b in pocket.blocks]
    assert out.tolist() == [0, *np.minimum(np.concatenate(expected), 4)]


@pytest.mark.interpreted
@pytest.mark.skipif(not config.DISABLE_JIT, reason="calls a part of compiled code by itself")
def test_a_block_may_have_a_function_that_counts_it() -> None:
    pocket = section(WOOD)
    pocket.add("twice", limit=6, meaning="", value=lambda g, seat: g * seat)
    out, limit = np.zeros(2, np.uint8), np.full(2, 6, np.uint8)
    for game, expected in (2, 4), (5, 6), (-1, 0):
        writer(pocket, KIND)(game, np.zeros(1, KIND)[0], 2, 0, out, limit)
        assert out.tolist() == [0, expected]


@pytest.mark.parametrize(
    ("block", "message"),
    [
        (("wood", "wood", "area"), "'wood' of section 'pocket' .* has shape (3,), but"),
        (
            ("workers", "workers"),
            "has shape (), but its field 'workers' is int16",
        ),
        (("gap", "gap"), "'gap' is int8 of shape (); it must be int16"),
        (("honey", "honey"), "shows 'honey', which is not a field of its record"),
    ],
)
def test_a_block_that_is_not_what_its_field_is_is_rejected(
    block: tuple[str, ...], message: str
) -> None:
    pattern = re.escape(message).replace(r"\.\*", ".*")
    with pytest.raises(ValueError, match=pattern):
        check(section(block), KIND)


def test_the_blocks_of_a_seat_are_copied_by_few_instructions() -> None:
    assert [run.at for run in runs(SEAT, PLAYER)] == [
        block.start
        for block in SEAT.blocks
        if block.name in {"chiefs_left", "mission_cubes", "guest_kinds", "immune"}
    ]
