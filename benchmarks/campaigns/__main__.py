"""Writes a campaign into a folder: ``python -m benchmarks.campaigns shadow --turns 200 FOLDER``."""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks.campaigns import RULESETS, Size, lay


def main() -> None:
    """Reads the options and writes the campaign."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.campaigns")
    parser.add_argument("ruleset", choices=RULESETS)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--turns", type=int, default=50)
    parser.add_argument("--factions", type=int, default=8)
    parser.add_argument("--seed", default="1", help="any words; another seed, another campaign")
    parser.add_argument("--news", type=int, default=3, help="news for everyone in a turn")
    parser.add_argument("--letters", type=int, default=0, help="letters (0: every other faction)")
    parser.add_argument("--rumors", type=int, default=5, help="rumors in a turn")
    parser.add_argument("--prose", type=float, default=1.0, help="multiplies the length of texts")
    parser.add_argument("--sentences", type=int, default=0, help="different ones (0: all are new)")
    asked = parser.parse_args()
    if (asked.folder / "campaign.yaml").exists():
        raise SystemExit(f"there is a campaign in {asked.folder} already")
    options = {key: value for key, value in vars(asked).items() if key != "folder"}
    lay(Size(**options), asked.folder)


if __name__ == "__main__":
    main()
