"""The game of OpenSpiel: its checks, what seats know, search by others."""

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability, ismcts, mcts

from examples.leduc import Leduc
from tests.kit.chancy import Dice, Rejecting
from tests.kit.goofspiel import Goofspiel
from tests.kit.kuhn import Kuhn
from tests.theory.games import Bold, Pennies
from wistar_env.errors import NotStartedError, TooLargeError
from wistar_env.kit.game import Game
from wistar_env.kit.game.memory import Memory
from wistar_env.kit.game.registry import find_game
from wistar_env.open_spiel import SpielState, register
from wistar_env.theory import SequenceForm, judge, policy_of, uniform_policy

pytestmark = pytest.mark.clients

WISTAR = "python_rats_of_wistar"
LAB = "python_lab_rats"
GOOFSPIEL = register(Goofspiel)
KUHN = register(Kuhn)
GAMES: dict[str, type[Game]] = {
    WISTAR: find_game("rats-of-wistar"),
    LAB: find_game("lab-rats"),
    GOOFSPIEL: Goofspiel,
}
GAME_STRINGS = (
    *(f"{WISTAR}({game_string})" for game_string in ("players=2", "players=3", "players=4")),
    f"{WISTAR}(players=1,level=7)",
    *(f"{LAB}(players={players})" for players in (3, 4, 5)),
    f"{GOOFSPIEL}()",
)


def load(game_string: str = f"{WISTAR}(players=3)") -> Any:
    return pyspiel.load_game(game_string)


def new(game_string: str, seed: int) -> Game:
    """Return the game of a seed, made without OpenSpiel."""
    given = load(game_string).get_parameters()
    options = {"level": given["level"]} if given.get("players") == 1 else None
    game = GAMES[game_string.partition("(")[0]]
    players = given.get("players", max(2, game.spec.min_players))
    return game.new(num_players=players, seed=seed, options=options)


def begun(game_string: str = f"{WISTAR}(players=3)", seed: int = 4) -> Any:
    state = load(game_string).new_initial_state()
    state.apply_action(seed)
    return state


