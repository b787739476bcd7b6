"""A tutorial: the guided first round of a game."""

from typing import Final

from wistar_env.kit.game.presentation_parts import Lesson, Tutorial

TUTORIAL: Final = Tutorial(
    seed=8,
    seats=("you", "greedy"),
    options={},
    lessons=(
        Lesson(
            "Welcome to the colony. You lead a family of rats through 5 rounds of 3 turns; whoever "
            "has the most victory points (VP) at the end wins.\n"
            "First choose two Inventions for your hand. Rest the pointer on a card, or tap it, to "
            "read it.",
            "choose starting pair 1",
        ),
        Lesson(
            "Your rats work in three Areas around the wheel: Forest, Lair and Farm (the Area, not "
            "the house with the rooms, which your Explorer enters). The more "
            "Workers you have in an Area, the stronger its actions are. Two Workers wait on your "
            "own board, at the entrance of your lair (A, Entrance, is the door of the house). "
            "Deploying one is a Fast action: you may do it at any time.",
            "deploy a Worker to the Forest",
        ),
        Lesson(
            "The heart of a turn: place one of your 3 Chiefs on a free space of the wheel. You "
            "get the Main action beside its Sector, here Collecting Wood, and the Bonus actions "
            "on the space itself: a Wild token and 1 Wood.",
            "Chief to S1 space 2",
        ),
        Lesson(
            "Take your actions in any order. Collecting Wood gives as much Wood as you have "
            "Workers in the Forest.",
            "Main action: Collecting Wood",
        ),
        Lesson(
            "Now the Bonus actions. A Wild token can replace a Skill icon that an Invention "
            "requires.",
            "Bonus action: take a Wild token",
        ),
        Lesson("The other one gives 1 Wood.", "Bonus action: take 1 Wood"),
        Lesson(
            "Only Fast actions are left, and they would cost you something. End the turn; then "
            "Greedy plays. Its actions are highlighted on the board and listed above your choices.",
            "end the turn",
        ),
        Lesson(
            "You need more Inventions. Developing Projects is an action of the Farm, so send a "
            "Worker there first.",
            "deploy a Worker to the Farm",
        ),
        Lesson(
            "This space also takes the Guest of the round; there is only one per round.",
            "Chief to S4 space 1",
        ),
        Lesson(
            "Every Worker on the Farm gives a point for Inventions: Basic ones cost 1, Advanced "
            "ones 2.",
            "Main action: Developing Projects",
        ),
        Lesson(
            "Weather Vane costs 2 Wood and a card, which you have, and is worth 3 VP. It goes "
            "into your hand.",
            "take the basic card in slot 1",
        ),
        Lesson(
            "Guests and Beds occupy free Rooms of your lair. You have three Rooms; more "
            "are dug with Metal. Guests count at the end, and many help you until then.",
            "Bonus action: take the Guest of the round",
        ),
        Lesson(
            "The last Bonus action moves a Worker from one Area to another.",
            "Bonus action: move a Worker",
        ),
        Lesson(
            "In the Lair Workers collect Metal and build Beds. Every Bed wakes another Worker.",
            "move a Worker from the Forest to the Lair",
        ),
        Lesson("Everything is done.", "end the turn"),
        Lesson(
            "Your third Chief goes to the Alchemist's Hut, where there is always room. It gives a "
            "Movement token and a Potion, and Chiefs there go first in the next round, the "
            "leftmost before the others.",
            "Chief to the Alchemist's Hut",
        ),
        Lesson(
            "The Potion is one of four things. Play your Invention.", "Potion: play an Invention"
        ),
        Lesson(
            "Playing an Invention costs what is printed at its upper left. You must own the "
            "things in a dashed box, but you do not spend them.",
            "play Weather Vane (158)",
        ),
        Lesson(
            "A card is part of the price. Camper's Sextant needs Skills that you will not have "
            "soon.",
            "discard Camper's Sextant (26)",
        ),
        Lesson(
            "Weather Vane lies before you now. Its effect marked 1x is a Fast action, once a "
            "round; keep your goods for now.\nYour turn ends, and with it the round: the wheel "
            "turns, so that every Sector lies at another Main action.",
            "end the turn",
        ),
    ),
    farewell=(
        "That was a whole round. Four are left: explore the rooms of the Farm for Doors, Missions "
        "and Cheese, build Beds, and claim Objectives before Greedy does.\n"
        "Press Hint if you do not know what to do, Symbols for their meanings, and Rules for the "
        "rest. Good luck!"
    ),
)
