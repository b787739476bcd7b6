"""The gallery shows every card and tile."""

import re
from html import unescape
from pathlib import Path

import pytest

from tests.docs import ROOT
from website import gallery
from wistar_env.games.rats_of_wistar.components import open_components
from wistar_env.games.rats_of_wistar.render.svg import cards
from wistar_env.games.rats_of_wistar.render.svg import gallery as files

PAGE = (ROOT / "website" / "pages" / "gallery.md").read_text("utf-8")


def test_every_kind_is_on_the_page_once() -> None:
    assert sorted(re.findall(r"^```{gallery} (\w+)$", PAGE, re.MULTILINE)) == sorted(cards.KINDS)


@pytest.mark.parametrize("kind", cards.KINDS)
def test_every_piece_of_a_kind_is_shown_with_what_it_says(kind: str) -> None:
    shown = [*gallery.pieces(kind)]
    assert len(shown) == len(cards.entries(kind, open_components()))
    for piece in shown:
        (said,) = re.findall(r'alt="([^"]*)"', piece.html())
        assert unescape(said) == f"{piece.face.title}; {piece.face.described}"


def test_inventions_are_distinguished_by_type_and_tier() -> None:
    shown = [*gallery.pieces("invention")]
    assert {piece.type for piece in shown} == {"tool", "automaton", "structure"}
    assert {piece.tier for piece in shown} == {"basic", "advanced"}


def test_every_piece_has_a_separate_file(tmp_path: Path) -> None:
    written = files.write(tmp_path, open_components(), with_fonts=False)
    shown = [piece.file for kind in cards.KINDS for piece in gallery.pieces(kind)]
    assert sorted(file.name for file in written) == sorted(shown)
