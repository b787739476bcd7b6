"""Names of bots: parsing specs and building bots.

The protocol of bots is in ``wistar_env.kit.bots``.
"""

import importlib
import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType, ModuleType
from typing import Any, Final, TypeAlias

from wistar_env.errors import BotError, WistarError
from wistar_env.kit.bots import Player, blamed, raised_here

#: The short names of bots for all games: the part of a spec before the first ``:``.
REGISTRY: Final[Mapping[str, str]] = MappingProxyType(
    {
        "flat": "wistar_env.agents.searching:FlatAgent",
        "greedy": "wistar_env.agents.greedy:GreedyAgent",
        "mcts": "wistar_env.agents.searching:MctsAgent",
        "network": "wistar_env.agents.network:NetworkAgent",
        "onnx": "wistar_env.agents.other_libraries:OnnxAgent",
        "random": "wistar_env.agents.random:RandomAgent",
        "sb3": "wistar_env.agents.other_libraries:Sb3Agent",
    }
)

#: The bots of one game: the class of each as ``module:Class``, by its short name.
GameBots: TypeAlias = Mapping[str, str]

#: The bots of a game that declares none.
NO_BOTS: Final[GameBots] = MappingProxyType({})
_METHODS: Final = ("reset", "act")


@dataclass(frozen=True)
class Spec:
    """A parsed spec of a bot."""

    text: str  # the spec itself, such as ``"greedy"`` or ``"my_package.bots:MyBot:depth=2"``
    # ``module``, ``attribute``: the module and the name of the class.
    module: str
    attribute: str
    # ``positional``, ``named``: the arguments to build it with.
    positional: tuple[Any, ...]
    named: dict[str, Any]


def _value(text: str) -> Any:
    words = {"true": True, "false": False, "none": None}
    if text.lower() in words:
        return words[text.lower()]
    for number in (int, float):
        try:
            return number(text)
        except ValueError:
            continue
    return text


def _parameters(spec: str, text: str) -> tuple[tuple[Any, ...], dict[str, Any]]:
    positional: list[Any] = []
    named: dict[str, Any] = {}
    for part in text.split(",") if text else ():
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not name or (equals and not name.isidentifier()):
            raise BotError(f"bot {spec!r}: parameter {part!r} is neither a value nor name=value")
        if equals:
            named[name] = _value(value)
        elif named:
            raise BotError(f"bot {spec!r}: the value {part!r} must precede named parameters")
        else:
            positional.append(_value(name))
    return tuple(positional), named


def named_bots(bots: GameBots = NO_BOTS) -> GameBots:
    """Return the bots with short names: those for every game, and ``bots``, those of one game.

    Raises BotError if a bot of the game has the same name as a bot of all games.
    """
    for name in bots:
        if name in REGISTRY:
            raise BotError(
                f"the game declares a bot {name!r}, but this name is reserved; reserved names: "
                f"{', '.join(REGISTRY)}"
            )
    return {**REGISTRY, **bots}


def parse(spec: str, bots: GameBots = NO_BOTS) -> Spec:
    """Parse a bot's spec: ``NAME[:PARAMETERS]`` or ``MODULE:CLASS[:PARAMETERS]``.

    Parameters are separated by commas, each a value or ``name=value``.

    Parameters
    ----------
    spec
        The spec.
    bots
        The bots of the game that it is to play, ``GameSpec.bots.classes``.

    Raises
    ------
    BotError
        If the spec is invalid, or there is no bot of this name.

    Examples
    --------
    >>> parse("my_package.bots:MyBot:200,depth=2").named
    {'depth': 2}
    """
    head, _, rest = spec.partition(":")
    known = named_bots(bots)
    if head in known:
        module, _, attribute = known[head].partition(":")
        return Spec(spec, module, attribute, *_parameters(spec, rest))
    attribute, _, parameters = rest.partition(":")
    if not head or not all(part.isidentifier() for part in [*head.split("."), attribute]):
        raise BotError(
            f"there is no bot {spec!r}; choose from {', '.join(known)}, or name a class of your "
            "own as module:Class, such as my_package.bots:MyBot"
        )
    return Spec(spec, head, attribute, *_parameters(spec, parameters))


def listed(text: str) -> list[str]:
    """Return the specs in a text, in which commas separate specs and also their parameters.

    A part ``name=value`` is a parameter of the spec before it.

    Examples
    --------
    >>> listed("greedy,mcts:simulations=50,network=none,random")
    ['greedy', 'mcts:simulations=50,network=none', 'random']
    """
    specs: list[str] = []
    for part in text.split(","):
        name, equals, _ = part.partition("=")
        if specs and equals and name.strip().isidentifier():
            specs[-1] += f",{part}"
        elif part:
            specs.append(part)
    return specs


def _module(spec: Spec) -> ModuleType:
    with blamed(f"bot {spec.text!r}: module {spec.module!r} cannot be imported"):
        try:
            return importlib.import_module(spec.module)
        except ModuleNotFoundError as error:
            if error.name is None or not f"{spec.module}.".startswith(f"{error.name}."):
                raise
            raise BotError(
                f"bot {spec.text!r}: there is no module {error.name!r}; is it installed, or in the "
                "current folder?"
            ) from error


def factory_of(spec: Spec) -> Any:
    """Return the class that a spec names.

    Raises BotError if the module cannot be imported, or the class is missing or is not that of a
    bot. Anything else is rejected before it could be called, since specs may be untrusted, such as
    ``os:system:command``.
    """
    module = _module(spec)
    if not hasattr(module, spec.attribute):
        raise BotError(f"bot {spec.text!r}: module {spec.module!r} has no {spec.attribute!r}")
    found = getattr(module, spec.attribute)
    if not isinstance(found, type):
        raise BotError(f"bot {spec.text!r}: {spec.attribute!r} is not a class")
    if not all(callable(getattr(found, method, None)) for method in _METHODS):
        raise BotError(
            f"bot {spec.text!r}: {spec.attribute!r} needs the methods reset(seed) and act(batch)"
        )
    return found


def bound_arguments(spec: Spec, factory: Any) -> inspect.BoundArguments:
    """Return the arguments that a spec gives to its class.

    Raises BotError if the class does not take them.
    """
    problem = f"bot {spec.text!r} cannot be built with these parameters"
    try:
        signature = inspect.signature(factory)
    except (TypeError, ValueError) as error:
        raise BotError(f"{problem}: {error}") from error
    try:
        return signature.bind(*spec.positional, **spec.named)
    except TypeError as error:
        allowed = ", ".join(signature.parameters) or "none"
        raise BotError(f"{problem}: {error}; allowed: {allowed}") from error


def load(spec: str, bots: GameBots = NO_BOTS) -> Player:
    """Build the bot that a spec names.

    Parameters
    ----------
    spec
        The spec.
    bots
        The bots of the game that it is to play, ``GameSpec.bots.classes``.

    Raises
    ------
    BotError
        If the spec is malformed, or its class is missing, raises an exception, does not accept
        these parameters, or is not that of a bot.
    """
    parsed = parse(spec, bots)
    factory = factory_of(parsed)
    bound_arguments(parsed, factory)
    with blamed(f"bot {spec!r} cannot be built"):
        try:
            player: Player = factory(*parsed.positional, **parsed.named)
        except (TypeError, ValueError, WistarError) as error:
            if not raised_here(error.__traceback__):
                raise
            raise BotError(f"bot {spec!r} cannot be built: {error}") from error
    return player
