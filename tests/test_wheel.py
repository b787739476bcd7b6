"""What goes into the wheel."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def test_the_wheel_holds_the_package_with_its_data_and_nothing_else(tmp_path: Path) -> None:
    source = tmp_path / "source"
    ignored = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info", "build", "results")
    shutil.copytree(ROOT, source, ignore=ignored)
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", str(tmp_path)]
    subprocess.run([sys.executable, "-m", "pip", "wheel", *options, str(source)], check=True)
    (wheel,) = tmp_path.glob("wistar_env-*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    package = [name for name in names if ".dist-info/" not in name]
    assert {name.partition("/")[0] for name in package} == {"wistar_env"}
    files = {str(file.relative_to(ROOT)) for file in (ROOT / "wistar_env").rglob("*.*")}
    wanted = {name for name in files if name.endswith((".py", ".toml", "py.typed"))}
    assert wanted == set(package)
    assert any(name.endswith("licenses/LICENSE") for name in names)
