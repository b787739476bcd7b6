import re

import pytest

from wistar_env.games.lab_rats import LabRats
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.bots import View
from wistar_env.kit.game.view import normalized
from wistar_env.language_models.prompts import NeutralNames, Prompter

NAMES = ["Explosion", "Radioactive Explosion", "Inn", "Hammer"]


def test_names_are_replaced_as_whole_words_the_longest_first() -> None:
    renamed = NeutralNames(NAMES, seed=1)
    text = "Inn (9), Inner Inn; Radioactive Explosion: no Explosion, hammer"
    found = renamed(text)
    short, long, inn = (renamed(name) for name in (NAMES[0], NAMES[1], "Inn"))
    assert found == f"{inn}, Inner {inn}; {long}: no {short}, hammer"
    assert {renamed(name) for name in NAMES} == {f"N00{k}" for k in range(1, 5)}


def test_another_seed_gives_another_order_and_the_same_one_the_same() -> None:
    names = [f"card {chr(65 + k)}" for k in range(20)]
    once, again, other = (NeutralNames(names, seed)(" ".join(names)) for seed in (1, 1, 2))
    assert once == again != other
    assert sorted(once.split()) == sorted(other.split())


def test_without_names_nothing_changes() -> None:
    assert NeutralNames([], seed=1)("the Inn") == "the Inn"


def test_hostile_names_of_cards_are_only_names() -> None:
    names = ["", "(a|b)*", "[x", "\\1", "N001", "a\nb", "{0}", "%s", "2", "x" * 10_000]
    text = " and ".join(name for name in names if name)
    renamed = NeutralNames(names, seed=1)(text)
    assert sorted(renamed.split(" and ")) == [f"N{k:03}" for k in range(1, len(names))]


def test_a_seed_must_be_one() -> None:
    with pytest.raises(ValueError, match="obfuscate"):
        NeutralNames(NAMES, seed=-1)


@pytest.mark.parametrize(
    ("game", "num_players"),
    [(RatsOfWistar, 1), (RatsOfWistar, 3), (LabRats, 4)],
    ids=["solo", "three", "lab rats"],
)
@pytest.mark.parametrize("list_actions", [True, False])
def test_prompts_of_a_whole_game_name_no_card(
    game: type[RatsOfWistar], num_players: int, list_actions: bool
) -> None:
    position = game.new(num_players, 3)
    names = position.presentation.card_names()
    named = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in names))
    prompter = Prompter(list_actions=list_actions, whole_turn=True, obfuscate=5)
    plain = Prompter(list_actions=list_actions)
    known = 0
    while not position.finished:
        if position.num_decisions % 30 == 0:
            view = View(position, position.seat)
            question = prompter.question(view)
            assert named.search(question.prompt) is None
            known += named.search(plain.question(view).prompt.question) is not None
            texts = [normalized(choice.text) for choice in question.answers.choices]
            assert len({*texts}) == len(texts)
            assert [question.answers.read(text) for text in texts] == [
                [choice.action] for choice in view.choices()
            ]
        legal = position.legal_actions()
        position.step(int(legal[position.num_decisions % 3 % len(legal)]))
    assert known
