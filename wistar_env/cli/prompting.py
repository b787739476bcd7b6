"""``wistar prompt``: prompts for language models."""

from itertools import islice
from typing import Annotated

import typer

from wistar_env.cli.command import app
from wistar_env.cli.game_options import GameCommand, GameOptions, checked_game_options
from wistar_env.cli.parameters import DEFAULT_GAME, GameName, Seed, count_option


@app.command(cls=GameCommand)
def prompt(
    players: Annotated[
        int | None, typer.Option(min=1, help="Player count. Default: the smallest allowed.")
    ] = None,
    seed: Seed = 1,
    decision: Annotated[
        int, count_option("Number of the decision, from 0; the bot greedy plays earlier ones.")
    ] = 0,
    list_actions: Annotated[bool, typer.Option(help="List the legal actions with numbers.")] = True,
    whole_turn: Annotated[bool, typer.Option(help="Request all actions of a turn.")] = False,
    obfuscate: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=2**63 - 1,
            help="Rename cards N001, N002, ... in an order drawn from this seed. Default: real "
            "names.",
        ),
    ] = None,
    tokens: Annotated[
        int,
        count_option(
            "Instead, estimate the tokens of all prompts in this many games of greedy.",
            0,
            10_000,
        ),
    ] = 0,
    game: GameName = DEFAULT_GAME,
    options: GameOptions = "",
) -> None:
    """Print a prompt for language models, or estimate the tokens of prompts."""
    from wistar_env.arguments import span
    from wistar_env.kit.game.option_text import players_text
    from wistar_env.kit.game.registry import find_game
    from wistar_env.language_models.prompt_lengths import greedy_views, measure
    from wistar_env.language_models.prompts import Prompter

    played = find_game(game)
    number = played.spec.min_players if players is None else players
    if not played.spec.min_players <= number <= played.spec.max_players:
        allowed = span(played.spec.min_players, played.spec.max_players)
        raise typer.BadParameter(
            f"{played.spec.title} is for {allowed} players, found {number}", param_hint="--players"
        )
    given = checked_game_options(played, number, options)
    prompter = Prompter(list_actions, whole_turn, obfuscate)
    if tokens:
        found = measure(played, number, tokens, seed, prompter, given)
        print(
            f"{played.spec.title}, {players_text(number)}, {tokens} games of greedy: "
            f"{found.decisions} decisions, {found.decisions_per_turn:.1f} per turn"
        )
        print(f"rules: {found.rules} tokens")
        print(
            f"a prompt without rules: {found.mean:.0f} tokens on average, {found.longest} at most"
        )
        print(f"the first prompt of each turn: {found.first_mean:.0f} tokens on average")
        return
    view = next(islice(greedy_views(played, number, seed, given), decision, None), None)
    if view is None:
        raise typer.BadParameter(
            f"the game with seed {seed} is over before decision {decision}", param_hint="--decision"
        )
    print(prompter.question(view).prompt)
