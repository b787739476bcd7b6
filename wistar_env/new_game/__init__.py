"""A new game from nothing: the folder of ``docs/new-game.md``, under a name of its own."""

from keyword import iskeyword
from pathlib import Path
from typing import Final

_TEMPLATE: Final = Path(__file__).parent / "template"
#: What the template calls its module and its game.
_MODULE: Final = "my_nim"
_GAME: Final = "my-nim"


def template_files() -> dict[str, str]:
    """Return the files of the template by their names."""
    return {
        file.name: file.read_text("utf-8") for file in sorted(_TEMPLATE.iterdir()) if file.is_file()
    }


def write_game(folder: Path) -> list[Path]:
    """Write a game that is whole and plays; its module is called like the folder.

    Parameters
    ----------
    folder
        The folder, which is made. A hyphen in its name is an underscore in the module's.

    Returns
    -------
    The files that were written.

    Raises
    ------
    ValueError
        If the folder's name cannot be that of a module.
    FileExistsError
        If the folder is not empty.
    OSError
        If a file cannot be written.
    """
    module = folder.absolute().name.replace("-", "_")
    if not module.isidentifier() or iskeyword(module) or not module.isascii():
        raise ValueError(
            f"the folder's name becomes that of a Python module, found {folder.name!r}; use "
            "letters, digits and hyphens, such as my-game"
        )
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FileExistsError(f"{folder} exists and is not an empty folder; name another one")
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, text in template_files().items():
        file = folder / name.replace(_MODULE, module)
        named = text.replace(_MODULE, module).replace(_GAME, module.replace("_", "-"))
        file.write_text(named, encoding="utf-8")
        written.append(file)
    return written
