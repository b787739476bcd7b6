"""Chances of winning for bundled networks: ``python -m experiments.fit_chances wistar``.

The win heads of a network are fitted to its own games. This program fits separate weights, as
log-odds of the winner, to positions reached by several styles of play. Games begin with a stretch
of random length in one style; then the network plays for all seats. Positions are taken after the
stretch and some decisions later, seen from every seat. It writes ``NAME-chances.json`` beside the
network (``wistar_env.kit.networks.fitted_chances``). To resume, repeat the command. A card-feature
network plays each chunk with another card set.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Final

import numpy as np
import typer
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray
from rich.progress import track
from scipy.optimize import minimize

from wistar_env import LabRats, RatsOfWistar
from wistar_env.games.rats_of_wistar.heuristics.features import HAND_LEFT
from wistar_env.kit.game import Game
from wistar_env.kit.networks.defaults import default_files
from wistar_env.kit.networks.fitted_chances import file_beside
from wistar_env.kit.networks.loading import load_shared
from wistar_env.kit.networks.losses import DECISION
from wistar_env.kit.networks.network import Network
from wistar_env.kit.networks.shared import SharedNetwork
from wistar_env.kit.vector.batch_game import BatchGame
from wistar_env.system.atomic_files import replacing
from wistar_env.training.games import RolloutCollector, shares_of_wins
from wistar_env.training.players import PlayerPool
from wistar_env.training.rollout_actions import ARGMAX
from wistar_env.training.rollouts import GREEDY, LEARNER, RANDOM

FOLDER: Final = Path("results/chances")
#: The bundled networks, with their games, by name.
BUNDLED: Final = {
    file.stem: (game, file) for game in (RatsOfWistar, LabRats) for file in default_files(game.spec)
}
#: A mixed player makes a share of its decisions at random, the rest like greedy. A hoarder is
#: greedy with a ten times higher value of cards in the hand, in Rats of Wistar only.
STYLES: Final = ("greedy", "network", "mixed", "hoarder")
RANDOM_SHARE: Final = 0.3
HOARDED: Final = 6.0
#: The longest stretch of a style, and the longest distance to the game's second position, in
#: decisions per player.
LONGEST: Final = 75
_LATER: Final = 40
#: Games of a chunk, for each style.
CHUNK: Final = 250
#: Penalty on squared weights of features with variance 1.
_PENALTY: Final = 1e-4
_FIRST_SEED: Final = 5_000_000


class Positions:
    """Positions of some games, and their winners."""

    def __init__(self, records: NDArray[np.uint8], won: NDArray[np.float64]) -> None:
        self.records = records  # uint8[n, bytes]
        self.won = won  # each seat's share of the win, float[n, seats]


def play(network: Network, data: str | None, style: str, seed: int, count: int) -> Positions:
    """Play games with a style, then with the network; return two positions per game."""
    players = network.num_players
    level: dict[str, Any] = {"level": (0, 9)} if players == 1 else {}
    envs = BatchGame(
        network.game,
        count,
        players,
        data=data,
        observation="sparse",
        autoreset_mode=AutoresetMode.DISABLED,
        **level,
    )
    pool = PlayerPool(network, count, seed, num_snapshots=0, bots=(), num_players=players)
    collector, decisions = RolloutCollector(envs, pool), np.zeros(count, DECISION)
    if style == "hoarder":
        collector.weights[HAND_LEFT] = HOARDED
    rng = np.random.default_rng((seed, players, len(style)))
    first = rng.integers(3, LONGEST * players, count)
    second = first + rng.integers(5, _LATER * players, count)
    step, number, games, records = envs.reset(seed), 0, list[int](), []
    while not step.done.all():
        played = envs.records["decisions"]
        here = ~step.done & ((played == first) | (played == second))
        games += np.flatnonzero(here).tolist()
        records += [envs.records[game].tobytes() for game in np.flatnonzero(here)]
        styles: dict[str, Any] = {"network": LEARNER, "greedy": GREEDY, "hoarder": GREEDY}
        if style == "mixed":
            styles["mixed"] = np.where(rng.random(count) < RANDOM_SHARE, RANDOM, GREEDY)
        pool.seats[:] = np.where(played < first, styles[style], LEARNER)[:, None]
        actions = collector.choose_actions(
            step.observation, decisions, ARGMAX, seed * 100_003 + number
        )
        step, number = envs.step(actions), number + 1
    won = shares_of_wins(envs.final_ranks)[games]
    return Positions(np.frombuffer(b"".join(records), np.uint8).reshape(len(games), -1), won)


def collected(
    network: Network, data: str | None, chunk: int, folder: Path, count: int
) -> Iterator[Positions]:
    """Yield the positions of a chunk, from the folder if it has them."""
    players = network.num_players
    for number, style in enumerate(STYLES if network.game is RatsOfWistar else STYLES[:-1]):
        file = folder / f"{players}-{style}-{chunk}.npz"
        if not file.exists():
            seed = _FIRST_SEED + 1000 * chunk + 10 * players + number
            made = play(network, data, style, seed, count)
            folder.mkdir(parents=True, exist_ok=True)
            with replacing(file) as unfinished, unfinished.open("wb") as stream:
                np.savez_compressed(stream, record=made.records, won=made.won)
        with np.load(file) as saved:
            yield Positions(saved["record"], saved["won"])


def views(
    network: Network, data: str | None, positions: Positions
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return each view's last hidden layer, and the shares of the win in its seat order."""
    game: Game = network.game.new(network.num_players, 0, data=data)
    seats = game.num_seats
    order = network.copy()  # gives the place of each seat in an observer's order
    order.parameters["heads"][:] = 0
    order.parameters["heads_bias"][seats:] = np.arange(seats)
    at, seen, won = network.parameters, [], []
    for record, shares in zip(positions.records, positions.won, strict=True):
        game.record[:] = record.view(game.spec.record)
        for seat in range(game.num_players):
            places = np.rint(order.predict(game, seat).win_probability).astype(int)
            seen.append(game.observe(seat))
            won.append(shares[np.argsort(places)])
    hidden = np.maximum(np.array(seen) @ at["first"] + at["first_bias"], 0)
    return np.maximum(hidden @ at["second"] + at["second_bias"], 0), np.array(won)


