"""Drawn effect lines: all words of the language, at the places where they may stand."""

import pytest

from wistar_env.games.rats_of_wistar.card_sets import effect_lines
from wistar_env.games.rats_of_wistar.card_sets.draws import Draws
from wistar_env.games.rats_of_wistar.card_sets.held_out import (
    COMBINATIONS,
    COUNTS,
    EVENTS,
    OPS,
    PAYS,
    unheard_in,
)
from wistar_env.games.rats_of_wistar.card_sets.prices import AT_THE_END
from wistar_env.games.rats_of_wistar.tables import codes, effect_rules, language, ops

LINES = 4000


def drawn(timing: str) -> list[str]:
    draws = Draws(f"lines of {timing}")
    return [effect_lines.draw_line(draws, timing) for _ in range(LINES)]


def first_words(choices: effect_lines.Weights) -> set[str]:
    """Return the first words of what may be drawn, such as ``{"wood", ...}``."""
    return {word for line, _ in choices for word in line.split(" ")[0].split("/")}


def test_every_event_payment_and_count_of_the_language_can_be_drawn() -> None:
    lines = effect_lines
    asked = first_words((*lines.ASKED, *lines.ASKED_LAST))
    of_players = {word for word in AT_THE_END if word in language.code_words("COUNT")}
    assert set(codes.names("EVENT")) - first_words(lines.EVENTS) == set()
    assert set(codes.names("PAY")) - first_words(lines.PAYS) == set()
    assert of_players - {*lines.COUNTED, *lines.COMPARED} - asked == set()


@pytest.mark.parametrize("timing", effect_lines.SHAPES)
def test_a_line_may_stand_where_it_is_drawn_for(timing: str) -> None:
    use = effect_rules.USE_OF_TIMING[timing]
    for line in drawn(timing):
        assert effect_rules.fits(language.parse(line), use), line


def test_every_op_that_has_draws_is_drawn() -> None:
    words = {value: word for word, value in codes.names("OP").items()}
    said = {
        words[row.op]
        for timing in effect_lines.SHAPES
        for line in drawn(timing)
        for row in language.parse(line)
    } & set(ops.OPS)
    assert said == {word for word, op in ops.OPS.items() if op.draws}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("wood 1, metal 1", ()),
        ("per beds: vp 1", ()),
        ("on take_wood: vp 1", ()),
        ("pay wood 1: vp 2", ()),
        ("fly", ("fly",)),
        ("wood 1 or recover", ("recover",)),
        ("pay bed 1: wood 2", ("pay bed",)),
        ("on use_movement: vp 1", ("on use_movement",)),
        ("per tents: vp 1", ("tents",)),
        ("if objectives 1: wood 1", ("objectives",)),
        ("foes_more rooms_dug: lose_vp 2", ("rooms_dug",)),
        ("per energy: dig_free 1", ("per COUNT: an op other than vp",)),
        ("wood 1; per energy: movement 1", ("per COUNT: an op other than vp",)),
        ("on take_wood: pay wood 1: vp 2", ("on EVENT: pay ...",)),
        ("on take_wood: if beds 2: pay guest 1: fly", ("pay guest", "fly", "on EVENT: pay ...")),
    ],
)
def test_what_is_held_out_is_found(line: str, words: tuple[str, ...]) -> None:
    assert unheard_in(line) == words


def test_what_is_held_out_are_words_of_the_language() -> None:
    assert set(OPS) <= set(ops.OPS)
    assert set(PAYS) <= set(codes.names("PAY"))
    assert set(EVENTS) <= set(codes.names("EVENT"))
    assert set(COUNTS) <= set(codes.names("COUNT"))
    assert all(unheard_in(line) == (name,) for name, line in COMBINATIONS.items())


@pytest.mark.parametrize("timing", effect_lines.SHAPES)
def test_every_timing_has_lines_with_words_that_are_held_out_and_without(timing: str) -> None:
    with_them = sum(bool(unheard_in(line)) for line in drawn(timing))
    assert 0.04 * LINES < with_them < 0.6 * LINES
