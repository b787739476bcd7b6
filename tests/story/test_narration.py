"""What happened is told completely, in sentences, and only as far as it may be seen."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import chain

import numpy as np
import pytest

from tests.games import being_opened, random_action
from tests.story.test_menu import DATA_WORD
from wistar_env import RatsOfWistar
from wistar_env.errors import IllegalActionError
from wistar_env.games.rats_of_wistar.rules.actions import NUM_ACTIONS
from wistar_env.games.rats_of_wistar.scene.parts import Seat
from wistar_env.games.rats_of_wistar.story import (
    Event,
    events_of,
    narrate,
    summarize,
)
from wistar_env.play.table import Table

GAMES = [(players, seed) for players in (1, 2, 3, 4) for seed in (11, 12)]
_CAPITAL = re.compile(r"^[A-Zp]")


def steps(players: int, seed: int) -> Iterator[tuple[RatsOfWistar, int]]:
    """Yield a random game before each of its actions, and the action."""
    chances = np.random.default_rng(seed)
    game = RatsOfWistar.new(players, seed)
    while not game.finished:
        action = random_action(game, chances)
        yield game, action
        game.step(action)


def greedy_steps(players: int, seed: int) -> Iterator[tuple[RatsOfWistar, int]]:
    """Yield the same of a game between greedy players, who play many Inventions."""
    table = Table(RatsOfWistar, ["greedy"] * players, seed)
    while not table.game.finished:
        action = table.ask().action
        yield table.game, action
        table.play(action)


def goods(seat: Seat) -> Counter[str]:
    return Counter(
        {
            "Wood": seat.wood,
            "Metal": seat.metal,
            "Movement token": seat.movement,
            "Wild token": seat.wild,
            "VP": seat.vp,
        }
    )


def change(events: tuple[Event, ...], seat: int) -> Counter[str]:
    """Return what events say that a seat has more of, or less."""
    told: Counter[str] = Counter()
    for event in events:
        if event.seat == seat and event.goods:
            told[event.thing] += (1 if event.verb in ("took", "scored") else -1) * (
                event.count or 0
            )
        elif event.seat == seat and (event.verb, event.thing) == ("used", "Movement token"):
            told["Movement token"] -= 1
    return told


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_all_changes_of_goods_and_vp_are_narrated(players: int, seed: int) -> None:
    for game, action in steps(players, seed):
        before, after = game.presentation.scene(None), game.clone()
        after.step(action)
        (events,) = events_of(game, action, [None])
        for then, now in zip(before.seats, after.presentation.scene(None).seats, strict=True):
            expected = goods(now)
            expected.subtract(goods(then))
            told = change(events, now.number)
            assert {k: n for k, n in told.items() if n} == {k: n for k, n in expected.items() if n}


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_nothing_hidden_from_a_seat_is_narrated_to_it(
    players: int, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = RatsOfWistar.presentation.scene
    for k, (game, action) in enumerate(steps(players, seed)):
        if k % 3:
            continue
        viewers = range(game.num_players)
        with monkeypatch.context() as patched:
            told = events_of(game, action, viewers)
            patched.setattr(
                RatsOfWistar.presentation,
                "scene",
                lambda one, seat: shown(one.game.determinize(seat, 7).presentation, seat),
            )
            assert events_of(game, action, viewers) == told


def test_a_summary_says_why_something_was_lost() -> None:
    lost = Event(0, "lost", "Wood", 1, cause="Rat-o-bot's track", goods=True)
    won = Event(0, "took", "Metal", 1, cause="Spy Center (140)", goods=True)
    assert summarize([lost, won], ["You"]) == (
        "You lost 1 Wood (by Rat-o-bot's track) and took 1 Metal.",
    )


def test_a_drawn_card_has_a_name_for_its_owner_only() -> None:
    drawn = 0
    for game, action in chain(steps(2, 3), steps(2, 4)):
        if game.describe(action) != "Bonus action: take a Basic Invention":
            continue
        drawn += 1
        seat, names = game.seat, game.presentation.scene(None).names
        own, other = events_of(game, action, [seat, 1 - seat])
        assert f"{names[seat]} drew a Basic card" in " ".join(narrate(other, names))
        assert re.search(rf"{names[seat]} drew .+ \(\d+\)", " ".join(narrate(own, names)))
    assert drawn


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_whole_games_are_narrated_in_sentences(players: int, seed: int) -> None:
    every: list[Event] = []
    for game, action in steps(players, seed):
        names = game.presentation.scene(None).names
        (events,) = events_of(game, action, [None])
        assert events, game.describe(action)
        every += events
        for line in narrate(events, names):
            assert _CAPITAL.match(line), line
            assert line.endswith("."), line
            assert not DATA_WORD.search(line.replace("player_", "")), line
            assert not re.search(r"None|  |_|\b1 \w+s\b", re.sub(r" \(.*?\)|player_", "", line)), (
                line
            )
    assert every[-1].verb == "The game ended."
    short = summarize(every, names)
    assert len(short) < len(every) / 3
    assert sum(line.startswith("Round ") for line in short) == 5


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_looking_at_what_happens_changes_nothing(players: int, seed: int) -> None:
    for k, (game, action) in enumerate(steps(players, seed)):
        if k % 3 == 0:
            before = game.to_bytes()
            events_of(game, action, [0, None])
            assert game.to_bytes() == before


def test_an_illegal_action_is_not_narrated() -> None:
    game = RatsOfWistar.new(2, 5)
    before = game.to_bytes()
    for action in {*range(NUM_ACTIONS)} - {*game.legal_actions().tolist()}:
        with pytest.raises(IllegalActionError):
            events_of(game, action, [0])
    assert game.to_bytes() == before


def test_what_an_effect_gave_names_the_piece_that_it_came_from() -> None:
    causes: Counter[str] = Counter()
    for game, action in greedy_steps(3, 4):
        before, after = game.presentation.scene(None), game.clone()
        after.step(action)
        pieces = [
            piece
            for scene in (before, after.presentation.scene(None))
            for seat in scene.seats
            for piece in (*(each.card for each in seat.played), *seat.guests)
        ]
        for event in events_of(game, action, [None])[0]:
            cause = event.cause.removeprefix("Guest ")
            if cause and cause != "Rat-o-bot's track":
                causes[cause] += 1
                assert any(piece.text.startswith(cause) for piece in pieces), cause
    assert len(causes) > 5


@pytest.mark.ledger("AMB-66")
def test_an_opened_door_is_narrated_once_before_its_bonus() -> None:
    going_on = 0
    for game, action in chain.from_iterable(steps(2, seed) for seed in range(30)):
        opens = game.describe(action).startswith("open door")
        if opens or being_opened(game):
            (events,) = events_of(game, action, [None])
            assert [event.verb for event in events].count("opened") == opens
            assert not opens or events[0].verb == "opened"
        going_on += being_opened(game)
    assert going_on > 0


def test_rat_o_bot_does_what_it_does_and_the_human_does_not() -> None:
    found = Counter(
        event.verb
        for game, action in steps(1, 11)
        for event in events_of(game, action, [0])[0]
        if event.seat == 1
    )
    assert found["placed"] == 15
    assert {"turned up", "advanced", "scored"} <= found.keys()


def test_summaries_add_up_what_a_seat_did() -> None:
    events = [
        Event(0, "dug", "Room", 1),
        Event(0, "paid", "Metal", 2, goods=True),
        Event(0, "passed", minor=True),
        Event(0, "dug", "Room", 1),
        Event(0, "paid", "Metal", 2, goods=True),
        Event(0, "took", "Wild token", 1, cause="Spy Center (140)", goods=True),
        Event(None, "Round 2 began."),
        Event(1, "played", "Spy Center (140)"),
    ]
    assert summarize(events, ("Ann", "Rat-o-bot")) == (
        "Ann dug 2 Rooms; paid 4 Metal and took a Wild token.",
        "Round 2 began.",
        "Rat-o-bot played Spy Center (140).",
    )
    assert narrate(events[:2] + events[5:6], ("Ann",)) == (
        "Ann dug a Room, paid 2 Metal and took a Wild token (by Spy Center (140)).",
    )
