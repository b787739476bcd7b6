import itertools
import re

import pytest

from wistar_env.games.rats_of_wistar.render.svg import icons
from wistar_env.games.rats_of_wistar.render.svg.position import short
from wistar_env.games.rats_of_wistar.tables import codes, language
from wistar_env.games.rats_of_wistar.tables.ops import OPS

SYMBOL = re.compile(r"\[:?(\w+)\]")


def values(family: str) -> list[str]:
    return ["1", "2"] if family == "n" else list(codes.names(family))


EFFECTS = [
    *(
        " ".join([op, *given])
        for op, declared in OPS.items()
        for given in itertools.product(*map(values, declared.arguments))
    ),
    *(f"on {event}: vp 1" for event in codes.names("EVENT") if event != "play_icon"),
    *(
        f"on {event} {given}: vp 1"
        for event, family in language.EVENT_ARGUMENTS.items()
        for given in values(family)
    ),
    *(f"pay {paid} 2: vp 1" for paid in codes.names("PAY")),
    *(f"if {counted} 1: vp 1; per {counted}: vp 1" for counted in codes.names("COUNT")),
]


@pytest.mark.parametrize(
    ("effect", "shown"),
    [
        ("", ""),
        ("wood 2, vp 1", "2[wood] 1[vp]"),
        ("wood 1 or metal 1", "[wood] / [metal]"),
        ("explore 3", "3[explore]"),
        ("deploy 2", "deploy 2[worker]"),
        ("lose_wood 2 or discard_bed 1", "[lose]2[wood] / [lose][bed]"),
        ("on complete_mission: electricity", "complete [mission]: [electricity]"),
        ("on take_guest home: potion", "take [guest_home]: [potion]"),
        ("if rooms_dug 2: wild 1", "2[dig]: [wild]"),
        ("pay basic_card 2: hero", "2[basic] [arrow] [hero]"),
        (
            "per tools: play_cheaper tool both 2",
            "play [tool] \u22122[wood] \u22122[metal] per [tool]",
        ),
    ],
)
def test_an_effect_is_shown_in_symbols(effect: str, shown: str) -> None:
    assert short.effect(effect) == shown


@pytest.mark.parametrize("shortened", [True, False])
def test_every_effect_can_be_shown_whether_or_not_somebody_shortened_it(
    shortened: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not shortened:  # as for what is new to the language
        for table in ("_OPS", "_EVENTS", "_COUNTS"):
            monkeypatch.setattr(short, table, {})
    short.effect.cache_clear()
    for effect in EFFECTS:
        shown = short.effect(effect)
        assert {*SYMBOL.findall(shown)} <= icons.ICONS.keys(), effect
        assert not {*SYMBOL.sub("", shown)} & {*"{}[]_"}, effect
    short.effect.cache_clear()


def test_what_has_no_symbol_is_shown_in_words() -> None:
    assert short.count("broken_toys") == "broken toys"


def test_every_main_and_bonus_action_has_its_symbol() -> None:
    assert [*short.MAINS] == [word for word in codes.names("MAIN") if word != "any"]
    assert {*short.BONUSES} == {*codes.names("BONUS")}
    for symbol, _ in (*short.MAINS.values(), *short.BONUSES.values()):
        assert symbol in icons.ICONS
