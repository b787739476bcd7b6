"""``wistar games``, ``check`` and ``new-game``: list, test and create games."""

from pathlib import Path
from typing import Annotated

import typer

from wistar_env.cli.command import USER_ERROR, app

_FAILED = 1


@app.command()
def games() -> None:
    """List the installed games with their player counts, bots and options."""
    from wistar_env.arguments import span
    from wistar_env.errors import GameNotFoundError
    from wistar_env.kit.game.registry import find_game, installed_games

    for name in installed_games():
        try:
            spec = find_game(name).spec
        except GameNotFoundError as error:
            print(f"{name}: {error}")
            continue
        bots = f"; bots: {', '.join(spec.bots.classes)}" if spec.bots.classes else ""
        print(f"{name}: {spec.title}, {span(spec.min_players, spec.max_players)} players{bots}")
        for option in spec.options:
            print(f"  --{option.name.replace('_', '-')}: {option.sentence}")


@app.command()
def check(
    game: Annotated[
        str | None, typer.Argument(help="An installed game, or module:Class. Default: all.")
    ] = None,
    count: Annotated[int, typer.Option("--games", help="Games per check.", min=1, max=10_000)] = 4,
    seed: Annotated[int, typer.Option(help="Seed of the first game.", min=0, max=2**62)] = 1,
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Check to run, such as games-end; '--only list' prints all names. Repeatable.",
        ),
    ] = None,
) -> None:
    """Test games by playing them: their rules, hidden information and declarations."""
    from wistar_env.kit.conformance.runner import CAUSES, CHECKS, check_game, not_tested
    from wistar_env.kit.game.registry import find_game, installed_games

    wanted = {name.replace(" ", "_").replace("-", "_") for name in only or ()}
    if unknown := ", ".join(sorted(wanted - CHECKS.keys())):
        raise typer.BadParameter(
            f"there is no check {unknown}; the checks are "
            f"{', '.join(name.replace('_', '-') for name in CHECKS)}",
            param_hint="--only",
        )
    names = [*installed_games()] if game is None else [game]
    if not names:
        print("no games are installed")
        raise typer.Exit(USER_ERROR)
    failed = 0
    for name in names:
        for result in check_game(find_game(name), count, seed, wanted):
            failed += bool(result.problem)
            verdict = f"FAILED: {result.problem}" if result.problem else "ok"
            verdict += f": {result.note}" if result.note else ""
            title = result.check.replace("_", " ")
            print(f"{result.case}: {title}: {verdict} ({result.seconds:.1f} s)", flush=True)
            if result.problem and result.check in CAUSES:
                print(f"{name}: other checks follow when this one passes")
    for name in names:
        found = find_game(name)
        for line in not_tested(found):
            print(f"{found.spec.name}: not tested: {line}")
    print("all checks passed" if not failed else f"{failed} check{'s' * (failed > 1)} failed")
    if failed:
        raise typer.Exit(_FAILED)


@app.command("new-game")
def new_game(
    folder: Annotated[Path, typer.Argument(help="The folder to write, such as my-game.")],
    template: Annotated[
        str,
        typer.Option(help="Template: board, cards (trick-taking), sealed (secret bids) or poker."),
    ] = "board",
) -> None:
    """Write a small complete game as a template; see docs/new-game.md."""
    from wistar_env.new_game import TEMPLATES, class_name, write_game

    if template not in TEMPLATES:
        raise typer.BadParameter(
            f"the template must be one of {', '.join(TEMPLATES)}, found {template!r}",
            param_hint="--template",
        )
    try:
        written = write_game(folder, template)
    except (OSError, ValueError) as error:
        raise typer.BadParameter(str(error), param_hint="FOLDER") from None
    print("\n".join(str(file) for file in written))
    module = written[0].stem
    print(f"in {folder}: wistar check {module}:{class_name(module)}")
