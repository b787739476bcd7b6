"""The components of the game: the tables and the names of a data folder.

A generated card set, such as ``generated:v1:7``, can be used wherever a folder is expected.
"""

import os
from functools import cache, cached_property
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast
from weakref import WeakValueDictionary

import numpy as np
import numpy.typing as npt

from wistar_env.arguments import integer
from wistar_env.games.rats_of_wistar.card_sets import making, set_names
from wistar_env.games.rats_of_wistar.card_sets.set_names import CardSet
from wistar_env.games.rats_of_wistar.tables import limits, load
from wistar_env.games.rats_of_wistar.tables.layout import TABLES
from wistar_env.kit.game.data_set import GameData
from wistar_env.kit.game.position import Position

# Modules for texts are imported lazily, since playing does not need them.
if TYPE_CHECKING:
    from collections.abc import Mapping

    from wistar_env.games.rats_of_wistar.spaces.actions import ActionNames
    from wistar_env.games.rats_of_wistar.spaces.labels import Labels
    from wistar_env.games.rats_of_wistar.spaces.printed import Entries
    from wistar_env.games.rats_of_wistar.tables.catalogue import Catalogue
    from wistar_env.games.rats_of_wistar.tables.reading import Data
    from wistar_env.kit.game.place_features import PlaceFeatures


#: Modules that take longest to compile; another process compiles them in the background.
BIG_MODULES: Final = (
    "wistar_env.games.rats_of_wistar.rules.setup",
    "wistar_env.games.rats_of_wistar.spaces.encode",
    "wistar_env.games.rats_of_wistar.rules.hidden",
    "wistar_env.games.rats_of_wistar.rules.scoring",
    "wistar_env.games.rats_of_wistar.rules.choices",
)


class Components(GameData):
    """The contents of a data folder, shared by all games that use it.

    Pass it as ``data=`` instead of a folder. Later changes to the folder do not affect a game.

    Parameters
    ----------
    folder
        The data folder, or the name of the card set; None for the bundled data.
    tables
        The tables that the rules read.
    data
        The entries of a folder; None for bundled data and card sets, whose entries are read or
        generated when needed.
    """

    def __init__(
        self, folder: str | None, tables: npt.NDArray[Any], data: "Data | None" = None
    ) -> None:
        super().__init__(folder, tables, _bound)
        self._data = data
        self._features: dict[int, Mapping[str, PlaceFeatures]] = {}

    @property
    def name(self) -> str:
        """The name of the data, for messages."""
        made = self.folder is not None and self._data is None
        return f"the card set {self.folder}" if made else super().name

    @cached_property
    def data(self) -> "Data":
        """The entries of the folder, with the texts of costs, requirements and effects."""
        if self._data is not None:
            return self._data
        if self.folder is None:
            return load.validated()
        return making.make_data(set_names.parse(self.folder))

    @cached_property
    def names(self) -> "Catalogue":
        """The names of all pieces."""
        from wistar_env.games.rats_of_wistar.tables.catalogue import name_all

        return name_all(self.data)

    @cached_property
    def labels(self) -> "Labels":
        """The words for the indices of observations and actions."""
        from wistar_env.games.rats_of_wistar.spaces.labels import Labels

        return Labels(self.names)

    @cached_property
    def entries(self) -> "Entries":
        """The printed contents of all pieces, one line each."""
        from wistar_env.games.rats_of_wistar.spaces.printed import Entries

        return Entries(self.data)

    @cached_property
    def actions(self) -> "ActionNames":
        """Descriptions of actions by id, and action ids by description."""
        from wistar_env.games.rats_of_wistar.spaces.actions import ActionNames

        return ActionNames(self.labels)

    def features(self, num_players: int) -> "Mapping[str, PlaceFeatures]":
        """Return the features of cards and of places of the Wheel, by axis.

        ``docs/card-sets.md`` lists the axes and the columns, which are the same for all data. The
        player count determines the face of the Sectors.

        Raises
        ------
        TypeError, ValueError
            If no game has this player count.
        """
        from wistar_env.games.rats_of_wistar.card_features import features_of

        integer("num_players", num_players, 1, limits.MAX_SEATS)
        # A training run may open many networks, each of which needs the features.
        if num_players not in self._features:
            self._features[num_players] = features_of(self._tables[0], num_players)
        return self._features[num_players]

    def __reduce__(self) -> tuple[Any, ...]:
        # A folder may change or be missing elsewhere, so its contents are pickled. Bundled data and
        # card sets can be restored from the package and their names.
        if self._data is None:
            return (_open_unchanged, (self.folder, self.fingerprint))
        return (_restored, (self.folder, self._tables.tobytes(), self._data))


