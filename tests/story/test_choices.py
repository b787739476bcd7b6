"""The details of choices say what lies where they lead."""

from collections import Counter

import numpy as np

from tests.games import random_action
from wistar_env import RatsOfWistar
from wistar_env.games.rats_of_wistar.scene.parts import Choice, Scene
from wistar_env.games.rats_of_wistar.story import choice_details


def decisions(players: int, seed: int) -> list[tuple[Scene, Choice]]:
    """Return every choice of a random game, with the scene of who had it."""
    chances, found = np.random.default_rng(seed), []
    game = RatsOfWistar.new(players, seed)
    while not game.finished:
        scene = game.presentation.scene(game.seat)
        assert scene.decision is not None
        found += [(scene, choice) for choice in scene.decision.choices]
        game.step(random_action(game, chances))
    return found


def test_choices_of_whole_games_have_details() -> None:
    with_details: Counter[str] = Counter()
    for scene, choice in decisions(1, 3) + decisions(3, 3):
        with_details[choice.block] += choice_details(scene, choice) != ""
    blocks = ("PAIR", "PLACE", "TAKE", "COMPLETE", "PLAY", "DISCARD", "CLAIM", "USE")
    assert all(with_details[block] for block in blocks), with_details


def test_a_space_says_its_actions_and_a_slot_its_card() -> None:
    for scene, choice in decisions(2, 5):
        if choice.block == "PLACE":
            sector = next(each for each in scene.wheel if each.sector.number == choice.numbers[0])
            assert choice_details(scene, choice) == sector.spaces[choice.numbers[1]].words
        elif choice.block == "TAKE":
            tier = scene.tiers[choice.numbers[0]]
            if choice.numbers[1] == len(tier.display):
                assert choice_details(scene, choice) == ""
            else:
                card = tier.display[choice.numbers[1]]
                assert card is not None
                said = f"{choice.text}: {choice_details(scene, choice)}"
                assert said == f"take {card.text}"


def test_names_of_the_bundled_pieces_end_at_their_colon() -> None:
    game = RatsOfWistar.new(2, 1)
    names = game.components.names
    for name in [*names.cards, *names.objectives, *names.heroes, *names.missions]:
        assert ": " not in name
