"""Who does not seal does not wait for it."""

from __future__ import annotations

import subprocess
import sys

HELP = """
import contextlib, io, sys
from chronicle.cli.main import main
with contextlib.redirect_stdout(io.StringIO()) as shown, contextlib.suppress(SystemExit):
    main(["--help"])
assert "Usage" in shown.getvalue()
tops = ("cryptography", "chronicle.seal")
print([name for name in sys.modules if name.startswith(tops)])
"""


def test_help_does_not_import_cryptography() -> None:
    done = subprocess.run([sys.executable, "-c", HELP], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
