"""For every action that is not offered there is a sentence, and the rules agree with it."""

import re

import numpy as np
import pytest

from tests.docs import ROOT
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.lab_rats.story.why_not import obstacles
from wistar_env.kit.game.reasons import allows, in_the_way

LEDGER = (ROOT / "docs" / "rules-lab-rats.md").read_text("utf-8")


@pytest.mark.parametrize("players", [3, 5])
def test_every_action_that_is_not_offered_has_a_sentence_that_is_true(players: int) -> None:
    chances, sentences = np.random.default_rng(players), set()
    game = LabRats.new(players, players)
    for decision in range(10_000):
        if game.finished:
            break
        if decision % 5 == 0:
            other = game.determinize(game.seat, decision)
            for action in np.flatnonzero(game.action_mask() == 0).tolist():
                why = game.presentation.why_not(action)
                assert re.fullmatch(r"[A-Z][^.]*\.", why.sentence)
                for rule in why.rules:
                    assert f"**{rule}**" in LEDGER, rule
                assert other.presentation.why_not(action) == why, "it tells what is hidden"
                found = in_the_way(game, action, [*obstacles(game.record[0], action)])
                assert found, game.describe(action)
                for each in found:
                    others = [other for other in found if other is not each]
                    assert not allows(game, action, others), (why, each)
                sentences.add(why.sentence)
        game.step(int(chances.choice(game.legal_actions())))
    assert game.finished
    assert len(sentences) > 15
