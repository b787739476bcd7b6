"""The menu of Lab Rats: ending actions come last, and deadly actions need confirmation."""

import re

import numpy as np
import pytest

from wistar_env.games.lab_rats import LabRats
from wistar_env.games.lab_rats.actions import INJURY, KEEP, LAY, STOP, TRY_EXIT
from wistar_env.games.lab_rats.kinds import NUM_COLOURS
from wistar_env.games.lab_rats.words import EVENTS, door_effect


@pytest.mark.parametrize("players", [3, 5])
def test_an_action_that_surely_kills_says_so_before_and_does(players: int) -> None:
    chances, warned = np.random.default_rng(players), 0
    for seed in range(6):
        game = LabRats.new(players, seed)
        while not game.finished:
            menu = game.presentation.menu()
            assert sorted(item.action for item in menu) == game.legal_actions().tolist()
            declines = [item.declines for item in menu]
            assert declines == sorted(declines)
            for item in menu:
                assert item.declines == (item.action in (STOP, INJURY, KEEP))
                if not item.gives_up:
                    continue
                assert item.action in (STOP, INJURY, TRY_EXIT)
                assert item.gives_up == "Your Specimen would die."
                warned += 1
                (events,) = game.presentation.events_of(item.action, [None])
                assert "died" in " ".join(
                    game.presentation.narrate(events, game.presentation.seat_names)
                )
            game.step(int(chances.choice(game.legal_actions())))
    assert warned > 5


def test_words_have_the_article_that_fits() -> None:
    for kind in (*range(NUM_COLOURS), *EVENTS):
        assert not re.search(r"\b(a [aeio]|an [^aeio])", door_effect(kind)), door_effect(kind)


def test_a_door_to_lay_says_what_it_does_to_whoever_opens_it() -> None:
    game, said = LabRats.new(3, 1), set[int]()
    while not game.finished and len(said) < len(EVENTS):
        for item in game.presentation.menu():
            if LAY <= item.action < KEEP:
                kind = item.action - LAY
                assert item.effect.startswith(door_effect(kind))
                said |= {kind} & {*EVENTS}
        game.step(int(game.legal_actions()[0]))
    assert said
