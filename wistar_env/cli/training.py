"""``wistar train``: each trainer has an option for each setting of its ``Config``."""

import inspect
from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Final, NamedTuple, get_args, get_type_hints

import typer

from wistar_env.cli.command import USER_ERROR, app, error_line, missing_extra
from wistar_env.cli.game_options import GameCommand
from wistar_env.cli.help_pages import complete
from wistar_env.cli.parameters import (
    MAX_WORKERS,
    GameOfFile,
    Ray,
    Trust,
    count_option,
    number_option,
    output_option,
)
from wistar_env.cli.settings_files import ConfigFile, PrintConfig, as_toml, check_names
from wistar_env.errors import WistarError


class Trainer(NamedTuple):
    """A module of ``wistar_env.training`` with ``Config``, ``train`` and ``ProgressDisplay``.

    Attributes
    ----------
    help
        The help text of the command.
    options
        Parameters of ``train`` that are options of the command: see ``_OPTIONS``.
    """

    help: str
    options: tuple[str, ...]


#: Trainers by the names of their modules. The settings of each are in ``NAME_config``.
TRAINERS: Final = MappingProxyType(
    {
        "ppo": Trainer(
            "Train a network by PPO in compiled code.",
            ("threads", "checkpoint_minutes", "ray", "ray_gradients"),
        ),
        "sb3": Trainer(
            'Train a network by Stable-Baselines3\'s MaskablePPO (extra "train").',
            ("threads", "checkpoint_minutes"),
        ),
        "distil": Trainer(
            "Train a network by expert iteration: search results are its targets.",
            ("threads", "ray"),
        ),
    }
)
#: The annotation and the default of each option that is not a setting.
_OPTIONS: Final = MappingProxyType(
    {
        "checkpoint_minutes": (
            Annotated[float, number_option("Minutes between checkpoints.", 0, 1e6)],
            5.0,
        ),
        "config": (ConfigFile, None),
        "print_config": (PrintConfig, False),
        "seeds": (
            Annotated[
                int,
                typer.Option(
                    min=1,
                    max=1000,
                    help="Number of runs, each with its own seed and subfolder, in parallel if "
                    "there are enough cores.",
                ),
            ],
            1,
        ),
        "ray": (Ray, None),
        "ray_gradients": (
            Annotated[
                bool,
                typer.Option(
                    "--ray-gradients",
                    help="With --ray and without --code, also compute gradients on the cluster; "
                    "pays off only with large minibatches.",
                ),
            ],
            False,
        ),
    }
)
#: Options that every trainer has.
_EVERYWHERE: Final = ("callback", "config", "print_config", "seeds")
_KEYWORD: Final = inspect.Parameter.KEYWORD_ONLY
#: Groups of options, in the order of the help.
_PANELS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "Run": "folder config print_config seed seeds steps iterations begin_with threads device "
        "checkpoint_minutes callback "
        "evaluate_every evaluate_games evaluate_opponent ray ray_gradients",
        "Games": "game players options data set_groups curriculum",
        "Search": "games simulations c_puct prior_temperature root_prior_temperature "
        "root_noise_fraction dirichlet_alpha temperature num_sampling_moves policy_target "
        "target_temperature completed_q_scale window",
        "Learning": "num_envs num_steps epochs minibatch_size learning_rate anneal_lr gamma "
        "gae_lambda clip_coef target_kl entropy_coef value_coef max_grad_norm masks value_views "
        "value_grad_norm other_heads_coef",
        "Reward": "reward opponent_weight win_weight shaping shaping_until",
        "Network": "hidden1 hidden2 code encoder",
        "Opponents and imitation": "opponents self_play_share snapshots snapshot_every pretraining "
        "pretraining_games openings opening_share opening_decisions",
    }
)
_PANEL_OF: Final = {name: panel for panel, names in _PANELS.items() for name in names.split()}
#: Leave a command's options unparsed: they are known only once its trainer is loaded.
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
    """Return the function of a trainer's command, with a parameter for each option.

    If the trainer's extra is missing, the help still works.
    """
    from wistar_env.cli.training_runs import run_command
    from wistar_env.cli.training_seeds import train_seeds
    from wistar_env.training.callbacks import callback_of
    from wistar_env.training.expectations import expectation

    config = import_module(f"wistar_env.training.{name}_config").Config
    others = TRAINERS[name].options

    def run(context: typer.Context, folder: Path, **given: Any) -> None:
        del given["config"]  # its settings are the defaults of other options
        seeds, only_print = given.pop("seeds"), given.pop("print_config")
        settings = {each.name: given[each.name] for each in fields(config)}
        check_names(context, settings)
        if only_print:
            typer.echo(as_toml(settings), nl=False)
            return
        if seeds > 1:
            more = {option: given[option] for option in (*others, "callback")}
            train_seeds(name, folder, seeds, settings, more)
            return
        try:
            module = import_module(f"wistar_env.training.{name}")
        except ModuleNotFoundError as error:
            raise missing_extra("train", error, f"train {name}") from None
        options = {option: given.pop(option) for option in others}
        names = given.pop("callback")

        def work(progress: Any, stop: Any) -> bool:
            made, own = config(**given), [callback_of(each) for each in names]
            if name == "ppo" and (line := expectation(made)):
                progress.console.print(line, soft_wrap=True, markup=False, highlight=False)
            display = module.ProgressDisplay(progress, made)
            more = {"on_step": display.on_step} if hasattr(display, "on_step") else {}
            called = (display, *own, lambda *_: stop())
            done = module.train(made, folder, callbacks=called, **options, **more)
            return bool(done.finished)

        run_command(work, folder, given)

    declared = sorted(_declared(name, config), key=lambda each: [*_PANEL_OF].index(each.name))
    declared.insert(0, inspect.Parameter("context", _KEYWORD, annotation=typer.Context))
    run.__doc__ = f"{TRAINERS[name].help}\n\nTo resume an interrupted run, repeat the command."
    run.__annotations__ = {each.name: each.annotation for each in declared}
    run.__signature__ = inspect.Signature(declared)  # type: ignore[attr-defined]
    return run


