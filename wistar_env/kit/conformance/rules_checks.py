"""Checks of the rules: games begin, end and are reproducible, and can be copied and saved."""

import pickle
from typing import Any, Final

import numpy as np

from wistar_env.errors import IllegalActionError
from wistar_env.kit.common_fields import OPTIONS_FIELD
from wistar_env.kit.conformance.case import Case, where
from wistar_env.kit.game import Game
from wistar_env.kit.game.saving import pack

#: Repetitions of an action that seems to change nothing; games may limit their decisions.
_LONGEST: Final = 1_000
#: Approximate number of actions per position that are played with rotated seats.
_ROTATED: Final = 4


def games_begin(case: Case) -> None:
    """Check that a game can be compiled, bound and begun."""
    case.new(case.seed)


def games_end(case: Case) -> None:
    """Check that each deciding seat has legal actions, that these are valid, and that games end."""
    ids = case.game.spec.compact_actions(case.num_players)
    for seed in case.seeds:
        for game in case.positions(seed):
            legal = game.legal_actions().tolist()
            assert len(set(legal)) == len(legal), (
                f"a legal action is listed twice: {where(game, seed)}"
            )
            assert all(0 <= action < game.spec.num_actions for action in legal), (
                f"legal actions must be 0 to {game.spec.num_actions - 1}, found {legal}: "
                f"{where(game, seed)}"
            )
            ruled_out = [action for action in legal if ids.compact[action] < 0]
            assert not ruled_out, (
                f"actions {ruled_out} are legal, but actions.possible of the GameSpec rules them "
                f"out: {where(game, seed)}"
            )
            assert not legal or 0 <= game.seat < game.num_players, (
                f"seat {game.seat} is to decide, but no player has it: {where(game, seed)}"
            )


def games_repeat(case: Case) -> None:
    """Check that equal seeds and actions give equal games, and not all seeds the same game."""
    ends = set()
    for seed in case.seeds:
        for game, other in zip(case.positions(seed), case.positions(seed), strict=True):
            assert game == other, (
                f"games with the same seed and actions differ: {where(game, seed)}"
            )
        ends.add(game.to_bytes())
    assert len(ends) > 1 or case.games == 1, "games with different seeds are all identical"


def copies_continue_identically(case: Case) -> None:
    """Check that clones, pickles and saved games equal the game, and continue as it does."""
    for seed in case.seeds:
        for game in case.sampled(seed):
            copies = {
                "clone": game.clone(),
                "pickle": pickle.loads(pickle.dumps(game)),
                "save": case.game.from_bytes(game.to_bytes()),
            }
            for name, copy in copies.items():
                assert copy == game, f"a {name} differs from its game: {where(game, seed)}"
                assert copy.legal_actions().tolist() == game.legal_actions().tolist(), (
                    f"a {name} has other legal actions than its game: {where(game, seed)}"
                )
                if not game.finished:
                    action, same = int(game.legal_actions()[-1]), game.clone()
                    copy.step(action)
                    same.step(action)
                    assert copy == same, (
                        f"a {name} continues differently from its game: {where(game, seed)}"
                    )


def options_change_games(case: Case) -> None:
    """Check that each option with a default makes a difference to some game."""
    for option in case.game.spec.options:
        if option.default is not None and option.is_for(case.num_players):
            low, high = (
                [_course(case, seed, {option.name: value}) for seed in case.seeds]
                for value in (option.low, option.high)
            )
            assert low != high or option.low == option.high, (
                f"the option {option.name!r} has no effect in {case.games} games"
            )


def _course(case: Case, seed: int, options: dict[str, Any]) -> list[bytes]:
    """Return the bytes of each position of a game with these options, whose fields are cleared."""
    course = []
    for game in case.positions(seed, **options):
        bare = game.record.copy()
        bare[OPTIONS_FIELD] = 0
        course.append(bare.tobytes())
    return course


