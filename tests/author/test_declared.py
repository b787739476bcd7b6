"""What is generated from declarations: deals, redraws, views, saves, and what replaces them."""

import importlib
import linecache
import pickle
import re
import textwrap
from collections import Counter
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from examples.kuhn import Kuhn
from examples.nim import Nim
from examples.sealed_tricks import SealedTricks
from tests.author.checking import problems_of
from tests.author.games import (
    DECK,
    TABLE,
    DeclaredNim,
    Draws,
    Holders,
    Market,
    NeverFits,
    NothingFits,
    Pairs,
    StrictHands,
    StrictPlaces,
)
from tests.author.options_game import Pots
from wistar_env import BatchGame, author
from wistar_env.author import SEAT, Actions, Declared, State, draw, end, field, next_seat
from wistar_env.errors import ReplayError, RulesError
from wistar_env.kit.game import Game
from wistar_env.kit.game.spec_records import ScoreSpec
from wistar_env.kit.game.view import View
from wistar_env.kit.search import Flat, Mcts, search
from wistar_env.kit.search.play_outs import play_outs

DEALS = 3_000
SEARCHES = (search, Mcts(8).search, Mcts(8, threads=2).begin, Flat(8).search)


def chi_square(found: Counter[Any], expected: dict[Any, float]) -> float:
    """Return the chi-square distance of counts from expected ones; others must not occur."""
    assert found.keys() <= expected.keys()
    total, weight = found.total(), sum(expected.values())
    parts = {key: total * share / weight for key, share in expected.items()}
    return sum((found[key] - part) ** 2 / part for key, part in parts.items())


def test_hands_are_drawn_again_with_the_deck_uniformly() -> None:
    game = Draws.new(2, seed=1)
    own = game.record["hand"][0, 1].tolist()
    seen: Counter[int] = Counter()
    for seed in range(DEALS):
        copy = game.determinize(1, seed).record
        assert copy["hand"][0, 1].tolist() == own
        assert copy["hand"][0, 0, 1] == -1  # a place without a card stays one
        left = copy["hand_left"][0].tolist()
        seen[int(copy["hand"][0, 0, 0])] += 1
        for card, count in enumerate((2, 1, 3, 0, 0, 1)):
            held = own.count(card) + int(copy["hand"][0, 0, 0] == card)
            # The card that ``begin`` puts away is in no hand and no deck.
            assert left[card] + held <= count
    unseen = game.record["hand_left"][0].tolist()
    unseen[int(game.record["hand"][0, 0, 0])] += 1
    expected = {card: float(count) for card, count in enumerate(unseen) if count}
    assert chi_square(seen, expected) < 20  # of at most 4 degrees: beyond it once in 2,000


def test_places_are_drawn_again_uniformly_as_what_was_shown_allows() -> None:
    game = Holders.new(3, seed=1)
    seen: Counter[tuple[int, ...]] = Counter()
    for seed in range(DEALS):
        place = game.determinize(0, seed).record["place"][0].tolist()
        assert (place[0], place[1], place[6]) == (0, 0, TABLE)
        seen[tuple(place[2:6])] += 1
    allowed = {each for each in permutations((1, 1, 2, DECK)) if each[2] != 1}
    assert chi_square(seen, dict.fromkeys(allowed, 1.0)) < 27  # of 5 degrees: once in 10,000


def test_where_few_deals_are_allowed_each_of_them_is_as_likely() -> None:
    game = StrictPlaces.new(3, seed=1)
    seen: Counter[tuple[int, ...]] = Counter()
    for seed in range(DEALS):
        seen[tuple(game.determinize(0, seed).record["place"][0].tolist())] += 1
    # Seat 1 has three of the cards 3 to 6, seat 2 the other ones but card 9.
    allowed = {
        (0, 0, 0, *(2 if card == left else 1 for card in range(3, 7)), 2, 2, DECK)
        for left in range(3, 7)
    }
    assert chi_square(seen, dict.fromkeys(allowed, 1.0)) < 22  # of 3 degrees: once in 10,000


