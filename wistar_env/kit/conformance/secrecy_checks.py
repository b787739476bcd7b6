"""Checks by experiment that reshuffles and sealed choices reveal nothing hidden.

A reshuffle for a seat is a copy of the game with what is hidden from the seat resampled.
"""

from typing import Final

import numpy as np

from wistar_env.kit.conformance.case import Case, where
from wistar_env.kit.game import Game
from wistar_env.kit.game.field_ranges import fields_of
from wistar_env.kit.sealed import sealed_word

#: Number of reshuffles, which must draw more than one value for a sealed choice.
_DRAWS: Final = 64
#: Maximum number of fields that a message names.
_MOST_NAMES: Final = 4


def views_survive_reshuffles(case: Case) -> None:
    """Check that a reshuffle for a seat changes neither its view nor whose turn it is.

    Observations and masks are compared at every position, texts at some.
    """
    for seed, game in case.many_positions():
        for seat in range(case.num_players):
            other = game.determinize(seat, seed + game.num_decisions)
            what = f"after a reshuffle for seat {seat}: {where(game, seed)}"
            assert (other.seat, other.finished) == (game.seat, game.finished), (
                f"another seat decides {what}"
            )
            observation, mask = game.observe_and_mask(seat)
            same_observation, same_mask = other.observe_and_mask(seat)
            assert observation.tobytes() == same_observation.tobytes(), (
                f"the observation changed {what}"
            )
            assert mask.tobytes() == same_mask.tobytes(), f"the mask changed {what}"
    for seed in case.seeds:
        for game in case.sampled(seed, every=7):
            for seat in range(case.num_players):
                other = game.determinize(seat, seed)
                assert game.presentation.render(seat) == other.presentation.render(seat), (
                    f"the text changed after a reshuffle for seat {seat}: {where(game, seed)}"
                )


def reshuffles_reveal_nothing(case: Case) -> None:
    """Check that a reshuffle for a seat depends on nothing that the seat cannot know.

    With the same seed, reshuffles of a game and of its reshuffled copy must be equal. So a bot
    cannot learn anything hidden from its view.
    """
    for seed, game in case.many_positions():
        for seat in range(case.num_players):
            draw = 2 * game.num_decisions
            once = game.determinize(seat, draw)
            twice = game.determinize(seat, draw + 1).determinize(seat, draw)
            assert once == twice, (
                f"a reshuffle for seat {seat} depends on information hidden from it: "
                f"{_fields_that_differ(once, twice)} depend on it: {where(game, seed)}"
            )


def _fields_that_differ(game: Game, other: Game) -> str:
    """Return the names of up to four numbers of the record that differ in two games."""
    names = []
    for field in fields_of(game.spec.record):
        bytes_of = field.starts[:, None] + np.arange(field.dtype.itemsize)
        one, two = (each.record.view(np.uint8).ravel()[bytes_of] for each in (game, other))
        names += [field.label(int(k)) for k in np.flatnonzero((one != two).any(axis=1))]
    return ", ".join(names[:_MOST_NAMES]) + (" and others" if len(names) > _MOST_NAMES else "")


def reshuffled_games_can_be_played(case: Case) -> None:
    """Check that a reshuffled game can be played to its end, and the real one is unchanged."""
    for seed in case.seeds:
        for game in case.sampled(seed, every=11):
            before = game.to_bytes()
            for seat in range(case.num_players):
                other = game.determinize(seat, seed + 1)
                chance = np.random.default_rng((seed, seat, game.num_decisions))
                while not other.finished:
                    other.step(int(chance.choice(other.legal_actions())))
            assert game.to_bytes() == before, f"a reshuffle changed the game: {where(game, seed)}"


def sealed_choices_stay_sealed(case: Case) -> None:
    """Check that no other seat sees a sealed choice before the last seat has chosen.

    Two different choices of a seat must lead to games that differ only in the choice, and look the
    same to other seats. Reshuffles for other seats must resample the choice.
    """
    if not sealed_word(case.game.spec.record):
        return
    for seed in case.seeds:
        for game in case.positions(seed):
            to_make = int(game.record["sealed_open"][0])
            legal = game.legal_actions().tolist()
            if to_make.bit_count() > 1 and len(legal) > 1:
                _check_sealed(game, legal[0], legal[-1], seed)


def _is_drawn(game: Game, viewer: int, seat: int) -> bool:
    """Return whether reshuffles for a viewer draw more than one sealed choice of a seat."""
    drawn = (game.determinize(viewer, k).record["sealed_choice"][0, seat] for k in range(_DRAWS))
    first = next(drawn)
    return any(each != first for each in drawn)


def _check_sealed(game: Game, action: int, other_action: int, seed: int) -> None:
    seat, one, other = game.seat, game.clone(), game.clone()
    one.step(action)
    other.step(other_action)
    what = f"actions {action} and {other_action} of seat {seat}: {where(game, seed)}"
    assert one.seat == other.seat, f"different seats decide after {what}"
    for viewer in range(game.num_players):
        if viewer == seat:
            continue
        for name, (mine, theirs) in {
            "observation": (one.observe(viewer).tolist(), other.observe(viewer).tolist()),
            "mask": (one.action_mask().tolist(), other.action_mask().tolist()),
            "text": (one.presentation.render(viewer), other.presentation.render(viewer)),
        }.items():
            assert mine == theirs, f"the {name} of seat {viewer} reveals a sealed choice: {what}"
        assert _is_drawn(one, viewer, seat), (
            f"a reshuffle for seat {viewer} does not redraw a sealed choice: {what}"
        )
    for each in (one, other):
        each.record["sealed_choice"][0, seat] = 0
    changed = [
        name
        for name in one.spec.record.names or ()
        if (one.record[name] != other.record[name]).any()
    ]
    assert not changed, f"a sealed choice also changes {', '.join(changed)}: {what}"
