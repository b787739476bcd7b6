"""The language of effects: lines to op rows and back, and what it rejects."""

import pytest

from tests.tables.lines import effect_lines
from wistar_env.games.rats_of_wistar.tables import codes, language
from wistar_env.games.rats_of_wistar.tables.language import (
    EffectError,
    EffectRow,
    parse,
    parse_amounts,
    unparse,
)
from wistar_env.games.rats_of_wistar.tables.ops import OPS


def test_every_effect_of_the_data_prints_back_to_the_same_line() -> None:
    lines = [*effect_lines()]
    assert [unparse(parse(line)) for line in lines] == lines


@pytest.mark.ledger("CARD-14")
@pytest.mark.parametrize(
    "line",
    [
        "on take_wood: wood 1, vp 1",
        "on play_card: movement 1",
        "on play_card any: movement 1",
        "on take_guest basement: vp 1; extra_room 1",
        "if electricity 1: explore 1",
        "pay item 1: build_bed_free 1",
        "per energy: dig_free 1",
        "foes_more guests: discard_guest 1 or lose_vp 3",
        "movement 1; per mission_cubes: vp 1",
        "on open_door: pay item 1: per doors: vp 1; wood 1 or metal 1, fly",
        "if guests 2: pay wood 1: vp 2; vp 1",
        "if beds 2: wood 1 or metal 1 or wild 1 or vp 1; per beds: vp 1; vp 2",
    ],
)
def test_each_formula_shape_prints_back_to_the_same_line(line: str) -> None:
    assert unparse(parse(line)) == line


def test_spaces_do_not_matter() -> None:
    assert parse(" pay  item 1 :vp 1 ,fly;  vp 2") == parse("pay item 1: vp 1, fly; vp 2")


def test_an_empty_line_is_an_effect_without_rows() -> None:
    assert parse("  ") == []
    assert unparse([]) == ""


def test_a_guard_knows_the_length_of_its_body() -> None:
    assert parse("if energy 2: pay item 1: wood 1 or metal 1, vp 1; fly") == [
        EffectRow(codes.OP_IF, codes.COUNT_ENERGY, 2, skip=5),
        EffectRow(codes.OP_PAY, codes.PAY_ITEM, 1, skip=4),
        EffectRow(codes.OP_CHOOSE, 2),
        EffectRow(codes.OP_WOOD, 1),
        EffectRow(codes.OP_METAL, 1),
        EffectRow(codes.OP_VP, 1),
        EffectRow(codes.OP_FLY),
    ]


def test_an_event_without_argument_answers_to_all() -> None:
    assert parse("on take_card: vp 1")[0] == EffectRow(
        codes.OP_ON, codes.EVENT_TAKE_CARD, codes.NONE, skip=1
    )


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("teleport 1", "unknown op 'teleport'; allowed: wood, metal"),
        ("wood", "required arguments: n; found: none"),
        ("wood 1 2", "required arguments: n; found: 1 2"),
        ("wood 0", "'0' is not a number from 1 to 20"),
        ("wood -1", "'-1' is not a number from 1 to 20"),
        ("wood 21", "'21' is not a number from 1 to 20"),
        ("wood two", "'two' is not a number"),
        ("draw golden 1", "'golden' is not one of basic, advanced"),
        ("fly 1", "required arguments: none; found: 1"),
        ("when take_wood: vp 1", "unknown guard 'when'; allowed: on, if, pay"),
        ("on: vp 1", "'on' needs an event: reveal_mission"),
        ("on rain: vp 1", "'rain' is not one of reveal_mission"),
        ("on take_wood home: vp 1", "required arguments: none; found: home"),
        ("on play_icon: vp 1", "required arguments: ICON; found: none"),
        ("on play_icon cheese: vp 1", "'cheese' is not one of strength"),
        ("if gold 1: vp 1", "'gold' is not one of strength"),
        ("if doors: vp 1", "required arguments: COUNT n; found: doors"),
        ("per doors 2: vp 1", "required arguments: COUNT; found: doors 2"),
        ("per doors: vp 1, fly", "'per' multiplies a single op; write one clause for each op"),
        ("per doors: wood 1 or vp 1", "'per' multiplies a single op; write one clause for each op"),
        ("pay honour 1: vp 1", "'honour' is not one of wood"),
        (": vp 1", "a guard is missing"),
        ("if doors 1:", "an op is missing"),
        ("vp 1,", "an op is missing"),
        ("vp 1; ", "a clause is missing"),
        ("vp 1 or ", "unknown|missing|required"),
        ("vp 1 or fly or hero or potion or immune", "at most 4 alternatives"),
    ],
)
def test_unknown_words_are_rejected_with_the_allowed_ones(line: str, message: str) -> None:
    with pytest.raises(EffectError, match=message):
        parse(line)


def test_amounts_are_read_by_word() -> None:
    assert parse_amounts("strength 2, energy 1", "ICON") == {
        codes.ICON_STRENGTH: 2,
        codes.ICON_ENERGY: 1,
    }
    assert parse_amounts("", "ICON") == {}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("strength 1, strength 2", "'strength' occurs twice"),
        ("cheese 1", "'cheese' is not one of strength"),
        ("strength", "'' is not a number from 1 to 20"),
        ("strength 1,", "'' is not one of strength"),
        ("strength 1 2", "'1 2' is not a number"),
    ],
)
def test_amounts_that_make_no_sense_are_rejected(line: str, message: str) -> None:
    with pytest.raises(EffectError, match=message):
        parse_amounts(line, "ICON")


def test_every_op_and_guard_has_a_code_and_the_other_way_round() -> None:
    words = set(codes.names("OP")) - {"choose"}
    declared = set(OPS) | set(language.GUARDS) - {"per"}
    assert words == declared, (
        "OPS of tables/ops.py must have the ops of tables/codes.py, which lack or add: "
        f"{words ^ declared}"
    )


def test_an_unknown_family_of_codes_is_rejected() -> None:
    with pytest.raises(KeyError, match="'COLOR'"):
        codes.names("COLOR")