def test_equal_cards_are_weighed_by_how_many_there_are() -> None:
    game = StrictHands.new(3, seed=1)
    game.record["card"][0] = [[0, 3], [1, 2], [7, 8]]
    game.record["card_left"][0] = [0, 0, 1, 0, 1, 1, 1, 0, 0]
    seen: Counter[tuple[int, ...]] = Counter()
    for seed in range(DEALS):
        copy = game.determinize(0, seed).record
        seen[tuple(copy["card"][0, 1:].ravel().tolist())] += 1
        dealt = copy["card"][0].ravel().tolist()
        left = copy["card_left"][0].tolist()
        assert [left[card] + dealt.count(card) for card in range(9)] == [1, 1, 2, *[1] * 6]
    # All deals of single cards, the two cards 2 told apart: 2 and -2.
    pool = (1, 2, -2, 4, 5, 6, 7, 8)
    expected: Counter[tuple[int, ...]] = Counter()
    for deal in permutations(pool, 4):
        cards = tuple(map(abs, deal))
        if all(card in (1, 2) for card in cards[:2]) and all(c > 6 or c == 2 for c in cards[2:]):
            expected[cards] += 1
    allowed = {cards: float(count) for cards, count in expected.items()}
    assert chi_square(seen, allowed) < len(allowed) + 6 * (2 * len(allowed)) ** 0.5


def test_a_where_of_whole_hands_allows_conditions_on_pairs_of_cards() -> None:
    game = Pairs.new(3, seed=2)
    while game.record["said"][0, 1] == 0:
        game.step(0)
    own = game.record["card"][0, 0].tolist()
    said, gap = int(game.record["said"][0, 1]), int(game.record["gaps"][0, 1])
    seen: Counter[tuple[int, ...]] = Counter()
    for seed in range(DEALS):
        copy = game.determinize(0, seed).record
        seen[tuple(copy["card"][0, 1].tolist())] += 1
        dealt = [*copy["card"][0].ravel().tolist()]
        left = copy["card_left"][0].tolist()
        assert [left[card] + dealt.count(card) for card in range(6)] == [3, 2, 1, 1, 1, 1]
        first, last = np.flatnonzero(copy["place"][0] == 1).tolist()
        assert (last - first > 1) == (gap == 1)
    pool = list((Counter((0, 0, 0, 1, 1, 2, 3, 4, 5)) - Counter(own)).elements())
    expected = Counter(pair for pair in permutations(pool, 2) if _is_said(pair, said))
    allowed = {pair: float(count) for pair, count in expected.items()}
    assert chi_square(seen, allowed) < len(allowed) + 6 * (2 * len(allowed)) ** 0.5


def test_hands_of_which_no_deal_is_found_are_named_and_the_game_goes_on() -> None:
    game = NeverFits.new(2, seed=1)
    assert game.determinize(0, 5).num_decisions == 0
    game.step(0)
    before = game.to_bytes()
    sentence = (
        r"the hidden information of seat 1 could not be resampled after 1 decisions: "
        r"as_said\(g, seat\), the 'where' of card, allowed none of 10,000 deals"
    )
    with pytest.raises(RulesError, match=sentence):
        game.determinize(1, 5)
    for searched in SEARCHES:
        for position in (game, View(game, 1)):
            with pytest.raises(RulesError, match=sentence):
                searched(position)
    with pytest.raises(RulesError, match=sentence):
        play_outs(game, [1], 5, None)
    assert game.to_bytes() == before
    game.step(1)
    assert game.finished


@pytest.mark.parametrize(
    ("action", "where"),
    [
        (0, "card_fits(g, seat, card), the 'where' of card"),
        (1, "place_fits(g, seat, card), the 'where' of place"),
        (2, "number_fits(g, seat, value), the 'where' of number"),
    ],
)
def test_a_where_that_allows_nothing_is_named_and_no_copy_contradicts_it(
    action: int, where: str
) -> None:
    game = NothingFits.new(2, seed=1)
    assert game.determinize(0, 5).num_decisions == 0
    game.step(action)
    with pytest.raises(RulesError, match=re.escape(f"{where}, allowed nothing")):
        game.determinize(1, 5)
    game.step(3)
    assert game.finished


def _is_said(pair: tuple[int, ...], said: int) -> bool:
    return (abs(pair[0] - pair[1]) <= 1) == (said == 1)


