"""The menu of Lab Rats: what ends something comes last, and what kills is asked before."""

import numpy as np
import pytest

from wistar_env.games.lab_rats import LabRats
from wistar_env.games.lab_rats.actions import INJURY, KEEP, STOP, TRY_EXIT


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
