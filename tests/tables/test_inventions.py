"""The 180 Inventions: the named ones as the rulebook has them, all of them inside R10."""

from collections import Counter
from functools import cache

import pytest

from wistar_env.games.rats_of_wistar.tables import codes, language
from wistar_env.games.rats_of_wistar.tables.load import validated
from wistar_env.games.rats_of_wistar.tables.schema import COST_WORDS, Card


@cache
def cards() -> dict[int, Card]:
    return {card.number: card for _, card in validated().cards()}


def of(tier: str) -> list[Card]:
    return [card for card in cards().values() if card.tier == tier]


def cost(card: Card) -> dict[str, int]:
    paid = language.parse_words(card.cost, COST_WORDS)
    return {word: paid.get(code, 0) for word, code in COST_WORDS.items()}


def needs(card: Card) -> dict[str, int]:
    words = {code: word for word, code in codes.names("COUNT").items()}
    found = language.parse_amounts(card.requires, "COUNT")
    return {words[code]: amount for code, amount in found.items()}


def icons(card: Card) -> dict[str, int]:
    words = {code: word for word, code in codes.names("ICON").items()}
    return {words[code]: n for code, n in language.parse_amounts(card.icons, "ICON").items()}


#: Number, name, kind of effect, effect and ID of all named cards (D2).
NAMED = [
    (12, "Universal Key", "immediate", "open_any_door", "CARD-E12"),
    (15, "Electric Drill", "immediate", "per energy: dig_free 1", "CARD-E15"),
    (18, "Energy Sword", "once", "if electricity 1: wild 1", "CARD-E18"),
    (22, "Jetpack", "once", "fly", "CARD-E22"),
    (
        25,
        "Time Travel Machine",
        "aggressive",
        "foes_more guests: discard_guest 1 or lose_vp 3",
        "CARD-E25",
    ),
    (27, "Sonic Jet", "once", "fly", "CARD-E27"),
    (30, "Positronic Screwdriver", "permanent", "discount any either 1", "CARD-E30"),
    (38, "Hot Air Balloon", "immediate", "private_objective", "CARD-E38"),
    (40, "Hammer", "immediate", "play_cheaper any either 1", "CARD-E40"),
    (44, "Shuriken", "aggressive", "foes_more hand: discard_card 1", "CARD-E44"),
    (50, "Camping Tent", "immediate", "pitch_tent_anywhere", "CARD-E50"),
    (51, "Encyclopedia", "permanent", "on take_card advanced: movement 1", "CARD-E51"),
    (53, "Magnetic Compass", "permanent", "on play_icon intelligence: explore 1", "CARD-E53"),
    (55, "Sailing Cart", "immediate", "remove_cube brown", "CARD-E55"),
    (59, "Electric Torch", "once", "if electricity 1: explore 1", "CARD-E59"),
    (61, "Electric Scooter", "once", "if electricity 1: movement 1", "CARD-E61"),
    (64, "Time Bomb", "immediate", "open_any_door", "CARD-E64"),
    (69, "Wheel Calculator", "immediate", "play_free automaton", "CARD-E69"),
    (73, "Robot Snail", "permanent", "extra_room 1", "CARD-E73"),
    (75, "Robot Mouse", "immediate", "guest home", "CARD-E75"),
    (77, "Mechanical Chameleon", "once", "copy_once", "CARD-E77"),
    (
        78,
        "Robot Tiger",
        "permanent",
        "on play_icon strength: play_cheaper no_strength both 1",
        "CARD-E78",
    ),
    (87, "Robot Mole", "aggressive", "foes_more rooms_dug: lose_metal 2 or lose_vp 3", "CARD-E87"),
    (91, "Wooden Porcupine", "immediate", "per rooms_dug: vp 1", "CARD-E91"),
    (94, "Mechanical Cow", "immediate", "play_cheaper any both 1", "CARD-E94"),
    (95, "Robot Dog", "permanent", "immune", "CARD-E95"),
    (97, "Robot Cheetah", "once", "if electricity 1: potion", "CARD-E97"),
    (110, "Electric Sawmill", "permanent", "on take_wood: wood 1, vp 1", "CARD-E110"),
    (112, "Extraction Tower", "permanent", "on take_metal: metal 1, vp 1", "CARD-E112"),
    (114, "Genetics Laboratory", "immediate", "guest basement", "CARD-E114"),
    (116, "Garage", "immediate", "play_cheaper any either 1", "CARD-E116"),
    (118, "Industrial Carpentry", "once", "pay item 1: build_bed_free 1", "CARD-E118"),
    (124, "Radar Tower", "immediate", "complete_mission_ignoring 1", "CARD-E124"),
    (125, "Sky Observatory", "permanent", "discount any skill 1", "CARD-E125"),
    (130, "Training Center", "permanent", "on take_wild: vp 1", "CARD-E130"),
    (131, "Control Tower", "permanent", "on claim_objective: play_free any", "CARD-E131"),
    (134, "Data Processing Center", "once", "pay item 2: draw_and_play basic", "CARD-E134"),
    (136, "Radio Room", "immediate", "per grey_cubes: vp 2", "CARD-E136"),
    (
        137,
        "Automated Laboratory",
        "immediate",
        "take_type tool basic, take_type tool advanced",
        "CARD-E137",
    ),
    (141, "Hostel", "once", "pay bed 1: wood 2", "CARD-E141"),
    (143, "Cartographer's Study", "immediate", "per brown_cubes: vp 1", "CARD-E143"),
    (144, "Researcher's Tower", "income", "reveal_top advanced tool", "CARD-E144"),
    (148, "Development Room", "income", "reveal_top basic structure", "CARD-E148"),
    (150, "Game Library", "permanent", "on score_vp: vp 1", "CARD-E150"),
    (156, "Archive", "once", "recover", "CARD-E156"),
    (164, "Construction Crane", "permanent", "discount structure either 1", "CARD-E164"),
    (165, "Inn", "immediate", "guest home", "CARD-E165"),
    (176, "Metal Storage", "endgame", "per metal: vp 1", "CARD-E176"),
    (177, "Merchant Stall", "once", "exchange", "CARD-E177"),
    (140, "Spy Center", "aggressive", "foes_more doors: lose_vp 2", "CARD-EU01"),
    (45, "Anti-Cat Missile", "endgame", "per automata: vp 1", "CARD-EU02"),
    (80, "Robot Horse", "immediate", "movement 1; per mission_cubes: vp 1", "CARD-EU03"),
    (33, "Wooden Bicycle", "income", "movement 1", "CARD-EU04"),
    (36, "Biomechanical Glove", "permanent", "on reveal_mission: metal 1, vp 1", "CARD-EU05"),
    (48, "Lantern", "once", "pay item 1: explore 1", "CARD-EU06"),
    (8, "Wooden Armor", "immediate", "per stamina: draw advanced 1", "CARD-EU07"),
    (57, "Camouflage Suit", "aggressive", "foes_more wild: lose_wild 1", "CARD-EU08"),
    (42, "Bolas", "aggressive", "foes_more movement: lose_movement 1", "CARD-EU09"),
    (120, "Termite Farm", "aggressive", "foes_more beds: lose_wood 2 or lose_vp 3", "CARD-EU10"),
]
#: Named cards of which the rulebooks do not tell the effect, or leave a part of it open: which kind
#: of Guest comes (E75, E114, E165), what may be given instead of VP (EU10).
EFFECT_LOST = {"CARD-EU02", "CARD-EU04", "CARD-E75", "CARD-E114", "CARD-E165", "CARD-EU10"}


