"""Turns a second of two checkouts: ``python -m benchmarks.play_turns OLD NEW``.

Each plays all turns of its own samples with the orders as written, in separate processes in turn.
A figure is the median of turns a second of processor time.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Final

from benchmarks.checkouts import Checkout
from benchmarks.comparison.report import columns, markdown

_SAMPLES: Final = ("vaime", "cauvenne", "orrow")
_HEAD: Final = ("", "old", "new", "ratio")
_PARTS: Final = ("from the parsed file", "resolve and apply")
#: Prints the ruleset and, of each part, turns a second.
_PLAY: Final = """
import sys, time
from pathlib import Path
from chronicle.diagnostics.report import Report
from chronicle.load import read_tree
from chronicle.pipeline import resolve_campaign
from chronicle.play.turns import dice_of, play_turn
from chronicle.rules.protocol import steps_of
played = resolve_campaign(read_tree(Path(sys.argv[1]), "campaign"), Report())
campaign = played.campaign
# The second is the name of commit 874c14d.
ruleset = played.ruleset if hasattr(played, "ruleset") else played.system
turns = [(turn, it.before, it.orders) for turn, it in zip(campaign.turns, played.history.turns)]
def play():
    for turn, state, _ in turns:
        assert play_turn(campaign, turn, state, ruleset, Report()) is not None
def resolve():
    for turn, state, orders in turns:
        tuple(steps_of(ruleset, state, ruleset.resolve(state, orders, dice_of(campaign, turn))))
def rate(part):
    part()
    count, start = 0, time.process_time()
    while time.process_time() - start < float(sys.argv[2]):
        part()
        count += len(turns)
    return count / (time.process_time() - start)
print(ruleset.id, rate(play), rate(resolve))
"""


def main() -> None:
    """Read the options, measure, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.play_turns")
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seconds", default="1", help="of each part (default: %(default)s)")
    parser.add_argument("--campaigns", default=",".join(_SAMPLES))
    parser.add_argument("--markdown", action="store_true", help="print a table in Markdown")
    asked = parser.parse_args()
    figures: defaultdict[str, dict[str, list[float]]] = defaultdict(lambda: {"old": [], "new": []})
    with tempfile.TemporaryDirectory() as folder:
        checkouts = [
            Checkout(name, path.resolve(), Path(folder, name))
            for name, path in (("old", asked.old), ("new", asked.new))
        ]
        for checkout in checkouts:
            checkout.compile()
        for sample in asked.campaigns.split(","):
            for run in range(asked.runs):
                for checkout in checkouts if run % 2 == 0 else checkouts[::-1]:
                    content = checkout.path / "content" / sample
                    checkout.run("-c", _PLAY, str(content), asked.seconds)
                    ruleset, *rates = checkout.log.read_text(encoding="utf-8").split()
                    for part, rate in zip(_PARTS, rates, strict=True):
                        figures[f"{ruleset}, {part}"][checkout.name].append(float(rate))
    rows = [_HEAD]
    for row, found in figures.items():
        old, new = statistics.median(found["old"]), statistics.median(found["new"])
        rows.append((row, f"{old:.0f}", f"{new:.0f}", f"{new / old:.2f}"))
    sys.stdout.write(markdown(rows, text=(0,)) if asked.markdown else columns(rows, text=(0,)))


if __name__ == "__main__":
    main()
