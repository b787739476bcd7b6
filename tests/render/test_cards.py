import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from tests.card_sets import designs, folder_of, write
from tests.render.drawings import symbols, texts
from wistar_env.games.rats_of_wistar.components import Components, open_components
from wistar_env.games.rats_of_wistar.render.svg import cards
from wistar_env.games.rats_of_wistar.tables.reading import CARD_FILES
from wistar_env.games.rats_of_wistar.tables.symbol_words import plain

BUNDLED = open_components()
EVERY = list(cards.every(BUNDLED))
#: Units between text and the edge of a card.
AIR = 5


def check(kind: str, number: int, components: Components) -> None:
    """Check that a card is XML whose texts and symbols lie on it, no text on another."""
    drawn = ET.fromstring(cards.card(kind, number, components, with_fonts=False))
    width, height = float(drawn.get("width", 0)), float(drawn.get("height", 0))
    written = list(texts(drawn))
    assert written
    boxes = [(each.left, each.top, each.right, each.bottom) for each in written]
    boxes += [(x, y, x + side, y + side) for x, y, side in symbols(drawn)]
    for left, top, right, bottom in boxes:
        assert min(left, top, width - right, height - bottom) >= AIR, (left, top, right, bottom)
    for k, each in enumerate(written):
        for other in written[:k]:
            assert not each.meets(other), (each, other)


@pytest.mark.parametrize("kind", cards.KINDS)
def test_every_bundled_card_is_drawn_within_its_edges_and_nothing_covers_text(kind: str) -> None:
    numbers = [number for each, number in EVERY if each == kind]
    assert numbers
    for number in numbers:
        check(kind, number, BUNDLED)


def test_the_bundled_cards_cut_no_word_and_are_readable_from_200_pixels_on() -> None:
    for kind, number in EVERY:
        face = cards.face(kind, number, BUNDLED)
        drawn = ET.fromstring(cards.card(kind, number, BUNDLED, with_fonts=False))
        for each in texts(drawn):
            assert "\u2026" not in each.words, (kind, number, each)
            assert each.size * 200 / face.width >= 7.5, (kind, number, each)


@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(drawn=designs)
def test_cards_that_say_anything_which_the_language_allows_fit(
    drawn: dict[str, Any], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("set")
    write(folder, folder_of(drawn))
    components = open_components(folder)
    seen = set()
    for kind, number in cards.every(components):
        said = cards.face(kind, number, components).described
        if (kind, said) not in seen:
            check(kind, number, components)
        seen.add((kind, said))


HOSTILE = [
    "</text><script>alert(1)</script>",
    "\"&'<!-- ]]> &#0; &quot;",
    "[wood] [:card] [no such symbol] [",
    "W" * 60,
    "\u9f20\U0001f400\u0f3c\u0301" * 15,
    "a b c d e f g h i j k l m n o p q r s t u v w x y z 0 1 2",
]


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Components:
    """Return components whose names nobody should have chosen."""
    folder = tmp_path_factory.mktemp("hostile")
    source = Path(open_components.__code__.co_filename).parent / "data"
    for file in source.glob("*.toml"):
        text = file.read_text("utf-8")
        if file.name in (*CARD_FILES, "missions.toml", "objectives.toml", "heroes.toml"):
            numbers = iter(range(1000))

            def named(_: re.Match[str], file: Path = file, numbers: Any = numbers) -> str:
                k = next(numbers)
                name = f"{HOSTILE[k % len(HOSTILE)][:50]}{file.stem[11:13]}{k}"
                escaped = name.replace("\\", "\\\\").replace('"', '\\"')
                return f'name = "{escaped}"'

            text = re.sub(r'(?m)^name = ".*"$', named, text)
        (folder / file.name).write_text(text, "utf-8")
    return open_components(folder)


@pytest.mark.parametrize("kind", ["invention", "mission", "objective", "hero"])
def test_names_are_drawn_as_they_are_whatever_they_say(kind: str, hostile: Components) -> None:
    for number in range(1, 7 if kind != "hero" else 6):
        check(kind, number, hostile)
        drawn = ET.fromstring(cards.card(kind, number, hostile))
        tags = {element.tag.partition("}")[2] for element in drawn.iter()}
        assert "script" not in tags
        name = cards.entries(kind, hostile)[number - 1].name
        assert name in (drawn.findtext("{http://www.w3.org/2000/svg}title") or "")
        if name.startswith("[wood]"):
            assert any("[wood]" in each.words for each in texts(drawn))


def test_the_same_card_is_drawn_the_same_way() -> None:
    for kind in cards.KINDS:
        assert cards.card(kind, 1, BUNDLED) == cards.card(kind, 1, BUNDLED)


def test_a_card_has_a_text_for_screen_readers() -> None:
    face = cards.face("invention", 110, BUNDLED)
    assert face.title == "Electric Sawmill (110)"
    assert face.described == (
        "Advanced Structure; pay 4 Metal; own Basic Electricity and 1 Energy; icons 1 Energy; "
        "2 VP; Permanent: Whenever you take Wood: take 1 Wood and score 1 VP."
    )
    for kind, number in EVERY:
        described = cards.face(kind, number, BUNDLED).described
        assert described == plain(described), (kind, number)


@pytest.mark.parametrize(
    ("kind", "number", "error", "message"),
    [
        ("inventions", 1, ValueError, "kind must be one of 'invention', 'guest'"),
        ("invention", 0, ValueError, "an integer from 1 to 180, found 0"),
        ("cheese", 3, ValueError, "an integer from 1 to 2, found 3"),
        ("hero", "1", TypeError, "an integer from 1 to 5, found '1'"),
    ],
)
def test_a_card_that_does_not_exist_is_rejected(
    kind: str, number: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        cards.card(kind, number, BUNDLED)
