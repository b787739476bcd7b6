"""Losses and optimizer: the same gradients and steps as in torch."""

import threading
import time
from typing import Any

import numba
import numpy as np
import pytest
import torch
from torch.nn.functional import huber_loss

from tests.networks.decisions import played, with_made_up_results
from tests.networks.networks import TorchNetwork, lively
from wistar_env import RatsOfWistar
from wistar_env.compiled.work_sharing import claim_rows, new_progress
from wistar_env.kit.limits import MAX_SEATS
from wistar_env.kit.networks.losses import _BLOCK_UNITS, MAX_LEGAL, METRICS, PARTS
from wistar_env.kit.networks.network import Network
from wistar_env.kit.networks.optimizer import PHASES, run_minibatches
from wistar_env.kit.vector.sparse import densify
from wistar_env.training.games import Rollout
from wistar_env.training.learner import Learner, Loss, with_views

CLIP, ENTROPY, VALUE = 0.2, 0.03, 0.4
LOSS = Loss(CLIP, ENTROPY, VALUE)


def loss_of(
    module: TorchNetwork,
    rollout: Rollout,
    rows: Any,
    imitates: bool,
    targets: Any = None,
    views: int = 0,
    others: float = 1.0,
) -> Any:
    """Return the loss as anybody would write it in torch, of dense observations.

    Of the last rows, ``views``, only the value heads learn. ``others`` is the weight of all value
    heads but the first in the gradient of the hidden layers.
    """
    total = torch.zeros(())
    layout = module.layout
    dense = densify(
        type(rollout.observations)(*(array[rows] for array in rollout.observations)), layout
    )
    hidden = module.body(torch.tensor(dense))
    logits, heads = module.policy(hidden), module.heads(hidden)
    # The same values, with a part of the gradient.
    some = module.heads(others * hidden + (1 - others) * hidden.detach())
    heads = torch.cat([heads[:, :1], some[:, 1:]], 1)
    seats = heads.shape[1] // 2
    for k, row in enumerate(rows):
        d = rollout.decisions[row]
        legal = d["legal"][1 : 1 + d["legal"][0]].astype(int)
        logs = torch.log_softmax(logits[k, legal], 0)
        entropy = -(logs.exp() * logs).sum()
        if k >= len(rows) - views:
            policy = entropy = torch.zeros(())
        elif targets is not None:
            policy = -(torch.tensor(targets[row, : len(legal)]) * logs).sum()
        elif imitates:
            policy = -logs[int(d["action_index"])]
        else:
            ratio = (logs[int(d["action_index"])] - float(d["log_prob"])).exp()
            advantage = float(d["advantage"])
            cut = ratio.clamp(1 - CLIP, 1 + CLIP)
            policy = -torch.minimum(ratio * advantage, cut * advantage)
        order = d["seat_order"][:seats].astype(int)
        target = torch.tensor(
            np.concatenate([d["returns"][order], d["returns"][MAX_SEATS + order]])
        )
        wrong = huber_loss(heads[k], target, delta=2.0, reduction="sum")
        total = total + policy - ENTROPY * entropy + VALUE * wrong
    return total / (len(rows) - views)


def of_torch(module: TorchNetwork) -> dict[str, Any]:
    """Return the parameters of a module by the names and in the shapes that networks have."""
    first, second = module.body[0], module.body[2]
    return {
        "first": first.weight.T,
        "first_bias": first.bias,
        "second": second.weight.T,
        "second_bias": second.bias,
        "policy": module.policy.weight,
        "policy_bias": module.policy.bias,
        "heads": module.heads.weight,
        "heads_bias": module.heads.bias,
    }


def made_up_targets(rollout: Rollout) -> Any:
    """Return targets of the legal actions of each decision, drawn."""
    draw = np.random.default_rng(3).dirichlet
    targets = np.zeros((len(rollout.decisions), MAX_LEGAL), np.float32)
    for row in rollout.trainable_rows().tolist():
        count = int(rollout.decisions[row]["legal"][0])
        targets[row, :count] = draw(np.ones(count))
    return targets


@pytest.mark.parametrize("how", ["improves", "imitates", "targets", "views", "own head"])
@pytest.mark.parametrize("num_players", [1, 3])
def test_steps_of_learning_are_those_of_torch(num_players: int, how: str) -> None:
    network, rollout, _ = played(num_players)
    with_made_up_results(rollout)
    imitates = how in ("imitates", "targets")
    targets = made_up_targets(rollout) if how == "targets" else None
    module, rows = TorchNetwork(network), rollout.trainable_rows()[:32]
    views = rollout.trainable_rows()[32:42] if how == "views" else rows[:0]
    rollout.decisions["legal"][views, 0] = 0
    others = 0.25 if how == "own head" else 1.0
    adam = torch.optim.Adam(module.parameters(), lr=0.01, eps=1e-5)
    learner = Learner(network)
    for _ in range(3):
        adam.zero_grad()
        both = np.concatenate([rows, views])
        loss_of(module, rollout, both, imitates, targets, len(views), others).backward()
        torch.nn.utils.clip_grad_norm_(module.parameters(), 0.5)
        adam.step()
        learner.train_epoch(
            rollout,
            rows,
            len(rows),
            0.01,
            LOSS._replace(imitate=imitates, other_heads_coef=others),
            views=views,
            **({} if targets is None else {"policy_targets": targets}),
        )
        for name, parameter in of_torch(module).items():
            assert np.allclose(network.parameters[name], parameter.detach().numpy(), atol=2e-4), (
                name
            )


