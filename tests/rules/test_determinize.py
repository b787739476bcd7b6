"""What a player cannot know is reshuffled, what the player sees stays (GEN-11)."""

from typing import Any

import numpy as np
import pytest

from tests.builder import Position
from tests.play import Play
from wistar_env.rules import core, decisions
from wistar_env.rules.limits import BOT_EXPLORATIONS, ROUNDS
from wistar_env.rules.state import AT_BOT_PILE, NONE

#: Fields of a game that everybody sees as they are.
PUBLIC = (
    "seats solo level round turn finished decisions order hut hut_size wheel chiefs deck_size "
    "discard discard_size display pairs offered_size mission_open mission_cubes "
    "objectives objective_claims objective_deck_size room_guests_size cheese cheese_size "
    "supply_size round_guest act answers turn_began fault next_answerer heroes_left skills_left "
    "depth"
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
        entry.tolist()
        for entry in entries
        if not (entry["kind"] in hidden and entry["seat"] != seat)
    ]
    if len(entries) == 0 or entries[-1]["seat"] == seat:
        seen["offered"] = game["offered"].tolist()
    bot = game["bot"]
    for name in ("cards", "workers", "cubes", "indices", "positions", "token_track"):
        seen[f"bot {name}"] = np.array(bot[name]).tolist()
    seen["bot used"] = bot["actions"][: bot["action_next"]].tolist()
    seen["bot explored"] = bot["explorations"][: bot["exploration_next"] + 1].tolist()
    return seen


def secrets(game: Any, seat: int) -> dict[str, tuple[Any, ...]]:
    """Return what a seat cannot know: name of the secret -> its value."""
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
    """Return a random game at every so many decisions."""
    play = Play(tables, players, seed, tracks)
    return [
        play.clone()
        for number, _ in enumerate(play.random(np.random.default_rng(seed)))
        if number % every == 0
    ]


def determinized(play: Play, seat: int, seed: int) -> Play:
    """Return a copy in which everything hidden from a seat is reshuffled."""
    copy = play.clone()
    core.determinize(copy.tables, copy.games, 0, seat, seed)
    core.legal_actions(copy.tables, copy.games, 0, copy.legal)
    return copy


@pytest.mark.property
@pytest.mark.ledger("GEN-11")
@pytest.mark.parametrize(("players", "tracks"), PLAYERS)
def test_everything_a_seat_sees_stays(
    tables: Any, players: int, tracks: tuple[int, int, int]
) -> None:
    for play in positions(tables, players, tracks, 11):
        for seat in range(players):
            for seed in range(3):
                other = determinized(play, seat, seed)
                assert view(other.game, seat) == view(play.game, seat)
                assert other.violations() == 0


@pytest.mark.property
@pytest.mark.ledger("GEN-11")
@pytest.mark.parametrize(("players", "tracks"), PLAYERS)
def test_the_own_legal_actions_stay_and_the_game_goes_on_to_its_end(
    tables: Any, players: int, tracks: tuple[int, int, int]
) -> None:
    for play in positions(tables, players, tracks, 12)[::3]:
        other = determinized(play, play.seat, 5)
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
        found = [secrets(determinized(play, 0, seed).game, 0) for seed in range(12)]
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


@pytest.mark.property
@pytest.mark.ledger("GEN-11")
@pytest.mark.parametrize(("players", "tracks"), PLAYERS)
def test_a_determinized_copy_does_not_depend_on_what_is_hidden(
    tables: Any, players: int, tracks: tuple[int, int, int]
) -> None:
    for play in positions(tables, players, tracks, 14):
        other = determinized(play, 0, 3)
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
        determinized(play, 0, 1)
        assert play.bytes == before


@pytest.mark.ledger("GEN-11")
def test_the_same_seed_determinizes_alike_and_another_otherwise(tables: Any) -> None:
    play = positions(tables, 3, (0, 0, 0), 16)[1]
    assert determinized(play, 0, 1).bytes == determinized(play, 0, 1).bytes
    assert determinized(play, 0, 1).bytes != determinized(play, 0, 2).bytes
