"""Moving cards and Guests in a game record by hand, keeping every derived number right."""

from typing import Any

from wistar_env.games.rats_of_wistar.rules.state import (
    AT_DISCARDS,
    AT_ELSEWHERE,
    AT_PLAY_AREA,
    GUEST_SOURCE,
    NONE,
)
from wistar_env.games.rats_of_wistar.tables import codes, limits

_STANDING = {
    codes.OP_EXTRA_ROOM: "extra_rooms",
    codes.OP_BED_DISCOUNT: "bed_discount",
    codes.OP_DIG_DISCOUNT: "dig_discount",
    codes.OP_MOVEMENT_BONUS: "movement_bonus",
}
_DISCOUNT_SLOTS = {
    codes.DISCOUNT_EITHER: (0,),
    codes.DISCOUNT_WOOD: (1,),
    codes.DISCOUNT_METAL: (2,),
    codes.DISCOUNT_BOTH: (1, 2),
    codes.DISCOUNT_SKILL: (3,),
}


def _chain(game: Any, first: int) -> list[int]:
    cards = []
    while first != NONE:
        cards.append(int(first))
        first = game["next"][first]
    return cards


def hand_of(game: Any, seat: int) -> list[int]:
    """Return the cards in a hand."""
    return _chain(game, game["players"][seat]["hand"])


def played_by(game: Any, seat: int) -> list[int]:
    """Return the cards in a play area in order of acquisition."""
    return _chain(game, game["players"][seat]["played"])


def _relink(game: Any, cards: list[int]) -> int:
    for card, after in zip(cards, [*cards, NONE][1:], strict=True):
        game["next"][card] = after
    return cards[0] if cards else NONE


def _cut(stack: Any, size: int, at: int) -> int:
    stack[at : size - 1] = stack[at + 1 : size]
    return size - 1


def draw_under(game: Any, tier: int) -> int:
    """Take the lowest card of a deck, so that its top stays as a test arranged it."""
    card = int(game["deck"][tier][0])
    game["deck_size"][tier] = _cut(game["deck"][tier], int(game["deck_size"][tier]), 0)
    return card


def draw(game: Any, tier: int) -> int:
    """Take the top card of a deck."""
    game["deck_size"][tier] -= 1
    return int(game["deck"][tier][game["deck_size"][tier]])


def take_card(game: Any, tables: Any, card: int) -> None:
    """Lift a card from its deck, discard pile, display slot (refilled) or hand."""
    tier = int(tables["cards"][card]["tier"])
    for pile in ("deck", "discard"):
        size = int(game[f"{pile}_size"][tier])
        at = list(game[pile][tier][:size])
        if card in at:
            game[f"{pile}_size"][tier] = _cut(game[pile][tier], size, at.index(card))
            game["card_at"][card] = AT_ELSEWHERE
            return
    for slot in range(limits.DISPLAY):
        if game["display"][tier][slot] == card:
            game["display"][tier][slot] = draw_under(game, tier)
            return
    for seat in range(int(game["seats"])):
        cards = hand_of(game, seat)
        if card in cards:
            cards.remove(card)
            game["players"][seat]["hand"] = _relink(game, cards)
            game["players"][seat]["hand_size"] -= 1
            game["players"][seat]["hand_advanced"] -= tier
            game["next"][card] = NONE
            game["card_at"][card] = AT_ELSEWHERE
            game["card_flags"][card] = 0
            return
    raise ValueError(f"card {card} is in a play area and stays there")


def put_under(game: Any, tables: Any, card: int) -> None:
    """Put a lifted card under its deck."""
    tier = int(tables["cards"][card]["tier"])
    size = int(game["deck_size"][tier])
    game["deck"][tier][1 : size + 1] = game["deck"][tier][:size].copy()
    game["deck"][tier][0] = card
    game["deck_size"][tier] = size + 1