@pytest.mark.parametrize("num_players", [1, 3])
def test_the_value_heads_can_have_a_bound_of_their_own(num_players: int) -> None:
    network, rollout, _ = played(num_players)
    with_made_up_results(rollout)
    module: Any = TorchNetwork(network)
    rows = rollout.trainable_rows()[:32]
    own = [*module.heads.parameters()]
    others = [*module.body.parameters(), *module.policy.parameters()]
    loss_of(module, rollout, rows, imitates=False).backward()
    assert torch.nn.utils.clip_grad_norm_(own, 0.1) > 0.1
    assert torch.nn.utils.clip_grad_norm_(others, 0.5) > 0.5
    learner = Learner(network)
    learner.train_epoch(
        rollout,
        rows,
        len(rows),
        0.01,
        LOSS._replace(value_grad_norm=0.1),
    )
    gradients = {name: 10 * array for name, array in learner.moments[0].parameters.items()}
    # After one step, Adam's first moment is a tenth of the gradient.
    for module_name, layer in (("first", module.body[0]), ("second", module.body[2])):
        assert np.allclose(gradients[module_name], layer.weight.grad.T.numpy(), atol=1e-5)
    for module_name in ("policy", "heads"):
        layer = getattr(module, module_name)
        assert np.allclose(gradients[module_name], layer.weight.grad.numpy(), atol=1e-5)
        assert np.allclose(gradients[f"{module_name}_bias"], layer.bias.grad.numpy(), atol=1e-5)


def test_a_part_of_several_blocks_of_rows_has_the_gradients_of_torch() -> None:
    _, rollout, _ = played(1)
    with_made_up_results(rollout)
    network, rows = lively(1, hidden=(1024, 16)), rollout.trainable_rows()[:42]
    assert len(rows) // PARTS > _BLOCK_UNITS // 1024  # so each part has a second block
    module: Any = TorchNetwork(network)
    adam = torch.optim.Adam(module.parameters(), lr=0.01, eps=1e-5)
    loss_of(module, rollout, rows, imitates=False).backward()
    torch.nn.utils.clip_grad_norm_(module.parameters(), 0.5)
    adam.step()
    Learner(network).train_epoch(rollout, rows, len(rows), 0.01, LOSS)
    for name, parameter in of_torch(module).items():
        assert np.allclose(network.parameters[name], parameter.detach().numpy(), atol=2e-4), name


def test_what_no_decision_touched_stays_as_it_is() -> None:
    network, rollout, _ = played()
    with_made_up_results(rollout)
    rows = rollout.trainable_rows()[:8]
    learner = Learner(network)
    learner.train_epoch(rollout, rollout.trainable_rows()[8:24], 16, 0.01)
    before = network.copy()
    learner.train_epoch(rollout, rows, len(rows), 0.01)
    seen = np.zeros(len(network.parameters["first"]), bool)
    acted = np.zeros(len(network.parameters["policy"]), bool)
    for row in rows:
        seen[rollout.observations.indices[row, : rollout.observations.used[row]]] = True
        legal = rollout.decisions["legal"][row]
        acted[legal[1 : 1 + legal[0]]] = True
    for name, touched in (("first", seen), ("policy", acted)):
        moved = (network.parameters[name] != before.parameters[name]).any(axis=1)
        assert np.array_equal(moved, touched), name


def test_a_view_teaches_no_policy_and_is_not_counted() -> None:
    network, rollout, _ = played(2)
    with_made_up_results(rollout)
    rows, before, learner = rollout.trainable_rows(), network.copy(), Learner(network)
    rollout.decisions["legal"][rows[16:], 0] = 0
    rollout.decisions["advantage"] = 0
    plain = Learner(before.copy()).train_epoch(rollout, rows[:16], 16, 0.0)
    assert learner.train_epoch(rollout, rows[:16], 16, 0.01, views=rows[16:]) == plain
    for name in ("policy", "policy_bias"):
        assert np.array_equal(network.parameters[name], before.parameters[name])
    assert not np.array_equal(network.parameters["heads"], before.parameters["heads"])


def test_views_are_divided_evenly_among_minibatches() -> None:
    rows, views = np.arange(11), np.arange(100, 107)
    mixed, size = with_views(rows, views, 5)
    assert size == 8
    assert mixed.tolist() == [*range(5), 100, 101, 102, *range(5, 10), 103, 104, 105, 10]
    for few in (views[:1], views[:0]):
        same, size = with_views(rows, few, 5)
        assert (same.tolist(), size) == (rows.tolist(), 5)
    assert with_views(rows[:4], views, 5)[1] == 5


