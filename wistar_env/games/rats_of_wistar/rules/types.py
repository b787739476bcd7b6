"""The records that compiled rules take, declared for ``compiled.jit``."""

from typing import Annotated, Any, TypeAlias

from wistar_env.compiled.jit import declare
from wistar_env.games.rats_of_wistar.rules.state import ENTRY, GAME
from wistar_env.games.rats_of_wistar.tables.layout import OPS, REQUIREMENT, TABLES

Tables: TypeAlias = Annotated[Any, "tables"]  # one TABLES record
Game: TypeAlias = Annotated[Any, "game"]  # one GAME record
Entry: TypeAlias = Annotated[Any, "entry"]  # one ENTRY record of the game's stack
Requirement: TypeAlias = Annotated[Any, "requirement"]  # one REQUIREMENT record
Ops: TypeAlias = Annotated[Any, "ops"]  # one OPS record
TablesArray: TypeAlias = Annotated[Any, "tables array"]  # shape (1,)
GameArray: TypeAlias = Annotated[Any, "game array"]  # shape (n,)

#: Legal actions, int16: ``legal[0]`` is their number, ``legal[1:legal[0] + 1]`` are their ids.
Legal: TypeAlias = Annotated[Any, "short array"]

for _kind, _record in (
    ("tables", TABLES),
    ("game", GAME),
    ("entry", ENTRY),
    ("requirement", REQUIREMENT),
    ("ops", OPS),
):
    declare(_kind, _record)
