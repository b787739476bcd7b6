"""``wistar train``: each trainer has the options of its module in ``wistar_env.training``."""

from importlib import import_module
from types import MappingProxyType
from typing import Any, Final

import typer

from wistar_env.cli.command import app, missing_extra

#: Trainers by the names of their modules, with their help.
TRAINERS: Final = MappingProxyType(
    {
        "ppo": "Train a network by PPO in compiled code.",
        "sb3": 'Train the same network by Stable-Baselines3\'s MaskablePPO (extra "train").',
        "pytorch": 'Train a network by PPO in PyTorch, on a CPU or a GPU (extra "train").',
        "distil": "Train a network on search: expert iteration.",
    }
)
#: Options are a module's settings, and the module is loaded when its command runs.
_PASSED_ON: Final = {
    "allow_extra_args": True,
    "help_option_names": [],
    "ignore_unknown_options": True,
}

train_app = typer.Typer(
    help="Train a network. The bot network:FILE plays it; see docs/training.md.",
    no_args_is_help=True,
)
app.add_typer(train_app, name="train")


def function_of(name: str) -> Any:
    """Return the function of a trainer, with a parameter for each setting.

    Without its extra it refuses to train, and still has its help.
    """
    try:
        module = import_module(f"wistar_env.training.{name}")
    except ModuleNotFoundError as error:
        missing = missing_extra("train", error, f"train {name}")

        def refuse(**_: Any) -> None:
            raise missing

        refuse.__doc__ = TRAINERS[name]
        return import_module(f"wistar_env.training.{name}_config").command_for(refuse)
    return module.command()


def trainer(name: str) -> Any:
    """Return the command of a trainer, with an option for each setting."""
    own = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    own.command(name)(function_of(name))
    return typer.main.get_command(own)


def _pass_on(context: typer.Context) -> None:
    given = {"prog_name": context.command_path, "standalone_mode": False}
    if status := trainer(str(context.info_name)).main(context.args, **given):
        raise typer.Exit(status)


for _name, _help in TRAINERS.items():
    train_app.command(_name, help=_help, context_settings=_PASSED_ON)(_pass_on)
