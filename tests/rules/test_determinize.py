"""Information hidden from a player is resampled; visible information stays (GEN-11)."""

from collections import Counter
from copy import deepcopy
from typing import Any

import numpy as np
import pytest

from tests.builder import Position
from tests.play import Play
from tests.scenes import plain_card
from tests.solo import Solo
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.numbers import MOST_NUMBERS, number
from wistar_env.games.rats_of_wistar.rules.state import AT_BOT_PILE, NONE
from wistar_env.games.rats_of_wistar.tables.limits import BOT_EXPLORATIONS, ROUNDS

#: Fields of a game that everybody sees as they are.
PUBLIC = (
    "seats automata round turn finished decisions order hut hut_size wheel chiefs deck_size "
    "discard discard_size display pairs offered_size mission_open mission_cubes "
    "objectives objective_claims objective_deck_size objectives_gone guests_gone "
    "room_guests_size cheese cheese_size supply_size round_guest act answers turn_began fault "
    "next_answerer heroes_left skills_left depth"
).split()
#: Fields of a player that are chains of cards.
CHAINS = {"hand", "played", "played_last"}
PLAYERS = [(2, (0, 0, 0)), (3, (0, 0, 0)), (4, (0, 0, 0)), (1, (2, 2, 3))]


def chain(game: Any, first: int) -> list[int]:
    """Return the cards of a hand or a play area."""
    cards = []
    while first != NONE:
        cards.append(int(first))
        first = game["next"][first]
    return cards


def hand(game: Any, owner: int, seat: int) -> list[int]:
    """Return a hand as a seat sees it: the cards it knows, then NONE for each unknown one."""
    cards = chain(game, game["players"][owner]["hand"])
    known = sorted(card for card in cards if owner == seat or game["card_flags"][card] >> seat & 1)
    return known + [NONE] * (len(cards) - len(known))


def view(game: Any, seat: int) -> dict[str, Any]:
    """Return everything that a seat sees of a game."""
    seats = range(int(game["seats"]))
    seen: dict[str, Any] = {name: np.array(game[name]).tolist() for name in PUBLIC}
    options = game["options"]
    for name in options.dtype.names:
        seen[f"option {name}"] = np.array(options[name]).tolist()
    for owner in seats:
        player = game["players"][owner]
        for name in player.dtype.names:
            if name not in CHAINS:
                seen[f"{owner} {name}"] = np.array(player[name]).tolist()
        seen[f"{owner} hand"] = hand(game, owner, seat)
        seen[f"{owner} played"] = chain(game, player["played"])
    seen["bot pile"] = [at == AT_BOT_PILE for at in game["card_at"]]
    seen["used"] = [bool(flags & 128) for flags in game["card_flags"]]
    seen["missions"] = [
        int(card) if opened else card != NONE
        for card, opened in zip(game["mission_card"], game["mission_open"], strict=True)
    ]
    seen["doors"] = [bool(door != NONE) for door in game["doors"]]
    seen["round guests"] = game["round_guests"][: max(1, int(game["round"]))].tolist()
    entries = game["stack"][: game["depth"]]
    hidden = (decisions.KEEP_OBJECTIVE,)
    seen["stack"] = [
        entry.tobytes()
        for entry in entries
        if not (entry["kind"] in hidden and entry["seat"] != seat)
    ]
    if len(entries) == 0 or entries[-1]["seat"] == seat:
        seen["offered"] = game["offered"].tolist()
    bot = game["bot"]
    for name in ("cards", "workers", "cubes", "positions", "token_track"):
        seen[f"bot {name}"] = np.array(bot[name]).tolist()
    seen["bot used"] = bot["actions"][: bot["action_next"]].tolist()
    seen["bot explored"] = bot["explorations"][: bot["exploration_next"] + 1].tolist()
    seen["bot last"] = int(bot["explorations"][-1])
    return seen


def secrets(game: Any, seat: int) -> dict[str, tuple[Any, ...]]:
    """Return the information hidden from a seat: values by name."""
    first = max(1, int(game["round"]))
    facedown = game["mission_open"] == 0
    found: dict[str, tuple[Any, ...]] = {
        "Basic deck": tuple(game["deck"][0][: game["deck_size"][0]]),
        "Advanced deck": tuple(game["deck"][1][: game["deck_size"][1]]),
        "missions": tuple(game["mission_card"][facedown]),
        "doors": tuple(game["doors"]),
        "Home supply": tuple(game["supply"][0][: game["supply_size"][0]]),
        "room Guests": tuple(
            tuple(guests[:size])
            for guests, size in zip(game["room_guests"], game["room_guests_size"], strict=True)
        ),
        "Round stack": tuple(game["round_guests"][first:ROUNDS]),
        "Objective deck": tuple(game["objective_deck"][: game["objective_deck_size"]]),
        "randomness": (int(game["rng"]),),
    }
    for owner in range(int(game["seats"])):
        if owner != seat:
            cards = chain(game, game["players"][owner]["hand"])
            unknown = [card for card in cards if not game["card_flags"][card] >> seat & 1]
            found[f"hand of {owner}"] = tuple(sorted(unknown))
    bot = game["bot"]
    found["Action deck"] = tuple(bot["actions"][bot["action_next"] :])
    found["Exploration deck"] = tuple(
        bot["explorations"][bot["exploration_next"] + 1 : BOT_EXPLORATIONS - 1]
    )
    return found


