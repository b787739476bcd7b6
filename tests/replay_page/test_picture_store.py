"""Stored pictures are restored exactly, in little more space than one picture."""

import json
import zlib
from xml.etree import ElementTree

import numpy as np

from tests.games import middle, random_action
from wistar_env.games.rats_of_wistar.render.svg import picture
from wistar_env.replay_page.picture_store import PictureStore, normal


def pictures(count: int) -> list[str]:
    game, chances = middle(), np.random.default_rng(3)
    found = []
    for _ in range(count):
        found.append(picture(game.presentation.scene(None), with_fonts=False))
        game.step(random_action(game, chances))
    return found


def test_every_picture_comes_back_as_it_was() -> None:
    store, drawn = PictureStore(), pictures(5)
    numbers = [store.add(each) for each in drawn]
    for number, each in zip(numbers, drawn, strict=True):
        assert store.picture(number) == normal(each)
        ElementTree.fromstring(store.picture(number))


def test_the_same_picture_takes_no_room_twice() -> None:
    store, (drawn, *_) = PictureStore(), pictures(1)
    first, size = store.add(drawn), len(store.nodes())
    assert store.add(drawn) == first
    assert len(store.nodes()) == size


def test_elements_that_hold_nothing_and_text_with_signs_come_back() -> None:
    store = PictureStore()
    for drawn in ("<svg><g></g><g/>a &lt; b<text>x</text></svg>", "<svg></svg>", "<a:b><c/></a:b>"):
        assert store.picture(store.add(drawn)) == drawn


def test_pictures_that_follow_each_other_take_little_room() -> None:
    store, drawn = PictureStore(), pictures(12)
    for each in drawn[:1]:
        store.add(each)
    alone = len(zlib.compress(json.dumps(store.nodes()).encode()))
    for each in drawn[1:]:
        store.add(each)
    together = len(zlib.compress(json.dumps(store.nodes()).encode()))
    assert together < 2 * alone


def test_nodes_refer_to_those_before_them_only() -> None:
    store = PictureStore()
    for each in pictures(2):
        store.add(each)
    for place, (opening, *inside) in enumerate(store.nodes()):
        assert isinstance(opening, str)
        assert all(isinstance(k, int) and 1 <= k <= place for k in inside)
