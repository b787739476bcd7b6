"""Create a new game: a folder with a declared game from a template, renamed."""

import re
from collections.abc import Mapping
from keyword import iskeyword
from pathlib import Path
from types import MappingProxyType
from typing import Final

_TEMPLATE: Final = Path(__file__).parent / "template"
#: The templates, each with the module and the class of its game.
TEMPLATES: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "board": ("nim", "Nim"),
        "cards": ("tricks", "Tricks"),
        "sealed": ("goofspiel", "Goofspiel"),
        "poker": ("kuhn", "Kuhn"),
    }
)
#: The template of ``docs/new-game.md``.
DEFAULT: Final = "board"


def class_name(module: str) -> str:
    """Return the name of the class of a game in a module, such as ``MyGame`` in ``my_game``."""
    return "".join(part[:1].upper() + part[1:] for part in module.split("_"))


def template_files(module: str, template: str = DEFAULT) -> dict[str, str]:
    """Return the texts of a template's files by file name, for a game in ``module``.

    Raises ValueError if there is no such template.
    """
    if template not in TEMPLATES:
        raise ValueError(f"template must be one of {', '.join(TEMPLATES)}, found {template!r}")
    name, game = TEMPLATES[template]
    files = {f"{module}.py": f"{name}.py", f"test_{module}.py": f"test_{name}.py"}
    written = {
        own: _renamed((_TEMPLATE / file).read_text("utf-8"), name, game, module)
        for own, file in files.items()
    }
    project = (_TEMPLATE / "pyproject.toml").read_text("utf-8")
    project = project.replace("my_game", module).replace("MyGame", class_name(module))
    return {**written, "pyproject.toml": project.replace("my-game", _project_name(module))}


def _project_name(module: str) -> str:
    """Return the name of the game, derived from its class."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", class_name(module)).lower()


def _renamed(text: str, name: str, game: str, module: str) -> str:
    """Return a template's text with its module and class renamed, except within sentences."""
    own = class_name(module)
    text = text.replace(f"{name}:{game}", f"{module}:{own}")
    text = text.replace(f"from {name} import", f"from {module} import")
    return re.sub(rf"\b{game}\b(?=[(.][\w(]|\n\n)", own, text)


def write_game(folder: Path, template: str = DEFAULT) -> list[Path]:
    """Write a complete game; its module has the name of the folder.

    ``folder``: created if missing. A hyphen in its name becomes an underscore in the module's.
    Raises ValueError if the folder's name cannot name a module, or there is no such template.
    Raises FileExistsError if the folder is not empty. Raises OSError if a file cannot be written.
    """
    module = folder.absolute().name.replace("-", "_")
    if not module.isidentifier() or iskeyword(module) or not module.isascii():
        raise ValueError(
            f"the folder's name must be usable as the name of a Python module, found "
            f"{folder.name!r}; use letters, digits and hyphens, such as my-game"
        )
    files = template_files(module, template)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FileExistsError(f"{folder} exists and is not an empty folder; name another one")
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in files]
