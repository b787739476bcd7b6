"""What some codes of a family have in common holds what it says, in whatever order they stand."""

import pytest

from wistar_env.games.rats_of_wistar.rules.state import DISCOUNT_SCOPES
from wistar_env.games.rats_of_wistar.tables import codes, language


def said(family: str, members: tuple[int, ...]) -> list[str]:
    """Return the words of codes."""
    words = {code: word for word, code in codes.names(family).items()}
    return [words[code] for code in members]


SKILLS = ["strength", "agility", "perception", "intelligence", "stamina"]
NO_SKILLS = [f"no_{skill}" for skill in SKILLS]
TYPES = ["structure", "tool", "automaton"]
TIERS = ["basic", "advanced"]


@pytest.mark.parametrize(
    ("family", "members", "expected"),
    [
        ("ICON", codes.SKILL_ICONS, SKILLS),
        ("MAIN", codes.MAINS, ["wood", "dig", "metal", "beds", "projects", "explore"]),
        ("ITEM", codes.TOKEN_ITEMS, ["wood", "metal"]),
        ("FILTER", codes.TYPE_FILTERS, TYPES),
        ("FILTER", codes.TIER_FILTERS, TIERS),
        ("FILTER", codes.NO_SKILL_FILTERS, NO_SKILLS),
        ("FILTER", codes.FACE_FILTERS, TYPES + NO_SKILLS),
        ("FILTER", codes.SCOPE_FILTERS, ["any", *TYPES, *TIERS]),
        ("COUNT", codes.SKILL_COUNTS, SKILLS),
        ("COUNT", codes.ICON_COUNTS, [*SKILLS, "energy"]),
        ("COUNT", codes.TYPE_COUNTS, ["structures", "tools", "automata"]),
        ("COUNT", codes.TIER_COUNTS, ["basics", "advanced"]),
        (
            "COUNT",
            codes.TIMING_COUNTS,
            ["immediates", "onces", "incomes", "permanents", "endgames", "aggressives"],
        ),
        ("COUNT", codes.ADVANCE_COUNTS, [f"advances_{skill}" for skill in SKILLS]),
    ],
)
def test_a_run_of_codes_says_these_words(
    family: str, members: tuple[int, ...], expected: list[str]
) -> None:
    assert said(family, members) == expected


@pytest.mark.parametrize(
    ("family", "counted", "expected"),
    [
        ("ICON", codes.ICON_COUNTS, [*SKILLS, "energy"]),
        ("TYPE", codes.TYPE_COUNTS, TYPES),
        ("TIER", codes.TIER_COUNTS, TIERS),
        (
            "TIMING",
            codes.TIMING_COUNTS,
            ["immediate", "once", "income", "permanent", "endgame", "aggressive"],
        ),
    ],
)
def test_counts_of_another_family_stand_in_its_order(
    family: str, counted: tuple[int, ...], expected: list[str]
) -> None:
    assert codes.names(family) == dict(zip(expected, range(len(counted)), strict=True))


def test_the_arrays_by_skill_main_action_item_and_scope_begin_with_code_0() -> None:
    for members in (codes.SKILL_ICONS, codes.MAINS, codes.TOKEN_ITEMS, codes.SCOPE_FILTERS):
        assert members == tuple(range(len(members)))
    assert len(codes.SKILL_ICONS) == codes.SKILLS
    assert len(codes.SCOPE_FILTERS) == DISCOUNT_SCOPES


def test_codes_that_do_not_follow_each_other_are_no_run() -> None:
    with pytest.raises(ValueError, match=r"codes \(3, 5\) are not consecutive"):
        codes.run(3, 5)
    with pytest.raises(ValueError, match=r"codes \(4, 3\) are not consecutive"):
        codes.run(4, 3)


def test_ops_gain_take_away_or_hold() -> None:
    gaining = {"wood", "metal", "movement", "wild", "vp", "electricity"}
    assert set(said("OP", codes.GAINING_OPS)) == gaining, f"list new ones here, in {__file__}"
    taking = {word for word in codes.names("OP") if word.startswith(("lose_", "discard_"))}
    assert set(said("OP", codes.TAKING_OPS)) == taking
    assert language.STANDING == {
        "extra_room", "immune", "discount", "bed_discount", "dig_discount", "movement_bonus",
    }  # fmt: skip


def test_no_line_can_wait_for_income() -> None:
    assert "income" not in codes.names("EVENT")
    assert codes.EVENT_INCOME not in codes.names("EVENT").values()
    with pytest.raises(language.EffectError, match=r"'income' .* reveal_mission"):
        language.parse("on income: vp 1")


def test_the_words_of_a_family_are_numbers_only() -> None:
    for family in ("ICON", "TYPE", "TIER", "TIMING", "COUNT", "FILTER", "ITEM", "MAIN"):
        assert all(type(code) is int for code in codes.names(family).values())
