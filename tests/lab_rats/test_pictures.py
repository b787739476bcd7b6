"""Pictures of positions."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from tests.hostile_names import HARM, check_picture
from tests.lab_rats.arranging import arrange
from tests.lab_rats.played import positions, reached
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.lab_rats.kinds import NUM_COLOURS
from wistar_env.games.lab_rats.render import ink, picture
from wistar_env.kit.game.breakdown import best_first

SVG = "{http://www.w3.org/2000/svg}"
#: Letters smaller than this are hard to read on a phone.
LEAST_LETTERS = 9.5
LEAST_TARGET = 24


def drawn(game: LabRats, viewer: int | None, narrow: bool) -> ElementTree.Element:
    return ElementTree.fromstring(
        picture(game.presentation.scene(viewer), narrow=narrow, with_fonts=False)
    )


@pytest.mark.parametrize(("players", "seed"), [(3, 1), (4, 2), (5, 3)])
@pytest.mark.parametrize("narrow", [False, True])
def test_each_legal_action_is_on_exactly_one_element(players: int, seed: int, narrow: bool) -> None:
    decisions = set()
    for number, game in enumerate(positions(players, seed)):
        decisions.add(game.decision)
        if number % 9:
            continue
        for viewer in (None, game.seat):
            found = [
                int(each.attrib["data-action"])
                for each in drawn(game, viewer, narrow).iter()
                if "data-action" in each.attrib
            ]
            assert sorted(found) == game.legal_actions().tolist()
    assert len(decisions) >= 8


@pytest.mark.parametrize(("viewer", "expected"), [(1, [0, 1, 2, 3, 4]), (None, [2, 0, 1, 3, 4])])
def test_a_door_opens_the_place_where_it_is_drawn(viewer: int | None, expected: list[int]) -> None:
    game = arrange(3, active=1)
    for narrow in (False, True):
        root = drawn(game, viewer, narrow)
        found = [each.attrib["data-action"] for each in root.iter() if "data-action" in each.attrib]
        assert [int(action) for action in found] == expected


def test_only_the_deciding_seat_has_choices() -> None:
    game = LabRats.new(4, 1)
    names = ["a", "b", "c", "d"]
    other = (game.seat + 1) % 4
    assert "data-action" not in game.presentation.page_picture(
        other, names, choices=True, narrow=False
    )
    assert "data-action" not in game.presentation.page_picture(
        game.seat, names, choices=False, narrow=False
    )
    assert "data-action" in game.presentation.page_picture(
        game.seat, names, choices=True, narrow=False
    )


def moved(transform: str) -> tuple[float, float, float]:
    """Return where a transform moves to, and how it scales; turned ones are left out."""
    at = re.search(r"translate\(([-\d.]+) ([-\d.]+)\)", transform)
    scale = re.search(r"scale\(([-\d.]+)\)", transform)
    x, y = (float(at[1]), float(at[2])) if at else (0.0, 0.0)
    return x, y, float(scale[1]) if scale else 1.0


def boxes(
    node: ElementTree.Element, x: float = 0, y: float = 0, scale: float = 1
) -> list[tuple[float, float, float, float]]:
    """Return the boxes of all halos, in units of the picture."""
    dx, dy, s = moved(node.attrib.get("transform", ""))
    x, y, scale = x + dx * scale, y + dy * scale, scale * s
    found = []
    if node.attrib.get("class") == "wistar-halo":
        left, top, width, height = (
            float(node.attrib.get(k, 0)) for k in ("x", "y", "width", "height")
        )
        found.append((x + left * scale, y + top * scale, width * scale, height * scale))
    return found + [box for child in node for box in boxes(child, x, y, scale)]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_what_is_touched_on_a_phone_is_large_enough_and_apart(players: int) -> None:
    for number, game in enumerate(positions(players, players, 200)):
        if number % 8:
            continue
        for viewer in (None, game.seat):
            root = drawn(game, viewer, narrow=True)
            found = boxes(root)
            assert len(found) == len(game.legal_actions())
            assert all(min(width, height) >= LEAST_TARGET for _, _, width, height in found)
            for k, (x, y, width, height) in enumerate(found):
                assert 0 <= x <= 390 - width
                assert y + height <= float(root.attrib["height"])
                for u, v, wide, high in found[k + 1 :]:
                    assert (
                        x + width <= u + 0.1
                        or u + wide <= x + 0.1
                        or (y + height <= v + 0.1 or v + high <= y + 0.1)
                    )


@pytest.mark.parametrize("narrow", [False, True])
def test_text_is_large_enough_and_within_the_picture(narrow: bool) -> None:
    for number, game in enumerate(positions(5, 9)):
        if number % 40:
            continue
        root = drawn(game, game.seat, narrow)
        symbols = {text for each in root.iter(f"{SVG}defs") for text in each.iter(f"{SVG}text")}
        sizes = [
            float(each.attrib["font-size"])
            for each in root.iter(f"{SVG}text")
            if each not in symbols
        ]
        assert min(sizes) >= LEAST_LETTERS
        width, height = float(root.attrib["width"]), float(root.attrib["height"])
        assert (width, height) == (1200, 675) if not narrow else width == 1200


def test_a_wide_picture_is_16_by_9_and_a_frame_fills_a_screen() -> None:
    for players in (3, 5):
        game = LabRats.new(players, 1)
        frame = game.presentation.frame(0, ("player_1 opened their own Door (red obstacle).",))
        assert frame.shape == (1080, 1920, 3)
        assert frame.dtype == np.uint8
        assert len(np.unique(frame[::20, ::20].reshape(-1, 3), axis=0)) > 20


def test_what_was_done_is_shown() -> None:
    svg = LabRats.new(3, 1).presentation.svg(0, done=("player_1 died.",))
    assert "player_1 died." in svg
    told = LabRats.new(3, 1).presentation.png(0, width=400, done=("player_1 died.",))
    assert told.startswith(b"\x89PNG")
    assert told != LabRats.new(3, 1).presentation.png(0, width=400)
    assert (LabRats.new(3, 1)._repr_svg_() or "").startswith("<svg")


def test_the_end_shows_the_places() -> None:
    game = reached(4, 1, lambda game: game.finished)
    best = best_first(game.ranks())[0]
    said = "".join(drawn(game, 0, narrow=False).itertext())
    assert f"1. player_{best}" in said
    assert f"Lab Rats, won by player_{best}" in said
    assert "the game is over" in said


@pytest.mark.parametrize("narrow", [False, True])
def test_names_of_players_are_text(narrow: bool) -> None:
    names = HARM[:4]
    for number, game in enumerate(positions(4, 5)):
        if number % 40 == 0 or game.finished:
            for viewer in (None, 0):
                shown = check_picture(
                    game.presentation.page_picture(viewer, names, choices=True, narrow=narrow)
                )
                assert shown


def test_every_colour_has_a_letter_and_a_vial_of_its_own_shape() -> None:
    from wistar_env.games.lab_rats.render import vials

    assert len({hue.letter for hue in ink.HUES}) == NUM_COLOURS
    grey = [re.sub("#[0-9a-f]{6}", "#888888", vials.vial(k)) for k in range(NUM_COLOURS)]
    shapes = [re.sub(r"<text.*?</text>", "", each) for each in grey]
    assert len(set(shapes)) == NUM_COLOURS


def luminance(colour: str) -> float:
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_letters_stand_out_from_what_they_are_on() -> None:
    for hue in ink.HUES:
        assert contrast(hue.fill, hue.text) >= 3, hue
    for text, ground in (
        (ink.INK, ink.PANEL),
        (ink.INK, ink.WALL),
        (ink.MUTED, ink.PANEL),
        (ink.MUTED, ink.TABLE),
        (ink.WHITE, ink.DARK),
        (ink.WHITE, ink.SIGN),
    ):
        assert contrast(text, ground) >= 4.5, (text, ground)


@pytest.mark.parametrize("width", [0, -1, float("inf"), "wide", True])
def test_a_width_is_a_number_of_pixels(width: object) -> None:
    with pytest.raises((TypeError, ValueError), match="width must be a number of pixels"):
        picture(LabRats.new(3, 1).presentation.scene(0), width=width)  # type: ignore[arg-type]


def test_only_a_scene_is_drawn() -> None:
    with pytest.raises(TypeError, match="scene must be a Scene"):
        picture(LabRats.new(3, 1))  # type: ignore[arg-type]
