"""How much readers tell cards apart."""

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from experiments import reader_codes
from experiments.reader_codes import codes_of, effective_rank, lines
from wistar_env import RatsOfWistar
from wistar_env.kit.networks.shared import SharedNetwork

SETS = [None, "generated:v1:3"]


def test_codes_are_those_of_all_sets() -> None:
    reader = SharedNetwork.random(RatsOfWistar, (1,), (32, 16), code=8, seed=3, ids=False)
    codes = codes_of(reader, SETS)
    assert {axis: len(each) for axis, each in codes.items()} == {
        "card": 360,
        "guest": 54,
        "mission": 20,
        "objective": 26,
        "position": 12,
        "board position": 14,
        "sector space": 36,
    }
    assert not np.array_equal(codes["card"][:180], codes["card"][180:])


def test_numbers_that_died_are_not_in_use_and_cards_without_any_are_counted() -> None:
    reader = SharedNetwork.random(RatsOfWistar, (1,), (32, 16), code=8, seed=3, ids=False)
    reader.parameters["encoder card"][:] = 0
    reader.parameters["encoder_bias card"][:] = [1, 2, *[-1] * 6]
    reader.parameters["encoder guest"][:] = 0
    reader.parameters["encoder_bias guest"][:] = -1
    card, guest, *_ = lines(reader, SETS)
    assert card == (
        "card: 2 of 8 numbers in use, 2.0 above 0 in a code; none in 0.0% of 360 codes; "
        "effective rank 1.0"
    )
    assert "guest: 0 of 8 numbers in use, 0.0 above 0 in a code; none in 100.0% of 54" in guest


@pytest.mark.parametrize("rank", [1, 3])
def test_the_effective_rank_is_that_of_equal_directions(rank: int) -> None:
    codes = np.vstack([np.eye(rank, 5), -np.eye(rank, 5)]).astype(np.float32)
    assert effective_rank(codes) == pytest.approx(rank)


def test_the_command_prints_a_line_for_each_axis_and_refuses_networks_without_codes() -> None:
    app = typer.Typer()
    app.command()(reader_codes.main)
    result = CliRunner().invoke(app, ["wistar-reader", "--data", "generated:v1:{0..1}"])
    assert result.exit_code == 0, result.output
    assert [line.partition(":")[0] for line in result.output.splitlines()] == [
        "card",
        "guest",
        "mission",
        "objective",
        "position",
        "board position",
        "sector space",
    ]
    for given, problem in (
        (["wistar"], "knows cards by their ids"),
        (["no-such-network"], "no-such-network"),
        (["wistar-reader", "--data", "generated:v1:{2..1}"], "must be ascending"),
    ):
        result = CliRunner().invoke(app, given)
        assert result.exit_code == 2
        assert problem in result.output