def walk(state: Any, seed: int = 1) -> Iterator[Any]:
    """Play random actions to the end; yield every position before its action."""
    rng = np.random.default_rng(seed)
    while not state.is_terminal():
        yield state
        state.apply_action(int(rng.choice(state.legal_actions())))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_is_registered_is_not_registered_again(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    again: list[Any] = []
    monkeypatch.setattr(pyspiel, "register_game", lambda *game: again.append(game))
    assert register(GAMES[name]) == name
    assert again == []
    assert pyspiel.registered_names().count(name) == 1


def test_a_redefined_class_replaces_the_previous_one() -> None:
    class Anew(Goofspiel):
        __slots__ = ()

    for game in (Anew, Goofspiel):
        assert register(game) == GOOFSPIEL
        assert load(f"{GOOFSPIEL}()").game_class is game


@pytest.mark.parametrize("game_string", GAME_STRINGS)
def test_it_passes_the_random_games_of_openspiel(game_string: str) -> None:
    pyspiel.random_sim_test(
        load(game_string.replace(")", ",seeds=3)").replace("(,", "(")), 1, True, False
    )


@pytest.mark.parametrize("game_string", GAME_STRINGS)
def test_it_is_the_game_of_the_seed_that_chance_picked(game_string: str) -> None:
    state = begun(game_string, seed=9)
    players = state.num_players()
    game = new(game_string, 9)
    rng = np.random.default_rng(1)
    while not game.finished:
        assert not state.is_terminal()
        assert state.current_player() == game.seat
        assert state.returns() == [0.0] * players
        legal = game.legal_actions().tolist()
        assert state.legal_actions() == legal
        action = int(rng.choice(legal))
        assert state.action_to_string(game.seat, action) == game.describe(action)
        for seat in range(players):
            assert state.observation_tensor(seat) == game.observe(seat).tolist()
        game.step(action)
        state.apply_action(action)
    assert state.is_terminal()
    ranks, apart = game.ranks(), 2 / (game.num_seats - 1)
    shared = [(ranks.count(rank) - 1) / 2 for rank in ranks]
    paid = [1 - apart * (rank - 1 + half) for rank, half in zip(ranks, shared, strict=True)]
    assert state.returns() == pytest.approx(paid[:players])


def test_chance_is_one_node_at_the_root() -> None:
    root = load(f"{WISTAR}(seeds=8)").new_initial_state()
    assert root.is_chance_node()
    assert root.chance_outcomes() == [(seed, 1 / 8) for seed in range(8)]
    assert root.action_to_string(5) == "seed 5"
    root.apply_action(5)
    assert not any(position.is_chance_node() for position in walk(root))
    with pytest.raises(NotStartedError, match="apply a seed"):
        load().new_initial_state().started()


def test_every_installed_game_is_registered() -> None:
    assert {WISTAR, LAB} <= {*pyspiel.registered_names()}
    assert load(f"{LAB}()").num_players() == 3


def test_a_choice_in_secret_changes_nobody_elses_information_state() -> None:
    sealed = 0
    for position in walk(begun(f"{LAB}(players=3)")):
        mover, record = position.current_player(), position.game.record
        if record["sealed_open"][0] in (0, 1 << mover):  # nobody chooses, or the last player does
            continue
        children = [position.child(action) for action in position.legal_actions()]
        for seat in {0, 1, 2} - {mover}:
            assert len({child.information_state_string(seat) for child in children}) == 1
        sealed += len(children) > 1
    assert sealed > 10


def test_a_choice_in_secret_changes_nobody_elses_tensor() -> None:
    state = begun(f"{GOOFSPIEL}()")
    mover = state.current_player()
    child = state.child(state.legal_actions()[0])
    assert child.information_state_tensor(1 - mover) == state.information_state_tensor(1 - mover)
    assert child.information_state_tensor(mover) != state.information_state_tensor(mover)


@pytest.mark.parametrize("game_string", [f"{WISTAR}(players=3,history=8)", f"{LAB}(players=4)"])
def test_an_information_state_tensor_has_seat_observation_and_last_actions(
    game_string: str,
) -> None:
    game = load(game_string)
    players, length = game.num_players(), game.get_parameters().get("history", 32)
    for state in walk(begun(game_string), seed=2):
        for seat in range(players):
            tensor = np.array(state.information_state_tensor(seat), np.float32)
            assert [len(tensor)] == game.information_state_tensor_shape()
            seen = state.game.observe(seat)
            assert tensor[:players].tolist() == [float(k == seat) for k in range(players)]
            assert np.array_equal(tensor[players : players + len(seen)], seen)
            rows = tensor[players + len(seen) :].reshape(length, 2)
            assert np.array_equal(rows, state.events.tokens(seat))
            same = resampled(state, seat).information_state_tensor(seat)
            assert np.array_equal(tensor, np.array(same, np.float32))


def test_tensors_tell_apart_what_strings_do_in_kuhn_poker() -> None:
    found: dict[str, set[tuple[float, ...]]] = {}
    waiting = [load(f"{KUHN}(chance=nodes,history=3)").new_initial_state()]
    while waiting:
        state = waiting.pop()
        if state.is_terminal():
            continue
        if not state.is_chance_node():
            seat = state.current_player()
            tensor = tuple(state.information_state_tensor(seat))
            found.setdefault(state.information_state_string(seat), set()).add(tensor)
        waiting += [state.child(action) for action in state.legal_actions()]
    assert len(found) == 12
    assert {len(tensors) for tensors in found.values()} == {1}
    assert len(set.union(*found.values())) == 12


def test_solo_is_one_player_against_a_chosen_level() -> None:
    state = begun(f"{WISTAR}(players=1,level=8)")
    assert state.num_players() == 1
    assert state.game.level == 8
    assert load(f"{WISTAR}(players=1)").get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM


def test_clones_go_their_own_way() -> None:
    state = begun()
    clone = state.clone()
    before = str(state), state.information_state_string(0)
    for _ in zip(range(20), walk(clone), strict=False):
        pass
    assert (str(state), state.information_state_string(0)) == before
    assert str(clone) != before[0]


def test_saved_states_continue_identically_resampled_ones_included() -> None:
    state = begun()
    for _ in zip(range(30), walk(state), strict=False):
        pass
    for each in (state, resampled(state, state.current_player())):
        again = pickle.loads(pickle.dumps(each))
        assert isinstance(again, SpielState)
        assert again.game == each.game
        assert known(again) == known(each)
        action = each.legal_actions()[-1]
        each.apply_action(action)
        again.apply_action(action)
        assert again.history() == each.history()
        assert known(again) == known(each)


#: Reads a game and a state, and prints both with what the seats know.
UNPICKLE = """
import pickle, sys
game, state = pickle.load(sys.stdin.buffer)
print(game, state.get_game(), game.new_initial_state())
print(state, *map(state.information_state_string, range(state.num_players())))
"""


@pytest.mark.parametrize("game_string", GAME_STRINGS)
def test_another_process_unpickles_a_game_and_its_states(game_string: str) -> None:
    game = load(game_string)
    again = pickle.loads(pickle.dumps(game))
    assert type(again) is type(game)
    assert (str(again), again.options) == (str(game), game.options)
    root, state = game.new_initial_state(), begun(game_string)
    assert str(pickle.loads(pickle.dumps(root))) == str(root)
    state.apply_action(state.legal_actions()[0])
    done = subprocess.run(
        [sys.executable, "-c", UNPICKLE],
        input=pickle.dumps((game, state)),
        capture_output=True,
        # Its path finds the module of the test's own game.
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        check=False,
    )
    seen = [state.information_state_string(seat) for seat in range(state.num_players())]
    assert done.stdout.decode() == f"{game} {game} root\n{' '.join([str(state), *seen])}\n", (
        done.stderr.decode()
    )


def known(state: Any) -> list[tuple[str, str]]:
    return [
        (state.information_state_string(seat), state.observation_string(seat))
        for seat in range(state.num_players())
    ]


def resampled(state: Any, seat: int, number: float = 0.3) -> Any:
    return state.resample_from_infostate(seat, lambda: number)


@pytest.mark.parametrize("game_string", [f"{WISTAR}(players=3)", f"{LAB}(players=3)"])
def test_a_resampled_state_differs_only_in_what_the_seat_cannot_know(game_string: str) -> None:
    differ = 0
    for position in walk(begun(game_string)):
        for seat in range(3):
            other = resampled(position, seat)
            assert known(other)[seat] == known(position)[seat]
            assert other.current_player() == position.current_player()
            if seat == position.current_player():
                assert other.legal_actions() == position.legal_actions()
            differ += other.game != position.game
            assert resampled(position, seat).game == other.game
            assert resampled(position, seat, 0.6).game != other.game
    assert differ > 100


def test_what_the_others_saw_is_not_in_a_resampled_state() -> None:
    state = begun()
    for _ in zip(range(60), walk(state), strict=False):
        pass
    seat = state.current_player()
    for other, was in zip(resampled(state, seat).memories, state.memories, strict=True):
        assert (other.actions == was.actions) == (was is state.memories[seat])
        assert (str(other) == str(was)) == (was is state.memories[seat])


def test_a_seat_knows_as_much_of_two_actions_of_another_as_it_sees_of_them() -> None:
    hidden = shown = 0
    for position in walk(begun(f"{WISTAR}(players=2)"), seed=3):
        mover = position.current_player()
        children = [position.child(action) for action in position.legal_actions()[-2:]]
        if len(children) < 2:
            continue
        first, second = (child.information_state_string(1 - mover) for child in children)
        views = [child.game.observe_and_mask(1 - mover) for child in children]
        alike = all(np.array_equal(*each) for each in zip(*views, strict=True))
        assert (first == second) == alike
        hidden, shown = hidden + alike, shown + (not alike)
        own = [child.information_state_string(mover) for child in children]
        assert own[0] != own[1]
    assert hidden > 0
    assert shown > 0


def test_a_seat_remembers_what_it_saw_and_did() -> None:
    one, two = begun(seed=4), begun(seed=5)
    one.memories[0], two.memories[0] = two.memories[0], one.memories[0]
    assert one.information_state_string(0) != begun(seed=4).information_state_string(0)
    assert one.observation_string(0) == begun(seed=4).observation_string(0)
    mover = one.current_player()
    action = one.legal_actions()[0]
    one.apply_action(action)
    assert f"decided [{action}]" in one.information_state_string(mover)


def test_what_was_seen_before_is_remembered_and_what_stays_the_same_adds_nothing() -> None:
    first, second = begun(seed=4).game, begun(seed=5).game
    longer, shorter = Memory(), Memory()
    longer.see(first, 0)
    for memory in (longer, shorter):
        memory.see(second, 0)
    assert str(longer) != str(shorter)
    before = str(shorter)
    shorter.see(second, 0)
    assert str(shorter) == before


@pytest.mark.parametrize(
    "game_string", [f"{WISTAR}(players=2)", f"{WISTAR}(players=1)", f"{LAB}(players=3)"]
)
def test_openspiels_search_plays_with_resampled_games(game_string: str) -> None:
    state = begun(game_string)
    bot = ismcts.ISMCTSBot(
        state.get_game(),
        mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        uct_c=2.0,
        max_simulations=4,
        random_state=np.random.RandomState(2),
    )
    for _ in range(4):
        state.apply_action(int(bot.step(state)))
    assert len(state.history()) == 5


@pytest.mark.parametrize(
    ("game_string", "message"),
    [
        (f"{WISTAR}(players=5)", "players must be an integer from 1 to 4, found 5"),
        (f"{WISTAR}(level=10)", "level must be an integer from 0 to 9, found 10"),
        (f"{WISTAR}(seeds=0)", "seeds must be an integer from 1 to 1000000, found 0"),
        (f"{LAB}(players=2)", "players must be an integer from 3 to 5, found 2"),
        (f"{WISTAR}(chance=dice)", "chance must be seeds or nodes, found 'dice'"),
        (f"{WISTAR}(utility=money)", "utility must be points or rank, found 'money'"),
    ],
)
def test_wrong_parameters_are_named(game_string: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        load(game_string)


def nodes(game: type[Game] = Kuhn) -> Any:
    return load(f"{register(game)}(chance=nodes,utility=points)")


@pytest.mark.parametrize("game", [Kuhn, Dice])
def test_a_game_with_chance_nodes_passes_the_random_games_of_openspiel(game: type[Game]) -> None:
    pyspiel.random_sim_test(nodes(game), 3, True, False)


def test_openspiels_own_solver_finds_the_value_of_kuhn_poker() -> None:
    game = nodes()
    solver = cfr.CFRPlusSolver(game)
    for _ in range(100):
        solver.evaluate_and_update_policy()
    found = solver.average_policy()
    value, _ = expected_game_score.policy_value(game.new_initial_state(), [found, found])
    assert len(found.states) == 12
    assert value == pytest.approx(-1 / 18, abs=1e-3)
    assert exploitability.exploitability(game, found) < 2e-3


@pytest.mark.parametrize(("game", "own"), [(Kuhn, "kuhn_poker"), (Leduc, "leduc_poker")])
def test_random_play_is_as_exploitable_as_openspiel_says(game: type[Game], own: str) -> None:
    form = SequenceForm(game)
    theirs = pyspiel.load_game(own)
    found = exploitability.nash_conv(theirs, policy.UniformRandomPolicy(theirs))
    assert judge(form, uniform_policy(form)).nash_conv == pytest.approx(found, abs=1e-9)


class LastAction(policy.Policy):  # type: ignore[misc]
    """Plays the last legal action."""

    def __init__(self, game: Any) -> None:
        super().__init__(game, [*range(game.num_players())])

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        """Return 1 for this action."""
        return {state.legal_actions()[-1]: 1.0}


@pytest.mark.parametrize(("game", "players"), [(Kuhn, 2), (Dice, 2), (Pennies, 2), (Pennies, 3)])
def test_best_responses_to_a_bot_are_those_of_openspiel(game: type[Game], players: int) -> None:
    form = SequenceForm(game, players)
    mine = judge(form, policy_of(form, Bold(), "bold"))
    spiel = load(f"{register(game)}(chance=nodes,utility=points,players={players})")
    theirs = exploitability.nash_conv(spiel, LastAction(spiel), return_only_nash_conv=False)
    assert mine.nash_conv == pytest.approx(theirs.nash_conv, abs=1e-9)
    assert mine.gains == pytest.approx(theirs.player_improvements, abs=1e-9)


def test_chances_during_a_game_are_nodes_and_nobody_sees_more_than_their_outcome() -> None:
    root = nodes(Dice).new_initial_state()
    chances = sorted(36 * chance for _, chance in root.chance_outcomes())
    assert chances == pytest.approx([1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6])
    first = root.child(0)
    assert not first.is_chance_node()
    rolled = first.child(1)
    assert rolled.is_chance_node()
    assert rolled.chance_outcomes() == [(k, pytest.approx(1 / 6)) for k in range(6)]
    assert rolled.action_to_string(pyspiel.PlayerId.CHANCE, 2) == "outcome 2"
    assert "6 outcomes" in str(rolled)
    assert rolled.child(2).current_player() == 1
    assert first.child(0).current_player() == 1  # who passes rolls nothing
    again = pickle.loads(pickle.dumps(rolled.child(4)))
    assert known(again) == known(rolled.child(4))
    assert rolled.clone().child(4).game == rolled.child(4).game


def test_points_are_zero_sum_only_if_the_game_declares_it() -> None:
    sums = pyspiel.GameType.Utility
    utilities = {
        text: load(f"{text})").get_type().utility
        for text in (
            f"{KUHN}(utility=points",
            f"{KUHN}(utility=rank",
            f"{GOOFSPIEL}(utility=points",
            f"{WISTAR}(utility=points",
        )
    }
    assert [*utilities.values()] == [
        sums.ZERO_SUM,
        sums.ZERO_SUM,
        sums.GENERAL_SUM,
        sums.GENERAL_SUM,
    ]
    *_, last = walk(begun(f"{GOOFSPIEL}(utility=points)"))
    assert last.returns() == [row["total"] for row in last.game.scores()]


def test_chance_nodes_of_a_game_that_has_too_many_are_rejected() -> None:
    with pytest.raises(TooLargeError, match="instead of redrawing"):
        nodes(Rejecting).new_initial_state()
