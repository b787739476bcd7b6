"""Base types of the protocol's JSON files, and how to read them."""

import re
from pathlib import Path
from typing import Annotated, Final, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from wistar_env.arguments import shortened, shown
from wistar_env.benchmark.protocol.tasks import PROTOCOL
from wistar_env.errors import ResultsError
from wistar_env.system.untrusted_files import read_json, reading_file

#: The longest name of an entrant, and the longest spec of a bot.
MOST_NAME: Final = 80
MOST_SPEC: Final = 200
#: Only ASCII, so that no two letters look alike, and no Markdown or GitHub syntax.
_ALLOWED: Final = re.compile(r"[A-Za-z0-9\-_.=:,/]+")
#: Texts that GitHub turns into links.
_ADDRESS: Final = re.compile(r"//|www\.", re.IGNORECASE)
_LARGEST: Final = 2**63 - 1
#: Maximum bytes of a file.
_MOST_BYTES: Final = 2**20


class Part(BaseModel):
    """Base of the parts of a file: unknown fields and type conversions are errors."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


def check_text(what: str, text: str, longest: int) -> None:
    """Check a text that appears in a Markdown table.

    Raises ResultsError if it is empty or too long, has characters that are not allowed, or is a web
    address.
    """
    if not (_ALLOWED.fullmatch(text) and len(text) <= longest) or _ADDRESS.search(text):
        raise ResultsError(
            f"{what} must consist of 1 to {longest} ASCII letters, digits and the characters - _ . "
            f"= : , / and must not be a web address, found {shown(text)}"
        )


def _printable(text: str) -> str:
    if not text.isprintable():
        raise ValueError("text must contain only printable characters")
    return text


Text = Annotated[str, Field(max_length=100), AfterValidator(_printable)]
Count = Annotated[int, Field(ge=0, le=_LARGEST)]
Finite = Annotated[float, Field(allow_inf_nan=False)]
Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]

_Read = TypeVar("_Read", bound=Part)


def read_part(file: Path, kind: type[_Read], what: str) -> _Read:
    """Return the contents of a JSON file of this version of the protocol.

    Raises ResultsError if it is invalid; the message names the field, the value and what is
    allowed.
    """
    with reading_file(file, what, ResultsError):
        found = read_json(file, _MOST_BYTES)
    version = found.get("protocol")
    if version != PROTOCOL:
        raise ResultsError(
            f"{file} must be {what} of version {PROTOCOL} of the protocol, found {shown(version)}; "
            "entries of different versions are not comparable"
        )
    try:
        return kind.model_validate(found)
    except ValidationError as error:
        raise ResultsError(f"{file}: {_problem(error)}") from None


def _problem(error: ValidationError) -> str:
    """Return the first problem of several, as a sentence."""
    first = error.errors()[0]
    place = shortened(".".join(map(str, first["loc"])), MOST_NAME)
    said = first["msg"].removeprefix("Value error, ")
    # The message of fields that contradict each other names them.
    return f"{place}: {said}, found {shown(first['input'])}" if place else said
