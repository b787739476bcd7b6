"""``python -m experiments.speed``."""

from pathlib import Path
from typing import Annotated

import typer

from experiments.speed import suite
from wistar_env.cli.measuring import measure_and_print
from wistar_env.cli.parameters import output_option


def main(
    repeats: Annotated[
        int, typer.Option(min=1, max=1000, help="Repetitions; medians are shown.")
    ] = 5,
    compile_anew: Annotated[
        bool, typer.Option(help="Also measure compiling the rules into an empty cache.")
    ] = True,
    only: Annotated[
        list[str] | None,
        typer.Option(help=f"Measure only {', '.join(suite.SECTIONS)}; may be repeated."),
    ] = None,
    json: Annotated[Path | None, output_option("Also write all measurements as JSON.")] = None,
) -> None:
    """Measure rules, environments, searches and datasets of Rats of Wistar on this machine."""
    try:
        wanted = suite.parts(only or (), compile_anew=compile_anew)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--only") from None
    measure_and_print(wanted, repeats, json)


if __name__ == "__main__":
    typer.run(main)
