"""Blocks that are copied from a record all at once show the fields that they say."""

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from wistar_env.compiled.records import record
from wistar_env.games.rats_of_wistar.rules.state import GAME, PLAYER
from wistar_env.games.rats_of_wistar.spaces.blocks import AXES, COMMON, SEAT
from wistar_env.games.rats_of_wistar.spaces.fields import Run, check, copied, runs
from wistar_env.games.rats_of_wistar.tables.layout import I
from wistar_env.kit.layout import Block, Section

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


@pytest.mark.parametrize(
    "blocks",
    [
        (METAL, WOOD, WORKERS),
        (WOOD, WORKERS, METAL),
        (WOOD, ("rooms", ""), METAL, WORKERS),
        (("wood", "metal"), ("metal", "wood"), WORKERS),
    ],
)
def test_blocks_in_another_order_than_their_fields_are_refused(
    blocks: tuple[tuple[Any, ...], ...],
) -> None:
    assert len(copied(section(WOOD, METAL, WORKERS), KIND, 1)) == 1
    message = "blocks of section 'pocket' .* must form 1 runs in the order of the fields; found"
    with pytest.raises(ValueError, match=message):
        copied(section(*blocks), KIND, 1)


@pytest.mark.parametrize(
    ("block", "message"),
    [
        (("wood", "wood", "area"), "'wood' of section 'pocket' .* has the shape (3,), but"),
        (
            ("workers", "workers"),
            "has the shape (), but the field 'workers' that it shows is int16",
        ),
        (("gap", "gap"), "'gap' that it shows is int8 of shape (); allowed is int16"),
        (("honey", "honey"), "shows 'honey', which is not a field of its record"),
    ],
)
def test_a_block_that_is_not_what_its_field_is_is_refused(
    block: tuple[str, ...], message: str
) -> None:
    pattern = re.escape(message).replace(r"\.\*", ".*")
    with pytest.raises(ValueError, match=pattern):
        check(section(block), KIND)


def inserted(name: str, behind: str) -> Section:
    """Return the seat section with a block more, behind another one."""
    changed = Section("seat", AXES)
    for block in SEAT.blocks:
        copy(changed, block)
        if block.name == behind:
            changed.add(name, meaning="")
    return changed


def copy(to: Section, block: Block) -> None:
    to.blocks.append(replace(block, start=to.size))


def test_a_block_between_wood_and_metal_is_refused() -> None:
    assert [run.at for run in copied(SEAT, PLAYER, 4)] == [
        block.start
        for block in SEAT.blocks
        if block.name in {"chiefs_left", "mission_cubes", "guest_kinds", "immune"}
    ]
    with pytest.raises(ValueError, match="found 5, which begin with chiefs_left, metal, mission"):
        copied(inserted("honey", behind="wood"), PLAYER, 4)
    assert len(copied(inserted("honey", behind="explorer"), PLAYER, 4)) == 4


def test_every_count_of_the_record_that_is_shown_alone_has_its_width() -> None:
    check(COMMON, GAME)
    shown = {block.name: block.field for block in COMMON.blocks if block.field}
    assert shown == {
        "decks": "deck_size",
        "discarded": "discard_size",
        "claims": "objective_claims",
        "room_guests": "room_guests_size",
        "supply": "supply_size",
    }
