"""Checks of texts: actions can be parsed from them, and they reveal nothing hidden."""

from collections.abc import Callable
from itertools import islice
from typing import Final

import numpy as np

from wistar_env.kit.conformance.case import Case, where
from wistar_env.kit.envs.infos import info_before_end
from wistar_env.kit.game import Game
from wistar_env.kit.game.view import View, normalized

#: Numbers of compared positions with pictures per game, of reasons for illegal actions per
#: position, and of legal actions with events per position.
_DRAWN: Final = 6
_REASONS: Final = 4
_ACTIONS: Final = 3


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
        f"choices() returns the actions {actions}, but legal are {view.legal.tolist()}: {what}"
    )
    for choice in choices:
        assert normalized(choice.text) == called[choice.action], (
            f"action {choice.action} has the text {choice.text!r} in choices(), but "
            f"{view.describe(choice.action)!r} in describe(): {what}"
        )
        for text in (choice.text, choice.sentence):
            found = view.action_named(text)
            assert found == choice.action, (
                f"the text of action {choice.action}, {text!r}, is read as {found}: {what}"
            )


def texts_reveal_nothing_hidden(case: Case) -> None:
    """Check that a reshuffle of hidden information changes no text or number shown to a seat."""
    for seed in case.seeds:
        for game in case.sampled(seed, every=7):
            for seat in range(case.num_players):
                _compare(game, seat, seed, _words)


def pictures_reveal_nothing_hidden(case: Case) -> None:
    """Check that a reshuffle of hidden information changes no picture for a seat.

    Since pictures are slow, few positions are drawn, each for one seat.
    """
    for seed in case.seeds:
        for k, game in enumerate(islice(case.sampled(seed, every=7), _DRAWN)):
            seat = (seed + k) % case.num_players
            _compare(game, seat, seed, _pictures)
            if k == 0:
                _compare(game, seat, seed, _frame)


def _compare(
    game: Game, seat: int, seed: int, told: Callable[[Game, int], dict[str, object]]
) -> None:
    mine, theirs = (told(each, seat) for each in (game, game.determinize(seat, seed)))
    for name, value in mine.items():
        assert value == theirs[name], (
            f"the {name} of the seat's view changed after a reshuffle for seat {seat}: "
            f"{where(game, seed)}"
        )


def _words(game: Game, seat: int) -> dict[str, object]:
    """Return all texts of a position for a seat, by name."""
    view, shown = View(game, seat), game.presentation
    told = {
        "text": view.text(),
        "rendering": shown.render(seat),
        "scene": view.scene(),
        "summary": [*shown.seat_summary(seat)],
        "stage": (shown.stage, shown.turn_in_words, shown.progress_in_words),
        "decision": (game.decision, game.turn),
        "scoreboard": [*shown.scoreboard(seat)],
        "held pieces": [*shown.held_pieces(seat)],
        "due_in_words": shown.due_in_words(seat),
    }
    if not game.finished:
        told["info"] = repr(info_before_end(game, 0))
    if seat == game.seat:
        illegal = np.flatnonzero(game.action_mask() == 0)[:_REASONS].tolist()
        told |= {
            "choices": view.choices(),
            "menu": shown.menu(),
            "question": shown.question,
            "turn actions": shown.turn_actions,
            "reasons": [shown.why_not(action) for action in illegal],
        }
    return told


def _pictures(game: Game, seat: int) -> dict[str, object]:
    """Return the pictures for a seat, by name."""
    shown = game.presentation
    names, yours = shown.seat_names, seat == game.seat
    return {
        "picture": shown.page_picture(seat, names, choices=yours, narrow=False),
        "narrow picture": shown.page_picture(seat, names, choices=yours, narrow=True),
    }


def _frame(game: Game, seat: int) -> dict[str, object]:
    return {"frame": game.presentation.frame(seat).tobytes()}


def events_reveal_nothing_hidden(case: Case) -> None:
    """Check that the events of an action contain only what a seat may know after it.

    An action is played in a game, and in copies with other hidden information or other chance. If
    the results differ but look the same to the seat, that is, if their reshuffles are equal, their
    events must be equal too.
    """
    for seed in case.seeds:
        for game in case.sampled(seed, every=7):
            legal = game.legal_actions()
            chance = np.random.default_rng((seed, game.num_decisions))
            for action in chance.permutation(legal)[:_ACTIONS].tolist():
                for seat in range(case.num_players):
                    _check_events(game, action, seat, seed)


def _check_events(game: Game, action: int, seat: int, seed: int) -> None:
    redealt, other_chances = game.determinize(seat, seed), game.clone()
    redealt.record["rng"] = game.record["rng"]
    other_chances.record["rng"] = game.determinize(seat, seed).record["rng"]
    for other in (redealt, other_chances):
        if action not in other.legal_actions():
            continue
        told, told_there = (_story(each, action, seat) for each in (game, other))
        if told == told_there:
            continue
        after, after_there = game.clone(), other
        for each in (after, after_there):
            each.step(action)
        known = [each.determinize(seat, seed).to_bytes() for each in (after, after_there)]
        after_there.record["rng"] = after.record["rng"]
        assert known[0] != known[1] or after == after_there, (
            f"seat {seat} is told {told!r} of action {action}, but {told_there!r} in a copy that "
            f"should look the same to this seat: {where(game, seed)}; if the seat may know what "
            "differs, `reshuffle_hidden` must keep it"
        )


def _story(game: Game, action: int, seat: int) -> tuple[str, ...]:
    """Return the sentences that tell and sum up the events of an action for a seat."""
    shown = game.presentation
    events, names = shown.events_of(action, [seat])[0], shown.seat_names
    return (*shown.narrate(events, names), *shown.summarize(events, names))
