"""Whatever a file from outside holds, one kind of error says what is wrong with it."""

import ast
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import wistar_env
from tests.command_line import in_an_empty_folder as in_an_empty_folder
from tests.command_line import wistar
from wistar_env.errors import DataError, FileError, NetworkError, ReplayError, ResultsError
from wistar_env.system import untrusted_files
from wistar_env.system.untrusted_files import (
    parse_json,
    problem_of,
    read_bytes,
    read_json,
    read_log,
    read_toml,
    reading_file,
)

PACKAGE = Path(wistar_env.__file__).parent
#: Calls that decode what may come from outside.
DECODERS = {
    ("json", "load"), ("json", "loads"), ("np", "load"), ("torch", "load"),
    ("pickle", "load"), ("pickle", "loads"), ("tomllib", "load"), ("tomllib", "loads"),
    ("lzma", "open"), ("lzma", "decompress"), ("lzma", "LZMADecompressor"),
    ("zlib", "decompress"), ("zlib", "decompressobj"), ("zipfile", "ZipFile"), ("gzip", "open"),
}  # fmt: skip
#: Modules that decode something else, and what.
OTHERWISE = {
    "wistar_env.agents.other_libraries": "metadata of a model that onnxruntime has read",
    "wistar_env.benchmark.replays": "a replay that it has just written",
    "wistar_env.benchmark.results": "a header that it has just written",
    "wistar_env.compiled.numba_internals": "compiled code, which the cache folder vouches for",
    "wistar_env.datasets.dataset_card": "a description that it has just written",
    "wistar_env.datasets.description": "a description that it has just written",
    "wistar_env.compiled.packs": "files of the package",
    "wistar_env.games.rats_of_wistar.card_sets.set_files": "files of the package",
    "wistar_env.kit.conformance.rules_checks": "a game that it has just pickled",
    "wistar_env.kit.networks.fitted_chances": "chances beside a network, inside of reading_file",
    "wistar_env.kit.pictures.lettering": "a file of the package",
    "wistar_env.play.server.rows": "rows of the server's database",
    "wistar_env.training.expectations": "a file of the package",
    "wistar_env.training.callbacks": "settings of the command line",
    "wistar_env.training.distil": "settings of the command line",
    "wistar_env.training.ppo": "settings of the command line",
    "wistar_env.training.dqn_torch": "its own checkpoint, by weights_only",
    "wistar_env.training.ppo_gru_torch": "its own checkpoint, by weights_only",
    "wistar_env.training.ppo_torch": "its own checkpoint, by weights_only",
    "wistar_env.training.sb3": "tensors of a checkpoint, inside of reading_file",
}
READERS = {"wistar_env.system.untrusted_files", "wistar_env.system.untrusted_arrays"}


def decoding() -> Iterator[str]:
    """Yield the modules of the package that call a decoder."""
    for folder, _, names in os.walk(PACKAGE, followlinks=True):
        for name in names:
            path = Path(folder, name)
            if path.suffix != ".py":
                continue
            calls = {
                (node.func.value.id, node.func.attr)
                for node in ast.walk(ast.parse(path.read_text("utf-8")))
                if isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and isinstance(node.func.value, ast.Name)
            }
            if calls & DECODERS:
                yield ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)


def test_files_from_outside_are_decoded_by_the_one_reader() -> None:
    found = set(decoding())
    assert found >= READERS
    assert found - READERS <= {*OTHERWISE}, "read files by wistar_env.system.untrusted_files"


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "not a JSON|Expecting value"),
        (b"[1]", r"the text is not a JSON object: \[1\]"),
        (b"\xff{}", "byte 0xff at offset 0"),
        (b'{"a": NaN}', "NaN is not a finite number"),
        (b'{"a": 1e999}', "1e999 is not a finite number"),
        (b'{"a": 1, "a": 1}', "duplicate key 'a'"),
        (b'{"a": ' + b"9" * 5000 + b"}", "integer string conversion"),
        (b'{"a": ' + b"[" * 200_000, "nested too deeply"),
        (b'{"a": "\\ud800"}', "surrogates not allowed"),
    ],
)
def test_json_that_is_none_is_rejected_in_one_sentence(
    content: bytes, problem: str, tmp_path: Path
) -> None:
    file = tmp_path / "a.json"
    file.write_bytes(content)
    with pytest.raises(ReplayError, match=problem) as caught, reading_file(file, "a", ReplayError):
        read_json(file)
    assert str(caught.value).startswith(f"{file} is not a, or is damaged: ")
    assert len(str(caught.value)) < len(str(file)) + 500
    assert "\n" not in str(caught.value)


def test_a_character_of_two_halves_is_one() -> None:
    assert parse_json('"\\ud83d\\ude00"') == "\U0001f600"


