"""Checks of texts: actions can be parsed from them, and they reveal nothing hidden."""

from wistar_env.kit.conformance.case import Case, where
from wistar_env.kit.game import Game
from wistar_env.kit.game.choice_text import normalized
from wistar_env.kit.game.view import View


def texts_identify_actions(case: Case) -> None:
    """Check that choices are the legal actions, and that each is read back from its text.

    An action has one unique text in the whole game.
    """
    game = case.new(case.seed)
    called = [normalized(game.describe(action)) for action in range(game.spec.num_actions)]
    twice = [text for text in dict.fromkeys(called) if called.count(text) > 1]
    assert not twice, f"several actions have the text {twice[0]!r}"
    for seed in case.seeds:
        for game in case.sampled(seed):
            _check_choices(View(game, game.seat), called, where(game, seed))


def _check_choices(view: View, called: list[str], what: str) -> None:
    choices = view.choices()
    actions = [choice.action for choice in choices]
    assert actions == view.legal.tolist(), (
        f"choices are the actions {actions}, legal are {view.legal.tolist()}: {what}"
    )
    for choice in choices:
        assert normalized(choice.text) == called[choice.action], (
            f"action {choice.action} has the text {choice.text!r} among the choices, and "
            f"{view.describe(choice.action)!r} elsewhere: {what}"
        )
        for text in (choice.text, choice.sentence):
            found = view.action_named(text)
            assert found == choice.action, (
                f"the text of action {choice.action}, {text!r}, leads to {found}: {what}"
            )


def texts_reveal_nothing_hidden(case: Case) -> None:
    """Check that a reshuffle of hidden information does not change the texts of a seat."""
    for seed in case.seeds:
        for game in case.sampled(seed, every=7):
            for seat in range(case.num_players):
                _check_words(game, seat, seed)


def _check_words(game: Game, seat: int, seed: int) -> None:
    seen, seen_there = (_words(each, seat) for each in (game, game.determinize(seat, seed)))
    for name, words in seen.items():
        assert words == seen_there[name], (
            f"the {name} of its view changed after a reshuffle for seat {seat}: {where(game, seed)}"
        )


def _words(game: Game, seat: int) -> dict[str, object]:
    """Return all texts that a seat is shown, by name."""
    view, shown = View(game, seat), game.presentation
    return {
        "text": view.text(),
        "scene": view.scene(),
        "choices": view.choices(),
        "menu": shown.menu() if seat == game.seat else [],
        "scoreboard": [*shown.scoreboard(seat)],
        "held pieces": [*shown.held_pieces(seat)],
        "words for what is due": shown.due_in_words(seat),
    }
