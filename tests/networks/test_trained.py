"""Networks that come with the package: each has a card, can be used, and plays what it should."""

import warnings
from pathlib import Path

import pytest

from tests.kit.nim import Nim
from website import network_cards
from website.doc_tables import written
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.game import Game
from wistar_env.kit.networks.bundled import trained
from wistar_env.kit.networks.defaults import DefaultNetworks, default_files
from wistar_env.kit.networks.loading import load_network, load_shared

#: Each game, and the least that its network reaches: points of a seat when it plays all seats.
GAMES: dict[type[Game], float] = {RatsOfWistar: 45, LabRats: 1.2}
NETWORKS = [(game, file) for game in GAMES for file in default_files(game.spec)]
OTHER_CARDS = "generated:v1:7"


def tables_of(game: type[Game]) -> list[int]:
    return [*range(game.spec.min_players, game.spec.max_players + 1)]


def test_the_cards_say_what_their_files_say() -> None:
    for file in network_cards.networks():
        card = file.with_suffix(".md").read_text("utf-8")
        assert written(card, network_cards.tables_of(file)) == card, (
            "run: python -m website.network_cards"
        )


@pytest.mark.parametrize(("game", "file"), NETWORKS)
def test_one_plays_every_table_with_the_data_of_today(game: type[Game], file: Path) -> None:
    shared = load_shared(file)
    assert shared.game is game
    assert [*shared.player_counts] == tables_of(game)
    assert shared.data == game.spec.open_data(None).fingerprint.hex()
    assert shared.rules <= game.spec.rules_version


@pytest.mark.parametrize("game", GAMES)
def test_a_game_takes_its_network_for_the_cards_at_hand(game: type[Game]) -> None:
    networks = DefaultNetworks()
    for num_players in tables_of(game):
        found = networks.for_game(game.new(num_players, 1))
        assert found.num_players == num_players
        assert found.file is not None
        assert found.file.stem == game.spec.networks.default


def test_with_other_cards_a_game_takes_one_that_reads_them() -> None:
    networks = DefaultNetworks()
    for num_players in tables_of(RatsOfWistar):
        game = RatsOfWistar.new(num_players, 1, data=OTHER_CARDS)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            found = networks.for_game(game)
        assert found.file is not None
        assert found.file.stem == RatsOfWistar.spec.networks.reader
        assert found.data == game.data.fingerprint.hex()


def test_a_game_without_networks_has_no_files() -> None:
    assert default_files(Nim.spec) == []


def test_a_card_tells_what_a_reader_wants_to_know() -> None:
    for _, file in NETWORKS:
        card = file.with_suffix(".md").read_text("utf-8")
        for heading in ("## Training", "## Results", "## Limitations"):
            assert heading in card
        assert "wistar ladder" in card or "wistar arena" in card


@pytest.mark.parametrize(
    ("game", "num_players"), [(game, n) for game in GAMES for n in tables_of(game)]
)
def test_one_plays_better_than_any_beginner(game: type[Game], num_players: int) -> None:
    options = game.spec.evaluation_options(num_players)
    network = load_network(default_files(game.spec)[0], game, num_players)
    best = []
    for seed in range(5):
        position = game.new(num_players, seed=seed, **options)
        while not position.finished:
            prediction = network.predict(position)
            position.step(prediction.actions[prediction.logits.argmax()])
        best.append(position.scores()[0][game.spec.score_columns[game.spec.scores.total_column]])
    assert sum(best) / len(best) > GAMES[game]


@pytest.mark.parametrize("game", GAMES)
def test_a_folder_of_the_package_has_nothing_else(game: type[Game]) -> None:
    assert game.spec.networks.folder is not None
    stems = {file.stem for file in game.spec.networks.folder.iterdir()}
    networks = {*trained(game.spec)}
    chances = {f"{name}-chances" for name in networks}
    assert networks <= stems <= networks | chances | {"budgets"}