def test_whole_hands_pass_the_checks_of_games() -> None:
    secrets = {"views_survive_reshuffles", "reshuffles_reveal_nothing"}
    assert problems_of(Pairs, frozenset({*secrets, "real_games_and_copies_agree"})) == []


def test_a_redraw_depends_on_nothing_hidden() -> None:
    game = Holders.new(3, seed=1)
    other = game.clone()
    other.record["place"][0, 2:6] = (DECK, 1, 2, 1)
    copies = [each.determinize(0, 5).record["place"].tolist() for each in (game, other)]
    assert copies[0] == copies[1]


def test_a_seat_sees_its_hand_the_shown_piles_and_how_many_cards_others_have() -> None:
    game = Holders.new(3, seed=1)
    seen = game.layout.counts(game.observe(1))
    assert np.flatnonzero(seen["place_hand"]).tolist() == [2, 3]  # its own comes first
    assert np.flatnonzero(seen["place_pile"]).tolist() == [6]
    assert seen["place_count"].tolist() == [2, 1, 2]


def test_hidden_hands_are_shown_at_the_end() -> None:
    game = Kuhn.new(2, seed=3)
    cards = game.record["card"][0].tolist()
    assert game.layout.counts(game.observe(1))["card"].tolist() == [cards[1], 0]
    game.step(0)
    game.step(0)
    assert game.layout.counts(game.observe(1))["card"].tolist() == cards[::-1]


def test_a_save_with_a_card_too_often_is_rejected() -> None:
    game = Kuhn.new(2, seed=3)
    game.record["card"][0] = (2, 2)
    with pytest.raises(ReplayError, match=r"has 2 of card 2, of only 1"):
        Kuhn.from_bytes(game.to_bytes())


def test_a_save_with_a_card_of_a_seat_that_does_not_play_is_rejected() -> None:
    game = Nim.new(2, seed=3)
    game.record["cards"][0, 0] = 4
    with pytest.raises(ReplayError, match=r"cards\[0\] is 4"):
        Nim.from_bytes(game.to_bytes())


def test_a_declared_game_is_pickled_and_played_in_batches() -> None:
    game = Nim.new(3, seed=5)
    assert pickle.loads(pickle.dumps(game)) == game
    batch = BatchGame(Nim, 8, 3)
    step = batch.reset(seed=1)
    for _ in range(20):
        step = batch.step(batch.choose("random"))
    assert step.mask is not None


