"""Numbers that nobody means: each door rejects them before it makes anything, in one sentence."""

from collections.abc import Callable
from typing import Any, Final

import gymnasium
import pytest

from tests.command_line import commands, wistar
from wistar_env import BatchGame, lab_rats_v0, wistar_v0
from wistar_env.errors import BotError
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.bots.registry import load
from wistar_env.kit.game.registry import installed_games

SEAT: Final = "wistar_env:wistar/Game-v0"
DOORS: Final[dict[str, Callable[[int], Any]]] = {
    "a game of many players": lambda n: RatsOfWistar.new(num_players=n),
    "another one": lambda n: LabRats.new(num_players=n),
    "a level": lambda n: RatsOfWistar.new(num_players=1, level=n),
    "tracks": lambda n: RatsOfWistar.new(num_players=1, tracks=[n, n, n]),
    "a batch of many games": lambda n: BatchGame("rats-of-wistar", n, num_players=2),
    "a batch of many players": lambda n: BatchGame("rats-of-wistar", 1, num_players=n),
    "a batch with many threads": lambda n: BatchGame(
        "rats-of-wistar", 1, num_players=2, num_threads=n
    ),
    "an environment": lambda n: wistar_v0.env(num_players=n),
    "another environment": lambda n: lab_rats_v0.env(num_players=n),
    "a seat of a game": lambda n: gymnasium.make(SEAT, game="lab-rats", num_players=n),
    "a far seat": lambda n: gymnasium.make(SEAT, game="lab-rats", learner_seat=n),
    "many environments": lambda n: gymnasium.make_vec(
        SEAT, game="lab-rats", num_players=3, num_envs=n
    ),
    "many trees": lambda n: load(f"mcts:num_trees={n}"),
    "much memory": lambda n: load(f"mcts:memory_mb={n}"),
}


@pytest.mark.parametrize("number", [10**9, 10**12, 10**400], ids=["9", "12", "400"])
@pytest.mark.parametrize("door", DOORS)
def test_a_number_beyond_measure_is_rejected(door: str, number: int) -> None:
    with pytest.raises(Exception, match=r"\d+ to \d+") as error:
        DOORS[door](number)
    assert isinstance(error.value, ValueError | BotError)
    assert len(str(error.value)) < 1000


#: Options that a game or a file limits, and not the parser of the command line.
LIMITED_ELSEWHERE: Final = {"--players", "--seat", "--level", "--at", "--worst", "--width"}
#: A claim about a training, which nothing computes with.
CLAIMED: Final = {"--training-core-hours"}


def test_every_number_of_the_command_line_has_a_limit() -> None:
    unlimited = []
    for path, command in commands():
        for each in command.params:
            kind, info = each.type_descriptor.annotation, each.type_descriptor.parameter_info
            if kind in (int, float) and info.parser is None and None in (each.min, each.max):
                unlimited.append((*path, each.opts[-1]))
    found = {words for words in unlimited if words[-1] not in LIMITED_ELSEWHERE | CLAIMED}
    assert not found, "give typer.Option(min=..., max=...)"
    assert len(unlimited) > 5


@pytest.mark.parametrize("game", installed_games())
@pytest.mark.parametrize(
    "command",
    [("play",), ("prompt",), ("arena", "random", "random", "random"), ("ladder", "random")],
    ids=lambda command: str(command[0]),
)
def test_many_players_are_rejected_by_every_command(command: tuple[str, ...], game: str) -> None:
    result = wistar(*command, "--game", game, "--players", str(10**9))
    assert result.exit_code in (1, 2), result.output
    assert "--players" in result.stderr
    assert isinstance(result.exception, SystemExit)
