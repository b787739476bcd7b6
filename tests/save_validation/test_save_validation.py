"""Forged saves are rejected with an explanation, or can be played to their end."""

import pickle
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.card_sets import Entry, designs, folder_of, write
from tests.forging import forge, look_around, play_on, saved_as
from tests.games import TABLES, opening_a_door, positions, sampled, until
from tests.rules.test_card_sets import eager
from tests.save_validation.changes import Change, changed, in_turn, loaded, put, together
from tests.scale import share
from wistar_env import RatsOfWistar
from wistar_env.errors import ReplayError
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.state import AGE_SHIFT
from wistar_env.games.rats_of_wistar.tables.limits import CROWDED

SEEDS = st.integers(0, 2**32)


def position(num_players: int, level: int, seed: int, taken: int) -> RatsOfWistar:
    """Return a random game after some decisions, or at its end."""
    game = RatsOfWistar.new(num_players, seed, level=level if num_players == 1 else None)
    rng = np.random.default_rng(seed)
    for _ in range(taken):
        if not game.finished:
            game.step(rng.choice(game.legal_actions()))
    return game


@pytest.mark.ledger("AMB-66")
def test_a_game_is_saved_while_a_door_is_being_opened() -> None:
    game = opening_a_door()
    assert RatsOfWistar.from_bytes(game.to_bytes()) == game
    for seat in range(game.num_players):
        copy = game.determinize(seat, 1)
        assert RatsOfWistar.from_bytes(copy.to_bytes()) == copy


@pytest.mark.ledger("ROUND-01")
def test_a_game_is_saved_in_a_new_round_phase() -> None:
    assert RatsOfWistar.from_bytes(new_round().to_bytes()) == new_round()


@pytest.mark.property
@pytest.mark.parametrize("terms", TABLES, ids=str)
def test_every_position_of_a_game_and_its_copies_can_be_saved(terms: dict[str, Any]) -> None:
    for seed in range(4):
        for game in sampled(RatsOfWistar.new(**terms, seed=seed), 5, seed):
            assert RatsOfWistar.from_bytes(game.to_bytes()) == game
            for seat in range(game.num_players):
                copy = game.determinize(seat, seed)
                assert pickle.loads(pickle.dumps(copy)) == copy