def test_what_is_generated_can_be_read() -> None:
    lines = Kuhn.generated.splitlines()
    file = next(name for name in linecache.cache if "kuhn.Kuhn.generated" in name)
    for number in (1, len(lines) // 2, len(lines)):
        assert linecache.getline(file, number).rstrip("\n") == lines[number - 1]
    assert "def Kuhn_encode(" in Kuhn.generated


def test_the_game_of_the_docstring_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (author.__doc__ or "").partition("::\n")[2].partition("\n- ")[0]
    (tmp_path / "guess_game.py").write_text(textwrap.dedent(text), "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    found = importlib.import_module("guess_game").Guess
    checks = {"views_survive_reshuffles", "every_kind_of_action_occurs", "every_block_occurs"}
    assert problems_of(found, frozenset(checks)) == []


def highest(a: int, b: int) -> int:
    return max(a, b)


def made(most: int) -> type[Declared]:
    """Return a game with a new number, and with functions that replace generated ones."""

    class Own(Declared, name=f"own-{most}", scores=ScoreSpec(points_name="pips")):
        """Own: what is generated is replaced."""

        players = (1, 3)
        actions = {"roll": 1, "stop": ("now", "later")}
        pips = field(SEAT, range=(0, 60), show=None)
        secret = field(range=(0, 9), start=4, hidden=True)

        def legal(g: State) -> Actions:
            yield from_zero(0)
            if g.pips[g.mover] > most:
                yield 2

        def apply(g: State, action: int) -> None:
            g.pips[g.mover] = highest(g.pips[g.mover], draw(g, most) + 2 * most)
            next_seat(g)
            if action == 2 or g.decisions == 9:
                end(g)

        def score_game(g: State, scores: State) -> None:
            for seat in range(g.seats):
                scores[seat] = -g.pips[seat]

        def encode(g: State, viewer: int, out: State) -> None:
            out[0] = 7

        def reshuffle_hidden(g: State, seat: int) -> None:
            g.secret = 9

        def rank_of(g: State, seat: int, scores: State) -> int:
            return 1

    return Own


def from_zero(number: int) -> int:
    return number


@pytest.mark.parametrize("most", [5, 6])
def test_what_is_generated_can_be_replaced(most: int) -> None:
    game = made(most).new(2, seed=1)
    assert game.spec.name == f"own-{most}"
    assert game.spec.title == "Own"
    assert game.spec.scores.points_name == "pips"
    assert [game.describe(k) for k in range(3)] == ["roll 0", "stop now", "stop later"]
    assert game.spec.action("stop", 1) == 2
    assert game.layout.counts(game.observe(0))["secret"] == 7
    assert game.determinize(0, 1).record["secret"][0] == 9
    game.step(0)
    assert 2 * most <= game.record["pips"][0, 0] < 3 * most
    assert game.scores()[0]["total"] == -game.record["pips"][0, 0]
    game.step(0)
    assert 2 in game.legal_actions()
    assert game.ranks() == [1, 1]


def test_a_declared_game_may_be_derived_from() -> None:
    class Another(Kuhn, name="another-kuhn"):
        """Another Kuhn poker."""

        def score(g: State, seat: int) -> int:
            return 7

    assert Another.new(2, 1).scores() == [{"total": 7}, {"total": 7}]
    assert Kuhn.new(2, 1).scores() != Another.new(2, 1).scores()
    assert Another.spec.name == "another-kuhn"


@pytest.mark.parametrize("value", [-(2**15), -7, 40, 2**15 - 1])
def test_an_observation_is_written_in_bounds_whatever_the_record_says(value: int) -> None:
    game = SealedTricks.new(3, seed=1)
    before = game.layout.counts(game.observe(0))
    for name in ("trick", "bids", "points", "leader", "trump", "deal"):
        wrong = game.clone()
        wrong.record[name] = value
        seen = wrong.layout.counts(wrong.observe(0))
        assert [block for block in seen if (seen[block] != before[block]).any()] in ([], [name])


def test_a_list_gives_each_place_its_first_value_and_each_value_its_row() -> None:
    game = Market.new(2, seed=1)
    row, left = game.record["row"][0].tolist(), game.record["decks"][0].sum(axis=1).tolist()
    assert game.record["bought"][0].tolist() == [[1, 0], [1, 0], [0, 0]]
    assert (row[0] in (0, 1), row[1] in (2, 3), left) == (True, True, [2, 1])
    prices = [[5, 1], [6, 1], [7, 2], [8, 2]]
    assert game.layout.counts(game.observe(0))["row"].tolist() == [prices[card] for card in row]
    while not game.finished:
        game.step(int(game.legal_actions()[-1]))
    assert game.layout.counts(game.observe(0))["row"].tolist() == [[0, 0], [0, 0]]


def test_a_seat_that_is_named_comes_first_in_its_own_view() -> None:
    game = Market.new(3, seed=1)
    assert game.layout.counts(game.observe(0))["last"].tolist() == [0, 0, 0]
    game.step(int(game.legal_actions()[0]))
    assert game.layout.counts(game.observe(0))["last"].tolist() == [1, 0, 0]
    assert game.layout.counts(game.observe(2))["last"].tolist() == [0, 1, 0]
    game.record["last"] = 3
    with pytest.raises(ReplayError, match="last is 3; allowed: -1 to 2"):
        Market.from_bytes(game.to_bytes())
    two = Market.new(2, seed=1)
    two.record["last"] = 2
    with pytest.raises(ReplayError, match="last is 2, but there are 2 seats"):
        Market.from_bytes(two.to_bytes())


def test_market_passes_the_checks_of_games() -> None:
    assert problems_of(Market) == []


@pytest.mark.parametrize("game", [DeclaredNim, Pots])
def test_batches_of_games_with_points_can_be_saved_and_loaded(game: type[Game]) -> None:
    batch, other = (BatchGame(game, 8, 2, reward="points") for _ in range(2))
    batch.reset(seed=1)
    for _ in range(3):
        batch.step(batch.choose("random"))
    other.load(batch.save())
    actions = batch.choose("random")
    assert np.array_equal(batch.step(actions).reward, other.step(actions).reward)
