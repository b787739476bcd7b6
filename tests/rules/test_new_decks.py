"""When discards become the deck, all know its cards, and so those left in hands (GEN-11)."""

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import numpy as np
import pytest

from tests import pieces
from tests.builder import Position
from tests.play import Play
from tests.scenes import plain_card
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.numbers import number


def draws(position: Position, tier: str = "basic") -> str:
    """Let the seat whose turn it is draw a card of a deck; return which."""
    seat = position.seat
    before = set(position[seat].hand)
    position.player(seat).workers(farm=1)
    position.place("projects").do("MAIN projects", f"TAKE {tier} deck").end_turn()
    (card,) = set(position[seat].hand) - before
    return str(card)


def hands_seen(position: Position, viewer: int, *owners: int, copies: int = 200) -> Counter[Any]:
    """Return how often seats have which hands in copies."""
    found: Counter[Any] = Counter()
    for seed in range(copies):
        copy = deepcopy(position).determinize(viewer, seed)
        found[tuple(frozenset(copy[owner].hand) for owner in owners)] += 1
    return found


@pytest.mark.ledger("GEN-10", "GEN-11")
def test_the_only_card_that_was_unseen_when_discards_became_the_deck_is_known() -> None:
    position = Position()
    position.player(0).hand().position.player(1).hand("Hammer").position.empty_deck("basic")
    draws(position)
    assert hands_seen(position, 0, 1) == {(frozenset({"Hammer"}),): 200}


@pytest.mark.ledger("GEN-10", "GEN-11")
def test_cards_of_each_deck_stay_among_those_who_hold_some_of_it() -> None:
    position = Position(3).turn_of(1)
    position.player(0).hand().position.player(1).hand("Hammer", "Inn")
    position.player(2).hand("Hostel").position.empty_deck("basic")
    new = draws(position)
    old = hands_seen(position, 0, 2)
    assert set(old) == {(frozenset({card}),) for card in ("Hammer", "Inn", "Hostel")}
    assert min(old.values()) > 40
    held = [hands[0] for hands in hands_seen(position, 0, 1, copies=40)]
    assert all(len(hand & {"Hammer", "Inn", "Hostel"}) == 2 for hand in held)
    assert len({card for hand in held for card in hand}) > 12
    # When the next deck has run out, the card that was drawn of it is known, too.
    for _ in range(2):
        position.empty_deck("basic")
        draws(position)
        assert all(new in hand for (hand,) in hands_seen(position, 0, 1, copies=40))


@pytest.mark.ledger("GEN-10", "GEN-11")
def test_a_new_basic_deck_tells_nothing_of_advanced_cards() -> None:
    position = Position()
    advanced = int(np.flatnonzero(position.tables["cards"]["tier"] == 1)[0])
    position.player(0).hand().position.player(1).hand("Hammer", advanced + 1)
    position.empty_deck("basic")
    draws(position)
    hands = [hand for (hand,) in hands_seen(position, 0, 1)]
    assert all("Hammer" in hand for hand in hands)
    assert len(set(hands)) > 40


@pytest.mark.ledger("GEN-11", "CARD-E134")
def test_offered_cards_of_the_old_deck_and_of_the_new_one_are_told_apart() -> None:
    position = Position(2).player(0).plays("Data Processing Center").has(wood=2, metal=2).position
    position.player(0).has(electricity=2)
    position.player(1).hand("Hammer").position.empty_deck("basic")
    pieces.take_card(position.game, position.tables, position.words.card("Inn"))
    pieces.put_on_top(position.game, position.tables, position.words.card("Inn"))
    position.do("USE Data Processing Center", "PAY wood", "PAY metal")
    assert position.game["offered"][0] == position.words.card("Inn")
    old, new = Counter[str](), set[str]()
    for seed in range(200):
        copy = deepcopy(position).determinize(1, seed)
        first, *others = [position.words.names["cards"][k] for k in copy.game["offered"][:3]]
        old[first] += 1
        new |= set(others)
        assert copy[1].hand == ["Hammer"]
    assert old == {"Inn": 200}
    assert len(new) > 40
    position.do("PASS")
    assert position.check()


