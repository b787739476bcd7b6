"""Boards, the setup and Rat-o-bot's cards that are wrong in one place."""

from pathlib import Path

import pytest

from tests.tables.broken import Case, Edit, assert_rejected
from wistar_env.games.rats_of_wistar.tables import load

BROKEN: dict[str, Case] = {
    "repeated main action": (
        "wheel.toml",
        'main = "dig"',
        'main = "wood"',
        "position: main: found 'wood' 2 times",
    ),
    "three main actions in an area": (
        "wheel.toml",
        'area = "lair"',
        'area = "forest"',
        "position: area: found forest 3 times; allowed: each Area twice",
    ),
    "unknown bonus": (
        "wheel.toml",
        '"play, move1"',
        '"play, dance"',
        r"sector 1 \(name 'S1'\): face_2.1: found 'play, dance'; "
        r"allowed: a valid line \(one or two of move1",
    ),
    "three bonuses": ("wheel.toml", '"play, move1"', '"play, move1, wood"', "one or two of move1"),
    "sector without spaces": ("wheel.toml", r'\["mission, basic"\]', "[]", "found 0 entries"),
    "unreachable room": (
        "farm.toml",
        r'between = \["F", "G"\]',
        'between = ["E", "B"]',
        r"location 7 \(letter 'G'\): found no passages that lead there; allowed: a passage",
    ),
    "passage to nowhere": (
        "farm.toml",
        r'between = \["F", "G"\]',
        'between = ["F", "H"]',
        r"passage 10: between: found \['F', 'H'\]; allowed: two different letters of A, B",
    ),
    "passage twice": (
        "farm.toml",
        r'between = \["B", "D"\]',
        'between = ["C", "B"]',
        "passage: between: found 'B-C' 2 times",
    ),
    "eleven doors": (
        "farm.toml",
        r'\[\[passage\]\]\nbetween = \["A", "B"\]',
        '[[passage]]\nbetween = ["B", "G"]\nplayers = 2\nsource = "printed"\n\n'
        '[[passage]]\nbetween = ["A", "B"]',
        "found 11 Doors with 4 players; allowed: at most 10",
    ),
    "entrance that is a room": (
        "farm.toml",
        'name = "entrance"',
        'name = "entrance"\nkind = "home"',
        r"location 1 \(letter 'A'\): found a Room; allowed: the entrance, without kind",
    ),
    "room without kind": (
        "farm.toml",
        'kind = "home"\n',
        "",
        "kind: found nothing; allowed: one of home, basement",
    ),
    "no cheese room": ("farm.toml", "cheese = true\n", "", "cheese: found 0 rooms"),
    "repeated letter": ("farm.toml", 'letter = "C"', 'letter = "B"', "letter: found 'B' 2 times"),
    "letter that is a word": (
        "farm.toml",
        'letter = "C"',
        'letter = "Cellar"',
        "found 'Cellar'; allowed: one letter",
    ),
    "more missions than cards": (
        "farm.toml",
        'room = "F"',
        'room = "B"',
        "mission_place: home: found 7 places; allowed: at most the 6 home cards",
    ),
    "mission at the entrance": (
        "farm.toml",
        'room = "B"',
        'room = "A"',
        "room: found 'A'; allowed: one of B, C",
    ),
    "five guests in a room": (
        "farm.toml",
        r"guests = \[1, 2, 2\]",
        "guests = [1, 2, 5]",
        "guests.3: found 5; .*4",
    ),
    "bed VP that fall": (
        "board.toml",
        "7, 11, 16",
        "7, 16, 11",
        r"board.toml: beds: vp: found .*; allowed: values that do not decrease",
    ),
    "a bed too many": ("board.toml", "7, 11, 16", "7, 11, 16, 22", "beds.vp: found 8 entries"),
    "two setups for 2": (
        "setup.toml",
        "players = 3",
        "players = 2",
        "players: players: found 2 2 times",
    ),
    "five players": ("setup.toml", "players = 4", "players = 5", "found 5; .*4"),
    "too many cheeses": ("setup.toml", "cheeses = 1", "cheeses = 3", "found 3; .*2"),
    "short round stack": (
        "setup.toml",
        r', "basement"\]',
        "]",
        "start.round_stack: found 4 entries",
    ),
    "action card to nowhere": (
        "bot_actions.toml",
        'main = "wood"\n',
        "",
        r"card 1 \(name 'P1'\): main: found neither; allowed: either 'main', or 'skill'",
    ),
    "action card to two places": (
        "bot_actions.toml",
        'main = "wood"',
        'main = "wood"\nskill = "agility"',
        "main: found both",
    ),
    "unknown bot bonus": (
        "bot_actions.toml",
        '"mission strength"',
        '"mission energy"',
        r"bonuses.1: found 'mission energy'; allowed: a valid line \(one of cards, guest",
    ),
    "unknown step": (
        "bot_explorations.toml",
        '"move D, reveal"',
        '"jump D, reveal"',
        r"card 1 \(name 'X1'\): rows.A: found 'jump D, reveal'; "
        r"allowed: a valid line \(1 to 3 of move",
    ),
    "move to the entrance": (
        "bot_explorations.toml",
        '"move D, reveal"',
        '"move A, reveal"',
        "rows.A: found move A, reveal; allowed: moves to B, C, D",
    ),
    "move through a wall": (
        "bot_explorations.toml",
        '"move D, reveal"',
        '"move E, reveal"',
        "allowed: moves through a passage of A",
    ),
    "row missing": (
        "bot_explorations.toml",
        'A = "move D, reveal"\n',
        "",
        "rows: found B, C, D, E, F, G; allowed: exactly one row for each of A, B",
    ),
    "two last cards": ("bot_explorations.toml", "last = false", "last = true", "found 2 cards"),
    "floorplan with a gap": (
        "bot_explorations.toml",
        '"m4", "m1"',
        '"m1", "m1"',
        "floorplan: found m1, m1, m3.*; allowed: each once: m1, m2",
    ),
    "side missing": (
        "bot_tracks.toml",
        "index = 1",
        "index = 0",
        "symbol and index: found 'structure 0' 2 times",
    ),
    "sides that differ in tokens": (
        "bot_tracks.toml",
        "index = 1\ntokens = 2",
        "index = 1\ntokens = 1",
        "tokens: found 1; allowed: 2, as on the other sides",
    ),
    "six tokens": (
        "bot_tracks.toml",
        r'symbol = "automaton"\nindex = 0\ntokens = 1',
        'symbol = "automaton"\nindex = 0\ntokens = 2',
        "tokens: found 6 on three cards; allowed: exactly 5",
    ),
    "two effects on a space": (
        "bot_tracks.toml",
        'immediate = "mission"',
        'immediate = "mission", endgame = "per beds: vp 1"',
        "spaces.6: found several effects; allowed: at most one",
    ),
    "unknown immediate": (
        "bot_tracks.toml",
        'immediate = "mission"',
        'immediate = "objective top"',
        r"found 'objective top'; allowed: a valid line \(explore, mission, or objective followed "
        "by one of left",
    ),
    "track that gives": (
        "bot_tracks.toml",
        'aggressive = "if wood 2: lose_wood 1"',
        'aggressive = "if wood 2: wood 1"',
        "aggressive: found .*; allowed: clauses 'if COUNT n",
    ),
    "track endgame": (
        "bot_tracks.toml",
        'endgame = "per beds: vp 1"',
        'endgame = "per beds: wood 1"',
        "endgame: found .*; allowed: only the op 'vp'",
    ),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_board_that_is_wrong_is_rejected(folder: Path, edit: Edit, case: str) -> None:
    file, old, new, message = BROKEN[case]
    edit(file, old, new)
    assert_rejected(folder, file, message)


def test_more_guests_in_the_rooms_than_tiles_are_rejected(folder: Path, edit: Edit) -> None:
    for letter in "BCD":
        edit("farm.toml", rf'(letter = "{letter}".*?guests = \[\d, \d), \d', r"\1, 4")
    assert load.check(folder) == [
        "farm.toml: location: guests: found 17 home tiles with 4 players and the Round stack; "
        "allowed: at most the 15 of guests.toml"
    ]
