"""``wistar solve``: equilibria of small games, and the exploitability of bots."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from wistar_env.cli.command import INTERRUPTED, Bars, app, print_tables
from wistar_env.cli.game_options import GameCommand, GameOptions, checked_game_options
from wistar_env.cli.parameters import Seed, count_option, output_option

if TYPE_CHECKING:
    from wistar_env.kit.game import Game
    from wistar_env.text.text_table import TextTable
    from wistar_env.theory import Judgement, SequenceForm

_LOOK_EVERY: Final = 50


@app.command(cls=GameCommand)
def solve(
    game: Annotated[str, typer.Argument(help="An installed game, or module:Class.")],
    bot: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SPEC",
            help="Compute the exploitability of this bot, named as in wistar arena; repeatable.",
        ),
    ] = None,
    players: Annotated[
        int | None,
        typer.Option(min=1, help="Player count. Default: 2, or the smallest allowed."),
    ] = None,
    utility: Annotated[
        str, typer.Option(help="What the seats maximize: points or rank.")
    ] = "points",
    iterations: Annotated[int, count_option("Iterations of CFR+; 0 skips it.")] = 1_000,
    samples: Annotated[
        int,
        count_option(
            "Actions sampled at each information set from a bot that gives no probabilities, to "
            "estimate its policy.",
            1,
            1_000_000,
        ),
    ] = 100,
    seed: Seed = 1,
    options: GameOptions = "",
    json: Annotated[Path | None, output_option("Also write all numbers as JSON.")] = None,
) -> None:
    """Solve a small game by CFR+, and compute how exploitable bots are.

    For games below a million positions. Information sets have perfect recall: a seat remembers
    everything that it saw and did. Ctrl-C prints the results so far.
    """
    from wistar_env.kit.bots.registry import load
    from wistar_env.kit.game.registry import find_game
    from wistar_env.theory import judge, policy_of

    found = find_game(game)
    bots = {spec: load(spec, found.spec.bots.classes) for spec in bot or ()}
    number = max(2, found.spec.min_players) if players is None else players
    given = _checked(found, number, utility, options)
    if json is not None:
        json.touch()  # fail early, not after minutes
    judged: dict[str, Judgement] = {}
    interrupted = False
    with Bars() as progress:
        form = _form(progress, found, number, utility, given)
        try:
            if iterations:
                _solve(progress, form, iterations, judged)
            for spec, player in bots.items():
                on_progress = progress.begin(spec, 1)
                judged[spec] = judge(form, policy_of(form, player, spec, samples, seed))
                on_progress(1)
        except KeyboardInterrupt:
            interrupted = True
    print(_summary(found.spec.title, form))
    if judged:
        print_tables([_table(form, judged)])
    if json is not None:
        _write_json(json, found.spec.name, form, judged)
    if interrupted:
        print("interrupted: these are the numbers so far", file=sys.stderr)
        raise typer.Exit(INTERRUPTED)


def _checked(game: "type[Game]", num_players: int, utility: str, options: str) -> dict[str, Any]:
    """Return the options of the game; reject invalid options, player counts and utilities."""
    from wistar_env.arguments import integer
    from wistar_env.kit.rewards.utility import check_utility

    try:
        integer("--players", num_players, game.spec.min_players, game.spec.max_players)
        check_utility(utility)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    return checked_game_options(game, num_players, options)


def _form(
    progress: Bars, game: "type[Game]", num_players: int, utility: str, options: dict[str, Any]
) -> "SequenceForm":
    """Return the game in sequence form."""
    from wistar_env.theory import SequenceForm

    form = SequenceForm(game, num_players, utility, options, progress.begin("positions", None))
    progress.update(progress.task_ids[-1], completed=form.positions, total=form.positions)
    return form


def _solve(
    progress: Bars, form: "SequenceForm", iterations: int, judged: "dict[str, Judgement]"
) -> None:
    """Run CFR+, and add the evaluated average policy to ``judged``, even if interrupted."""
    from wistar_env.theory import CfrPlus, judge

    solver = CfrPlus(form)
    on_progress = progress.begin("CFR+", iterations)
    try:
        while solver.iterations < iterations:
            solver.iterate()
            if solver.iterations % _LOOK_EVERY == 0:
                on_progress(solver.iterations)
    finally:
        judged[f"CFR+, {solver.iterations:,} iterations"] = judge(form, solver.average())
        on_progress(solver.iterations)


def _summary(title: str, form: "SequenceForm") -> str:
    """Return a summary of the game as text."""
    sets = form.information_sets
    size = f"{form.positions:,} positions, {sum(sets):,} information sets"
    by_seat = ", ".join(f"{count:,} of seat {seat}" for seat, count in enumerate(sets))
    sums = "differs" if form.total is None else f"is {form.total:g}"
    lines = [f"{title}: {size} ({by_seat}); the sum of all utilities ({form.utility}) {sums}"]
    if not form.is_adversarial:
        lines.append(
            "CFR+ is a heuristic here: it approaches an equilibrium only for two players whose "
            "payoffs have a constant sum; best responses are exact"
        )
    return "\n".join(lines)


def _table(form: "SequenceForm", judged: "dict[str, Judgement]") -> "TextTable":
    """Return the values and the exploitability of policies."""
    from wistar_env.text.text_table import TextTable

    seats = range(len(form.seats))
    rows = [
        (
            name,
            f"{each.exploitability:.6f}",
            f"{each.nash_conv:.6f}",
            *(f"{value:+.6f}" for value in each.values),
            *(f"{gain:.6f}" for gain in each.gains),
        )
        for name, each in judged.items()
    ]
    groups = [
        ["exploitability", "NashConv"],
        [f"value of seat {seat}" for seat in seats],
        [f"gain of seat {seat}" for seat in seats],
    ]
    return TextTable("", ["policy"], groups, rows, names=[*judged])


def _write_json(
    path: Path, game: str, form: "SequenceForm", judged: "dict[str, Judgement]"
) -> None:
    """Write all results as JSON."""
    from json import dumps

    report = {
        "game": game,
        "players": len(form.seats),
        "utility": form.utility,
        "positions": form.positions,
        "information_sets": form.information_sets,
        "sum": form.total,
        "policies": [
            {
                "policy": name,
                "exploitability": each.exploitability,
                "nash_conv": each.nash_conv,
                "values": each.values,
                "gains": each.gains,
            }
            for name, each in judged.items()
        ],
    }
    path.write_text(dumps(report, indent=1) + "\n", "utf-8")