@pytest.mark.ledger("GEN-10", "CARD-07")
def test_there_are_100_basic_and_80_advanced_inventions() -> None:
    assert sorted(cards()) == list(range(1, 181))
    assert len(of("basic")) == 100
    assert len(of("advanced")) == 80


def test_the_59_named_inventions_are_all_there() -> None:
    assert len(NAMED) == 59
    assert sum(bool(card.known) for card in cards().values()) == 59


@pytest.mark.ledger(
    "CARD-E12 CARD-E15 CARD-E18 CARD-E22 CARD-E25 CARD-E27 CARD-E30 CARD-E38 CARD-E40 CARD-E44 "
    "CARD-E50 CARD-E51 CARD-E53 CARD-E55 CARD-E59 CARD-E61 CARD-E64 CARD-E69 CARD-E73 CARD-E75 "
    "CARD-E77 CARD-E78 CARD-E87 CARD-E91 CARD-E94 CARD-E95 CARD-E97 CARD-E110 CARD-E112 CARD-E114 "
    "CARD-E116 CARD-E118 CARD-E124 CARD-E125 CARD-E130 CARD-E131 CARD-E134 CARD-E136 CARD-E137 "
    "CARD-E141 CARD-E143 CARD-E144 CARD-E148 CARD-E150 CARD-E156 CARD-E164 CARD-E165 CARD-E176 "
    "CARD-E177 CARD-EU01 CARD-EU02 CARD-EU03 CARD-EU04 CARD-EU05 CARD-EU06 CARD-EU07 CARD-EU08 "
    "CARD-EU09 CARD-EU10"
)
@pytest.mark.ledger("CARD-05", "CARD-07")
@pytest.mark.parametrize(
    ("number", "name", "timing", "effect", "ledger"), NAMED, ids=[n[1] for n in NAMED]
)
def test_a_named_invention_is_as_the_rulebook_has_it(
    number: int, name: str, timing: str, effect: str, ledger: str
) -> None:
    card = cards()[number]
    assert (card.name, card.timing, card.effect) == (name, timing, effect)
    assert card.known["name"] == ledger
    assert card.known.get("effect") == (None if ledger in EFFECT_LOST else ledger)
    assert ("number" in card.known) == (not ledger.startswith("CARD-EU"))


