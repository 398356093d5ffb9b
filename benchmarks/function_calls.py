"""Count the function calls of a command: ``python -m benchmarks.function_calls build CAMPAIGN``.

Unlike seconds, they are the same on every machine and on a busy day, for one version of Python and
the libraries. Prints JSON: the calls of each package of chronicle, `all` with everything else.
"""

from __future__ import annotations

import cProfile
import json
import sys
from collections import Counter
from pathlib import Path
from types import CodeType
from unittest import mock

from chronicle.cli import build_run
from chronicle.cli.main import main as run_command

_PROGRAM = Path(__file__).resolve().parents[1] / "chronicle"


def function_calls(arguments: list[str]) -> Counter[str]:
    """The calls of a command in this process alone, by package of chronicle, and of ``all``."""
    # Who called whom is not asked for, and takes a tenth of the time.
    profile = cProfile.Profile(subcalls=False)
    with mock.patch.object(build_run, "worker_count", return_value=1):
        profile.enable()
        try:
            run_command(arguments, standalone_mode=False)
        finally:
            profile.disable()
    calls: Counter[str] = Counter()
    for entry in profile.getstats():
        calls["all"] += entry.callcount
        if isinstance(entry.code, CodeType):
            path = Path(entry.code.co_filename)
            if path.is_relative_to(_PROGRAM):
                calls[path.relative_to(_PROGRAM).parts[0].removesuffix(".py")] += entry.callcount
    return calls


if __name__ == "__main__":
    counted = function_calls(sys.argv[1:])
    sys.stdout.write(json.dumps(dict(counted)))
