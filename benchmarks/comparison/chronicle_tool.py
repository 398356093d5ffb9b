"""chronicle itself, from this checkout."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from benchmarks.comparison.folders import lay
from benchmarks.comparison.tool import Tool
from chronicle import __version__


class Chronicle(Tool):
    """It reads the campaign, plays it, and looks for leaks; nothing is prepared."""

    name: ClassVar[str] = "chronicle"

    def install(self, shelf: Path) -> str:  # noqa: ARG002  already installed
        return __version__

    def prepare(self, campaign: Path, built: Path, to: Path) -> None:  # noqa: ARG002  nothing to prepare
        lay(campaign, to)

    def restyle(self) -> None:
        head = self.input / "campaign.yaml"
        text = head.read_text(encoding="utf-8")
        head.unlink()
        head.write_text(f'{text}look: {{accent: "#14532d"}}\n', encoding="utf-8")

    @property
    def command(self) -> Sequence[str]:
        build = [sys.executable, "-m", "chronicle", "build"]
        return [*build, str(self.input), "-o", str(self.output)]

    @property
    def environment(self) -> Mapping[str, str]:
        # Python keeps what it has compiled, as in an ordinary installation.
        return {"CHRONICLE_CACHE": str(self.folder / "cache"), "PYTHONDONTWRITEBYTECODE": ""}

    def forget(self) -> None:
        super().forget()
        shutil.rmtree(self.folder / "cache", ignore_errors=True)