@pytest.mark.ledger("CARD-EU01", "VEC-06")
def test_spy_center_has_its_known_cost_icon_and_vp() -> None:
    card = cards()[140]
    assert (card.cost, card.requires, card.vp, card.timing) == ("wood 2", "", 4, "aggressive")
    assert sum(icons(card).values()) == 1


@pytest.mark.ledger("CARD-EU02", "CARD-EU03", "VEC-07")
def test_anti_cat_missile_supplies_what_robot_horse_requires() -> None:
    missile, horse = cards()[45], cards()[80]
    assert (missile.vp, horse.vp, horse.cost) == (3, 3, "metal 2")
    required = needs(horse)
    assert required.pop("electricity") == 1
    assert required
    assert all(icons(missile).get(skill, 0) >= n for skill, n in required.items())


@pytest.mark.ledger("VEC-04")
def test_sonic_jet_is_advanced_and_wooden_bicycle_basic() -> None:
    assert (cards()[27].tier, cards()[33].tier, cards()[42].tier) == ("advanced", "basic", "basic")


def test_types_and_tiers_lie_in_blocks_of_numbers() -> None:
    blocks = {
        ("tool", "advanced"): range(1, 31),
        ("tool", "basic"): range(31, 66),
        ("automaton", "advanced"): range(66, 88),
        ("automaton", "basic"): range(88, 110),
        ("structure", "advanced"): range(110, 138),
        ("structure", "basic"): range(138, 181),
    }
    for (type_, tier), numbers in blocks.items():
        found = [n for n, card in cards().items() if (card.type, card.tier) == (type_, tier)]
        assert sorted(found) == list(numbers)


@pytest.mark.ledger("CARD-05")
@pytest.mark.parametrize(
    ("type_", "tier", "expected"),
    [
        ("tool", "advanced", (11, 6, 3, 4, 5, 1)),
        ("tool", "basic", (11, 9, 5, 4, 3, 3)),
        ("automaton", "advanced", (8, 4, 2, 4, 3, 1)),
        ("automaton", "basic", (8, 5, 4, 2, 3, 0)),
        ("structure", "advanced", (7, 4, 4, 7, 5, 1)),
        ("structure", "basic", (13, 7, 8, 5, 8, 2)),
    ],
)
def test_effect_kinds_are_distributed_as_planned(
    type_: str, tier: str, expected: tuple[int, ...]
) -> None:
    found = Counter(card.timing for card in of(tier) if card.type == type_)
    assert tuple(found[word] for word in codes.names("TIMING")) == expected


@pytest.mark.parametrize(
    ("tier", "expected"),
    [("basic", [12, 30, 38, 20, 0, 0]), ("advanced", [0, 10, 22, 26, 16, 6])],
)
def test_costs_are_distributed_as_planned(tier: str, expected: list[int]) -> None:
    found = Counter(cost(card)["wood"] + cost(card)["metal"] for card in of(tier))
    assert [found[n] for n in range(6)] == expected


@pytest.mark.parametrize(("type_", "share"), [("structure", 70), ("automaton", 30), ("tool", 50)])
def test_each_type_leans_to_its_resource(type_: str, share: int) -> None:
    costs = [cost(card) for card in cards().values() if card.type == type_]
    wood, metal = (sum(paid[word] for paid in costs) for word in ("wood", "metal"))
    assert abs(100 * wood / (wood + metal) - share) < 2


