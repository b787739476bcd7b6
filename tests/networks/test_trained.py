"""Networks that come with the package: each has a card, can be used, and plays what it should."""

import shlex
import warnings
from dataclasses import asdict
from typing import Any

import pytest

from tests.kit.nim import Nim
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.game import Game
from wistar_env.kit.networks.bundled import trained
from wistar_env.kit.networks.loading import load_network
from wistar_env.training.ppo import Config

#: Each game, and the least that its networks reach: points of a seat when it plays all seats.
GAMES: dict[type[Game], float] = {RatsOfWistar: 50, LabRats: 1.5}
NETWORKS = [(game, name) for game in GAMES for name in trained(game.spec)]
#: Options that are no settings.
OTHERS = {"folder", "threads"}
SEATS = {
    "solo": 1,
    "solo-410m": 1,
    "solo-reader": 1,
    "solo-reader-332m": 1,
    "players2": 2,
    "players2-200m": 2,
    "players2-reader": 2,
    "players3": 3,
    "players3-160m": 3,
    "players3-reader": 3,
    "players4": 4,
    "players4-160m": 4,
    "players4-reader": 4,
    "lab-rats-3": 3,
    "lab-rats-4": 4,
    "lab-rats-5": 5,
}
#: What games take with other data, by the number of players.
READERS = {
    1: "solo-reader-332m",
    2: "players2-reader",
    3: "players3-reader",
    4: "players4-reader",
}
#: What a game does not take with its own data, since it has another for this number of players.
NOT_TAKEN = {"solo", "solo-reader", "players2", "players3", "players4", *READERS.values()}


def card_of(game: type[Game], name: str) -> str:
    assert game.spec.networks.folder is not None
    return (game.spec.networks.folder / f"{name}.md").read_text("utf-8")


def command_in(card: str) -> list[str]:
    """Return the words of the command that ends what a card says how to make it."""
    lines = [line for line in card.splitlines() if line.startswith("wistar train ")]
    return shlex.split(lines[-1])


def settings_of(command: list[str]) -> dict[str, Any]:
    """Return the settings that a command gives, without folder and threads; refuse unknown ones."""
    usual = asdict(Config())
    pairs = zip(command[::2], command[1::2], strict=True)
    given = {word.removeprefix("--").replace("-", "_"): value for word, value in pairs}
    return {name: type(usual[name])(value) for name, value in given.items() if name not in OTHERS}


def test_they_are_known_by_the_number_of_players() -> None:
    assert {"solo", "lab-rats-3"} <= {name for _, name in NETWORKS}
    for game, name in NETWORKS:
        network = load_network(name)
        assert network.game is game
        assert network.num_players == SEATS[name]
        assert (game.spec.networks.strongest(network.num_players, None) == name) is (
            name not in NOT_TAKEN
        )


@pytest.mark.parametrize("game", GAMES)
def test_there_is_one_for_every_number_of_players(game: type[Game]) -> None:
    numbers = range(game.spec.min_players, game.spec.max_players + 1)
    assert {game.spec.networks.strongest(num_players, None) for num_players in numbers} <= set(
        trained(game.spec)
    )


def test_with_other_data_a_game_takes_one_that_reads_cards() -> None:
    other = RatsOfWistar.spec.open_data("generated:v1:7")
    for num_players, name in READERS.items():
        assert RatsOfWistar.spec.networks.strongest(num_players, other) == name
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert load_network(name).for_table(num_players, other).data == other.fingerprint.hex()


def test_a_game_without_networks_names_none() -> None:
    assert Nim.spec.networks.strongest(2, None) == ""


def test_all_together_take_less_than_45_megabytes() -> None:
    folders = [game.spec.networks.folder for game in GAMES]
    files = [file for folder in folders if folder for file in folder.iterdir()]
    assert sum(file.stat().st_size for file in files) < 45_000_000


@pytest.mark.parametrize(("game", "name"), NETWORKS)
def test_one_was_trained_on_the_data_of_today_by_the_command_of_its_card(
    game: type[Game], name: str
) -> None:
    network, command = load_network(name), command_in(card_of(game, name))
    assert network.data == game.spec.open_data(None).fingerprint.hex()
    # What trained the first ones was run as a module.
    trained_by = network.metadata["command"].replace("python -m training.", "wistar train ")
    assert " ".join(command[:3]) == trained_by
    given, usual = settings_of(command[3:]), asdict(Config())
    assert usual | network.metadata["settings"] == usual | given
    assert network.metadata["steps"] >= given["steps"]


@pytest.mark.parametrize(("game", "name"), NETWORKS)
def test_a_card_tells_what_a_reader_wants_to_know(game: type[Game], name: str) -> None:
    card = card_of(game, name)
    for heading in ("## Training", "## Versions", "## Results", "## Limitations"):
        assert heading in card
    assert "wistar ladder" in card or "wistar arena" in card


@pytest.mark.parametrize(("game", "name"), NETWORKS)
def test_one_plays_its_games_better_than_any_beginner(game: type[Game], name: str) -> None:
    network = load_network(name)
    options = game.spec.evaluation_options(network.num_players)
    best = []
    for seed in range(10):
        position = game.new(network.num_players, seed=seed, **options)
        while not position.finished:
            prediction = network.predict(position)
            position.step(prediction.actions[prediction.logits.argmax()])
        best.append(position.scores()[0][game.spec.score_columns[game.spec.scores.total_column]])
    assert sum(best) / len(best) > GAMES[game]


@pytest.mark.parametrize("game", GAMES)
def test_a_folder_of_the_package_has_nothing_else(game: type[Game]) -> None:
    assert game.spec.networks.folder is not None
    stems = {file.stem for file in game.spec.networks.folder.iterdir()}
    assert stems == {*trained(game.spec)}