def _bound(tables: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return the rules record of the tables; start compiling modules in another process."""
    from wistar_env.compiled.code_cache import compile_in_background

    compile_in_background(*BIG_MODULES)
    from wistar_env.games.rats_of_wistar.contract import bind_tables

    return bind_tables(tables)


def components_of(game: Position) -> Components:
    """Return the components of a game of Rats of Wistar."""
    return cast(Components, game.data)


#: Values of ``data=``: a data folder, the name of a card set, or components read before.
Folder: TypeAlias = str | os.PathLike[str] | Components

#: Contents of folders in use by this process, by folder and fingerprint.
_IN_USE: Final[WeakValueDictionary[tuple[str | None, bytes], Components]] = WeakValueDictionary()
#: Held while a card set is opened.
_OPENING: Final = Lock()


@cache
def _open(folder: str | None, stamp: tuple[tuple[str, int, int], ...]) -> Components:
    if folder is None:
        return Components(None, load.load())
    from wistar_env.games.rats_of_wistar.tables.fill import fill

    data = load.validated(folder)
    components = Components(folder, fill(data), data)
    _IN_USE[folder, components.fingerprint] = components
    return components


@cache
def _make(card_set: CardSet) -> Components:
    return Components(str(card_set), making.tables_of(card_set))


def _open_unchanged(folder: str | None, fingerprint: bytes) -> Components:
    """Reopen components for unpickling; raise DataError if the tables have changed since."""
    return open_components(folder).unchanged(fingerprint)


def _restored(folder: str, tables: bytes, data: "Data") -> Components:
    """Return the unpickled contents of a folder, shared with other users in this process."""
    restored = Components(folder, np.frombuffer(bytearray(tables), TABLES), data)
    return _IN_USE.setdefault((folder, restored.fingerprint), restored)


def _stamp_of(file: Path) -> tuple[str, int, int]:
    try:
        stat = file.stat()
    except OSError:  # a broken link: reading the file raises an error
        return file.name, 0, 0
    return file.name, stat.st_mtime_ns, stat.st_size


def _stamp(folder: Path) -> tuple[tuple[str, int, int], ...]:
    return tuple(_stamp_of(file) for file in sorted(folder.glob("*.toml")))


def open_components(data: Folder | None = None) -> Components:
    """Return the contents of a data folder; a folder that has not changed is read once.

    Parameters
    ----------
    data
        The folder; the name of a card set, such as ``"generated:v1:7"``; None for the bundled
        folder; or components, which are returned unchanged.

    Raises
    ------
    TypeError
        If ``data`` is not one of these.
    DataError
        If the folder is not valid, or there is no such card set.
    """
    if data is None:
        return _open(None, ())
    if isinstance(data, Components):
        return data
    if not isinstance(data, str | os.PathLike) or isinstance(os.fspath(data), bytes):
        raise TypeError(
            "data must be the path of a data folder, the name of a card set, Components or None, "
            f"found {data!r}; see 'wistar data check'"
        )
    if set_names.is_name(data):
        card_set = set_names.parse(data)
        with _OPENING:
            return _make(card_set)
    path = Path(os.path.realpath(data))
    return _open(str(path), _stamp(path))
