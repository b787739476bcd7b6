"""Pictures are put together again as they were, in the room of little more than one."""

import json
import zlib
from xml.etree import ElementTree

import numpy as np

from tests.games import middle, random_action
from wistar_env.film.frames import Frames, normal
from wistar_env.render.svg import picture


def pictures(count: int) -> list[str]:
    game, chances = middle(), np.random.default_rng(3)
    found = []
    for _ in range(count):
        found.append(picture(game.scene(None), with_fonts=False))
        game.step(random_action(game, chances))
    return found


def test_every_picture_comes_back_as_it_was() -> None:
    frames, drawn = Frames(), pictures(5)
    numbers = [frames.add(each) for each in drawn]
    for number, each in zip(numbers, drawn, strict=True):
        assert frames.picture(number) == normal(each)
        ElementTree.fromstring(frames.picture(number))


def test_the_same_picture_takes_no_room_twice() -> None:
    frames, (drawn, *_) = Frames(), pictures(1)
    first, size = frames.add(drawn), len(frames.nodes())
    assert frames.add(drawn) == first
    assert len(frames.nodes()) == size


def test_elements_that_hold_nothing_and_text_with_signs_come_back() -> None:
    frames = Frames()
    for drawn in ("<svg><g></g><g/>a &lt; b<text>x</text></svg>", "<svg></svg>", "<a:b><c/></a:b>"):
        assert frames.picture(frames.add(drawn)) == drawn


def test_pictures_that_follow_each_other_take_little_room() -> None:
    frames, drawn = Frames(), pictures(12)
    for each in drawn[:1]:
        frames.add(each)
    alone = len(zlib.compress(json.dumps(frames.nodes()).encode()))
    for each in drawn[1:]:
        frames.add(each)
    together = len(zlib.compress(json.dumps(frames.nodes()).encode()))
    assert together < 2 * alone


def test_nodes_refer_to_those_before_them_only() -> None:
    frames = Frames()
    for each in pictures(2):
        frames.add(each)
    for place, (opening, *inside) in enumerate(frames.nodes()):
        assert isinstance(opening, str)
        assert all(isinstance(k, int) and 1 <= k <= place for k in inside)
