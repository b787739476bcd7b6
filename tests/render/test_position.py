import json
import math
import re
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from itertools import takewhile
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from tests.card_sets import designs, folder_of, write
from tests.games import TABLES, middle, sampled
from tests.pictures import COMMAND, GOLDEN, PIXELS, digests, lines
from tests.render.drawings import SVG, Written, texts
from wistar_env import RatsOfWistar
from wistar_env.games.rats_of_wistar.render.svg import picture
from wistar_env.games.rats_of_wistar.render.svg.position import wheel
from wistar_env.games.rats_of_wistar.render.svg.position.drawing import drawing_of
from wistar_env.games.rats_of_wistar.scene.parts import CardInPlay, Choice, Decision, Piece, Scene


def drawn(scene: Scene, narrow: bool = False) -> ElementTree.Element:
    return ElementTree.fromstring(picture(scene, narrow=narrow, with_fonts=False))


def plenty(scene: Scene) -> Scene:
    """Return a scene in which every seat has as much as anybody could have."""
    cards = [Piece(k, "") for k in range(len(list(scene.printed.cards())))]
    n = 24
    seats = tuple(
        replace(
            seat,
            vp=137,
            wood=88,
            metal=104,
            movement=31,
            wild=27,
            electricity="Advanced",
            guests=tuple(Piece(k, "") for k in range(6 * seat.number, 6 * seat.number + 6)),
            beds=5,
            beds_built=6,
            rooms_dug=6,
            rooms_free=0,
            extra_rooms=2,
            heroes=tuple(Piece(k, "") for k in range(3)),
            skill_tokens=tuple(Piece(k, "strength") for k in range(3)),
            claims=tuple(Piece(k, "") for k in range(3)),
            private=(Piece(4, ""),),
            played=tuple(
                CardInPlay(card, bool(k % 2), card.text)
                for k, card in enumerate(cards[40 * seat.number : 40 * seat.number + n])
            ),
            hand=tuple(cards[40 * seat.number + n : 40 * seat.number + n + 16]),
            hand_size=18,
        )
        if seat.bot is None
        else seat
        for seat in scene.seats
    )
    crowd = tuple(range(len(scene.seats)))
    rooms = tuple(replace(room, explorers=crowd, tents=crowd) for room in scene.rooms)
    return replace(scene, seats=seats, rooms=rooms, hut=crowd * 3)


def below(each: Written, others: list[Written]) -> Iterator[Written]:
    """Return those of others, ordered by their tops, that begin above the foot of a text."""
    return takewhile(lambda other: other.top < each.bottom, others)


def table_scenes(table: dict[str, Any], every: int) -> Iterator[tuple[RatsOfWistar, Scene]]:
    for game in sampled(RatsOfWistar.new(seed=11, **table), every=every, seed=11):
        yield game, game.presentation.scene(game.seat if not game.finished else 0)


def check_texts(root: ElementTree.Element) -> None:
    """Check that the texts of a picture lie in it, and beside each other."""
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    written = sorted(texts(root), key=lambda each: each.top)
    for k, each in enumerate(written):
        assert each.left >= 0, each
        assert each.right <= width, each
        assert each.bottom <= height, each
        assert [other for other in below(each, written[k + 1 :]) if each.meets(other)] == [], each


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden.name)
def test_the_golden_pictures_are_as_they_were_looked_at(golden: Any) -> None:
    found, kept = lines(golden.svg()), golden.path.read_text("utf-8").splitlines()
    same = next((k for k, (a, b) in enumerate(zip(found, kept, strict=False)) if a != b), None)
    assert found == kept, f"line {same} differs; if it should, {COMMAND}, and look at each"


def test_the_pixels_of_the_golden_pictures_are_the_same_everywhere() -> None:
    assert digests() == json.loads(PIXELS.read_text("utf-8"))


@pytest.mark.ledger("GEN-11")
@pytest.mark.parametrize("table", TABLES)
def test_a_picture_shows_nothing_that_its_seat_cannot_know(table: dict[str, Any]) -> None:
    for game in sampled(RatsOfWistar.new(seed=4, **table), every=40, seed=4):
        for seat in range(game.num_players):
            assert game.determinize(seat, 5).presentation.svg(seat) == game.presentation.svg(seat)


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("narrow", [False, True])
def test_each_legal_action_has_its_element_and_nothing_else_has_one(
    table: dict[str, Any], narrow: bool
) -> None:
    for game, scene in table_scenes(table, 6):
        elements = drawn(scene, narrow).findall(".//*[@data-action]")
        actions = [int(k) for each in elements for k in each.attrib["data-action"].split()]
        assert sorted(actions) == sorted(set(actions)) == game.legal_actions().tolist()
        choices = scene.decision.choices if scene.decision else ()
        words = {choice.action: choice.text for choice in choices}
        for each in elements:
            assert each.attrib["role"] == "button"
            assert each.attrib["tabindex"] == "0"
            first = int(each.attrib["data-action"].split()[0])
            assert words[first] in each.attrib["aria-label"]
            assert each[0].tag == f"{SVG}title"
            assert each.find(".//*[@class='wistar-halo']") is not None


def test_other_seats_see_no_clickable_element() -> None:
    game = middle()
    assert "data-action" not in game.presentation.svg(1 - game.seat)


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("narrow", [False, True])
def test_no_text_leaves_the_picture_or_lies_on_another(table: dict[str, Any], narrow: bool) -> None:
    for _, scene in table_scenes(table, 60):
        for shown in (scene, plenty(scene)):
            check_texts(drawn(shown, narrow))


