"""Card sets: data that a game makes from a name such as ``generated:v1:7``, instead of a folder."""

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from wistar_env.errors import DataError

#: What names of card sets look like, in any game.
_NAME: Final = re.compile(r"[a-z_]+:v\d+:\d+")


@dataclass(frozen=True)
class CardSets:
    """The card sets of a game. Its ``GameSpec.open_data`` opens them by their names.

    Attributes
    ----------
    is_name
        Whether ``data=`` means a card set rather than a folder. The name need not be valid:
        ``open_data`` says what is wrong with it.
    write
        Writes the data files of a card set into a folder, which it makes if it is missing, and
        returns them. Raises DataError if no card set is called so.
    """

    is_name: Callable[[object], bool]
    write: Callable[[str, Path], list[Path]]


def refuse_card_set(title: str, data: object) -> None:
    """Refuse the name of a card set, for a game that makes none.

    Raises
    ------
    DataError
        If ``data`` looks like such a name.
    """
    if isinstance(data, str | os.PathLike) and _NAME.fullmatch(str(os.fspath(data))):
        raise DataError(
            f"{title} makes no card sets, found data {os.fspath(data)!r}; for a folder of this "
            "name, give its whole path"
        )
