"""The final scoring, by the rulebooks: every category of a seat, and the places (A14, B9)."""

from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

from tests.independent.clauses import Clause
from tests.independent.printed import SKILLS, SYMBOLS, Printed
from wistar_env.games.rats_of_wistar.rules.state import AT_BOT_PILE, NONE
from wistar_env.games.rats_of_wistar.tables import codes

#: The columns of ``core.score``.
CATEGORIES: Final = (
    "track",
    "abilities",
    "beds",
    "rooms",
    "guests",
    "inventions",
    "endgame",
    "electricity",
    "leftover_items",
    "wilds",
    "bot_tracks",
    "total",
)

ADVANCED_ELECTRICITY: Final = 2
BOT: Final = 1

#: The words for cards in play of one type, tier or timing.
_CARDS_OF: Final = {
    "structure": "structures",
    "tool": "tools",
    "automaton": "automata",
    "basic": "basics",
    "advanced": "advanced",
    "immediate": "immediates",
    "once": "onces",
    "income": "incomes",
    "permanent": "permanents",
    "endgame": "endgames",
    "aggressive": "aggressives",
}


@dataclass
class Score:
    """The categories of a seat, and what its Endgame effects gave, by card or track space."""

    vp: dict[str, int]
    endgame: dict[Any, int]

    def row(self) -> list[int]:
        """Return the columns of ``core.score``."""
        return [self.vp[name] for name in CATEGORIES]


def score(game: Any, seat: int, printed: Printed) -> Score:
    """Score one seat of a record as if the game ended now."""
    if game["automata"] and seat == BOT:
        return _score_of_bot(game, printed)
    return _score_of_player(game, seat, printed)


def _score_of_player(game: Any, seat: int, printed: Printed) -> Score:
    player = game["players"][seat]
    played = chain(player["played"], game["next"])
    have = counts_of_player(game, seat, played, printed)
    endgame = {
        card: _endgame(printed.inventions[card].effect, have)
        for card in played
        if printed.inventions[card].timing == "endgame"
    }
    vp = {
        "track": int(player["vp"]),
        "abilities": _abilities(int(player["cubes_gone"]), printed),
        "beds": highest(printed.bed_vp, int(player["beds_built"])),
        "rooms": highest(printed.room_vp, int(player["rooms_dug"])),
        "guests": sum(printed.guest_vp[tile] for tile in guests_of(player)),
        "inventions": sum(printed.inventions[card].vp for card in played),
        "endgame": sum(endgame.values()),
        "electricity": 2 if have["electricity"] == ADVANCED_ELECTRICITY else 0,
        "leftover_items": (have["wood"] + have["metal"] + have["movement"] + have["hand"]) // 5,
        "wilds": have["wild"] // 2,
        "bot_tracks": 0,
    }
    return _summed(vp, endgame)


def _score_of_bot(game: Any, printed: Printed) -> Score:
    """Rat-o-bot's categories; its cubes stand for abilities, its pile for Inventions (B9)."""
    player, bot = game["players"][BOT], game["bot"]
    have = _counts_of_bot(game, printed)
    endgame: dict[Any, int] = {}
    current = 0
    for track, name in enumerate(SYMBOLS):
        index, position = int(game["options"]["tracks"][track]), int(bot["positions"][track])
        spaces = printed.tracks[track][index].spaces
        current += spaces[position].vp
        for place, space in enumerate(spaces[: position + 1]):
            if space.endgame:
                endgame[name, index, place] = _endgame(space.endgame, have)
    vp = dict.fromkeys(CATEGORIES[:-1], 0) | {
        "track": int(player["vp"]),
        "abilities": highest(printed.bot_cube_vp, have["mission_cubes"]),
        "beds": highest(printed.bed_vp, int(player["beds_built"])),
        "rooms": highest(printed.room_vp, int(player["rooms_dug"])),
        "guests": sum(printed.guest_vp[tile] for tile in guests_of(player)),
        "inventions": int((game["card_at"] == AT_BOT_PILE).sum()),
        "endgame": sum(endgame.values()),
        "bot_tracks": current,
    }
    return _summed(vp, endgame)


def _summed(vp: dict[str, int], endgame: dict[Any, int]) -> Score:
    return Score(vp | {"total": sum(vp.values())}, endgame)


def chain(first: Any, following: Any) -> list[int]:
    """Return the cards of a chain."""
    cards = []
    card = int(first)
    while card != NONE:
        cards.append(card)
        card = int(following[card])
    return cards


def highest(values: list[int], removed: int) -> int:
    """Return the highest value uncovered when so many pieces are removed (SCORE-02, SCORE-03)."""
    return max(values[: removed + 1])


