"""Exceptions of this package."""


class WistarError(Exception):
    """Base of every error of this package."""


class FileError(WistarError):
    """A file or folder that is missing, unreadable, damaged, or not what it should be.

    Nothing else is raised for the contents of a file, whatever they are.
    """


class DataError(FileError, ValueError):
    """A data folder that is not valid; the message names file, entry, field, found and allowed."""


class RenderModeError(WistarError, ValueError, TypeError):
    """A render mode that an environment does not have.

    Also a TypeError, as of environments without render modes: libraries that request one, such as
    Stable-Baselines3, then continue without.
    """


class WindowError(WistarError, RuntimeError):
    """A window that cannot be opened: pygame is missing, or there is no screen."""


class IllegalActionError(WistarError, ValueError):
    """An action that is not legal now; the message has it, the decision and legal actions."""


class GameOverError(WistarError, RuntimeError):
    """An action in a game that is finished."""


class RulesError(WistarError, RuntimeError):
    """A game that exceeds a bound of the rules and cannot continue: please report it.

    The message names the seed, the decision and the card. No folder that ``wistar data check``
    accepts should lead here.
    """


class NoDecisionError(WistarError, RuntimeError):
    """Games that all end before the learner decides, so that an environment has nothing to ask."""


class TooLargeError(WistarError, ValueError):
    """A game, or its chance, that has more possibilities than can be enumerated exactly."""


class NotStartedError(WistarError, RuntimeError):
    """A call that needs a game in an environment that has not been reset."""


class CacheError(WistarError, OSError):
    """Compiled code that cannot be cached, although caching was requested."""


class BusyError(WistarError, RuntimeError):
    """A call of a batch that another thread is in the middle of stepping."""


class ReplayError(FileError, ValueError):
    """A saved game that is damaged or belongs to other rules or data."""


class DecisionPastError(WistarError, RuntimeError):
    """A view that was used after its game had moved on."""


class ResultsError(FileError):
    """A results file that is damaged, in use, or of another run."""


class BotError(WistarError):
    """A bot that cannot be loaded, raised, or returned an illegal action."""


class DeclarationError(WistarError, TypeError):
    """A game that is declared wrongly; the message names the class, the field or method, the line.

    See ``wistar_env.author``.
    """


class NetworkError(FileError, ValueError):
    """A network that is missing or damaged, or that was made for another game than this one."""


class GameNotFoundError(WistarError, LookupError):
    """A game that is not installed, cannot be imported, or is not a class of a game."""


class TrustError(WistarError):
    """A name in a file of something outside of the registry, such as ``module:Class``."""


def missing_extra(extra: str, error: ImportError) -> str:
    """Return the sentence about a module that an extra of the package installs."""
    return (
        f"this needs the extra {extra!r} ({error.name} is missing): "
        f'python -m pip install "wistar-env[{extra}]"'
    )