@pytest.mark.property
@settings(
    max_examples=400,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(
    num_players=st.integers(1, 4),
    level=st.integers(0, 9),
    seed=SEEDS,
    taken=st.integers(0, 300),
    changes=st.integers(1, 20),
    dice=SEEDS,
)
def test_a_forged_game_is_rejected_or_plays_to_its_end(
    num_players: int, level: int, seed: int, taken: int, changes: int, dice: int
) -> None:
    game, rng = position(num_players, level, seed, taken), np.random.default_rng(dice)
    record = forge(game.record, changes, rng)
    try:
        forged = loaded(game, record)
    except ReplayError as error:
        problem = str(error)
    else:
        for at in play_on(forged, rng, every=100):
            look_around(at, rng)
        return
    assert problem.startswith("the saved game cannot be continued: ")
    assert "\n" not in problem


def in_a_circle(record: Any) -> None:
    """Link the first player's hand into a circle."""
    first = int(record[0]["players"][0]["hand"])
    record[0]["next"][first] = first


def no_next(record: Any) -> None:
    """Let the first player not know its hand."""
    record[0]["card_flags"][int(record[0]["players"][0]["hand"])] = 0


def age_of_a_deck(record: Any) -> None:
    """Let the lowest card of the Basic deck come from an earlier one."""
    record[0]["card_flags"][record[0]["deck"][0, 0]] = 1 << AGE_SHIFT


@cache
def solo() -> RatsOfWistar:
    return in_turn(1)


@cache
def over() -> RatsOfWistar:
    return until(RatsOfWistar.new(seed=2), lambda game: game.finished)


def at_first() -> RatsOfWistar:
    return RatsOfWistar.new(seed=1)


def a_third_pair(record: Any) -> None:
    """Let a starting pair be that of a third player."""
    record[0]["pairs"][2] = record[0]["pairs"][0]
    record[0]["pairs"][0] = -1


def twin_missions(record: Any) -> None:
    """Let one Mission card lie on two places of its kind."""
    kinds = PRINTED_MISSIONS.tolist()
    cards = record[0]["mission_card"]
    lying = [place for place in range(len(kinds)) if cards[place] >= 0]
    first, second = next(
        (one, other)
        for one in lying
        for other in lying
        if one < other and kinds[one] == kinds[other]
    )
    cards[second] = cards[first]


@cache
def new_round() -> RatsOfWistar:
    """Return a game in which a New Round Phase waits for somebody."""
    for seed in range(20):
        for game in positions(RatsOfWistar.new(seed=seed), seed):
            if game.record["stack"][0, 0]["kind"] == decisions.NEW_ROUND:
                return game
    raise AssertionError("no New Round Phase had a decision")


#: By card: 1 if it is Advanced.
PRINTED = RatsOfWistar.new().components.tables["cards"]["tier"][0]
#: By place for a Mission card: the kind that lies there.
PRINTED_MISSIONS = RatsOfWistar.new().components.tables["mission_kind"][0]
REJECTED: list[tuple[Callable[[], RatsOfWistar], Change, str]] = [
    (in_turn, put("seats", 5), r"seats is 5; allowed: 2 to 4"),
    (in_turn, put("automata", 2), r"automata is 2; allowed: 0 to 1"),
    (in_turn, put("players.1.guests_size", 28), r"players\[1\].guests_size is 28; allowed: 0"),
    (in_turn, put("players.0.tents.1", 90), r"players\[0\].tents\[1\] is 90; allowed: -1 to "),
    (in_turn, put("players.1.electricity", 3), r"electricity is 3; allowed: 0 to 2"),
    (in_turn, put("wheel.2", 6), r"wheel\[2\] is 6; allowed: 0 to 5"),
    (in_turn, put("deck_size.1", 81), r"deck_size\[1\] is 81; allowed: 0 to 80"),
    (in_turn, put("deck.0.0", 200), r"deck\[0\]\[0\] is 200; allowed: 0 to 179"),
    (in_turn, put("supply.1.0", -1), r"supply\[1\]\[0\] is -1; allowed: 0 to 24"),
    (in_turn, put("turn_began", 99_999), r"turn_began is 99999; allowed: 0 to \d+"),
    (in_turn, put("depth", CROWDED + 9), r"depth is 57; allowed: 0 to 56"),
    (in_turn, put("fault", 2), r"fault is 2; allowed: 0"),
    (in_turn, put("next.9", 180), r"next\[9\] is 180; allowed: -1 to 179"),
    (in_turn, put("next_answerer.3", 207), r"next_answerer\[3\] is 207; allowed: -1 to 206"),
    (in_turn, put("stack.0.kind", 44), r"stack\[0\].kind is 44; allowed: 0 to 43"),
    (in_turn, put("stack.1.chief_at", 7), r"stack\[1\].chief_at of 'turn' is 7; allowed: -1 to 6"),
    (in_turn, put("stack.1.seat", 2), r"stack\[1\].seat of 'turn' is 2; allowed: 0 to 1"),
    (in_turn, put("stack.1.act", -1), r"stack\[1\].act of 'turn' is -1; allowed: 0 to 63"),
    (in_turn, put("stack.1.kind", decisions.BOT_TURN), r"'bot turn' is \d; allowed: nothing"),
    (solo, put("stack.1.seat", 1), r"stack\[1\].seat of 'turn' is 1; allowed: 0$"),
    (in_turn, put("order.0", -1), r"'order' must have every seat once, then -1 \(see index 0\)"),
    (in_turn, put("wheel", 3), r"'wheel' must have every Sector once \(see position 1\)"),
    (in_turn, put("round", 0), r"'round', 'turn', .* consistent \(see turn \d\)"),
    (over, put("finished", 0), r"'round', 'turn', .* consistent \(see turn 6\)"),
    (at_first, put("turn", 1), r"'round', 'turn', .* consistent \(see turn 1\)"),
    (in_turn, put("chiefs", 0), r"'chiefs' must be on used spaces.*see Sector 0"),
    (in_turn, put("display.0.0", PRINTED.argmax()), r"'deck', .* must have cards of their tier"),
    (
        in_turn,
        together(put("pairs.0.1", 179), put("pairs.0.0", 1)),
        r"of their tier \(see card \d+\)",
    ),
    (in_turn, put("pairs.0.1", PRINTED.argmax()), r"'pairs' must be complete.*see pair 0"),
    (at_first, put("pairs.0.1", -1), r"'pairs' must be complete.*see pair 0"),
    (at_first, a_third_pair, r"'pairs' must be complete.*see pair 2"),
    (in_turn, twin_missions, r"'mission_card' must have a different card.*see place \d"),
    (new_round, put("round", 1), r"'round', 'turn', .* consistent"),
    (new_round, put("turn", 5), r"'round', 'turn', .* consistent"),
    (in_turn, put("mission_card.0", -1), r"'mission_card' must have a different card.*see place 0"),
    (in_turn, put("mission_card", 1), r"'mission_card' must have a different card"),
    (in_turn, put("doors", 1), r"'doors' must be distinct tokens.*see passage \d"),
    (in_turn, put("supply.0.0", 24), r"must have Guests of their kind \(see Guest 24"),
    (
        in_turn,
        put("objectives.0", 1),
        r"each Objective must be in exactly one of .*see Objective \d",
    ),
    (
        in_turn,
        put("players.0.private", 1),
        r"each Objective must be in exactly one of .*see Objective 0",
    ),
    (in_turn, put("objective_claims.2", 1), r"'objective_claims' must count .*see Objective 2"),
    (in_turn, put("players.0.heroes", 31), r"each Hero must be either in .*see Hero \d"),
    (in_turn, put("skills_left", 0), r"each Skill token must be in .*see token \d"),
    (in_turn, put("players.1.chiefs", 0), r"'chiefs' of a player must be 3 minus .*see seat 1"),
    (in_turn, put("players.0.cheese", 1), r"'cheese' of a player must match .*see seat 0"),
    (in_turn, put("players.1.beds", 6), r"'beds' not exceed 'beds_built' \(see seat 1"),
    (
        in_turn,
        put("options.level", 1),
        r"options.level is 1; allowed: 0",
    ),
    (
        solo,
        put("options.level", 1),
        r"'options.level' must be the sum of 'options.tracks', .*found 1",
    ),
    (solo, put("bot.cards", 99), r"'bot.cards' must count the cards .*found 99"),
    (
        solo,
        put("bot.actions", 3),
        r"'bot.actions' and 'bot.explorations' must have every card once",
    ),
    (
        solo,
        put("bot.action_next", 3),
        r"'bot.action_next' must count Rat-o-bot's turns in this round; it is 3",
    ),
    *(
        (solo, put(f"players.1.{field}", 4), r"Rat-o-bot must have no 'hand'.*see seat 1")
        for field in ("hand", "played", "answerers", "answerers_last", "events")
    ),
    (in_turn, put("players.1.played_last", 7), r"'played_last' of a player .*see seat 1"),
    (in_turn, no_next, r"'card_flags' must say that a player knows its own hand"),
    (in_turn, in_a_circle, "an invariant of the rules is violated: a card is lost or in two"),
    (in_turn, put("players.0.hand_size", 9), "is violated: wrong hand size"),
    (in_turn, put("doors_seen", 1023), "is violated: wrong Door tokens"),
    (in_turn, age_of_a_deck, "is violated: an age for a card that is neither in a hand nor on"),
    (opening_a_door, put("doors_seen", 0), "is violated: wrong Door tokens"),
    (opening_a_door, put("doors", -1), "is violated: wrong Door tokens"),
    (in_turn, put("players.0.wood", 2001), r"wood is 2001; allowed: 0 to 2000"),
    (
        at_first,
        put("stack.1.kind", decisions.EXPLORE),
        r"'explore' is 0; allowed: 1 to 99",
    ),
]


@pytest.mark.parametrize(
    ("made", "change", "message"), REJECTED, ids=[message for _, _, message in REJECTED]
)
def test_what_cannot_be_is_named_with_what_is_allowed(
    made: Callable[[], RatsOfWistar], change: Change, message: str
) -> None:
    game = made()
    record = changed(game, change)
    assert record.tobytes() != game.record.tobytes()
    with pytest.raises(ReplayError, match=f"the saved game cannot be continued: .*{message}"):
        loaded(game, record)


@pytest.mark.property
@settings(
    max_examples=share(12),
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(drawn=designs, seed=SEEDS)
def test_forged_games_of_other_cards_are_rejected_or_play_to_their_end(
    drawn: Entry, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), folder_of(drawn))
        for num_players in range(1, 5):
            level = 4 if num_players == 1 else None
            game = RatsOfWistar.new(num_players, seed, level=level, data=folder)
            for number in range(400):
                if game.finished:
                    break
                game.step(eager(game.legal_actions().tolist(), rng))
                if number % 20 == 0:
                    forge_and_play(game, folder, rng)


def forge_and_play(game: RatsOfWistar, folder: str, rng: np.random.Generator) -> None:
    """Change some numbers of a game, and play it if it is accepted."""
    for changes in (1, 2, 5):
        saved = saved_as(game, forge(game.record, changes, rng).tobytes())
        try:
            forged = RatsOfWistar.from_bytes(saved, folder)
        except ReplayError:
            continue
        for at in play_on(forged, rng, every=200):
            look_around(at, rng)
