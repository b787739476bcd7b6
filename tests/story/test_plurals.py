"""One thing is never counted in the plural, in whatever a game says, writes or draws."""

import re
from collections.abc import Iterator
from typing import Final
from xml.etree.ElementTree import fromstring

import numpy as np
import pytest

from tests.games import sampled
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.game import Game

#: Every so many decisions a position is looked at, and so many rejections are asked for.
EVERY, REJECTED = 10, 25
#: Another word may stand between, such as in "1 Door tokens", but "1 of 3 cards" is right.
ONE: Final = re.compile(
    r"(?<![\d.,/-])1 (?!(?:of|or|to|and|less|more|for|is|has|gives|deploy)\b)(?:[A-Za-z]+ )?"
    r"(?:action|bed|card|chief|crumb|cube|disc|door|exit|guest|hero|icon|invention|item|mission|"
    r"objective|player|point|potion|room|round|skill|space|tent|tile|token|turn|worker)e?s\b",
    re.IGNORECASE,
)


def told(game: Game, chances: np.random.Generator) -> Iterator[str]:
    """Yield what is said of a position, in text, to people and to screen readers."""
    shown = game.presentation
    names = list(shown.seat_names)
    for seat in range(game.num_players):
        yield from shown.render(seat).splitlines()
    yield shown.due_in_words(0)
    for line in shown.scoreboard(0):
        yield line.written
    for part in shown.table_sheet(0, names, choices=True, width=1000).parts:
        for element in fromstring(f"<g>{part.svg}</g>").iter():
            yield from (element.text or "", element.get("aria-label") or "")
    if game.finished:
        return
    yield from (str(each) for each in (shown.question, *shown.choices(), *shown.menu()))
    yield from (game.describe(action) for action in game.legal_actions().tolist())
    rejected = np.flatnonzero(game.action_mask() == 0)
    for action in chances.choice(rejected, REJECTED).tolist():
        yield shown.why_not(action).sentence
    action = int(chances.choice(game.legal_actions()))
    for events in game.clone().presentation.events_of(action, [0]):
        yield from (*shown.narrate(events, names), *shown.summarize(events, names))


@pytest.mark.parametrize(("game", "players"), [(RatsOfWistar, 1), (RatsOfWistar, 3), (LabRats, 3)])
def test_one_thing_is_not_in_the_plural(game: type[Game], players: int) -> None:
    chances = np.random.default_rng(players)
    found = {
        text
        for seed in range(2)
        for position in sampled(game.new(players, seed=seed), EVERY, seed)
        for text in told(position, chances)
        if ONE.search(text)
    }
    assert found == set()


def test_the_plural_of_one_thing_is_found() -> None:
    assert all(map(ONE.search, ("1 Workers of you", "pay 1 items", "1 Door tokens")))
    assert not any(map(ONE.search, ("11 Workers", "1 of 3 cards", "1 Worker", "0.1 points")))
