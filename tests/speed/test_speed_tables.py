"""How measurements are printed."""

from io import StringIO

from rich.console import Console

from wistar_env.speed.speed_tables import speed_tables
from wistar_env.speed.timing import Measurement


def printed(measured: list[Measurement], width: int = 100) -> str:
    out = StringIO()
    console = Console(file=out, width=width)
    for table in speed_tables(measured):
        console.print(table)
    return out.getvalue()


def test_a_list_shows_median_and_range() -> None:
    measured = [
        Measurement("Starts", "cold", (3.0, 1.0, 200.0), "s"),
        Measurement("Starts", "warm", (0.5,), "s"),
    ]
    lines = [[*map(str.strip, line.split("│"))] for line in printed(measured).splitlines()]
    assert "Starts (s)" in printed(measured)
    assert ["", "cold", "3.00", "1.00 to 200", ""] in lines
    assert ["", "warm", "0.50", "", ""] in lines


def test_a_grid_has_a_row_for_a_name() -> None:
    measured = [
        Measurement("Sizes", "solo", (1.0,), "times", "small"),
        Measurement("Sizes", "solo", (2.0, 4.0, 3.0), "times", "big"),
        Measurement("Sizes", "pair", (1234567.0,), "times", "big"),
    ]
    lines = [[*map(str.strip, line.split("│"))] for line in printed(measured).splitlines()]
    assert ["", "solo", "1.00", "3.00", ""] in lines
    assert ["", "pair", "", "1,234,567", ""] in lines