def positions(
    tables: Any, players: int, tracks: tuple[int, int, int], seed: int, every: int = 37
) -> list[Play]:
    """Yield a random game every this many decisions."""
    play = Play(tables, players, seed, tracks)
    return [
        play.clone()
        for number, _ in enumerate(play.random(np.random.default_rng(seed)))
        if number % every == 0
    ]


@pytest.mark.property
@pytest.mark.ledger("GEN-11")
@pytest.mark.parametrize(("players", "tracks"), PLAYERS)
def test_everything_a_seat_sees_stays(
    tables: Any, players: int, tracks: tuple[int, int, int]
) -> None:
    for play in positions(tables, players, tracks, 11):
        for seat in range(players):
            for seed in range(3):
                other = play.determinized(seat, seed)
                assert view(other.game, seat) == view(play.game, seat)
                assert other.violations() == 0


@pytest.mark.property
@pytest.mark.ledger("GEN-11")
@pytest.mark.parametrize(("players", "tracks"), PLAYERS)
def test_the_own_legal_actions_stay_and_the_game_goes_on_to_its_end(
    tables: Any, players: int, tracks: tuple[int, int, int]
) -> None:
    for play in positions(tables, players, tracks, 12)[::3]:
        other = play.determinized(play.seat, 5)
        assert other.actions == play.actions
        for _ in other.random(np.random.default_rng(1)):
            assert other.violations() == 0
        assert other.finished


@pytest.mark.property
@pytest.mark.ledger("GEN-11")
@pytest.mark.parametrize(("players", "tracks"), PLAYERS)
def test_everything_hidden_varies(tables: Any, players: int, tracks: tuple[int, int, int]) -> None:
    varied: set[str] = set()
    possible: set[str] = set()
    for play in positions(tables, players, tracks, 13):
        found = [secrets(play.determinized(0, seed).game, 0) for seed in range(12)]
        for name in found[0]:
            if len(set(found[0][name])) > 1 or name == "randomness":
                possible.add(name)
            if len({secret[name] for secret in found}) > 1:
                varied.add(name)
    assert varied >= possible - {"Action deck", "Exploration deck"}
    if players == 1:
        assert {"Action deck", "Exploration deck"} <= varied


@pytest.mark.ledger("GEN-11")
def test_cards_drawn_unseen_vary_and_cards_taken_openly_stay() -> None:
    position = Position(2).turn_of(1).on_top("Hammer", "Archive")
    position.display("basic", "Inn").player(1).hand().workers(farm=3)
    position.place("projects").do("MAIN projects", "TAKE basic 0")
    position.do("TAKE basic deck", "TAKE basic deck")
    assert set(position[1].hand) == {"Hammer", "Archive", "Inn"}
    own = set(position.determinize(1, 5)[1].hand)
    assert own == {"Hammer", "Archive", "Inn"}
    hands = [frozenset(position.determinize(0, seed)[1].hand) for seed in range(12)]
    assert all(len(cards) == 3 and "Inn" in cards for cards in hands)
    assert len(set(hands)) > 6


@pytest.mark.ledger("GEN-11", "CARD-E134")
def test_cards_on_offer_vary_for_others_and_stay_for_who_chooses_among_them() -> None:
    position = Position(2).player(0).plays("Data Processing Center").has(wood=2, metal=2).position
    position.player(0).has(electricity=2)
    drawn = ("Hammer", "Inn", "Hostel")
    position.on_top(*drawn).do("USE Data Processing Center", "PAY wood", "PAY metal")
    own = deepcopy(position).determinize(0, 1)
    assert set(offered(own)) == {position.words.card(name) for name in drawn}
    seen = [offered(deepcopy(position).determinize(1, seed)) for seed in range(12)]
    assert all(len(set(cards)) == 3 for cards in seen)
    assert len({frozenset(cards) for cards in seen}) > 6


def offered(position: Position) -> list[int]:
    """Return the cards that somebody chooses among."""
    return [int(card) for card in position.game["offered"][: position.game["offered_size"]]]


