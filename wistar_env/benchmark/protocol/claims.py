"""What a row says of its bots, compared with their specs, without building a bot."""

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
from wistar_env.kit.search.searcher import DEFAULT_SIMULATIONS

_NETWORK: Final = "network"


def is_registered(spec: str, bots: GameBots) -> bool:
    """Return whether a spec, or the name of an entrant, begins with the name of a bot."""
    return spec.partition(":")[0].strip() in named_bots(bots)


def is_bundled(spec: str, bots: GameBots) -> bool:
    """Return whether a bot is of the registry: everybody has it, and its spec says how it plays.

    Raises
    ------
    BotError
        If it is no spec.
    """
    return not foreign([spec], bots)


def simulations_of(spec: str, bots: GameBots) -> int | None:
    """Return the simulations or rollouts for each decision in a spec, None without search.

    Raises
    ------
    BotError
        If it is no spec, or has a time limit, so that the games depend on the machine.
    """
    arguments = _arguments(spec, bots)
    if arguments.get("seconds") is not None:
        raise BotError(
            f"bot {spec!r} has a time limit, so its games are not reproducible: give it "
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
    """Check what a row says of its bots.

    Parameters
    ----------
    task
        What they play.
    name
        The name of the row.
    specs
        The specs of its bots.
    track, simulations, training_decisions
        Fields of the row.

    Raises
    ------
    BotError
        If a spec is none, or has a time limit.
    ResultsError
        If the fields contradict each other or the specs; the message has the value and what is
        allowed.
    """
    bots = task.game_class.spec.bots.classes
    check_name(name)
    check_track(track, len(specs))
    for spec in specs:
        check_text("the spec of a bot", spec, MOST_SPEC)
        _check_simulations(spec, bots, simulations)
        _check_training(spec, bots, training_decisions)
    if len(set(specs)) < len(specs):
        raise ResultsError(f"the bots of a track must be {TRAINING_RUNS} different networks")
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
    """Check the networks of a track, if their files say how they were trained.

    Parameters
    ----------
    task
        What they play.
    specs
        The specs of the bots, whose files are here.
    track
        The track; empty for a single bot.

    Raises
    ------
    NetworkError
        If a file is missing or damaged.
    ResultsError
        If a network was trained for other decisions, from another one, or with other settings.
    """
    bots = task.game_class.spec.bots.classes
    for spec in specs if track else ():
        if (file := _arguments(spec, bots).get(_NETWORK)) is None or not is_registered(spec, bots):
            continue
        said = load_shared(file, task.game_class).metadata.get("settings")
        if not isinstance(said, Mapping):
            continue
        wanted = (("steps", TRACKS[track].decisions), ("begin_with", ""), *TRACKS[track].settings)
        for name, value in wanted:
            if (found := said.get(name, value)) != value:
                raise ResultsError(
                    f"{file} must be trained with {name}={value!r} in the track {track}, found "
                    f"{shown(found)}"
                )


def check_name(name: str) -> None:
    """Check the name of an entrant, which stands in a table of Markdown.

    Raises
    ------
    ResultsError
        If it is empty, too long, or has characters that break the table.
    """
    check_text("name", name, MOST_NAME)


def check_track(track: str, bots: int) -> None:
    """Check the number of bots of a track.

    Raises
    ------
    ResultsError
        If there is no such track, or it needs another number of bots.
    """
    if track not in ("", *TRACKS):
        raise ResultsError(f"track must be one of {', '.join(TRACKS)}, found {track!r}")
    if bots != (TRAINING_RUNS if track else 1):
        wanted = f"{TRAINING_RUNS} networks of a track" if track else "one bot"
        raise ResultsError(f"a row has {wanted}, found {bots}")


def _arguments(spec: str, bots: GameBots) -> Mapping[str, Any]:
    """Return the arguments that a bot is built with; of a foreign bot, those that are named."""
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
        wanted = "null, since the bot does not search" if found is None else f"{found:,}"
        raise ResultsError(
            f"simulations must be {wanted}, as in the spec {spec!r}, found {shown(said)}"
        )


def _check_training(spec: str, bots: GameBots, said: int | None) -> None:
    if said is None or not is_registered(spec, bots):
        return
    if _arguments(spec, bots).get(_NETWORK) is None:
        raise ResultsError(
            f"training_decisions must be null, since {spec!r} has no network, found {said:,}"
        )


def _check_name_of(name: str, specs: Sequence[str], track: str, bots: GameBots) -> None:
    """Refuse the name of another bot, and another name of a bot that everybody has."""
    if not track and is_bundled(specs[0], bots) and name != specs[0]:
        raise ResultsError(f"name must be the spec {specs[0]!r} of a bundled bot, found {name!r}")
    if is_registered(name, bots) and name not in specs:
        raise ResultsError(
            f"name must not be that of another bot, found {name!r} for the bot {specs[0]!r}"
        )
