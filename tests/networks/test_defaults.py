"""Bots without a named network use the game's network: see ``NetworkSpec.default``."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.agents.test_agents import batch_of
from tests.agents.test_searching import decided
from tests.games import sampled
from tests.kit.nim import Nim
from wistar_env import RatsOfWistar
from wistar_env.benchmark import load
from wistar_env.benchmark.fingerprints import identify, portable_fingerprint
from wistar_env.errors import NetworkError
from wistar_env.games.lab_rats import LabRats
from wistar_env.kit.game import Game
from wistar_env.kit.game.spec_records import NetworkSpec
from wistar_env.kit.networks.defaults import default_files
from wistar_env.kit.networks.network import Network
from wistar_env.kit.search.tree_search import Mcts

OTHER_CARDS = "generated:v1:7"


def games_of(game: type[Game], num_players: int, **settings: Any) -> list[Any]:
    first: Any = game.new(num_players, 4, **settings)
    played = sampled(first, 7)
    return [each.clone() for each in played if not each.finished][:12]


@pytest.mark.parametrize("bot", ["network", "mcts:simulations=12"])
@pytest.mark.parametrize(
    ("game", "num_players", "data", "network"),
    [
        (RatsOfWistar, 1, None, "wistar"),
        (RatsOfWistar, 3, None, "wistar"),
        (RatsOfWistar, 2, OTHER_CARDS, "wistar-reader"),
        (LabRats, 4, None, "lab-rats"),
    ],
)
def test_without_a_name_a_bot_plays_with_the_network_for_the_cards(
    bot: str, game: type[Game], num_players: int, data: str | None, network: str
) -> None:
    games = games_of(game, num_players, data=data)
    seeds = [*range(len(games))]
    comma = "," if ":" in bot else ":"
    named = decided(load(f"{bot}{comma}network={network}"), games, seeds)
    assert decided(load(bot), games, seeds) == named


def test_games_with_other_cards_may_be_in_one_batch() -> None:
    games = [*games_of(RatsOfWistar, 2), *games_of(RatsOfWistar, 2, data=OTHER_CARDS)]
    batch = batch_of(games, [*range(len(games))])
    alone = [int(load("network").act(batch_of([game], [k]))[0]) for k, game in enumerate(games)]
    assert np.asarray(load("network").act(batch)).tolist() == alone


def test_a_game_without_networks_is_searched_by_its_heuristic() -> None:
    games = games_of(Nim, 2)
    seeds = [*range(len(games))]
    without = decided(load("mcts:simulations=12,network=none"), games, seeds)
    assert decided(load("mcts:simulations=12"), games, seeds) == without
    assert Mcts(4).network_for(games[0]) is None


def test_the_bot_network_rejects_a_game_without_one_and_says_what_to_name() -> None:
    with pytest.raises(NetworkError, match="network=FILE"):
        load("network").act(batch_of(games_of(Nim, 2)[:1], [1]))


def test_the_settings_of_a_search_are_those_of_a_named_network_or_of_none() -> None:
    game = RatsOfWistar.new(2, 5)
    for network in ("wistar", None):
        usual = Mcts(40, network=network).search(game)
        other = Mcts(40, network=None if network else "wistar").search(game)
        assert usual.visits.tolist() != other.visits.tolist()
    named = Mcts(40, network="wistar").search(game)
    assert Mcts(40).search(game).visits.tolist() == named.visits.tolist()


@pytest.mark.parametrize("spec", ["network", "mcts:simulations=2"])
@pytest.mark.parametrize("name", ["default", "reader"])
def test_results_belong_to_the_networks_of_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spec: str, name: str
) -> None:
    kept = NetworkSpec(folder=tmp_path, default="kept")
    declared = replace(kept, default="one") if name == "default" else replace(kept, reader="one")
    monkeypatch.setattr(RatsOfWistar, "spec", replace(RatsOfWistar.spec, networks=declared))
    found = []
    Network.random(RatsOfWistar, 2, (16, 16)).save(tmp_path / "kept.npz")
    for seed in (1, 2):
        Network.random(RatsOfWistar, 2, (16, 16), seed=seed).save(tmp_path / "one.npz")
        game = RatsOfWistar.spec
        found.append((identify(spec, game).fingerprint, portable_fingerprint(spec, game)))
    (one, two), (other, another) = found
    assert one != other
    assert two != another


def test_results_of_a_bot_that_names_its_network_do_not_belong_to_that_of_the_game() -> None:
    game = RatsOfWistar.spec
    for spec in ("mcts:simulations=2,network=none", "greedy"):
        assert identify(spec, game).files == ()
    assert len(identify("network:wistar", game).files) == 1
    assert len(identify("network", game).files) == len(default_files(game)) == 2