def fit(hidden: NDArray[Any], won: NDArray[Any]) -> NDArray[np.float64]:
    """Return weights and a bias of each seat's log-odds, by multinomial logistic regression."""
    centre, spread = hidden.mean(axis=0), hidden.std(axis=0) + 1e-3
    features = np.c_[(hidden - centre) / spread, np.ones(len(hidden))]
    shape = features.shape[1], won.shape[1]

    def loss(flat: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        weights = flat.reshape(shape)
        logits = features @ weights
        logits -= logits.max(axis=1, keepdims=True)
        chances = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
        penalized = weights[:-1]
        value = -(won * np.log(chances + 1e-12)).sum() / len(won) + _PENALTY * (penalized**2).sum()
        slope = features.T @ (chances - won) / len(won)
        slope[:-1] += 2 * _PENALTY * penalized
        return value, slope.ravel()

    found = minimize(loss, np.zeros(shape[0] * shape[1]), jac=True, method="L-BFGS-B")
    weights = found.x.reshape(shape)
    weights[:-1] /= spread[:, None]
    weights[-1] -= centre @ weights[:-1]
    return np.asarray(weights.T, np.float64)


def parts(
    shared: SharedNetwork, players: int, chunks: int, folder: Path, games: int
) -> Iterator[tuple[NDArray[Any], NDArray[Any]]]:
    """Yield the views of each chunk and style."""
    for chunk in track(range(chunks), f"{players} players"):
        data = f"generated:v1:{1 + chunk}" if shared.code else None
        network = shared.network_for(players, data)
        for each in collected(network, data, chunk, folder, games):
            yield views(network, data, each)


def main(
    name: Annotated[str, typer.Argument(help=f"One of {', '.join(BUNDLED)}.")],
    chunks: Annotated[int, typer.Option(min=1, help="Chunks of --games games of each style.")] = 20,
    folder: Annotated[Path, typer.Option(help="Folder of the games.")] = FOLDER,
    games: Annotated[int, typer.Option(min=2, help="Games per chunk and style.")] = CHUNK,
    out: Annotated[
        Path | None, typer.Option(help="The output file. Default: beside the network.")
    ] = None,
) -> None:
    """Fit win heads that estimate chances of winning for a bundled network, and write them."""
    if name not in BUNDLED:
        raise typer.BadParameter(f"{name!r} is not one of {', '.join(BUNDLED)}")
    game, bundled = BUNDLED[name]
    shared, found = load_shared(bundled, game), {}
    for players in range(game.spec.min_players, game.spec.max_players + 1):
        both = zip(*parts(shared, players, chunks, folder / name, games), strict=True)
        hidden, won = (np.concatenate(each) for each in both)
        found[str(players)] = fit(hidden, won)
    rows = [
        f'"{players}": [\n'
        + ",\n".join(json.dumps([float(f"{w:.4g}") for w in seat]) for seat in weights)
        + "\n]"
        for players, weights in found.items()
    ]
    with replacing(out or file_beside(bundled)) as unfinished:
        unfinished.write_text("{\n" + ",\n".join(rows) + "\n}\n", "utf-8")


if __name__ == "__main__":
    typer.run(main)
