"""The machine on which something was measured."""

from __future__ import annotations

import os
import platform
from pathlib import Path


def machine() -> dict[str, str]:
    """Processors, memory and Python, as far as the system says."""
    return {
        "cores": str(os.cpu_count() or "?"),
        "processor": _processor(),
        "memory": _memory(),
        "system": f"{platform.system()} {platform.release()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }


def _processor() -> str:
    return _line("/proc/cpuinfo", "model name") or platform.processor() or "unknown"


def _memory() -> str:
    total = _line("/proc/meminfo", "MemTotal")
    return f"{int(total.split()[0]) / 1024 / 1024:.0f} GiB" if total else "unknown"


def _line(path: str, key: str) -> str:
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except OSError:
        return ""
    found = (line for line in lines if line.startswith(key))
    return next(found, "").partition(":")[2].strip()
