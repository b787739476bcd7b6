"""A tutorial: the guided first round of a game."""

from typing import Final

from wistar_env.kit.game.presentation_parts import Lesson, Tutorial

TUTORIAL: Final = Tutorial(
    seed=1,
    seats=("you", "greedy", "greedy"),
    options={},
    lessons=(
        Lesson(
            "Welcome to the laboratory. You are a lab rat with a mutation, and want to get out: "
            "4 cheese win. 10 crumbs make a cheese, and 5 pollution kill you.\n"
            "At first everybody lays one of two Doors in secret, face down. The others may open "
            "it, and so may you.",
            "lay yellow as your Door",
        ),
        Lesson(
            "In your turn you open Doors, one after the other, as long as you dare. What you know "
            "is on a note: behind your own Door is a yellow obstacle.",
            "open your own Door",
        ),
        Lesson(
            "An obstacle is beaten by your mutation, if it has its colour, or by a Potion of that "
            "colour. Whoever beats one draws a Potion.",
            "spend a Potion (yellow)",
        ),
        Lesson(
            "Every Door that you open gives a crumb when you stop, and every one that you leave "
            "closed gives 1 pollution. So continue.",
            "open the Door of the first player to the left",
        ),
        Lesson(
            "The first injury only hurts, and heals when your next turn begins; a second one "
            "kills your rat until the next round. Take this one, and keep your Potions.",
            "take the injury",
        ),
        Lesson(
            "One injury does not kill you. Dare one more Door.",
            "open the Door of the second player to the left",
        ),
        Lesson(
            "Now an injury would kill. Spend a Potion. A Potion of two colours beats an obstacle "
            "of either, so keep that one.",
            "spend a Potion (blue)",
        ),
        Lesson(
            "Three Doors are open. Stopping now gives 3 crumbs, and 2 pollution for the Doors that "
            "stay closed.",
            "open no more Doors",
        ),
        Lesson(
            "Opened Doors are replaced, again in secret. Your mutation would beat "
            "this one, if you open it yourself.",
            "lay green as your Door",
        ),
        Lesson(
            "The first rival was injured twice and has died. The events are listed above your "
            "choices and highlighted on the board. Nobody has opened your Door, so you may "
            "exchange it for a new one: an orange obstacle that you cannot beat yourself.",
            "lay orange as your Door",
        ),
        Lesson(
            "A rat has died from your Door, and only you are alive. If you survive your next turn, "
            "you get a cheese for being the last. First lay a Door that is good for you.",
            "lay Potion Box as your Door",
        ),
        Lesson(
            "You have recovered, so you can take one injury in this turn. You know only what is "
            "behind your own Door: a Potion Box, which gives a Potion. Begin with it.",
            "open your own Door",
        ),
        Lesson(
            "A green Potion. Stopping now would leave four Doors closed: 4 pollution, and you "
            "would have 6, where 5 kill. So go on.",
            "open the first Door in the middle",
        ),
        Lesson(
            "Instant Death kills whoever opens it, and nothing beats it. You still get a crumb for "
            "each Door that you opened. The round is over, and everybody keeps two Potions. Those "
            "of two colours beat more obstacles.",
            "discard a Potion (green)",
        ),
    ),
    farewell=(
        "That was a whole round. Injuries are healed, and the dead are back; crumbs, pollution and "
        "cheese stay. You lead with 5 crumbs, half a cheese of the four that win. You may "
        "also try an Exit instead of opening Doors: it requires three colours, from your "
        "mutation or Potions, and gives two cheese.\n"
        "Press Hint if you do not know what to do, Symbols for their meanings, and Rules for the "
        "rest. Good luck!"
    ),
)
