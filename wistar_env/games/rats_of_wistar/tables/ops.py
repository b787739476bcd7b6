"""The ops of the effect language: arguments, sentence and price of each (D5).

``tables.codes`` has their codes; ``rules.effects`` and the modules that it imports carry them out.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True)
class Op:
    """An op of the effect language."""

    arguments: tuple[str, ...]  # in order; ``"n"`` is a number, others are families of codes
    # ``verb``, ``rest``: sentence on a card (``tables.sentences``). ``{0}``, ``{1}``, ``{2}`` are
    # the arguments in words, ``{s}`` is the plural ending, ``{a}`` and ``{a1}`` are the articles of
    # the first and the last argument. Brackets contain the name of a symbol.
    verb: str
    rest: str
    # Price per unit in generated card sets, in hundredths of a VP; ``card_sets.prices`` has a
    # percentage by which each argument that is not a number multiplies it.
    price: int
    # Arguments in generated card sets, with weights (``card_sets.effect_lines``). Slashes separate
    # values of an argument; repeating one makes it likelier. If empty, no generated card has the
    # op, and the existing generated sets do not change.
    draws: tuple[tuple[str, int], ...] = ()


OPS: Final[Mapping[str, Op]] = MappingProxyType(
    {
        "wood": Op(("n",), "take", "{0} [wood]", price=100, draws=(("1/1/2", 12),)),
        "metal": Op(("n",), "take", "{0} [metal]", price=100, draws=(("1/1/2", 12),)),
        "movement": Op(("n",), "take", "{0} [movement]", price=100, draws=(("1/1/2/3", 12),)),
        "wild": Op(("n",), "take", "{0} [wild]", price=150, draws=(("1", 6),)),
        "vp": Op(("n",), "score", "{0} [vp]", price=100, draws=(("1/1/2", 9),)),
        "electricity": Op((), "gain", "[electricity]", price=250, draws=(("", 3),)),
        "draw": Op(
            ("TIER", "n"),
            "draw",
            "{1} {0} card{s}",
            price=140,
            draws=(("basic 1/1/2", 5), ("advanced 1/1/2", 5)),
        ),
        "project": Op(
            ("n",), "use", "{0} [:project] Project point{s}", price=120, draws=(("1/2", 3),)
        ),
        "explore": Op(
            ("n",), "use", "{0} [:explore] Exploration point{s}", price=120, draws=(("1/1/2", 7),)
        ),
        "open_door": Op(
            (), "open", "a [:door] Door of your Explorer's room", price=200, draws=(("", 4),)
        ),
        "open_any_door": Op(
            (), "open", "any [:door] Door of the Farm", price=240, draws=(("", 3),)
        ),
        "move_explorer": Op(
            (), "move", "your [:explorer] Explorer to the next room", price=70, draws=(("", 4),)
        ),
        "fly": Op(
            (),
            "move",
            "your [:explorer] Explorer to any room that open passages lead to",
            price=120,
            draws=(("", 4),),
        ),
        "reveal_mission": Op(
            (),
            "reveal",
            "a [:mission] Mission in your Explorer's room",
            price=170,
            draws=(("", 4),),
        ),
        "take_guest": Op(
            (), "take", "a [:guest] Guest from your Explorer's room", price=250, draws=(("", 3),)
        ),
        "guest": Op(
            ("KIND",),
            "take",
            "a {0} Guest from the supply",
            price=300,
            draws=(("home/basement", 4),),
        ),
        "round_guest": Op((), "take", "the [round_guest]", price=280, draws=(("", 2),)),
        "build_bed": Op(("n",), "build", "{0} [:bed] Bed{s}", price=150, draws=(("1/1/2", 5),)),
        "build_bed_free": Op(
            ("n",), "build", "{0} [:bed] Bed{s} for free", price=300, draws=(("1", 5),)
        ),
        "dig": Op(("n",), "dig", "{0} [:room] Room{s}", price=130, draws=(("1/1/2", 4),)),
        "dig_free": Op(
            ("n",), "dig", "{0} [:room] Room{s} for free", price=250, draws=(("1/1/2", 5),)
        ),
        "main": Op(
            ("MAIN",),
            "do",
            "{0}",
            price=250,
            draws=(("wood/dig/metal/beds/projects/explore/any", 6),),
        ),
        "potion": Op((), "use", "the [potion]", price=170, draws=(("", 5),)),
        "deploy": Op(("n",), "deploy", "{0} [:worker] Worker{s}", price=80, draws=(("1/2", 3),)),
        "move_workers": Op(
            ("n",), "move", "{0} [:worker] Worker{s}", price=60, draws=(("1/2", 3),)
        ),
        "play": Op(
            ("FILTER",),
            "play",
            "{a} {0}",
            price=90,
            draws=(("any/structure/tool/automaton/basic", 3),),
        ),
        "play_free": Op(
            ("FILTER",),
            "play",
            "{a} {0} for free",
            price=380,
            draws=(
                (
                    "structure/tool/automaton/basic/no_strength/no_agility/no_perception/no_intelligence/no_stamina",
                    3,
                ),
            ),
        ),
        "play_cheaper": Op(
            ("FILTER", "DISCOUNT", "n"),
            "play",
            "{a} {0} for {1}",
            price=80,
            draws=(
                ("any/basic/structure/tool/automaton/advanced either/both/wood/metal 1/1/2", 4),
            ),
        ),
        "complete_mission": Op((), "complete", "a [:mission] Mission", price=200, draws=(("", 2),)),
        "complete_mission_ignoring": Op(
            ("n",),
            "complete",
            "a [:mission] Mission with {0} fewer [:skill_icons] Skill icon{s}",
            price=120,
            draws=(("1/2", 3),),
        ),
        "pitch_tent": Op(
            (), "pitch", "a [:tent] Tent in your Explorer's room", price=180, draws=(("", 3),)
        ),
        "pitch_tent_anywhere": Op(
            (),
            "pitch",
            "a [:tent] Tent in any room that open passages lead to",
            price=250,
            draws=(("", 2),),
        ),
        "hero": Op((), "take", "a [:hero] Hero", price=250, draws=(("", 3),)),
        "skill_token": Op((), "take", "a [:skill_token] Skill token", price=150, draws=(("", 2),)),
        "private_objective": Op(
            (),
            "draw",
            "2 [:objective] Objectives and keep 1, for you alone",
            price=280,
            draws=(("", 2),),
        ),
        "remove_cube": Op(
            ("COLOUR",),
            "remove",
            "the cube from {a} {0}",
            price=300,
            draws=(("brown/grey/any", 4),),
        ),
        "reveal_top": Op(
            ("TIER", "TYPE"),
            "reveal",
            "the top {0} card: put it into your hand if it is {a1} {1}, else discard it",
            price=110,
            draws=(("basic/advanced structure/tool/automaton", 4),),
        ),
        "draw_and_play": Op(
            ("TIER",),
            "draw",
            "3 {0} cards, play 1 of them for free and discard the others",
            price=330,
            draws=(("basic/advanced", 2),),
        ),
        "take_type": Op(
            ("TYPE", "TIER"),
            "take",
            "{a1} {1} {0} from the display or the deck",
            price=140,
            draws=(("structure/tool/automaton basic/advanced", 3),),
        ),
        "recover": Op(
            (), "take", "a [:card] card from a discard pile", price=120, draws=(("", 3),)
        ),
        "copy_once": Op(
            (),
            "use",
            "the [:once] 1x effect of another card in play, whoever owns it",
            price=130,
            draws=(("", 1),),
        ),
        "exchange": Op(
            (), "give", "1 [:item] item for one of another kind", price=50, draws=(("", 2),)
        ),
        "lose_vp": Op(("n",), "lose", "{0} [vp]", price=60, draws=(("2/2/3/3/4", 6),)),
        "lose_wood": Op(("n",), "lose", "{0} [wood]", price=60, draws=(("1/2", 2),)),
        "lose_metal": Op(("n",), "lose", "{0} [metal]", price=60, draws=(("1/2", 2),)),
        "lose_movement": Op(("n",), "lose", "{0} [movement]", price=80, draws=(("1/2", 2),)),
        "lose_wild": Op(("n",), "lose", "{0} [wild]", price=100, draws=(("1", 2),)),
        "discard_card": Op(("n",), "discard", "{0} [:card] card{s}", price=80, draws=(("1/2", 2),)),
        "discard_guest": Op(
            ("n",), "discard", "{0} [:guest] Guest{s}", price=180, draws=(("1", 2),)
        ),
        "discard_bed": Op(("n",), "discard", "{0} [:bed] Bed{s}", price=180, draws=(("1", 2),)),
        "extra_room": Op(("n",), "have", "{0} more [:room] Room{s}", price=350, draws=(("1", 3),)),
        "immune": Op(
            (),
            "",
            "[:aggressive] Aggressive effects of others do not affect you",
            price=120,
            draws=(("", 2),),
        ),
        "discount": Op(
            ("FILTER", "DISCOUNT", "n"),
            "",
            "each {0} that you play costs {1}",
            price=450,
            draws=(
                ("any either/skill 1", 4),
                ("structure/tool/automaton either/both/wood/metal 1", 8),
                ("structure/tool/automaton/basic/advanced skill 1", 4),
                ("basic/advanced either/wood/metal 1", 5),
            ),
        ),
        "bed_discount": Op(
            ("n",), "", "each [:bed] Bed costs {0} [wood] less", price=150, draws=(("1", 3),)
        ),
        "dig_discount": Op(
            ("n",), "", "each [:room] Room costs {0} [metal] less", price=120, draws=(("1", 3),)
        ),
        "movement_bonus": Op(
            ("n",),
            "",
            "each [movement] that you use moves {0} more [:worker] Worker{s}",
            price=180,
            draws=(("1", 3),),
        ),
    }
)
