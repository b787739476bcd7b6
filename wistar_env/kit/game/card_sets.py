"""Card sets: data that a game makes from a name such as ``generated:v1:7``, instead of a folder."""

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from wistar_env.errors import DataError

#: The form of names of card sets, in any game.
_NAME: Final = re.compile(r"[a-z_]+:v\d+:\d+")


@dataclass(frozen=True)
class CardSets:
    """The card sets of a game. Its ``GameSpec.open_data`` opens them by their names.

    Attributes
    ----------
    is_name
        Whether ``data=`` means a card set rather than a folder. The name need not be valid:
        ``open_data`` raises for invalid ones.
    write
        Writes the data files of a card set into a folder, created if missing, and returns them.
        Raises DataError if there is no card set of this name.
    """

    is_name: Callable[[object], bool]
    write: Callable[[str, Path], list[Path]]


def refuse_card_set(title: str, data: object) -> None:
    """Reject the name of a card set, for a game that makes none.

    Raises DataError if ``data`` has the form of such a name.
    """
    if isinstance(data, str | os.PathLike) and _NAME.fullmatch(str(os.fspath(data))):
        raise DataError(
            f"{title} has no card sets, found data {os.fspath(data)!r}; for a folder of this "
            "name, give its whole path"
        )