@pytest.mark.ledger("GEN-11", "AMB-63")
def test_an_event_that_tells_of_a_card_of_a_new_deck_tells_of_none_that_was_held_before() -> None:
    position = Position().turn_of(1)
    plain_card(position, "Encyclopedia", effect="on take_card: explore 1", timing="permanent")
    position.player(0).hand().position.player(1).plays("Encyclopedia").hand("Hammer")
    position.empty_deck("basic").place("wood", bonus="basic").do("BONUS basic")
    told = set()
    for seed in range(40):
        copy = deepcopy(position).determinize(0, seed)
        stack = copy.game["stack"][: copy.game["depth"]]
        (entry,) = [entry for entry in stack if entry["kind"] == decisions.TRIGGER]
        (new,) = set(copy[1].hand) - {"Hammer"}
        assert copy.words.card(new) == number(entry, "argument")
        told.add(new)
    assert len(told) > 10


class Watched:
    """A random game whose decks often run out, with a record of each unseen card's deck."""

    def __init__(self, tables: Any, players: int, seed: int) -> None:
        self.play = Play(tables, players, seed)
        self.decks = [0, 0]  # made of discards so far, by tier
        self._deck_of: dict[int, tuple[int, int]] = {}
        self._tables = tables[0]

    def positions(self, rng: np.random.Generator) -> Iterator[Play]:
        """Yield the game after each decision; now and then nearly all of each deck is discarded."""
        before = self._deck()
        for decision, _ in enumerate(self.play.random(rng)):
            self._note(before)
            yield self.play
            if decision % 20 == 0:
                self._run_out()
            before = self._deck()

    def _run_out(self) -> None:
        for tier in range(2):
            while self.play.game["deck_size"][tier] > 1:
                card = pieces.draw_under(self.play.game, tier)
                pieces.put_on_top(self.play.game, self._tables, card, "discard")

    def _deck(self) -> set[int]:
        return {card for tier in range(2) for card in pieces.deck_of(self.play.game, tier)}

    def _unseen(self) -> set[int]:
        game = self.play.game
        hands = [pieces.hand_of(game, seat) for seat in range(int(game["seats"]))]
        return {card for hand in hands for card in hand if game["card_flags"][card] & 15 != 15}

    def _note(self, before: set[int]) -> None:
        """Note the decks of cards that were drawn: those not of the former deck are new ones."""
        new, unseen = self._deck() - before, self._unseen()
        drawn = unseen - set(self._deck_of)
        made = {int(self._tables["cards"]["tier"][card]) for card in new | (drawn - before)}
        old = list(self.decks)
        for tier in made:
            self.decks[tier] += 1
        for card in drawn:
            tier = int(self._tables["cards"]["tier"][card])
            self._deck_of[card] = tier, (old if card in before else self.decks)[tier]
        self._deck_of = {card: deck for card, deck in self._deck_of.items() if card in unseen}

    def decks_of(self, game: Any, owner: int, viewer: int) -> Counter[tuple[int, int]]:
        """Return from which decks those cards of a hand came that a viewer does not know."""
        tiers = self._tables["cards"]["tier"]
        unknown = [
            card
            for card in pieces.hand_of(game, owner)
            if not game["card_flags"][card] >> viewer & 1
        ]
        present = {card: (int(tiers[card]), self.decks[tiers[card]]) for card in unknown}
        return Counter(self._deck_of.get(card, present[card]) for card in unknown)


@pytest.mark.property
@pytest.mark.ledger("GEN-10", "GEN-11")
@pytest.mark.parametrize(("players", "oldest"), [(2, 1), (4, 3)])
def test_hands_of_copies_come_from_the_decks_from_which_they_were_drawn(
    tables: Any, players: int, oldest: int
) -> None:
    watched, rng = Watched(tables, players, 1), np.random.default_rng(1)
    ages = set[int]()
    for play in watched.positions(rng):
        ages |= {int(flags) >> 4 & 7 for flags in play.game["card_flags"]}
        assert play.violations() == 0
        if int(play.game["decisions"]) % 5:
            continue
        for viewer in range(players):
            copy = play.determinized(viewer, 1)
            assert copy.violations() == 0
            assert play.tells_nothing(viewer)
            for owner in set(range(players)) - {viewer}:
                expected = watched.decks_of(play.game, owner, viewer)
                assert watched.decks_of(copy.game, owner, viewer) == expected
    assert min(watched.decks) > 3
    assert max(ages) == oldest
