"""Which seats know cards: cards that some have looked at, and cards hidden from their owner."""

import numpy as np
import pytest

from tests.author.checking import problems_of
from tests.author.games import DECK, Peeks, Stash

COPIES = 200


@pytest.fixture(name="game")
def _game() -> Peeks:
    game = Peeks.new(2, seed=1)
    game.step(0)  # seat 0 looks at card 0 and number 1 of seat 1, and at the deck
    return game


def varies(game: Peeks, seat: int, name: str) -> list[bool]:
    """Return which numbers of a field vary between determinizations for a seat."""
    real = game.record[name][0].ravel()
    copies = [game.determinize(seat, seed).record[name][0].ravel() for seed in range(COPIES)]
    return [bool(np.any([copy[k] != real[k] for copy in copies])) for k in range(len(real))]


def test_a_copy_keeps_what_its_seat_knows_and_redraws_the_rest(game: Peeks) -> None:
    assert varies(game, 0, "card")[:4] == [False, False, False, True]
    assert varies(game, 1, "card")[:4] == [True, True, False, False]
    assert varies(game, 0, "number")[:4] == [False, False, True, False]
    in_deck = (game.record["place"][0] == DECK).tolist()
    for card, moved in enumerate(varies(game, 0, "place")):
        # Two seats with a card each: who knows the deck knows all.
        assert not moved, (card, in_deck)
    assert any(varies(game, 1, "place"))


def test_a_seat_sees_what_it_knows_and_who_else_does(game: Peeks) -> None:
    cards, numbers = game.record["card"][0], game.record["number"][0]
    seen = [game.layout.counts(game.observe(seat)) for seat in range(2)]
    assert seen[0]["card"].tolist() == [(cards[0] + 1).tolist(), [cards[1, 0] + 1, 0]]
    assert seen[1]["card"].tolist() == [(cards[1] + 1).tolist(), [0, 0]]
    assert seen[0]["number"].tolist()[1] == [0, numbers[1, 1] + 1]
    # The viewer comes first, also among those who know: seat 0 does.
    assert seen[0]["card_known"][1, 0].tolist() == [1, 0]
    assert seen[1]["card_known"][0, 0].tolist() == [0, 1]
    deck = (game.record["place"][0] == DECK).astype(int).tolist()
    assert seen[0]["place_pile"].tolist() == deck
    assert seen[1]["place_pile"].sum() == 0


def test_a_seat_sees_all_cards_but_its_own_where_it_is_blind(game: Peeks) -> None:
    back = game.record["back"][0]
    for seat in range(2):
        seen = game.layout.counts(game.observe(seat))["back"]
        assert seen.tolist() == [0, back[1 - seat]]
    assert varies(game, 0, "back")[:2] == [True, False]


def test_it_passes_the_checks_of_games() -> None:
    assert problems_of(Peeks) == []


def test_a_seat_remembers_privately_what_it_put_face_down() -> None:
    game = Stash.new(2, seed=3)
    game.step(0)
    card = int(np.flatnonzero(game.record["place"][0] == -2)[0])
    own, other = (game.layout.counts(game.observe(seat)) for seat in (0, 1))
    assert own["place_known"][card].tolist() == [1, 0]
    assert own["place_pile2"][card] == 1
    assert not other["place_known"].any()
    assert not other["place_pile2"].any()
    assert (int(other["place_deck1"]), int(other["place_deck2"])) == (4, 1)
    copies = [game.determinize(1, seed).record for seed in range(60)]
    put = [int(np.flatnonzero(copy["place"][0] == -2)[0]) for copy in copies]
    assert len(set(put)) == 6  # any card that the other seat does not hold
    assert all(copy["place_known"][0, k] == 1 for copy, k in zip(copies, put, strict=True))
    assert all(game.determinize(0, k).record["place"][0, card] == -2 for k in range(60))


def test_a_hand_begins_with_the_cards_that_are_dealt_and_shows_the_size_of_the_deck() -> None:
    game = Stash.new(3, seed=3)
    assert (game.record["bonus"][0, :, 0] > 0).all()
    assert (game.record["bonus"][0, :, 1] == -1).all()
    assert int(game.layout.counts(game.observe(0))["bonus_deck"]) == 3
    game.step(1)
    assert int(game.layout.counts(game.observe(1))["bonus_deck"]) == 2


def test_private_knowledge_passes_the_checks_of_secrets() -> None:
    secrets = {"views_survive_reshuffles", "reshuffles_reveal_nothing", "seats_are_alike"}
    assert problems_of(Stash, frozenset({*secrets, "real_games_and_copies_agree"})) == []
