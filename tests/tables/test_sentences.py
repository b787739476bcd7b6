import re

import pytest
from hypothesis import given, settings

from tests.card_sets import aggressive, endgame, instant, permanent
from wistar_env.games.rats_of_wistar.render.svg import icons
from wistar_env.games.rats_of_wistar.tables import codes, language
from wistar_env.games.rats_of_wistar.tables.load import validated
from wistar_env.games.rats_of_wistar.tables.ops import OPS
from wistar_env.games.rats_of_wistar.tables.sentences import COUNTS, requirement, sentence
from wistar_env.games.rats_of_wistar.tables.symbol_words import plain

SYMBOL = re.compile(r"\[:?(\w+)\]")


@pytest.mark.parametrize(
    ("effect", "said"),
    [
        ("", ""),
        ("wood 2", "Take 2 Wood."),
        ("wood 1, metal 1, vp 2", "Take 1 Wood and 1 Metal and score 2 VP."),
        ("wood 1 or metal 1", "Take 1 Wood or 1 Metal."),
        ("discard_guest 1 or lose_vp 3", "Discard 1 Guest or lose 3 VP."),
        ("draw basic 1", "Draw 1 Basic card."),
        ("draw advanced 2", "Draw 2 Advanced cards."),
        ("electricity, potion", "Gain Electricity and use the Alchemist's Potion."),
        ("movement 1; per beds: vp 1", "Take 1 Movement. Score 1 VP for each Bed."),
        ("if electricity 2: dig_free 2", "If you have Advanced Electricity: dig 2 Rooms for free."),
        ("if guests 1: vp 1", "If you have 1 Guest: score 1 VP."),
        ("pay item 2: explore 1", "Give 2 items: use 1 Exploration point."),
        ("foes_more beds: lose_wood 2", "Every player with more Beds than you loses 2 Wood."),
        ("on take_card: vp 1", "Whenever you take an Invention: score 1 VP."),
        ("on take_card structure: vp 1", "Whenever you take a Structure: score 1 VP."),
        ("on take_guest: vp 1", "Whenever you take a Guest: score 1 VP."),
        ("on take_guest home: vp 1", "Whenever you take a Home Guest: score 1 VP."),
        ("on play_icon agility: wild 1", "For each Agility that you play: take 1 Wild token."),
        (
            "on dig_room: if tools 2: wood 1",
            "Whenever you dig a Room: if you have 2 Tools: take 1 Wood.",
        ),
        (
            "play_cheaper no_stamina both 2",
            "Play an Invention without Stamina for 2 Wood and 2 Metal less.",
        ),
        ("discount tool skill 2", "Each Tool that you play costs 2 Skill icons less."),
        (
            "reveal_top basic automaton",
            "Reveal the top Basic card: put it into your hand if it is an Automaton, "
            "else discard it.",
        ),
        ("remove_cube any", "Remove the cube from an ability."),
        ("main any", "Do any Main action."),
    ],
)
def test_an_effect_is_written_in_sentences(effect: str, said: str) -> None:
    assert plain(sentence(effect)) == said


def test_every_op_event_payment_and_amount_has_a_sentence() -> None:
    values = {family: next(iter(codes.names(family))) for family in codes_of_arguments()}
    for word, op in OPS.items():
        given_ = " ".join("2" if family == "n" else values[family] for family in op.arguments)
        assert sentence(f"{word} {given_}".strip()).endswith(".")
    for event in codes.names("EVENT"):
        argument = " strength" if event == "play_icon" else ""
        assert sentence(f"on {event}{argument}: vp 1")
    for paid in codes.names("PAY"):
        assert sentence(f"pay {paid} 1: vp 1") != sentence(f"pay {paid} 2: vp 1")
    assert set(COUNTS) == set(codes.names("COUNT"))


def codes_of_arguments() -> set[str]:
    return {family for op in OPS.values() for family in op.arguments} - {"n"}


@settings(max_examples=60, deadline=None)
@given(instant | permanent | endgame | aggressive)
def test_all_valid_effects_are_written_with_existing_symbols(effect: str) -> None:
    said = sentence(effect)
    assert plain(said)[0].isupper()
    assert said.endswith(".")
    assert "{" not in said
    assert "  " not in said
    assert set(SYMBOL.findall(said)) <= icons.ICONS.keys()
    numbers = sorted(re.findall(r"\d+", effect))
    # Some sentences have numbers of their own ("draw 3 cards"), or say one twice.
    assert set(numbers) - {"1", "2"} <= set(re.findall(r"\d+", said)) | {"3"}


def test_different_bundled_effects_have_different_sentences() -> None:
    data = validated()
    effects = {card.effect for _, card in data.cards()}
    effects |= {guest.effect for guest in data.guests.guest}
    effects |= {row.effect for mission in data.missions.mission for row in mission.row}
    told = {sentence(effect) for effect in effects}
    assert len(told) == len(effects)


def test_what_has_to_be_owned_is_said() -> None:
    assert requirement("") == ""
    said = plain(requirement("electricity 1, perception 2, beds 1"))
    assert said == "Basic Electricity, 2 Perception and 1 Bed"


def test_invalid_effects_are_rejected() -> None:
    with pytest.raises(language.EffectError, match="unknown op 'woods'"):
        sentence("woods 1")


#: Nouns without a plural.
MASSES = {"Wood", "Metal", "Movement", "VP", "Energy"} | {
    skill.capitalize() for skill in ("strength", "agility", "perception", "intelligence", "stamina")
}


def said_of(number: int) -> list[str]:
    """Return all that can be counted, told with this number."""
    values = {family: next(iter(codes.names(family))) for family in codes_of_arguments()}
    ops = [
        " ".join([word, *(str(number) if each == "n" else values[each] for each in op.arguments)])
        for word, op in OPS.items()
        if "n" in op.arguments
    ]
    paid = [f"pay {word} {number}: vp 1" for word in codes.names("PAY")]
    owned = [f"{word} {number}" for word in COUNTS if word != "electricity"]
    return [plain(sentence(each)) for each in [*ops, *paid]] + [
        plain(requirement(each)) for each in owned
    ]


def test_singular_and_plural_are_distinguished() -> None:
    for one, several in zip(said_of(1), said_of(3), strict=True):
        if one == several.replace("3", "1"):
            assert one.partition("1 ")[2].partition(" ")[0].rstrip(".:") in MASSES, several


@pytest.mark.parametrize(
    ("effect", "said"),
    [
        ("wild 2", "Take 2 Wild tokens."),
        (
            "foes_more wild: discard_card 1 or lose_vp 2",
            "Every player with more Wild tokens than you discards 1 card or loses 2 VP.",
        ),
        ("on take_wild: vp 1", "Whenever you take a Wild token: score 1 VP."),
    ],
)
def test_wild_tokens_are_counted(effect: str, said: str) -> None:
    assert plain(sentence(effect)) == said