def requirement_class(card: Card) -> str:
    """Return the column of R10 that a card belongs to."""
    required, paid = needs(card), cost(card)
    skills = sum(n for word, n in required.items() if word in codes.names("ICON"))
    owned = {"guests", "home_guests", "basement_guests", "beds", "rooms_dug"}
    played = {"structures", "tools", "automata", "basics", "advanced", "immediates"}
    if "electricity" in required:
        return f"electricity {required['electricity']}"
    if skills:
        return "three icons" if skills == 3 else "one or two icons"
    if owned & set(required):
        return "guests, beds, rooms"
    if played & set(required):
        return "cards"
    if paid["movement"]:
        return "movement"
    if paid["cards"]:
        return "discard"
    return "resources" if paid["wood"] + paid["metal"] else "nothing"


@pytest.mark.ledger("CARD-02", "CARD-03", "ELEC-05")
@pytest.mark.parametrize(
    ("tier", "expected"),
    [
        (
            "basic",
            {
                "resources": 60,
                "nothing": 10,
                "one or two icons": 18,
                "movement": 5,
                "discard": 4,
                "guests, beds, rooms": 3,
            },
        ),
        (
            "advanced",
            {
                "resources": 16,
                "one or two icons": 24,
                "electricity 1": 16,
                "electricity 2": 8,
                "cards": 6,
                "guests, beds, rooms": 5,
                "movement": 3,
                "three icons": 2,
            },
        ),
    ],
)
def test_requirements_are_distributed_as_planned(tier: str, expected: dict[str, int]) -> None:
    assert Counter(map(requirement_class, of(tier))) == expected


def test_a_basic_card_requires_one_icon_at_most() -> None:
    assert all(sum(needs(card).values()) <= 1 for card in of("basic"))


@pytest.mark.ledger("CARD-10")
@pytest.mark.parametrize(
    ("tier", "expected"),
    [
        ("basic", {-2: 2, -1: 4, 0: 20, 1: 28, 2: 26, 3: 14, 4: 6}),
        ("advanced", {-2: 1, 0: 10, 1: 10, 2: 18, 3: 18, 4: 12, 5: 7, 6: 4}),
    ],
)
def test_printed_vp_are_distributed_as_planned(tier: str, expected: dict[int, int]) -> None:
    assert Counter(card.vp for card in of(tier)) == expected


def test_only_lasting_effects_cost_vp() -> None:
    losing = [card for card in cards().values() if card.vp < 0]
    assert {card.timing for card in losing} <= {"permanent", "once"}


@pytest.mark.ledger("CARD-08")
@pytest.mark.parametrize(
    ("tier", "expected", "energy"), [("basic", [20, 65, 15], 10), ("advanced", [12, 41, 27], 22)]
)
def test_icons_are_distributed_as_planned(tier: str, expected: list[int], energy: int) -> None:
    counts: Counter[int] = Counter()
    skills: Counter[str] = Counter()
    for card in of(tier):
        found = icons(card)
        counts[sum(found.values()) - found.get("energy", 0)] += 1
        skills.update(found)
    assert [counts[n] for n in range(3)] == expected
    assert skills.pop("energy") == energy
    assert set(skills.values()) == {19}


def test_no_two_inventions_are_equal() -> None:
    names = {card.name for card in cards().values()}
    assert len(names) == 180
    printed = [(c.effect, c.timing, c.cost, c.requires, c.icons, c.vp) for c in cards().values()]
    assert len(set(printed)) == 180


def test_only_effects_that_the_rulebook_repeats_stand_on_two_inventions() -> None:
    known = {number for number, *_ in NAMED}
    by_effect: dict[tuple[str, str], set[int]] = {}
    for card in cards().values():
        by_effect.setdefault((card.timing, card.effect), set()).add(card.number)
    assert all(numbers <= known for numbers in by_effect.values() if len(numbers) > 1)


def test_the_words_of_costs_and_icons_stand_in_a_fixed_order() -> None:
    for card in cards().values():
        paid = list(language.parse_words(card.cost, COST_WORDS))
        shown = list(language.parse_amounts(card.icons, "ICON"))
        assert (paid, shown) == (sorted(paid), sorted(shown))
