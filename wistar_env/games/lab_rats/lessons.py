"""A tutorial: the first round of a game, played with the reader."""

from typing import Final

from wistar_env.kit.game.presentation_parts import Lesson, Tutorial

TUTORIAL: Final = Tutorial(
    seed=1,
    chairs=("you", "greedy", "greedy"),
    options={},
    lessons=(
        Lesson(
            "Welcome to the laboratory. You are a lab rat with a mutation, and want to get out: "
            "4 cheese win. 10 crumbs make a cheese, and 5 pollution kill you.\n"
            "At first everybody lays one of two Doors in secret, face down. The others will open "
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
            "A rat has died from your Door. The events are listed above your choices and "
            "highlighted on the board. The next one harms all: if it is opened, everybody alive "
            "takes 2 pollution.",
            "lay Radioactive Explosion as your Door",
        ),
        Lesson(
            "Now only you are alive, with 4 pollution: one more kills. If you survive your next "
            "turn, you get a cheese for being the last. But every Door that you leave closed "
            "gives 1 pollution, so open all five. First lay a Door that is good for you.",
            "lay Potion Box as your Door",
        ),
        Lesson(
            "You have recovered, so you can take one injury in this turn. You know only what is "
            "behind your own Door: a Potion Box, which gives a Potion. Begin with it.",
            "open your own Door",
        ),
        Lesson(
            "An orange Potion. Go on with the Door of the second player.",
            "open the Door of the second player to the left",
        ),
        Lesson("You have just got a Potion that beats it.", "spend a Potion (orange)"),
        Lesson(
            "A Potion spent is an injury spared. Go on.",
            "open the Door of the first player to the left",
        ),
        Lesson(
            "Your mutation beat it, so you keep your Potions and draw one. Two Doors are left.",
            "open the first Door in the middle",
        ),
        Lesson(
            "Your mutation beat that one, too, and you drew a Potion that beats an obstacle of any "
            "colour. Nobody holds more than four, so discard one. Your mutation beats green "
            "anyway.",
            "discard a Potion (green)",
        ),
        Lesson("The last Door.", "open the second Door in the middle"),
        Lesson(
            "You can take one injury, and it heals before the next round. Take it, and keep the "
            "Potion that beats all.",
            "take the injury",
        ),
        Lesson(
            "All five Doors are open, which gives one more Potion. So discard another one.",
            "discard a Potion (green or blue)",
        ),
        Lesson(
            "You survived alone: a cheese, and 5 crumbs for five Doors. The round is over, and "
            "everybody keeps two Potions. Those of more colours beat more obstacles.",
            "discard a Potion (blue or purple)",
        ),
        Lesson("One more.", "discard a Potion (blue or orange)"),
    ),
    farewell=(
        "That was a whole round. Injuries are healed, and the dead are back; crumbs, pollution and "
        "cheese stay. You lead with one cheese of four. Two more crumbs make another. You may "
        "also try an Exit instead of opening Doors: it requires three colours, from your "
        "mutation or Potions, and gives two cheese.\n"
        "Press Hint if you do not know what to do, Symbols for their meanings, and Rules for the "
        "rest. Good luck!"
    ),
)
