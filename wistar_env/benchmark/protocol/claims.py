"""Checks of an entry's claims about its bots, without building a bot."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from wistar_env.arguments import shown
from wistar_env.benchmark.protocol.schema import MOST_NAME, MOST_SPEC, check_text
from wistar_env.benchmark.protocol.tasks import TRACKS, TRAINING_RUNS, Task
from wistar_env.errors import BotError, ResultsError
from wistar_env.kit.bots.registry import (
    GameBots,
    bound_arguments,
    factory_of,
    named_bots,
    parse,
)
from wistar_env.kit.bots.trust import foreign
from wistar_env.kit.networks.loading import load_shared
from wistar_env.kit.search.tree_search import DEFAULT_SIMULATIONS

_NETWORK: Final = "network"
#: A run ends with a whole batch of decisions, so it may exceed the budget by so many decisions, or
#: by this fraction if that is more.
_LAST_BATCH: Final = 65_536
_FRACTION: Final = 0.01
#: The setting for no teacher; the allowed teacher, and its maximum number of games, which do not
#: count as decisions.
_NONE: Final = "none"
_TEACHER: Final = "greedy"
_MOST_TAUGHT: Final = 2000


def is_registered(spec: str, bots: GameBots) -> bool:
    """Return whether a spec, or the name of an entrant, begins with the name of a bot."""
    return spec.partition(":")[0].strip() in named_bots(bots)


def is_bundled(spec: str, bots: GameBots) -> bool:
    """Return whether a bot is bundled, so that everybody has it and its spec determines its play.

    Raises BotError if it is not a spec.
    """
    return not foreign([spec], bots)


def simulations_of(spec: str, bots: GameBots) -> int | None:
    """Return the simulations or rollouts per decision in a spec.

    None without search, or if the spec of a third-party bot does not name the number.

    Raises BotError if it is not a spec, or has a time limit, which would make games depend on the
    machine.
    """
    arguments = _arguments(spec, bots)
    if arguments.get("seconds") is not None:
        raise BotError(
            f"bot {spec!r} has a time limit, so its games are not reproducible: set "
            "simulations instead of seconds"
        )
    found = arguments.get("simulations", arguments.get("rollouts"))
    if found is None and "simulations" in arguments:
        return DEFAULT_SIMULATIONS
    return found if isinstance(found, int) else None


def check_claims(
    task: Task,
    name: str,
    specs: Sequence[str],
    *,
    track: str,
    simulations: int | None,
    training_decisions: int | None,
) -> None:
    """Check the claims of an entry about its bots.

    Raises BotError if a spec is invalid, or has a time limit. Raises ResultsError if the fields
    contradict each other or the specs; the message names the value and what is allowed.
    """
    bots = task.game_class.spec.bots.classes
    check_name(name)
    check_track(track, len(specs))
    for spec in specs:
        check_text("the spec of a bot", spec, MOST_SPEC)
        _check_simulations(spec, bots, simulations)
        _check_training(spec, bots, training_decisions)
    if len(set(specs)) < len(specs):
        raise ResultsError(
            f"the bots of a track must be {TRAINING_RUNS} different networks, but a spec occurs "
            "twice"
        )
    _check_name_of(name, specs, track, bots)
    if not track:
        return
    known = TRACKS[track]
    if known.tasks and task.name not in known.tasks:
        raise ResultsError(
            f"task must be one of {', '.join(known.tasks)} in the track {track}, found {task.name}"
        )
    if training_decisions != known.decisions:
        raise ResultsError(
            f"training_decisions must be {known.decisions:,} in the track {track}, found "
            f"{shown(training_decisions)}"
        )


def check_trained(task: Task, specs: Sequence[str], track: str) -> None:
    """Check the networks of a track whose files say how they were trained.

    ``track``: the track; empty for a single bot. Raises NetworkError if a file is missing or
    damaged. Raises ResultsError if a network was trained for more decisions than the track allows,
    from another network, by a teacher that is not allowed, or with other settings than those of the
    track; or if two have the same seed.
    """
    bots = task.game_class.spec.bots.classes
    seeds: dict[str, str] = {}
    for spec in specs if track else ():
        if (file := _arguments(spec, bots).get(_NETWORK)) is None or not is_registered(spec, bots):
            continue
        said = load_shared(file, task.game_class).metadata
        if "teacher" in said:
            raise ResultsError(
                f"{file} was trained to imitate games, which the track {track} does not allow"
            )
        settings = said.get("settings")
        if not isinstance(settings, Mapping):
            continue
        _check_run(file, track, said.get("steps"), settings)
        seed = shown(settings.get("seed"))
        if (other := seeds.setdefault(seed, file)) != file:
            raise ResultsError(
                f"the networks of a track must have different seeds, found seed={seed} in {other} "
                f"and {file}"
            )


def _check_run(file: str, track: str, steps: Any, settings: Mapping[str, Any]) -> None:
    """Check the decisions and settings of a training run."""
    budget = TRACKS[track].decisions
    most = budget + max(_LAST_BATCH, int(budget * _FRACTION))
    if not isinstance(steps, int) or steps > most:
        raise ResultsError(
            f"the track {track} allows {most:,} decisions of training, found {shown(steps)} in "
            f"{file}"
        )
    teacher, games = settings.get("pretraining", _NONE), settings.get("pretraining_games", 0)
    taught = isinstance(games, int) and games <= _MOST_TAUGHT
    if teacher != _NONE and not (teacher == _TEACHER and taught):
        raise ResultsError(
            f"{file}: the track {track} allows no pretraining but up to {_MOST_TAUGHT:,} games of "
            f"{_TEACHER}, found {shown(games)} games of {shown(teacher)}"
        )
    for name, value in (("begin_with", ""), *TRACKS[track].settings):
        if (found := settings.get(name, value)) != value:
            raise ResultsError(
                f"{file} must be trained with {name}={value!r} in the track {track}, found "
                f"{shown(found)}"
            )


def check_name(name: str) -> None:
    """Check the name of an entrant, which appears in a Markdown table.

    Raises ResultsError as for ``schema.check_text``.
    """
    check_text("name", name, MOST_NAME)


def check_track(track: str, bots: int) -> None:
    """Check that a track exists and has the right number of bots: one without a track.

    Raises ResultsError if there is no such track, or its number of bots differs.
    """
    if track not in ("", *TRACKS):
        raise ResultsError(f"track must be one of {', '.join(TRACKS)}, found {track!r}")
    if bots != (TRAINING_RUNS if track else 1):
        wanted = f"{TRAINING_RUNS} networks in a track" if track else "one bot outside a track"
        raise ResultsError(f"an entry must have {wanted}, found {bots}")


def _arguments(spec: str, bots: GameBots) -> Mapping[str, Any]:
    """Return the arguments that a bot is built with; for third-party bots, only named arguments."""
    parsed = parse(spec, bots)
    if not is_registered(spec, bots):
        return parsed.named
    bound = bound_arguments(parsed, factory_of(parsed))
    bound.apply_defaults()
    return bound.arguments


def _check_simulations(spec: str, bots: GameBots, said: int | None) -> None:
    found = simulations_of(spec, bots)
    known = found is not None or is_registered(spec, bots)
    if known and said != found:
        wanted = "null (the bot does not search)" if found is None else f"{found:,}"
        raise ResultsError(
            f"simulations must be {wanted}, to match the spec {spec!r}, found {shown(said)}"
        )


def _check_training(spec: str, bots: GameBots, said: int | None) -> None:
    if said is None or not is_registered(spec, bots):
        return
    if _arguments(spec, bots).get(_NETWORK) is None:
        raise ResultsError(
            f"training_decisions must be null, since {spec!r} has no network, found {said:,}"
        )


def _check_name_of(name: str, specs: Sequence[str], track: str, bots: GameBots) -> None:
    """Reject another bot's name, regardless of case, and other names for a bundled bot."""
    if not track and is_bundled(specs[0], bots) and name != specs[0]:
        raise ResultsError(
            f"name must be the spec of the bundled bot, {specs[0]!r}, found {name!r}"
        )
    if is_registered(name.lower(), bots) and name not in specs:
        raise ResultsError(
            f"name must not be the name of another bot, found {name!r} for {specs[0]!r}"
        )
