"""The Inventions that the rulebook names (D2): what is printed on them."""

import pytest

from tests.builder import Position
from tests.words import words

#: Number, name, type, tier and kind of effect of each named card (reconstruction R10).
NAMED = [
    (8, "Wooden Armor", "tool", "advanced", "immediate"),
    (12, "Universal Key", "tool", "advanced", "immediate"),
    (15, "Electric Drill", "tool", "advanced", "immediate"),
    (18, "Energy Sword", "tool", "advanced", "once"),
    (22, "Jetpack", "tool", "advanced", "once"),
    (25, "Time Travel Machine", "tool", "advanced", "aggressive"),
    (27, "Sonic Jet", "tool", "advanced", "once"),
    (30, "Positronic Screwdriver", "tool", "advanced", "permanent"),
    (33, "Wooden Bicycle", "tool", "basic", "income"),
    (36, "Biomechanical Glove", "tool", "basic", "permanent"),
    (38, "Hot Air Balloon", "tool", "basic", "immediate"),
    (40, "Hammer", "tool", "basic", "immediate"),
    (42, "Bolas", "tool", "basic", "aggressive"),
    (44, "Shuriken", "tool", "basic", "aggressive"),
    (45, "Anti-Cat Missile", "tool", "basic", "endgame"),
    (48, "Lantern", "tool", "basic", "once"),
    (50, "Camping Tent", "tool", "basic", "immediate"),
    (51, "Encyclopedia", "tool", "basic", "permanent"),
    (53, "Magnetic Compass", "tool", "basic", "permanent"),
    (55, "Sailing Cart", "tool", "basic", "immediate"),
    (57, "Camouflage Suit", "tool", "basic", "aggressive"),
    (59, "Electric Torch", "tool", "basic", "once"),
    (61, "Electric Scooter", "tool", "basic", "once"),
    (64, "Time Bomb", "tool", "basic", "immediate"),
    (69, "Wheel Calculator", "automaton", "advanced", "immediate"),
    (73, "Robot Snail", "automaton", "advanced", "permanent"),
    (75, "Robot Mouse", "automaton", "advanced", "immediate"),
    (77, "Mechanical Chameleon", "automaton", "advanced", "once"),
    (78, "Robot Tiger", "automaton", "advanced", "permanent"),
    (80, "Robot Horse", "automaton", "advanced", "immediate"),
    (87, "Robot Mole", "automaton", "advanced", "aggressive"),
    (91, "Wooden Porcupine", "automaton", "basic", "immediate"),
    (94, "Mechanical Cow", "automaton", "basic", "immediate"),
    (95, "Robot Dog", "automaton", "basic", "permanent"),
    (97, "Robot Cheetah", "automaton", "basic", "once"),
    (110, "Electric Sawmill", "structure", "advanced", "permanent"),
    (112, "Extraction Tower", "structure", "advanced", "permanent"),
    (114, "Genetics Laboratory", "structure", "advanced", "immediate"),
    (116, "Garage", "structure", "advanced", "immediate"),
    (118, "Industrial Carpentry", "structure", "advanced", "once"),
    (120, "Termite Farm", "structure", "advanced", "aggressive"),
    (124, "Radar Tower", "structure", "advanced", "immediate"),
    (125, "Sky Observatory", "structure", "advanced", "permanent"),
    (130, "Training Center", "structure", "advanced", "permanent"),
    (131, "Control Tower", "structure", "advanced", "permanent"),
    (134, "Data Processing Center", "structure", "advanced", "once"),
    (136, "Radio Room", "structure", "advanced", "immediate"),
    (137, "Automated Laboratory", "structure", "advanced", "immediate"),
    (140, "Spy Center", "structure", "basic", "aggressive"),
    (141, "Hostel", "structure", "basic", "once"),
    (143, "Cartographer's Study", "structure", "basic", "immediate"),
    (144, "Researcher's Tower", "structure", "basic", "income"),
    (148, "Development Room", "structure", "basic", "income"),
    (150, "Game Library", "structure", "basic", "permanent"),
    (156, "Archive", "structure", "basic", "once"),
    (164, "Construction Crane", "structure", "basic", "permanent"),
    (165, "Inn", "structure", "basic", "immediate"),
    (176, "Metal Storage", "structure", "basic", "endgame"),
    (177, "Merchant Stall", "structure", "basic", "once"),
]


@pytest.mark.ledger("CARD-05", "CARD-07", "CARD-EU04")
@pytest.mark.parametrize(("number", "name", "type_", "tier", "timing"), NAMED)
def test_a_named_card_has_its_number_type_tier_and_kind_of_effect(
    number: int, name: str, type_: str, tier: str, timing: str
) -> None:
    position = Position()
    assert position.words.names["cards"][number - 1] == name
    card = position.tables["cards"][number - 1]
    found = tuple(words(f)[card[f.lower()]] for f in ("TYPE", "TIER", "TIMING"))
    assert found == (type_, tier, timing)