def _declared(name: str, config: Any) -> Iterator[inspect.Parameter]:
    """Yield the options of a trainer: the folder, parameters of ``train``, and settings."""
    folder = Annotated[Path, typer.Option(help="Folder of the run.")]
    yield _parameter("folder", folder, Path("results") / name)
    about = "Number of threads; does not change results."
    threads = typer.Option(min=1, max=MAX_WORKERS, help=about)
    step = "iteration" if name == "distil" else "update"
    callback = typer.Option(
        metavar="MODULE:NAME",
        help=f"Function, or class to instantiate, that is called after each {step} with the run "
        "and its metrics; returning True stops the run. Repeatable.",
    )
    options = {
        **_OPTIONS,
        "threads": (Annotated[int, threads], 1),
        "callback": (Annotated[list[str], callback], ()),
    }
    for option in (*TRAINERS[name].options, *_EVERYWHERE):
        yield _parameter(option, *options[option])
    hints = get_type_hints(config, include_extras=True)
    for each in fields(config):
        yield _parameter(each.name, _with_option(hints[each.name]), each.default)


def _parameter(name: str, hint: Any, default: Any) -> inspect.Parameter:
    of, option = get_args(hint)
    option = copy(option)
    option.rich_help_panel = _PANEL_OF[name]
    return inspect.Parameter(name, _KEYWORD, default=default, annotation=Annotated[of, option])


def _with_option(hint: Any) -> Any:
    """Return the annotation of a setting with its help replaced by an option."""
    from wistar_env.training.settings import Count

    kind, about = get_args(hint)
    option = count_option(about) if isinstance(about, Count) else typer.Option(help=about)
    return Annotated[kind, option]


def trainer(name: str) -> Any:
    """Return the command of a trainer, with an option for each setting."""
    own = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    own.command(name, cls=GameCommand)(function_of(name))
    complete(own, "train")
    return typer.main.get_command(own)