@pytest.mark.ledger("GEN-11", "SETUP-05")
def test_every_face_down_mission_is_equally_likely_to_be_the_one_that_lies_there(
    tables: Any,
) -> None:
    play = Play(tables, 2, seed=1)
    kinds = [int(mission["kind"]) for mission in tables[0]["missions"]]
    (place, *_) = np.flatnonzero(play.game["mission_card"] != NONE)
    unknown = kinds.count(int(tables[0]["mission_kind"][place]))
    found = [int(play.determinized(0, k).game["mission_card"][place]) for k in range(20 * unknown)]
    counts = [found.count(card) for card in set(found)]
    assert len(counts) == unknown
    assert max(counts) < 40
    assert min(counts) > 6


@pytest.mark.ledger("GEN-11", "SETUP-05")
def test_face_down_missions_are_of_their_places_kinds_and_all_different(tables: Any) -> None:
    play = Play(tables, 2, seed=1)
    cards, opened = play.game["mission_card"], play.game["mission_open"]
    kinds, places = tables[0]["missions"]["kind"], tables[0]["mission_kind"]
    laid = cards != NONE
    for kind in set(places):
        opened[np.flatnonzero(laid & (places == kind))[0]] = 1
    for seed in range(40):
        found = play.determinized(0, seed).game["mission_card"]
        assert len(set(found[laid])) == laid.sum()
        assert (found[opened == 1] == cards[opened == 1]).all()
        assert (kinds[found[laid]] == places[laid]).all()


@pytest.mark.ledger("GEN-11", "CARD-E38")
@pytest.mark.parametrize(("left", "drawn"), [(3, 2), (0, 1)])
def test_objectives_that_somebody_else_chooses_from_are_drawn_from_one_pool_with_the_deck(
    left: int, drawn: int
) -> None:
    position = choosing_an_objective(left + drawn)
    offered = objectives_drawn(position)
    assert len(offered) == drawn
    pool = {*offered, *position.game["objective_deck"][:left].tolist()}
    assert objectives_drawn(position.determinize(0, 1)) == offered
    counts: Counter[int] = Counter()
    for seed in range(120):
        found = objectives_drawn(position.determinize(1, seed))
        assert len(found) == drawn
        assert {*found, *position.game["objective_deck"][:left].tolist()} == pool
        counts.update(found)
    assert set(counts) == pool
    assert max(counts.values()) < 2 * min(counts.values())


def choosing_an_objective(size: int) -> Position:
    """Return a position in which seat 0 draws from a deck of so many Objectives."""
    position = plain_card(Position(3), "Hot Air Balloon", effect="private_objective")
    for objective in position.game["objective_deck"][size : position.game["objective_deck_size"]]:
        position.game["objectives_gone"] |= 1 << int(objective)
    position.game["objective_deck_size"] = size
    position.player(0).hand("Hot Air Balloon")
    return position.place("wood", bonus="play").do("BONUS play", "PLAY Hot Air Balloon")


def objectives_drawn(position: Position) -> list[int]:
    """Return the Objectives that somebody chooses from."""
    entry = position.game["stack"][position.game["depth"] - 1]
    found = [int(number(entry, name)) for name in ("objective", "other_objective")]
    return [objective for objective in found if objective != NONE]


@pytest.mark.property
@pytest.mark.ledger("GEN-11")
@pytest.mark.parametrize(("players", "tracks"), PLAYERS)
def test_a_copy_depends_on_nothing_that_its_seat_cannot_know(
    tables: Any, players: int, tracks: tuple[int, int, int]
) -> None:
    for play in positions(tables, players, tracks, 17, every=11):
        for seat in range(players):
            assert play.tells_nothing(seat)


def scribble(tables: Any, game: Any, rng: np.random.Generator) -> None:
    """Write arbitrary values where cards, tiles and steps were but are no longer."""
    piles = [(game["deck"][tier], game["deck_size"][tier]) for tier in range(2)]
    piles += [(game["supply"][kind], game["supply_size"][kind]) for kind in range(2)]
    rooms = range(int(tables[0]["rooms"]))
    piles += [(game["room_guests"][room], game["room_guests_size"][room]) for room in rooms]
    piles += [(game["objective_deck"], game["objective_deck_size"])]
    piles += [(game["offered"], game["offered_size"])]
    for pile, size in piles:
        pile[size:] = rng.integers(0, 10, len(pile) - size)
    for entry in game["stack"][game["depth"] :]:
        for name in ("kind", "seat", "act"):
            entry[name] = rng.integers(0, 10)
        entry["numbers"] = rng.integers(0, 10, MOST_NUMBERS)


