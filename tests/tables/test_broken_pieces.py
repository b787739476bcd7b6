"""Inventions, Guests, missions and small pieces that are wrong in one place."""

from pathlib import Path

import pytest

from tests.tables.broken import Case, Edit, assert_rejected

TOOLS, STRUCTURES = "inventions_tools.toml", "inventions_structures.toml"
FIRST_CARD = r"\[\[card\]\]\nnumber = 1\n.*?\n\n"

BROKEN: dict[str, Case] = {
    "unknown op": (
        TOOLS,
        'effect = "electricity"',
        'effect = "lightning"',
        r"card 2 \(number 2\): effect: found 'lightning'; allowed: .*unknown op 'lightning'; "
        "allowed: wood, metal",
    ),
    "unknown word": (
        TOOLS,
        'timing = "once"',
        'timing = "twice"',
        "found 'twice'.*immediate, once",
    ),
    "unknown type": (TOOLS, 'type = "tool"', 'type = "toy"', "found 'toy'.*structure, tool"),
    "unknown field": (TOOLS, "vp = 6", "vp = 6\nprice = 2", "found the field 'price'"),
    "missing field": (TOOLS, "vp = 6\n", "", "vp: found nothing; allowed: Field required"),
    "text for a number": (TOOLS, "vp = 6", 'vp = "6"', "vp: found '6'; allowed: .*integer"),
    "fraction": (TOOLS, "vp = 6", "vp = 6.0", "vp: found 6.0; allowed: .*integer"),
    "truth for a number": (TOOLS, "vp = 6", "vp = true", "vp: found True; allowed: .*integer"),
    "number for text": (TOOLS, 'name = "Clockwork Lockpick"', "name = 7", "found 7.*string"),
    "far too many VP": (TOOLS, "vp = 6", "vp = 99", "found 99; .*less than or equal to 30"),
    "number out of range": (STRUCTURES, "number = 180", "number = 181", "found 181; .*180"),
    "repeated number": (TOOLS, "number = 2\n", "number = 1\n", "card: number: found 1 2 times"),
    "repeated name": (
        TOOLS,
        "Toaster Coil Igniter",
        "Clockwork Lockpick",
        "card: name: found 'Clockwork Lockpick' 2 times; allowed: each value once",
    ),
    "card missing": (
        TOOLS,
        FIRST_CARD,
        "",
        "card: found 179 entries; allowed: exactly 180 in the three files",
    ),
    "wrong tier": (
        TOOLS,
        'tier = "advanced"',
        'tier = "basic"',
        "card: tier: basic: found 101 entries; allowed: exactly 100",
    ),
    "unknown cost": (TOOLS, 'cost = "wood 2"', 'cost = "gold 2"', "'gold' is not one of wood"),
    "unknown icon": (TOOLS, 'icons = "intel', 'icons = "humour 1, intel', "'humour' is not one"),
    "electricity 3": (
        STRUCTURES,
        'requires = "electricity 2"',
        'requires = "electricity 3"',
        "requires: found 'electricity 3'; allowed: at most electricity 2",
    ),
    "too many icons": (
        TOOLS,
        'requires = "stamina 1"',
        'requires = "stamina 20, energy 20, rooms_dug 7"',
        "allowed: at most rooms_dug 6, the most in a game",
    ),
    "four needs": (
        TOOLS,
        'requires = "stamina 1"',
        'requires = "doors 1, beds 1, guests 1, tents 1"',
        "allowed: at most 3 words besides the Skills",
    ),
    "advances of a player": (
        TOOLS,
        'requires = "stamina 1"',
        'requires = "advances_agility 1"',
        "which only Rat-o-bot has",
    ),
    "no effect": (TOOLS, 'effect = "electricity"', 'effect = ""', "allowed: at least one op"),
    "endgame with other ops": (
        TOOLS,
        'effect = "per tools: vp 1"',
        'effect = "wood 1"',
        "effect: found 'wood 1'; allowed: only the op 'vp'",
    ),
    "immediate with on": (
        TOOLS,
        'effect = "electricity"',
        'effect = "on take_wood: vp 1"',
        "allowed: ops that happen at once",
    ),
    "immediate with a standing op": (
        TOOLS,
        'effect = "electricity"',
        'effect = "extra_room 1"',
        "allowed: ops that happen at once",
    ),
    "immediate with a taking op": (
        TOOLS,
        'effect = "electricity"',
        'effect = "wood 3, lose_vp 1"',
        "allowed: ops that happen at once",
    ),
    "permanent at once": (
        TOOLS,
        'effect = "discount any either 1"',
        'effect = "vp 1"',
        "allowed: clauses 'on EVENT",
    ),
    "permanent discount by icon": (
        TOOLS,
        'effect = "discount any either 1"',
        'effect = "discount no_agility either 1"',
        "allowed: clauses 'on EVENT",
    ),
    "aggressive at once": (
        STRUCTURES,
        'effect = "foes_more doors: lose_vp 2"',
        'effect = "lose_vp 2"',
        "allowed: clauses 'foes_more",
    ),
    "aggressive that gives": (
        STRUCTURES,
        'effect = "foes_more doors: lose_vp 2"',
        'effect = "foes_more doors: wood 2"',
        "allowed: clauses 'foes_more",
    ),
    "per with an amount of something else": (
        TOOLS,
        'effect = "electricity"',
        'effect = "per doors: complete_mission_ignoring 1"',
        "'per' with an op whose amount it can multiply, unlike complete_mission_ignoring",
    ),
    "per without amount": (
        TOOLS,
        'effect = "electricity"',
        'effect = "per doors: fly"',
        "'per' with an op whose amount it can multiply, unlike fly",
    ),
    "impossible condition": (
        TOOLS,
        'effect = "if energy 2: movement 1, vp 1"',
        'effect = "if tents 3: vp 1"',
        "allowed: at most tents 2",
    ),
    "per advances": (
        TOOLS,
        'effect = "per tools: vp 1"',
        'effect = "per advances_agility: vp 1"',
        "which only Rat-o-bot has",
    ),
    "too long an effect": (
        TOOLS,
        'effect = "electricity"',
        f'effect = "{", ".join(["fly"] * 65)}"',
        r"allowed: a valid line \(a line may have at most 64 ops, guards and choices, found 65",
    ),
    "a line beyond measure": (
        TOOLS,
        'cost = "wood 2"',
        f'cost = "wood 2{" " * 4000}"',
        "cost: found .*; allowed: at most 4000 characters, found 4006",
    ),
    "per twice": (
        TOOLS,
        'effect = "electricity"',
        'effect = "per wood: per metal: vp 1"',
        "'per' may occur only once in a clause",
    ),
    "name that a terminal obeys": (
        TOOLS,
        "Clockwork Lockpick",
        r"Clockwork \\u001b[2J",
        "name: found .*; allowed: printable characters, with single spaces",
    ),
    "name with two spaces": (TOOLS, "Clockwork Lockpick", "Clockwork  Lockpick", "single spaces"),
    "names alike": (
        "heroes.toml",
        "Torv the Strongrat",
        "GWIR the scientist",
        "hero: name: found 'Gwir the Scientist' 2 times; allowed: each value once",
    ),
    "no such source": (TOOLS, 'source = "recon', 'source = "my recon', "'known ID' or 'recon"),
    "known field that is none": (
        TOOLS,
        'known = { number = "',
        'known = { colour = "',
        "in 'known', only number, name, .*; found 'colour'",
    ),
    "known without ledger ID": (
        TOOLS,
        'known = { number = "CARD-E12"',
        'known = { number = "a friend"',
        "known.number: found 'a friend'; allowed: ledger IDs",
    ),
    "a guest too few": (
        "guests.toml",
        r"\[\[guest\]\]\nnumber = 1\n.*?\n\n",
        "",
        "guest: found 24 entries; allowed: .*25",
    ),
    "guests of the wrong kind": (
        "guests.toml",
        'kind = "basement"',
        'kind = "home"',
        "guest: kind: home: found 16 entries; allowed: exactly 15",
    ),
    "repeated guest": ("guests.toml", "number = 2\n", "number = 1\n", "number: found 1 2 times"),
    "guest that is aggressive": (
        "guests.toml",
        'timing = "income"',
        'timing = "aggressive"',
        r"guest 2 \(number 2\): timing: found 'aggressive'; allowed: one of immediate, income",
    ),
    "guest with a room that it could take with it": (
        "guests.toml",
        'effect = "discount automaton either 1"',
        'effect = "extra_room 1"',
        r"guest 3 \(number 3\): effect: found 'extra_room 1'; allowed: no 'extra_room'",
    ),
    "third cheese": (
        "guests.toml",
        r"\Z",
        '\n[[cheese]]\nvp = 1\nsource = "printed"\n',
        "cheese: found 3 entries",
    ),
    "mission of the wrong kind": (
        "missions.toml",
        'kind = "basement"',
        'kind = "home"',
        "mission: kind: home: found 7 entries; allowed: exactly 6",
    ),
    "lock that no row gives": (
        "missions.toml",
        "gives_lock = 1\n",
        "",
        r"mission 1 \(name .*\): row.2.needs_lock: found 1; allowed: the 'gives_lock' of a row",
    ),
    "lock out of range": ("missions.toml", "gives_lock = 1", "gives_lock = 9", "found 9; .* 2"),
    "two rows": (
        "missions.toml",
        r'\[\[mission.row\]\]\nname = "Clear.*?\n\n',
        "",
        "row: found 2 entries",
    ),
    "unknown word in a mission row": (
        "missions.toml",
        'requires = "strength 1"',
        'requires = "force 1"',
        r"mission 1 \(name .*\): row.1.requires: found 'force 1'; allowed: .*'force' is not one",
    ),
    "mission that nobody can complete": (
        "missions.toml",
        'requires = "beds 3"',
        'requires = "beds 7"',
        "row.3.requires: found 'beds 7'; allowed: at most beds 6",
    ),
    "objective spaces that fall": (
        "objectives.toml",
        r"spaces = \[3, 4, 5, 6\]",
        "spaces = [3, 4, 6, 5]",
        r"spaces: found \[3, 4, 6, 5\]; allowed: amounts that do not decrease",
    ),
    "objective out of reach": (
        "objectives.toml",
        r"spaces = \[3, 4, 5, 6\]",
        "spaces = [3, 4, 5, 7]",
        "allowed: at most rooms_dug 6",
    ),
    "three objective spaces": (
        "objectives.toml",
        r"spaces = \[3, 4, 5, 6\]",
        "spaces = [3, 4, 5]",
        "spaces: found 3 entries",
    ),
    "door that takes": ("doors.toml", 'effect = "metal 1"', 'effect = "lose_metal 1"', "at once"),
    "hero of energy": ("heroes.toml", '"intelligence"', '"energy"', "found 'energy'; .*strength"),
    "two tokens of a skill": (
        "skill_tokens.toml",
        'skill = "agility"',
        'skill = "strength"',
        "token: skill: found 'strength' 2 times",
    ),
    "seven brown abilities": (
        "abilities.toml",
        'colour = "grey"',
        'colour = "brown"',
        "ability: colour: brown: found 7 entries; allowed: exactly 6",
    ),
    "one-sided pair": (
        "abilities.toml",
        'pair = "3 VP"\npair_vp = 2\n',
        "",
        "pair: found '6 VP'; allowed: another ability that names this one",
    ),
    "unequal pair": (
        "abilities.toml",
        "pair_vp = 2",
        "pair_vp = 3",
        "pair_vp: found 3; allowed: 2, as for the other ability",
    ),
    "pair VP without pair": (
        "abilities.toml",
        'effect = "hero"',
        'effect = "hero"\npair_vp = 1',
        "pair_vp: found 1; allowed: 0 without 'pair'",
    ),
    "ability that waits": (
        "abilities.toml",
        'effect = "hero"',
        'effect = "on take_wood: vp 1"',
        "allowed: standing ops without a guard",
    ),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_piece_that_is_wrong_is_rejected(folder: Path, edit: Edit, case: str) -> None:
    file, old, new, message = BROKEN[case]
    edit(file, old, new)
    assert_rejected(folder, file, message)
