"""Settings of trainers in files: ``--config`` and ``--print-config``.

Files are untrusted, so they may name games, bots, data and rewards only from the registry; other
names must be given as options (``wistar_env.kit.bots.trust``).
"""

import json
from collections.abc import Collection, Mapping
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, Final, TypeAlias

import typer

from wistar_env.errors import TrustError, WistarError
from wistar_env.system.untrusted_files import DAMAGES, problem_of, read_json, read_toml

#: Settings that name bots, separated by commas.
_BOTS: Final = ("opponents", "openings", "pretraining", "evaluate_opponent")
_FORMATS: Final = "a TOML file, or the config.json of a run"


def _use(context: typer.Context, file: Path | None) -> Path | None:
    """Use the settings in a file as defaults of the options."""
    if file is not None:
        config = import_module(f"wistar_env.training.{context.command.name}_config").Config
        context.default_map = read_settings(file, {each.name for each in fields(config)})
    return file


ConfigFile: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        is_eager=True,
        callback=_use,
        help=f"Read settings from {_FORMATS}; options override them.",
    ),
]
PrintConfig: TypeAlias = Annotated[
    bool, typer.Option("--print-config", help="Print the settings as TOML, and exit.")
]


def read_settings(file: Path, allowed: Collection[str]) -> dict[str, Any]:
    """Return the settings in a file.

    Raises typer.BadParameter if the file cannot be read or contains an unknown setting.
    """
    try:
        found = read_json(file) if file.suffix == ".json" else read_toml(file)
    except DAMAGES as error:
        raise typer.BadParameter(f"{file} must be {_FORMATS}: {problem_of(error)}") from None
    settings = {name.replace("-", "_"): value for name, value in found.items()}
    if unknown := sorted({*settings} - {*allowed}):
        raise typer.BadParameter(
            f"{file}: {unknown[0]} is not a setting; --print-config prints all settings"
        )
    return settings


def check_names(context: typer.Context, settings: Mapping[str, Any]) -> None:
    """Check that a settings file names only games, bots, data and rewards of the registry.

    Raises typer.BadParameter for any other name that no option overrides.
    """
    from wistar_env.kit.bots.registry import listed
    from wistar_env.kit.bots.trust import NamesInFile
    from wistar_env.kit.game.registry import find_game
    from wistar_env.training.config import numbered

    read = {
        name: str(value)
        for name, value in settings.items()
        if (source := context.get_parameter_source(name)) and source.name == "DEFAULT_MAP"
    }
    names = NamesInFile(str(context.params["config"]))
    try:
        game = names.game(read["game"]) if "game" in read else find_game(settings["game"])
        bots = [each for name in _BOTS for each in listed(read.get(name, ""))]
        names.bots([each for each in bots if each not in ("", "none")], game.spec)
        sets = [each for name in read.get("data", "").split(",") if name for each in numbered(name)]
        names.data(sets, game.spec)
        names.bots([f"network:{each}" for each in (read.get("begin_with"),) if each], game.spec)
        names.reward(read.get("reward", ""))
    except TrustError as error:
        reason = str(error).partition(". If you trust")[0]
        raise typer.BadParameter(
            f"{reason}; the registry has installed games with their bots, networks, card sets and "
            "rewards: give other names as options"
        ) from None
    except (WistarError, ValueError) as error:
        raise typer.BadParameter(str(error)) from None


def as_words(settings: Mapping[str, Any]) -> list[str]:
    """Return settings as command-line options."""
    words = []
    for name, value in settings.items():
        option = name.replace("_", "-")
        if isinstance(value, bool):
            words.append(f"--{option}" if value else f"--no-{option}")
        else:
            words.append(f"--{option}={value}")
    return words


def as_toml(settings: Mapping[str, Any]) -> str:
    """Return settings as TOML, with strings written as in JSON, which TOML allows."""
    return "".join(f"{name} = {json.dumps(value)}\n" for name, value in settings.items())
