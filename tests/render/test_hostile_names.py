"""Names of a data folder are text in every picture and page: they never become elements."""

import base64
import json
import re
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests import hostile_names
from tests.games import sampled
from tests.hostile_names import Elements, check_picture
from wistar_env import RatsOfWistar
from wistar_env.games.rats_of_wistar.components import Components, open_components
from wistar_env.games.rats_of_wistar.render.svg import cards, gallery, picture
from wistar_env.games.rats_of_wistar.scene.parts import Piece, Scene
from wistar_env.kit.replays import Replay
from wistar_env.replay_page.page import page


@pytest.fixture(scope="module")
def names() -> set[str]:
    return set()


@pytest.fixture(scope="module")
def components(tmp_path_factory: pytest.TempPathFactory, names: set[str]) -> Components:
    folder = tmp_path_factory.mktemp("hostile") / "data"
    names |= hostile_names.write(folder)
    return open_components(folder)


def with_everything(scene: Scene) -> Scene:
    """Return a scene in which every seat has each Objective, Hero and card once."""
    printed = scene.printed
    pieces = {
        "heroes": tuple(Piece(k, "") for k in range(len(printed.heroes.hero))),
        "claims": tuple(Piece(k, "") for k in range(0, len(printed.objectives.objective), 2)),
        "private": tuple(Piece(k, "") for k in range(1, len(printed.objectives.objective), 2)),
        "hand": tuple(Piece(k, "") for k in range(len([*printed.cards()]))),
    }
    seats = [
        seat if seat.bot else replace(seat, **pieces, hand_size=len(pieces["hand"]))  # type: ignore[arg-type]
        for seat in scene.seats
    ]
    return replace(scene, seats=tuple(seats))


def test_pieces_and_the_gallery_show_names_as_text(
    components: Components, names: set[str], tmp_path: Path
) -> None:
    shown = " ".join(
        check_picture(file.read_text("utf-8")) for file in gallery.write(tmp_path, components)
    )
    pieces = {
        entry.name
        for kind, number in cards.every(components)
        if hasattr(entry := cards.entries(kind, components)[number - 1], "name")
    }
    assert pieces <= names
    assert not [name for name in pieces if name not in shown]


@pytest.mark.parametrize("players", [1, 2, 4])
@pytest.mark.parametrize("narrow", [False, True])
def test_positions_show_names_as_text(
    components: Components, names: set[str], players: int, narrow: bool
) -> None:
    shown = ""
    for game in sampled(RatsOfWistar.new(players, 1, data=components), 60):
        for viewer in (None, 0):
            scene = game.presentation.scene(viewer)
            shown += check_picture(picture(scene, narrow=narrow, with_fonts=False))
    shown += check_picture(picture(with_everything(scene), narrow=narrow, with_fonts=False))
    for entries in (scene.printed.objectives.objective, scene.printed.heroes.hero):
        assert {entry.name for entry in entries} <= names
        assert not [entry.name for entry in entries if entry.name not in shown]


def test_a_game_in_a_notebook_and_as_pixels_shows_names_as_text(components: Components) -> None:
    game = RatsOfWistar.new(2, 1, data=components)
    check_picture(game._repr_svg_() or "")
    assert game.presentation.png().startswith(b"\x89PNG")


def test_the_page_of_a_replay_shows_names_as_text(components: Components) -> None:
    harm = hostile_names.HARM
    replay = Replay(RatsOfWistar, 2, 3, data=components, players=(harm[0], harm[1]))
    game = replay.start()
    while len(replay.actions) < 25:
        replay.actions.append(int(game.legal_actions()[-1]))
        game.step(replay.actions[-1])
    harmless = page(Replay(RatsOfWistar, 2, 3, actions=[]))
    written = page(replay, title=harm[0])
    assert elements(written) == elements(harmless)
    contents = contents_of(written)
    for number in (*contents["wide"], *contents["narrow"]):
        check_picture(_picture(contents["nodes"], number))


def elements(written: str) -> list[str]:
    """Return the names of the elements of a page; none of it handles events."""
    found = Elements(written).found
    assert not [name for _, about in found for name in about if name.startswith("on")]
    return [tag for tag, _ in found]


def contents_of(written: str) -> Any:
    """Return what a page unpacks."""
    packed = re.search(r'id="replay">([^<]*)<', written)
    assert packed
    return json.loads(zlib.decompress(base64.b64decode(packed[1])))


def _picture(nodes: list[list[Any]], number: int) -> str:
    """Return a picture as the page puts it together."""
    opening, *inside = nodes[number]
    if not inside and (not opening.startswith("<") or opening.endswith("/>")):
        return str(opening)
    name = re.match(r"<([\w:-]+)", opening)
    whole = "".join(_picture(nodes, number - distance) for distance in inside)
    return f"{opening}{whole}</{name[1]}>" if name else whole