@pytest.mark.property
@pytest.mark.ledger("GEN-11")
@pytest.mark.parametrize(("players", "tracks"), PLAYERS)
def test_a_copy_keeps_no_trace_of_what_has_left_its_place(
    tables: Any, players: int, tracks: tuple[int, int, int]
) -> None:
    rng = np.random.default_rng(18)
    for play in positions(tables, players, tracks, 18):
        other = play.clone()
        scribble(tables, other.game, rng)
        for seat in range(players):
            copy = other.determinized(seat, 1)
            assert copy.bytes == play.determinized(seat, 1).bytes
            assert not any(copy.game["stack"][copy.game["depth"] :].tobytes())


@pytest.mark.property
@pytest.mark.ledger("GEN-11")
@pytest.mark.parametrize(("players", "tracks"), PLAYERS)
def test_the_same_cards_are_unseen_in_a_copy(
    tables: Any, players: int, tracks: tuple[int, int, int]
) -> None:
    for play in positions(tables, players, tracks, 14):
        other = play.determinized(0, 3)
        for name, secret in secrets(play.game, 0).items():
            if name.startswith("hand of"):
                assert len(secrets(other.game, 0)[name]) == len(secret)
        assert sorted(unseen(other.game)) == sorted(unseen(play.game))


def unseen(game: Any) -> list[int]:
    """Return the decks, and the cards that seat 0 cannot tell from them."""
    decks = [game["deck"][tier][: game["deck_size"][tier]] for tier in range(2)]
    cards = [int(card) for deck in decks for card in deck]
    for owner in range(1, int(game["seats"])):
        held = chain(game, game["players"][owner]["hand"])
        cards += [card for card in held if not game["card_flags"][card] & 1]
    return [*cards, *(int(card) for card in game["offered"][: game["offered_size"]])]


@pytest.mark.property
@pytest.mark.ledger("GEN-11")
def test_determinizing_a_copy_never_changes_the_games_future(tables: Any) -> None:
    for players, tracks in PLAYERS:
        play = positions(tables, players, tracks, 15)[-1]
        before = play.bytes
        play.determinized(0, 1)
        assert play.bytes == before


@pytest.mark.ledger("GEN-11")
def test_the_same_seed_determinizes_alike_and_another_otherwise(tables: Any) -> None:
    play = positions(tables, 3, (0, 0, 0), 16)[1]
    assert play.determinized(0, 1).bytes == play.determinized(0, 1).bytes
    assert play.determinized(0, 1).bytes != play.determinized(0, 2).bytes


@pytest.mark.ledger("GEN-11", "BOT-69")
def test_of_exploration_cards_with_equal_backs_any_may_be_on_top() -> None:
    solo = Solo()
    first = int(solo.record["exploration_next"])
    cards = [int(card) for card in solo.record["explorations"][first:]]
    printed = solo.tables["bot_explorations"]["priority"]
    printed[cards[2]] = printed[cards[0]]
    tops = set()
    for seed in range(30):
        solo.determinize(0, seed)
        tops.add(int(solo.record["explorations"][first]))
    assert tops == {cards[0], cards[2]}


@pytest.mark.ledger("GEN-11", "BOT-69")
def test_the_last_exploration_card_stays_at_the_bottom() -> None:
    solo = Solo()
    cards = solo.record["explorations"].copy()
    for seed in range(20):
        solo.determinize(0, seed)
        assert solo.record["explorations"][-1] == cards[-1]
        assert sorted(solo.record["explorations"]) == sorted(cards)
    solo.last_exploration().determinize(0, 1)
    assert solo.record["explorations"][-1] == cards[-1]


@pytest.mark.ledger("GEN-11", "AMB-63")
@pytest.mark.parametrize("seat", [0, 1])
def test_an_event_that_tells_of_an_unknown_card_tells_of_the_one_dealt_in_its_place(
    seat: int,
) -> None:
    position = Position().turn_of(seat)
    for name, effect in (
        ("Encyclopedia", "on take_card: explore 1"),
        ("Lantern", "on take_card basic: vp 1"),
    ):
        plain_card(position, name, effect=effect, timing="permanent")
    position.player(seat).plays("Encyclopedia", "Lantern").hand().workers(farm=1).has(vp=10)
    position.place("wood", bonus="basic").do("BONUS basic")
    drawn, told = position[seat].hand, set()
    for seed in range(8):
        other = deepcopy(position).determinize(1 - seat, seed)
        (entry,) = [
            entry
            for entry in other.game["stack"][: other.game["depth"]]
            if entry["kind"] == decisions.TRIGGER
        ]
        assert other.words.card(other[seat].hand[0]) == number(entry, "argument")
        told.add(other[seat].hand[0])
        assert other.do("PASS")[seat].vp == 11
    assert len(told) > 2
    assert position[seat].hand == drawn