def test_a_log_ends_with_its_last_complete_line(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_bytes(b'{"a": 1}\n{"a": 2}\n{"a": "\xe2\x82')
    assert read_log(file) == [{"a": 1}, {"a": 2}]
    file.write_bytes(b'{"a": 1}\n{"a": \n{"a": 3}\n')
    with pytest.raises(ValueError, match="line 2 is not JSON"):
        read_log(file)


def test_only_files_of_limited_size_are_read(tmp_path: Path) -> None:
    pipe, large = tmp_path / "pipe", tmp_path / "large"
    os.mkfifo(pipe)
    large.write_bytes(b"abc")
    for each in (pipe, tmp_path, Path(os.devnull)):
        with pytest.raises(ValueError, match="the path is not a file"):
            read_bytes(each)
    with pytest.raises(ValueError, match="the file has 3 bytes; the maximum is 2"):
        read_bytes(large, 2)
    assert read_bytes(large, 3) == b"abc"


def test_every_damage_has_words() -> None:
    for kind in untrusted_files.DAMAGES:
        if kind is not UnicodeDecodeError:
            assert problem_of(kind())
            assert problem_of(kind("x" * 3000))
            assert len(problem_of(kind("x" * 3000))) < 500


def test_a_file_that_is_missing_is_named_without_a_number_of_an_error(tmp_path: Path) -> None:
    with (
        pytest.raises(FileError, match=r"/no\.toml: there is no such file$"),
        reading_file(tmp_path / "no.toml", "data"),
    ):
        read_toml(tmp_path / "no.toml")


def test_errors_of_files_are_one_kind() -> None:
    assert all(issubclass(each, FileError) for each in (DataError, NetworkError, ReplayError))
    assert issubclass(ResultsError, FileError)


@pytest.mark.parametrize(
    "command",
    [
        ["replay", "no.jsonl"],
        ["review", "no.jsonl"],
        ["play", "--resume", "no.jsonl"],
        ["report", "no.jsonl"],
        ["bench", "verify", "no.json"],
        ["data", "check", "no"],
    ],
)
def test_commands_say_that_a_file_is_missing(command: list[str]) -> None:
    done = wistar(*command)
    assert done.exit_code != 0
    assert "Errno" not in done.output + done.stderr
    assert "Traceback" not in done.output


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without pipes")
@pytest.mark.parametrize(
    ("command", "problem"),
    [
        ("bench verify loop", "loop: it cannot be read (too many levels of symbolic links)"),
        ("bench verify empty", "empty is a folder without result files (*.json)"),
        ("replay pipe", "pipe is not a replay, or is damaged: the path is not a file"),
        ("replay loop", "loop: it cannot be read (too many levels of symbolic links)"),
        ("replay empty", "file 'empty' is a directory"),
        ("review pipe", "pipe is not a replay, or is damaged: the path is not a file"),
        ("review empty", "empty is a folder without saved games (*.jsonl)"),
        ("report empty", "empty is not a results file, or is damaged: the path is not a file"),
        ("report pipe", "pipe is not a results file, or is damaged: the path is not a file"),
        (
            "ladder random --out pipe",
            "pipe is not a results file, or is damaged: the path is not a file",
        ),
        ("arena random greedy --out /dev/zero --fresh", "/dev/zero is not a results file, or is"),
        ("export empty --parquet out", "empty/dataset.json: there is no such file"),
        ("play --data missing", "missing: there is no such folder; allowed: a folder of TOML"),
        ("play --data empty", "empty: it has none of the game's 17 data files; create them with"),
        ("play --data pipe", "pipe: it is not a folder; allowed: a folder of TOML files"),
        ("play --data loop", "loop: it cannot be read (too many levels of symbolic links)"),
        ("play --game lab-rats --data empty", "empty: it has none of the game's 4 data files"),
        ("arena sb3:pipe random", "there is no policy 'pipe': the path is not a file"),
        ("arena onnx:empty random", "there is no policy 'empty': the path is not a file"),
        ("arena onnx:missing random", "there is no policy 'missing': no such file"),
        ("ladder network:pipe", "there is no network 'pipe': the path is not a file"),
        ("ladder network:empty", "there is no network 'empty': the path is not a file"),
        ("ladder network:loop", "there is no network 'loop': the path is not a file"),
        ("ladder network:/dev/zero", "there is no network '/dev/zero': the path is not a file"),
        ("ladder network:missing", "there is no network 'missing': no such file"),
    ],
)
def test_commands_say_what_a_path_is_that_is_no_file(
    command: str, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("loop").symlink_to("loop")
    Path("empty").mkdir()
    os.mkfifo("pipe")
    result = wistar(*command.split())
    assert result.exit_code == 2, result.exception
    assert problem in " ".join(result.stderr.replace("│", " ").split())
    assert len(result.stderr.splitlines()) == 1 or "Usage: " in result.stderr
