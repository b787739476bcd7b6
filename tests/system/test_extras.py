"""The package where libraries of an extra are not installed."""

import subprocess
import sys
from pathlib import Path

import pytest

from wistar_env.system.extras import import_with_extra

WITHOUT = "import sys; sys.modules[{missing!r}] = None; import wistar_env; {use}"


def said(missing: str, use: str) -> subprocess.CompletedProcess[str]:
    """Run a line of Python in a process in which a package is missing."""
    program = WITHOUT.format(missing=missing, use=use)
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("use", ["wistar_env.make_sb3", "from wistar_env import make_sb3"])
def test_the_extra_to_install_is_named(use: str) -> None:
    found = said("stable_baselines3", use)
    assert found.returncode == 1
    last = found.stderr.strip().splitlines()[-1]
    assert last.startswith(
        "ImportError: this needs the extra 'train' (stable_baselines3 is missing)"
    )
    assert 'pip install "wistar-env[train]"' in last


def test_the_rest_needs_no_extra() -> None:
    use = "import gymnasium; batch = wistar_env.LearnerBatch('rats-of-wistar', 2); "
    use += "batch.reset(seed=1); gymnasium.make_vec('wistar/RatOBot-v0', num_envs=2)"
    found = said("stable_baselines3", use)
    assert found.returncode == 0, found.stderr


def test_another_module_that_is_missing_is_no_matter_of_the_extra() -> None:
    found = said("wistar_env.kit.vector.sb3_attributes", "wistar_env.make_sb3")
    assert "ModuleNotFoundError: import of wistar_env.kit.vector.sb3_attributes" in found.stderr


def test_a_library_that_lacks_another_one_says_so_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "half_installed.py").write_text("import no_such_module_at_all\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="'no_such_module_at_all'"):
        import_with_extra("half_installed", "export")