def put_on_top(game: Any, tables: Any, card: int, pile: str = "deck") -> None:
    """Put a lifted card on top of its deck or of its discard pile."""
    tier = int(tables["cards"][card]["tier"])
    game[pile][tier][game[f"{pile}_size"][tier]] = card
    game[f"{pile}_size"][tier] += 1
    game["card_at"][card] = AT_DISCARDS if pile == "discard" else AT_ELSEWHERE


def put_in_play(game: Any, tables: Any, seat: int, card: int) -> None:
    """Add a lifted card to a play area with everything that its lying there means."""
    player, row = game["players"][seat], tables["cards"][card]
    game["next"][card] = NONE
    game["card_at"][card] = AT_PLAY_AREA + seat
    game["card_flags"][card] = 0
    if player["played"] == NONE:
        player["played"] = card
    else:
        game["next"][player["played_last"]] = card
    player["played_last"] = card
    player["icons"] += row["icons"]
    player["types"][row["type"]] += 1
    player["tiers"][row["tier"]] += 1
    player["timings"][row["timing"]] += 1
    _await_events(game, tables, player, card, row)


def _await_events(game: Any, tables: Any, player: Any, source: int, row: Any) -> None:
    events = 0
    if row["timing"] == codes.TIMING_PERMANENT:
        add_standing(tables, player, int(row["start"]), int(row["end"]))
        rows = tables["ops"][int(row["start"]) : int(row["end"])]
        for op in rows[rows["op"] == codes.OP_ON]:
            events |= 1 << int(op["a"])
        if events >> codes.EVENT_PLAY_ICON & 1:
            events |= 1 << codes.EVENT_PLAY_CARD
    if row["timing"] == codes.TIMING_INCOME:
        events = 1 << codes.EVENT_INCOME
    if not events:
        return
    player["events"] |= events
    if player["answerers"] == NONE:
        player["answerers"] = source
    else:
        game["next_answerer"][player["answerers_last"]] = source
    player["answerers_last"] = source
    game["next_answerer"][source] = NONE


def add_standing(tables: Any, player: Any, start: int, end: int) -> None:
    """Add the standing ops of effect rows to a player."""
    for op in tables["ops"][start:end]:
        code = int(op["op"])
        if code in _STANDING:
            player[_STANDING[code]] += op["a"]
        elif code == codes.OP_IMMUNE:
            player["immune"] += 1
        elif code == codes.OP_DISCOUNT:
            for slot in _DISCOUNT_SLOTS[int(op["b"])]:
                player["discounts"][op["a"]][slot] += op["c"]


def take_guest(game: Any, tables: Any, guest: int) -> None:
    """Lift a Guest from wherever it lies; a gap elsewhere is filled from the supply."""
    kind = int(tables["guests"][guest]["kind"])
    size = int(game["supply_size"][kind])
    supply = [int(tile) for tile in game["supply"][kind][:size]]
    if guest not in supply:
        stand_in = supply[0]
        _replace_guest(game, guest, stand_in)
        guest = stand_in
    game["supply_size"][kind] = _cut(game["supply"][kind], size, supply.index(guest))


def _replace_guest(game: Any, guest: int, stand_in: int) -> None:
    if game["round_guest"] == guest:
        game["round_guest"] = stand_in
    for place in [*game["room_guests"], game["round_guests"]]:
        for i, tile in enumerate(place):
            if tile == guest:
                place[i] = stand_in
                return
    raise ValueError(f"Guest {guest} is on a board already or out of the game")


def house(game: Any, tables: Any, seat: int, guest: int) -> None:
    """Add a lifted Guest to a board."""
    player, row = game["players"][seat], tables["guests"][guest]
    player["guests"][player["guests_size"]] = guest
    player["guests_size"] += 1
    player["guest_kinds"][row["kind"]] += 1
    if not (game["automata"] and seat):
        _await_events(game, tables, player, GUEST_SOURCE + guest, row)


def deck_of(game: Any, tier: int) -> list[int]:
    """Return the cards of a deck, the top one last."""
    return [int(card) for card in game["deck"][tier][: game["deck_size"][tier]]]
