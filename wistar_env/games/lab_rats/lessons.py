"""A tutorial: the first turns of a game, played with the reader."""

from typing import Final

from wistar_env.kit.game.table_hooks import Lesson, Tutorial

TUTORIAL: Final = Tutorial(
    seed=1,
    chairs=("you", "greedy", "greedy"),
    options={},
    lessons=(
        Lesson(
            "Welcome to the laboratory. You are a lab rat with a mutation, and want to get out: "
            "4 cheese win. 10 crumbs are a cheese, and 5 pollution kill.\n"
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
            "Every Door that you open is a crumb when you stop, and every one that you leave "
            "closed is pollution. So go on.",
            "open the Door of the first player to the left",
        ),
        Lesson(
            "The first injury only hurts, and heals when your next turn begins; a second one "
            "kills your rat until the next round. Take this one, and keep your Potions.",
            "take the injury",
        ),
        Lesson(
            "One injury is still no death. Dare one more.",
            "open the Door of the second player to the left",
        ),
        Lesson("Now an injury would kill. Spend a Potion.", "spend a Potion (blue)"),
        Lesson(
            "Three Doors are open. Stopping now gives 3 crumbs, and 2 pollution for the Doors that "
            "stay closed.",
            "open no more Doors",
        ),
        Lesson(
            "Doors that were opened are laid anew, again in secret. Your green Potions would beat "
            "this one, if you open it yourself.",
            "lay green as your Door",
        ),
        Lesson(
            "A rat has died of your Door. What happened is told above your choices and lit on the "
            "board. Lay the next one.",
            "lay orange as your Door",
        ),
        Lesson("Once more: this Door is yours to open next.", "lay green as your Door"),
    ),
    farewell=(
        "You have recovered, and the others are dead until the next round: if you survive this "
        "turn, you get a cheese for being the last. Go on as you like: open Doors, or try an Exit, "
        "which asks for three colours, by mutation or Potions, and gives two cheese.\n"
        "Press Hint when you do not know what to do, Symbols "
        "for the signs, and Rules for the rest. Good luck!"
    ),
)