def guests_of(player: Any) -> list[int]:
    """Return the Guest tiles on a board, the Cheese among them (GUEST-03)."""
    tiles: list[int] = player["guests"][: int(player["guests_size"])].tolist()
    return tiles


def _abilities(gone: int, printed: Printed) -> int:
    """Sum up the ability spaces without a cube; a pair counts once (ABILITY-01, ABILITY-10)."""
    total = 0
    for place, ability in enumerate(printed.abilities):
        if gone >> place & 1:
            total += ability.vp
            if ability.pair is not None and ability.pair < place and gone >> ability.pair & 1:
                total += ability.pair_vp
    return total


def _endgame(effect: tuple[Clause, ...], have: Counter[str]) -> int:
    """Score an Endgame effect: VP as often as its guards say."""
    total = 0
    for clause in effect:
        times = 1
        for guard in clause.guards:
            if guard.word == "per":
                times *= have[guard.count]
            else:
                assert guard.word == "if"
                times *= have[guard.count] >= guard.number
        for step in clause.steps:
            assert [op.word for op in step] == ["vp"]
            total += times * step[0].number
    return total


def counts_of_player(game: Any, seat: int, played: list[int], printed: Printed) -> Counter[str]:
    """Count what a player has, from the pieces themselves where the record shows them."""
    player = game["players"][seat]
    have: Counter[str] = Counter(_counts_of_seat(game, seat, printed))
    for word in ("wood", "metal", "movement", "wild", "electricity"):
        have[word] = int(player[word])
    have["hand"] = len(chain(player["hand"], game["next"]))
    have["items"] = have["wood"] + have["metal"] + have["hand"]
    have["inventions"] = len(played)
    for card in played:
        _count_card(have, card, printed)
    for place, ability in enumerate(printed.abilities):
        have[f"{ability.colour}_cubes"] += int(player["cubes_gone"]) >> place & 1
    for skill, bit in SKILLS.items():
        have[skill] += int(player["skill_tokens"]) >> bit & 1
    for hero, (skill, icons) in enumerate(printed.hero_icons):
        have[skill] += icons * (int(player["heroes"]) >> hero & 1)
    have["skill_icons"] = sum(have[skill] for skill in SKILLS)
    have["best_skill"] = max(have[skill] for skill in SKILLS)
    have["power"] = have["energy"] + have["electricity"]
    have["workers_in_one_area"] = int(player["workers"].max())
    return have


def _count_card(have: Counter[str], card: int, printed: Printed) -> None:
    invention = printed.inventions[card]
    for word in (invention.type, invention.tier, invention.timing):
        have[_CARDS_OF[word]] += 1
    for icon, number in invention.icons.items():
        have[icon] += number


def _counts_of_bot(game: Any, printed: Printed) -> Counter[str]:
    have: Counter[str] = Counter(_counts_of_seat(game, BOT, printed))
    bot = game["bot"]
    for skill, token in SKILLS.items():
        have[f"advances_{skill}"] = int(bot["positions"][int(bot["token_track"][token])])
    return have


def _counts_of_seat(game: Any, seat: int, printed: Printed) -> dict[str, int]:
    player = game["players"][seat]
    kinds = [printed.guest_kind[tile] for tile in guests_of(player)]
    return {
        "guests": len(kinds),
        "home_guests": kinds.count(codes.KIND_HOME),
        "basement_guests": kinds.count(codes.KIND_BASEMENT),
        "doors": int(player["doors"]),
        "tents": int((player["tents"] != NONE).sum()),
        "beds": int(player["beds"]),
        "rooms_dug": int(player["rooms_dug"]),
        "mission_cubes": int((game["mission_cubes"] == seat).sum()),
        "objectives": int(player["claims"]).bit_count(),
    }


def places(totals: list[int], order: list[int], solo: bool) -> list[int]:
    """Return the place of each seat: earlier in turn order wins a tie, but not solo.

    In a solo game the human needs more VP than Rat-o-bot (GEN-08, BOT-118).
    """
    if solo:
        return [1, 2] if totals[0] > totals[1] else [2, 1]
    ranking = sorted(range(len(totals)), key=lambda seat: (-totals[seat], order.index(seat)))
    return [ranking.index(seat) + 1 for seat in range(len(totals))]


def order_after(order: list[int], hut: list[int]) -> list[int]:
    """Return the turn order after a round: by the leftmost Chiefs on the Hut, then as before.

    ROUND-02, ROUND-03, ROUND-04; at the end of the game too (END-02), so once more changes nothing.
    """
    there = list(dict.fromkeys(hut))
    return there + [seat for seat in order if seat not in there]
