"""Exceptions of this package."""


class WistarError(Exception):
    """Base of every error of this package."""


class FileError(WistarError):
    """A file or folder that is missing, unreadable, damaged, or of the wrong kind.

    Whatever a file contains, reading it raises only this error or, because of a name in the file,
    another ``WistarError`` such as ``TrustError``.
    """


class DataError(FileError, ValueError):
    """An invalid data folder; the message names file, entry, field, found and allowed values."""


class RenderModeError(WistarError, ValueError, TypeError):
    """A render mode that an environment does not have.

    It is also a TypeError, like that of environments without render modes: libraries that request
    a mode, such as Stable-Baselines3, then continue without one.
    """


class WindowError(WistarError, RuntimeError):
    """A window that cannot be opened: pygame is missing, or there is no screen."""


class IllegalActionError(WistarError, ValueError):
    """An illegal action; the message names the action, the decision and the legal actions."""


class GameOverError(WistarError, RuntimeError):
    """An action in a game that is finished."""


class RulesError(WistarError, RuntimeError):
    """A game that exceeds a limit of the rules and cannot continue: please report it.

    The message of ``Game.step`` names the seed, the number of decisions and the data. This should
    not happen with any data folder that ``wistar data check`` accepts.
    """


class NoDecisionError(WistarError, RuntimeError):
    """Games that all end before the learner decides, so that an environment cannot start."""


class TooLargeError(WistarError, ValueError):
    """A game with too many positions or chance outcomes to enumerate."""


class NotStartedError(WistarError, RuntimeError):
    """A call that needs a game in an environment that has not been reset."""


class CacheError(WistarError, OSError):
    """Compiled code that cannot be cached, although caching was requested."""


class BusyError(WistarError, RuntimeError):
    """A call of a batch while it is being stepped, from another thread or from one of its bots."""


class ReplayError(FileError, ValueError):
    """A saved game that is damaged or belongs to other rules or data."""


class DecisionPastError(WistarError, RuntimeError):
    """A view that is used after its game has moved on."""


class ResultsError(FileError):
    """A results file that is damaged, in use, or belongs to another run."""


class BotError(WistarError):
    """A bot that cannot be loaded, raises an exception, or returns an illegal action."""


class DeclarationError(WistarError, TypeError):
    """An invalid declaration of a game; the message names the class, field or method, and line.

    See ``wistar_env.author``.
    """


class NetworkError(FileError, ValueError):
    """A network that is missing, damaged, or made for another game."""


class GameNotFoundError(WistarError, LookupError):
    """A game that is not installed, cannot be imported, or is not a class derived from Game."""


class TrustError(WistarError):
    """A file that names something outside of the registry, such as ``module:Class``."""


def missing_extra(extra: str, error: ImportError) -> str:
    """Return the message for a missing module that an extra of the package installs."""
    return (
        f"this needs the extra {extra!r} ({error.name} is missing): "
        f'python -m pip install "wistar-env[{extra}]"'
    )