def _take_part(progress: Any) -> None:
    claim_rows(progress, 1)


take_part: Any = numba.njit(_take_part)


def learned(threads: int, times: int = 1) -> Network:
    network, rollout, _ = played(2)
    with_made_up_results(rollout)
    learner = Learner(network, threads)
    rows = np.tile(rollout.trainable_rows(), times)
    for _ in range(2):
        learner.train_epoch(rollout, rows, 16, 0.01, Loss(entropy_coef=0.01))
    return network


def test_any_number_of_threads_learns_the_same() -> None:
    one = learned(1)
    for threads in (2, 3, PARTS, PARTS + 2):
        assert np.array_equal(learned(threads).weights, one.weights)


@pytest.mark.parametrize("threads", [0, -1])
def test_a_number_of_threads_that_makes_no_sense_is_rejected(threads: int) -> None:
    with pytest.raises(ValueError, match="threads"):
        Learner(Network.random(RatsOfWistar, 2), threads)


def test_threads_that_lose_patience_learn_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    one = learned(1, times=20)
    monkeypatch.setattr("wistar_env.training.learner._PATIENCE", 0)
    assert np.array_equal(learned(3, times=20).weights, one.weights)


def test_parts_begin_when_those_of_the_phase_before_are_done() -> None:
    network, rollout, _ = played(2)
    learner = Learner(network)
    rows = rollout.trainable_rows()[:16]
    given = (
        learner._records,
        *rollout.observations,
        rollout.decisions,
        np.zeros((0, MAX_LEGAL), np.float32),
        rows,
        16,
        np.zeros(5, np.float32),
        0.01,
        0,
        learner._touched_inputs,
        learner._touched_actions,
        0.0,
        learner._squared_norms,
        np.zeros((PARTS, len(METRICS))),
    )
    progress, ticket = new_progress(), np.full(1, -1)
    progress[0] = PARTS  # another thread has claimed the first phase and stands still
    for _ in range(2):
        assert not run_minibatches(*given, progress, ticket, 10)
        assert (progress[0], progress[1], ticket[0]) == (PARTS + 1, 0, PARTS)
    progress[1] = PARTS
    assert run_minibatches(*given, progress, ticket, 10)
    assert progress[1] == PARTS * PHASES


@pytest.mark.parametrize("failure", [KeyboardInterrupt, ValueError])
def test_a_thread_that_fails_while_learning_leaves_no_other_waiting(
    failure: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    network, rollout, _ = played(2)
    with_made_up_results(rollout)
    learner, rows = Learner(network, 2), rollout.trainable_rows()

    def leave_with_a_part(*given: Any) -> bool:
        progress = given[-3]
        if threading.current_thread() is not threading.main_thread():
            return run_minibatches(*given)
        take_part(progress)
        while progress[0] <= PARTS:  # until the other thread has taken one that comes later
            time.sleep(0.001)
        raise failure

    with monkeypatch.context() as patch:
        patch.setattr("wistar_env.training.learner.run_minibatches", leave_with_a_part)
        with pytest.raises(failure):
            learner.train_epoch(rollout, rows, 16, 0.01)
    assert learner.train_epoch(rollout, rows, 16, 0.01)["entropy"] > 0


def test_what_is_counted_is_a_mean_over_the_decisions() -> None:
    network, rollout, _ = played()
    rollout.compute_advantages(1.0, 1.0, (1, 0, 0))
    rows = rollout.trainable_rows()[:40]
    metrics = Learner(network).train_epoch(rollout, rows, 40, 0.0)
    assert 0 < metrics["accuracy"] < 1
    assert metrics["approx_kl"] == pytest.approx(0, abs=1e-5)
    assert metrics["clip_fraction"] == 0
    chances = -rollout.decisions["log_prob"][rows]
    assert metrics["cross_entropy"] == pytest.approx(float(chances.mean()), rel=1e-4)


def test_cross_entropy_is_that_with_the_policy_targets() -> None:
    network, rollout, _ = played(games=1, length=6)
    rollout.compute_advantages(1.0, 1.0, (1, 0, 0))
    targets, expected = made_up_targets(rollout), []
    rows: Any = rollout.trainable_rows()[:4]
    metrics = Learner(network).train_epoch(
        rollout, rows, 4, 0.0, Loss(imitate=True), policy_targets=targets
    )
    module = TorchNetwork(network)
    dense = densify(
        type(rollout.observations)(*(array[rows] for array in rollout.observations)), module.layout
    )
    logits, _ = module(torch.tensor(dense))
    for k, row in enumerate(rows.tolist()):
        legal = rollout.decisions[row]["legal"]
        logs = torch.log_softmax(logits[k, legal[1 : 1 + legal[0]].astype(int)], 0)
        expected.append(-float(targets[row, : legal[0]] @ logs.detach().numpy()))
    assert metrics["cross_entropy"] == pytest.approx(np.mean(expected), rel=1e-4)