def _pass_on(context: typer.Context) -> None:
    given = {"prog_name": context.command_path, "standalone_mode": False}
    if status := trainer(str(context.info_name)).main(context.args, **given):
        raise typer.Exit(status)


for _name, _trainer in TRAINERS.items():
    train_app.command(_name, help=_trainer.help, context_settings=_PASSED_ON)(_pass_on)


@app.command()
def curves(
    folders: Annotated[
        list[Path],
        typer.Argument(
            help="Folders of runs; the runs in subfolders of a folder are drawn together, as one "
            "method with several seeds."
        ),
    ],
    out: Annotated[Path, output_option("The picture, written as PNG and SVG.")] = Path(
        "curves.png"
    ),
) -> None:
    """Plot the evaluations of training runs, and print the latest of each run.

    Several seeds of a method are drawn as their mean with a 95% interval.
    """
    from wistar_env.cli.training_seeds import runs_in, write_comparison

    write_comparison({str(each): runs_in(each) for each in folders}, out)


@train_app.command()
def clone(
    folder: Annotated[Path, typer.Argument(help="The folder that 'wistar dataset' wrote.")],
    out: Annotated[Path, output_option("The network to write.")] = Path("clone.npz"),
    teacher: Annotated[
        str,
        typer.Option(help="The bot to imitate. Default: the actions in the dataset."),
    ] = "",
    begin_with: Annotated[
        str, typer.Option(help="The network file to start from. Default: random weights.")
    ] = "",
    focus: Annotated[
        str,
        typer.Option(
            help="Train on all decisions at which this block of the action space, such as PLACE, "
            "has a legal action. Default: all decisions."
        ),
    ] = "",
    others: Annotated[
        float,
        typer.Option(help="With --focus, the fraction of other decisions to use.", min=0, max=1),
    ] = 0.1,
    epochs: Annotated[int, typer.Option(help="Passes over the decisions.", min=1, max=10_000)] = 3,
    hidden1: Annotated[
        int,
        typer.Option(help="Size of the first hidden layer, without --begin-with.", min=1, max=4096),
    ] = 128,
    hidden2: Annotated[
        int,
        typer.Option(
            help="Size of the second hidden layer, without --begin-with.", min=1, max=4096
        ),
    ] = 64,
    batch_size: Annotated[
        int, typer.Option(help="Decisions per Adam step.", min=1, max=2**20)
    ] = 512,
    learning_rate: Annotated[
        float, typer.Option(help="Initial learning rate, annealed to 0.", min=0, max=1)
    ] = 2e-3,
    seed: Annotated[
        int,
        typer.Option(
            help="Seed of the initial parameters and the order of decisions.", min=0, max=2**62
        ),
    ] = 1,
    game: GameOfFile = None,
    trust: Trust = None,
) -> None:
    """Train a network on the decisions of a dataset, on one core (extra "train")."""
    from wistar_env.datasets import Dataset
    from wistar_env.kit.game.registry import find_game
    from wistar_env.kit.networks.loading import load_network

    try:
        import torch

        from wistar_env.training import cloning
    except ModuleNotFoundError as error:
        raise missing_extra("train", error, "train clone") from None
    torch.set_num_threads(1)  # steps are too small for several threads
    try:
        made = cloning.clone(
            Dataset(folder, None if game is None else find_game(game), trust or ()),
            teacher=teacher or None,
            begin_with=load_network(begin_with) if begin_with else None,
            focus=focus,
            others=others,
            hidden=(hidden1, hidden2),
            epochs=epochs,
            batch_size=batch_size,
            learning_rate=learning_rate,
            seed=seed,
            on_progress=cloning.print_progress(),
        )
        made.save(out)
    except (WistarError, OSError, TypeError, ValueError) as error:
        typer.echo(error_line(error), err=True)
        raise typer.Exit(USER_ERROR) from None
    print(f"{out}: play it as the bot network:{out}")
