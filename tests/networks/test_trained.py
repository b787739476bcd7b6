"""Networks that come with the package: each has a card, can be used, and plays what it should."""

import shlex
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from wistar_env.games.rats_of_wistar import Game
from wistar_env.games.rats_of_wistar.components import open_components
from wistar_env.kit.networks.files import trained
from wistar_env.kit.networks.network import Network
from wistar_env.training.ppo import Config

assert Game.spec.networks is not None
TRAINED = Game.spec.networks
NAMES = trained(Game.spec)
#: Options that are no settings.
OTHERS = {"folder", "threads"}
#: Settings that the networks name as earlier versions did, and their names now.
RENAMED = {
    "games": "num_envs",
    "length": "num_steps",
    "minibatch": "minibatch_size",
    "rate": "learning_rate",
    "trace": "gae_lambda",
    "clip": "clip_coef",
    "entropy": "entropy_coef",
    "value": "value_coef",
    "wide": "hidden1",
    "narrow": "hidden2",
    "rivalry": "opponent_weight",
    "win": "win_weight",
    "hint": "shaping",
    "hint_until": "shaping_until",
    "warm_start": "pretraining",
    "warm_games": "pretraining_games",
    "alone": "self_play_share",
}
SEATS = {"solo": 1, "players2": 2, "players3": 3, "players4": 4}


def card_of(name: str) -> str:
    return (TRAINED / f"{name}.md").read_text("utf-8")


def command_in(card: str) -> list[str]:
    """Return the words of the command that ends what a card says how to make it."""
    lines = [line for line in card.splitlines() if line.startswith("python -m training.")]
    return shlex.split(lines[-1])


def settings_of(command: list[str]) -> dict[str, Any]:
    """Return the settings that a command gives, without folder and threads; refuse unknown ones."""
    usual = asdict(Config())
    pairs = zip(command[::2], command[1::2], strict=True)
    given = {word.removeprefix("--").replace("-", "_"): value for word, value in pairs}
    return {name: type(usual[name])(value) for name, value in given.items() if name not in OTHERS}


def test_they_are_known_by_the_number_of_players() -> None:
    assert "solo" in NAMES
    for name in NAMES:
        assert Network.load(name).num_players == SEATS[name]


def test_all_together_take_less_than_12_megabytes() -> None:
    assert sum(file.stat().st_size for file in TRAINED.iterdir()) < 12_000_000


@pytest.mark.parametrize("name", NAMES)
def test_one_was_trained_on_the_data_of_today_by_the_command_of_its_card(name: str) -> None:
    network, command = Network.load(name), command_in(card_of(name))
    assert network.data == open_components(None).fingerprint.hex()
    assert " ".join(command[:3]) == network.metadata["command"]
    given, usual = settings_of(command[3:]), asdict(Config())
    settings = {RENAMED.get(k, k): v for k, v in network.metadata["settings"].items()}
    levels = settings.pop("levels")
    if network.num_players == 1:
        settings["options"] = f"level={levels}"
    assert usual | settings == usual | given
    assert network.metadata["steps"] >= given["steps"]


@pytest.mark.parametrize("name", NAMES)
def test_a_card_tells_what_a_reader_wants_to_know(name: str) -> None:
    card = card_of(name)
    for heading in ("## Made by", "## Versions", "## Results", "## Limits"):
        assert heading in card
    assert "wistar ladder" in card or "wistar arena" in card


@pytest.mark.parametrize("name", NAMES)
def test_one_plays_its_games_better_than_any_beginner(name: str) -> None:
    network = Network.load(name)
    level = 9 if network.num_players == 1 else None
    best = []
    for seed in range(10):
        game = Game.new(network.num_players, seed=seed, level=level)
        while not game.finished:
            prediction = network.predict(game)
            game.step(prediction.actions[prediction.logits.argmax()])
        best.append(game.scores()[0]["total"])
    assert sum(best) / len(best) > 50


def test_a_folder_of_the_package_has_nothing_else() -> None:
    stems = {file.stem for file in Path(TRAINED).iterdir()}
    assert stems == set(NAMES)
