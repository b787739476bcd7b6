"""How well value heads predict, and how large their gradient is: ``experiments.value_heads``.

``python -m experiments.value_heads NETWORK`` lets a network play all seats of some games, those of
automata excepted, with its most probable actions. At every decision it predicts the final margin of
a seat: its final score minus the mean of all others. The seat that decides predicts its own, and so
does every other seat that the network plays. The program prints, for each part of the game,

- the correlation of predicted and final margins for both, with 95 % intervals: games are resampled;
- the mean distance of what two seats predict for the one that decides, where several could.

Then it prints the norms of the gradients of policy and value loss, over the minibatches of a
rollout of ``wistar train ppo`` with its default settings: of all parameters, and of the layers that
both share.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, NamedTuple

import numpy as np
import typer
from numpy.typing import NDArray

from wistar_env.benchmark.report import CONFIDENCE, Estimate, interval
from wistar_env.errors import WistarError
from wistar_env.kit.game import Game
from wistar_env.kit.networks.loading import load_network
from wistar_env.kit.networks.losses import COEFS, MAX_LEGAL, METRICS
from wistar_env.kit.networks.network import Network
from wistar_env.kit.networks.optimizer import add_gradient
from wistar_env.seeds import game_seed
from wistar_env.training.collectors import open_collector, open_games
from wistar_env.training.games import Rollout
from wistar_env.training.ppo_config import Config

#: Parameters of the layers that policy and value heads share.
SHARED_LAYERS: Final = ("first", "first_bias", "second", "second_bias")
ALL_GAMES: Final = "all"
DECIDES, WATCHES = "the seat that decides", "other seats"
_RESAMPLES: Final = 2000
#: Variances below this part of the mean square are rounding.
_ROUNDING: Final = 1e-10


class Margins(NamedTuple):
    """The margins of one part of one game: predicted, and in the end."""

    predicted: list[float]
    final: list[float]


@dataclass
class Predictions:
    """The predictions of a network in some games.

    Attributes
    ----------
    margins
        By part of the game and view, ``DECIDES`` or ``WATCHES``: those of each game.
    distances
        By part of the game: how far two views are apart, in points.
    """

    margins: dict[tuple[str, str], list[Margins]] = field(default_factory=lambda: defaultdict(list))
    distances: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))


def margin(scores: Any, seat: int) -> float:
    """Return the score of a seat minus the mean of all others."""
    others = np.delete(np.asarray(scores, np.float64), seat)
    return float(scores[seat] - others.mean())


def totals(game: Game) -> NDArray[np.int16]:
    """Return the final scores if the game ended now, by seat."""
    total = game.spec.score_columns[game.spec.scores.total_column]
    return np.array([score[total] for score in game.scores()], np.int16)


def add_game(network: Network, game: Game, found: Predictions) -> None:
    """Play a game to its end, and add what the network predicts in it."""
    players = game.num_players
    seen: dict[tuple[str, str], list[tuple[int, float]]] = defaultdict(list)
    while not game.finished:
        decides, now, part = game.seat, totals(game), game.presentation.stage
        best = network.predict(game)
        expected = now + best.points
        seen[part, DECIDES].append((decides, margin(expected, decides)))
        for seat in range(players):
            if seat == decides:
                continue
            theirs = now + network.predict(game, seat).points
            seen[part, WATCHES].append((seat, margin(theirs, seat)))
            apart = abs(margin(theirs, decides) - margin(expected, decides))
            found.distances[part].append(apart)
            found.distances[ALL_GAMES].append(apart)
        game.step(int(best.actions[best.logits.argmax()]))
    final = totals(game)
    whole: dict[str, Margins] = defaultdict(lambda: Margins([], []))
    for (part, view), margins in seen.items():
        predicted = [value for _, value in margins]
        in_the_end = [margin(final, seat) for seat, _ in margins]
        found.margins[part, view].append(Margins(predicted, in_the_end))
        whole[view].predicted.extend(predicted)
        whole[view].final.extend(in_the_end)
    for view, both in whole.items():
        found.margins[ALL_GAMES, view].append(both)


def play(network: Network, games: int, seed: int) -> Predictions:
    """Let a network play some games, and return what it predicts in them."""
    found, kind, players = Predictions(), network.game, network.num_players
    options = kind.spec.evaluation_options(players)
    for number in range(games):
        add_game(network, kind.new(players, game_seed(seed, number), **options), found)
    return found


def correlation(games: list[Margins], seed: int = 0) -> Estimate:
    """Return the correlation over all decisions of some games, with an interval over games."""
    sums = []
    for predicted, final in games:
        x, y = np.array(predicted), np.array(final)
        sums.append([len(x), x.sum(), y.sum(), x @ x, y @ y, x @ y])
    drawn = np.random.default_rng(seed).integers(len(games), size=(_RESAMPLES, len(games)))
    tail = 50 * (1 - CONFIDENCE)
    values = _correlations(np.array(sums)[drawn].sum(axis=1))
    defined = values[~np.isnan(values)]
    if not len(defined):
        return Estimate(np.nan, np.nan, np.nan)
    low, high = np.percentile(defined, [tail, 100 - tail])
    return Estimate(float(_correlations(np.sum(sums, axis=0))), float(low), float(high))


def _correlations(sums: Any) -> Any:
    """Return correlations of sums: of 1, x, y, x * x, y * y and x * y, along the last axis.

    They are NaN where x or y is constant but for rounding.
    """
    _, x, y, xx, yy, xy = np.moveaxis(sums / sums[..., :1], -1, 0)
    spread_x, spread_y = xx - x * x, yy - y * y
    varies = (spread_x > _ROUNDING * xx) & (spread_y > _ROUNDING * yy)
    squares = np.where(varies, spread_x * spread_y, np.nan)
    return (xy - x * y) / np.sqrt(squares)


class Norms(NamedTuple):
    """Norms of gradients, one for each minibatch."""

    policy: NDArray[np.float64]
    value: NDArray[np.float64]


def gradient_norms(network: Network, config: Config) -> dict[str, Norms]:
    """Return the norms of both gradients over a rollout: of all parameters, and of shared ones."""
    envs = open_games(config, config.num_envs)
    rollout = Rollout(envs, config.num_steps)
    rollout.start_from(envs.reset(config.seed).observation)
    open_collector(config, network, envs).collect(rollout, config.seed, 0)
    rollout.compute_advantages(config.gae_lambda, config.reward_weights)
    of_policy = {"clip_coef": config.clip_coef, "entropy_coef": config.entropy_coef}
    of_values = {"value_coef": config.value_coef}
    rows = np.random.default_rng(config.seed).permutation(rollout.trainable_rows())
    used = rows[: len(rows) // config.minibatch_size * config.minibatch_size]
    minibatches = used.reshape(-1, config.minibatch_size)
    policy = [_norms(network, rollout, each, of_policy) for each in minibatches]
    rollout.decisions["advantage"] = 0  # only the value heads learn
    value = [_norms(network, rollout, each, of_values) for each in minibatches]
    return {
        name: Norms(np.array([each[name] for each in policy]), np.array([e[name] for e in value]))
        for name in policy[0]
    }


def _norms(
    network: Network, rollout: Rollout, rows: NDArray[np.int64], coefs: Mapping[str, float]
) -> dict[str, float]:
    """Return the norms of the gradient of a minibatch."""
    gradient = Network(network.game, network.num_players, network.hidden)
    given = {"weight": 1 / len(rows), "other_heads_coef": 1, **coefs}
    add_gradient(
        network.records(gradient),
        *rollout.observations,
        rollout.decisions,
        np.zeros((0, MAX_LEGAL), np.float32),
        rows,
        np.array([given.get(name, 0) for name in COEFS], np.float32),
        np.zeros((1, len(network.parameters["first"])), np.uint8),
        np.zeros((1, network.game.spec.num_actions), np.uint8),
        np.zeros(len(METRICS)),
    )
    squares = {name: float(np.square(a).sum()) for name, a in gradient.parameters.items()}
    shared = sum(squares[name] for name in SHARED_LAYERS)
    return {"all parameters": sum(squares.values()) ** 0.5, "shared layers": shared**0.5}


def prediction_lines(found: Predictions) -> list[str]:
    """Return what a network predicts as lines of text, by part of the game."""
    parts = list(dict.fromkeys(part for part, _ in found.margins))
    lines = []
    for part in parts:
        views = [
            f"{view} {about.value:.2f} ({interval(about, '.2f')})"
            for view in (DECIDES, WATCHES)
            if (part, view) in found.margins
            for about in [correlation(found.margins[part, view])]
        ]
        apart = found.distances.get(part)
        distance = f"; two views are {np.mean(apart):.1f} points apart" if apart else ""
        lines.append(f"{part}: correlation in the view of {', of '.join(views)}{distance}")
    return lines


def norm_lines(norms: Mapping[str, Norms]) -> list[str]:
    """Return the norms of gradients as lines of text: medians, and the range of the ratio."""
    lines = []
    for name, (policy, value) in norms.items():
        ratio = value / policy
        lines.append(
            f"gradient of {name}: policy {np.median(policy):.2f}, values {np.median(value):.2f}, "
            f"ratio {np.median(ratio):.1f} ({ratio.min():.1f} to {ratio.max():.1f} in "
            f"{len(ratio)} minibatches)"
        )
    return lines


def main(
    network: Annotated[str, typer.Argument(help="A network file, or the name of a bundled one.")],
    games: Annotated[int, typer.Option(min=2, help="Games to play.")] = 200,
    seed: Annotated[int, typer.Option(min=0, help="The seed of the run.")] = 1,
) -> None:
    """Print how well value heads predict in each seat's view, and the norms of gradients."""
    try:
        found = load_network(network)
        name, players = found.game.spec.name, found.num_players
        config = Config(game=name, players=str(players), snapshots=0, opponents="", seed=seed)
    except WistarError as error:
        raise typer.BadParameter(str(error)) from None
    print(f"{network}, {games} games against itself and automata", flush=True)
    for line in [*prediction_lines(play(found, games, seed))]:
        print(line)
    for line in norm_lines(gradient_norms(found, config)):
        print(line)


if __name__ == "__main__":
    typer.run(main)
