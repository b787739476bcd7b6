"""Cards that go from place to place at random."""

from collections import Counter

from wistar_env.author import NOBODY, Actions, Declared, State, cards, end, field, move_random

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


def drawn(seed: int, times: int) -> list[int]:
    """Return the cards of so many draws."""
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