def illegal_actions_change_nothing(case: Case) -> None:
    """Check that an action outside the mask is rejected, and does not change the game."""
    for seed in case.seeds:
        for game in case.sampled(seed):
            if game.finished:
                continue
            before, legal = game.to_bytes(), set(game.legal_actions().tolist())
            mask = game.action_mask()
            assert set(np.flatnonzero(mask).tolist()) == legal, (
                f"the mask and the legal actions differ: {where(game, seed)}"
            )
            illegal = [a for a in range(game.spec.num_actions) if a not in legal]
            for action in (*illegal[:8], *illegal[-8:], game.spec.num_actions):
                try:
                    game.step(action)
                except IllegalActionError:
                    pass
                else:
                    raise AssertionError(
                        f"the illegal action {action} was not rejected: {where(game, seed)}"
                    )
                assert game.to_bytes() == before, (
                    f"action {action} was rejected but changed the game: {where(game, seed)}"
                )


def no_action_repeats_for_ever(case: Case) -> None:
    """Check that no action leads back to the same game when seats keep repeating it.

    An action that draws at random passes, since it changes the state of the generator.
    """
    for seed, game in case.many_positions():
        for action in game.legal_actions().tolist():
            repeated = _repeats(game, action)
            assert not repeated, (
                f"action {action} ({game.describe(action)!r}) can be repeated for ever: the game "
                f"is the same after it was played {repeated} times: {where(game, seed)}; let it "
                "change something, or forbid it"
            )


def _repeats(game: Game, action: int) -> int:
    """Return after how many repetitions of an action a position recurs; 0 if none does.

    Also 0 if the action does not stay legal.
    """
    now, seen, found = game.clone(), list[bytes](), 0
    for k in range(_LONGEST):
        state = now.record.copy()
        state["decisions"] = 0  # not compared; a game that limits it ends in this loop
        found = found or (k if state.tobytes() in seen else 0)
        if action not in now.legal_actions() or (k > 2 * game.num_players and not found):
            return 0
        seen.append(state.tobytes())
        now.step(action)
    return found


def seats_are_alike(case: Case) -> None:
    """Check that a game with rotated seats continues like the original, if seats can be rotated.

    Actions that draw at random are left out, since cards may be dealt in the order of seat numbers.
    """
    rotate = case.game.spec.rotate_seats
    if rotate is None or case.new(case.seed).num_seats != case.num_players:
        return
    for seed, game in case.many_positions():
        shift = 1 + game.num_decisions % max(1, case.num_players - 1)
        record = game.record.copy()
        rotate(record[0], shift)
        turned = case.game.from_bytes(pack(case.game.spec, game.data, record))
        what = f"after all seats are rotated by {shift}: {where(game, seed)}"
        assert _rotated_scores(game, shift) == turned.scores(), (
            f"scores are {turned.scores()} instead of {_rotated_scores(game, shift)} {what}"
        )
        legal = game.legal_actions().tolist()
        assert turned.legal_actions().tolist() == legal, f"the legal actions differ {what}"
        for action in legal[:: max(1, len(legal) // _ROTATED)]:
            _check_rotated(game, turned, action, shift, what)


def _check_rotated(game: Game, turned: Game, action: int, shift: int, what: str) -> None:
    rotate, one, other = game.spec.rotate_seats, game.clone(), turned.clone()
    one.step(action)
    other.step(action)
    if one.record["rng"] != game.record["rng"]:
        return
    assert rotate is not None
    rotate(one.record[0], shift)
    differ = [
        name
        for name in one.spec.record.names or ()
        if (one.record[name] != other.record[name]).any()
    ]
    assert not differ, (
        f"action {action} does not do the same for another seat: {', '.join(differ)} differ {what}"
    )


def _rotated_scores(game: Game, shift: int) -> list[dict[str, int]]:
    scores = game.scores()
    return [*scores[-shift:], *scores[:-shift]]


def places_follow_from_scores(case: Case) -> None:
    """Check that each seat's place is 1 plus the number of seats with a better place."""
    for seed in case.seeds:
        for game in case.sampled(seed):
            ranks = game.ranks()
            for rank in ranks:
                better = sum(other < rank for other in ranks)
                assert rank == 1 + better, (
                    f"places {ranks}: {better} seats are better than place {rank}, so it must be "
                    f"{better + 1}: {where(game, seed)}"
                )


def decisions_are_counted(case: Case) -> None:
    """Check that ``decisions`` of the record grows by one with each decision."""
    for seed in case.seeds:
        for k, game in enumerate(case.positions(seed)):
            assert game.num_decisions == k, (
                f"{k} decisions were taken, but the record counts {game.num_decisions}: seed {seed}"
            )