@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
@given(drawn_set=designs, players=st.integers(1, 4))
def test_games_with_cards_that_say_anything_fit(
    drawn_set: dict[str, Any], players: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("set")
    write(folder, folder_of(drawn_set))
    game = RatsOfWistar.new(players, seed=1, data=folder)
    for position in sampled(game, every=80, seed=1):
        for narrow in (False, True):
            check_texts(drawn(plenty(position.presentation.scene(position.seat)), narrow))


@pytest.mark.parametrize("narrow", [False, True])
def test_what_is_cut_says_all_of_it_when_pointed_at(narrow: bool) -> None:
    for _, scene in table_scenes({"num_players": 4}, 60):
        root = drawn(plenty(scene), narrow)
        parents = {child: parent for parent in root.iter() for child in parent}
        for text in root.iter(f"{SVG}text"):
            if text.text and text.text.endswith("\u2026"):
                above, titled = text, False
                while above in parents and not titled:
                    above = parents[above]
                    titled = above is not root and above.find(f"{SVG}title") is not None
                assert titled, text.text


def test_a_picture_is_no_program_and_fetches_nothing() -> None:
    svg = middle().presentation.svg()
    assert "<script" not in svg
    assert re.search(r"\son\w+=", svg) is None
    outside = re.findall(r'(?:href|src)="(?!#)[^"]*"|url\((?!data:)[^)]*\)', svg)
    assert outside == []


def test_pictures_on_one_page_have_no_id_in_common() -> None:
    game = middle()
    one, other = game.presentation.svg(0), game.presentation.svg(1)
    ids = [re.findall(r'\sid="([^"]+)"', svg) for svg in (one, other)]
    assert len(ids[0]) == len(set(ids[0])) > 20
    assert set(ids[0]).isdisjoint(ids[1])
    assert set(re.findall(r'href="#([^"]+)"', one)) == set(ids[0])


def test_a_name_is_written_as_it_is() -> None:
    scene = middle().presentation.scene(0)
    named = replace(scene, names=('<b>"Ann" & co</b>', scene.names[1]))
    assert '<b>"Ann" & co</b> (you)' in {text.text for text in drawn(named).iter(f"{SVG}text")}


def test_the_last_actions_are_shown() -> None:
    assert "player_1: end the turn" in middle().presentation.svg(0, done=["player_1: end the turn"])


def test_the_width_is_that_of_the_document_and_nothing_else_changes() -> None:
    scene = middle().presentation.scene(0)
    one, two = (ElementTree.fromstring(picture(scene, width=width)) for width in (1200, 600))
    assert (one.attrib["width"], two.attrib["width"]) == ("1200", "600")
    assert one.attrib["viewBox"] == two.attrib["viewBox"]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"width": 0}, ValueError),
        ({"width": float("nan")}, ValueError),
        ({"width": "wide"}, TypeError),
        ({"scene": "scene"}, TypeError),
    ],
)
def test_arguments_are_checked(arguments: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error, match=r"(width|scene) must be"):
        picture(**({"scene": middle().presentation.scene(0)} | arguments))


def test_a_game_shows_itself_in_notebooks() -> None:
    game = middle()
    assert (
        game._repr_svg_()
        == game.presentation.svg(game.seat)
        == picture(game.presentation.scene(game.seat))
    )


def test_png_has_the_size_that_was_asked_for() -> None:
    with Image.open(BytesIO(middle().presentation.png(0, width=300))) as image:
        assert image.size[0] == 300
    with pytest.raises(ValueError, match="width"):
        middle().presentation.png(0, width=9000)


def corners(element: ElementTree.Element) -> list[tuple[float, float]]:
    """Return the corners of the first outline of an element."""
    outline = next(each.get("d", "") for each in element.iter(f"{SVG}path"))
    numbers = [float(each) for each in re.findall(r"-?[\d.]+", outline)]
    return [*zip(numbers[::2], numbers[1::2], strict=True)]


def test_each_arrow_for_a_worker_leaves_one_area_and_points_to_the_other() -> None:
    scene = middle().presentation.scene(0)
    ways = [(start, end) for start in range(3) for end in range(3) if start != end]
    choices = tuple(
        Choice(k, f"{start} to {end}", "MOVE_WORKER", (start, end), "")
        for k, (start, end) in enumerate(ways)
    )
    decision = Decision(0, "move workers", choices, (), (), (), ())
    drawing = drawing_of(replace(scene, decision=decision), narrow=False)
    found = ElementTree.fromstring(
        f"<svg xmlns='http://www.w3.org/2000/svg'>{wheel.wheel(drawing, wheel.WIDTH).svg}</svg>"
    )
    areas = [(56.0, 46.0), (388.0, 350.0), (56.0, 350.0)]  # the middle of each box
    arrows = [each for each in found.iter(f"{SVG}g") if each.get("data-action")]
    assert len(arrows) == len(ways)
    outlines = set()
    for arrow in arrows:
        start, end = ways[int(arrow.attrib["data-action"])]
        shape = corners(arrow)
        outlines.add(tuple(shape))
        tip, (one, other) = shape[3], (shape[0], shape[6])
        tail = ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
        distances = [math.dist(tail, area) for area in areas]
        assert min(distances) == distances[start]
        assert math.dist(tip, areas[end]) < math.dist(tail, areas[end])
    assert len(outlines) == len(ways)
