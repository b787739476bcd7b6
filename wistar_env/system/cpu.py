"""The available processors."""

import os
import platform
from pathlib import Path
from typing import Any


def available_cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _processor() -> str:
    information = Path("/proc/cpuinfo")
    lines = information.read_text("utf-8").splitlines() if information.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or platform.machine()


def machine() -> dict[str, Any]:
    """Return the processor, the number of available cores, and the system."""
    return {
        "processor": _processor(),
        "cores": available_cores(),
        "system": platform.system(),
    }
