"""Cards that move between places at random."""

from collections import Counter

from wistar_env.author import (
    NOBODY,
    Actions,
    Declared,
    State,
    cards,
    end,
    field,
    move_random,
    number_left,
)
from wistar_env.author.dealing import taken_from

CARDS, DECK, DRAWN = 5, -1, -2


class DeckInPlaces(Declared):
    """Seats draw from a deck whose cards have places, also when it is empty."""

    players = 2
    actions = ("draw", "stop")
    place = cards(CARDS, hidden=(DECK,), shown=(DRAWN,))
    last = field(range=(NOBODY, CARDS - 1), start=NOBODY)
    draws = field(range=(0, CARDS))

    def begin(g: State) -> None:
        for card in range(CARDS):
            g.place[card] = DECK if card > 0 else 1

    def legal(g: State) -> Actions:
        if g.draws < CARDS:
            yield 0
        yield 1

    def apply(g: State, action: int) -> None:
        if action == 1:
            end(g)
        else:
            g.draws += 1
            g.last = move_random(g, g.place, DECK, DRAWN)

    def score(g: State, seat: int) -> int:
        return 0


class LongDeck(Declared):
    """The seat takes the cards of a deck, by their number among those that are left."""

    players = 1
    actions = 40
    left = field(40, range=(0, 2), start=[k % 3 for k in range(40)])
    last = field(range=(0, 39))

    def legal(g: State) -> Actions:
        for k in range(40):
            if k < number_left(g.left):
                yield k

    def apply(g: State, action: int) -> None:
        g.last = taken_from(g.left, action)
        if number_left(g.left) == 0:
            end(g)

    def score(g: State, seat: int) -> int:
        return 0


def test_a_card_of_a_long_deck_is_the_one_of_its_number() -> None:
    for k in range(40):
        game = LongDeck.new(1, seed=1)
        deck = [card for card in range(40) for _ in range(card % 3)]
        while not game.finished:
            action = min(k, len(deck) - 1)
            game.step(action)
            assert game.record["last"][0] == deck.pop(action)


def drawn(seed: int, times: int) -> list[int]:
    """Return the cards of this many draws."""
    game = DeckInPlaces.new(2, seed)
    found = []
    for _ in range(times):
        game.step(0)
        found.append(int(game.record["last"][0]))
        if found[-1] >= 0:
            assert game.record["place"][0, found[-1]] == DRAWN
    assert game.record["place"][0, 0] == 1, "cards elsewhere stay"
    return found


def test_every_card_of_a_place_is_moved_once_and_then_none() -> None:
    for seed in range(20):
        *found, none = drawn(seed, CARDS)
        assert sorted(found) == [1, 2, 3, 4]
        assert none == -1


def test_cards_of_a_place_are_moved_equally_often() -> None:
    first = Counter(drawn(seed, 1)[0] for seed in range(800))
    assert set(first) == {1, 2, 3, 4}
    assert min(first.values()) > 150
