"""Compare two checkouts of chronicle: ``python -m benchmarks.checkouts OLD NEW``.

Both build the same campaigns with the same interpreter, in turn, each with its own cache and
output folder. A figure is the median processor time of a whole process and all that it starts.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from benchmarks.campaigns import Size, lay
from benchmarks.comparison.machine import machine
from benchmarks.comparison.report import columns, markdown
from benchmarks.comparison.timing import measured

_SAMPLES: Final = ("vaime", "cauvenne", "orrow")
_HEAD: Final = ("", "old", "new", "ratio", "goal")
#: Prints how long one map of a campaign takes. The second imports are the names of commit 44dcb83.
_MAP: Final = """
import sys, time
from pathlib import Path
from chronicle.load import read_tree
from chronicle.project import project
try:
    from chronicle.diagnostics.report import Report
    from chronicle.model.audience import GM
    from chronicle.outline.map import latest_map_of
    from chronicle.pipeline import resolve_campaign
except ImportError:
    from chronicle.atlas import atlas_of as latest_map_of
    from chronicle.audience import GM
    from chronicle.diagnostics import Report
    from chronicle.resolve import resolve as resolve_campaign
played = resolve_campaign(read_tree(Path(sys.argv[1]), "campaign"), Report())
edition = project(played.campaign, played.history, played.ruleset, GM)
start = time.process_time()
latest_map_of(edition)
print(time.process_time() - start)
"""

#: Changes a campaign's folder; the second folder has the whole campaign.
Edit = Callable[[Path, Path], None]


@dataclass(frozen=True, slots=True)
class Checkout:
    """A checkout, and the folder for what it reads and writes."""

    name: str
    path: Path
    folder: Path

    @property
    def environment(self) -> Mapping[str, str]:
        return {
            "PYTHONPATH": str(self.path),
            "PYTHONDONTWRITEBYTECODE": "",
            "CHRONICLE_CACHE": str(self.folder / "cache"),
        }

    @property
    def log(self) -> Path:
        return self.folder / "log"

    def compile(self) -> None:
        """Compile the sources, and make sure that Python finds them in this checkout."""
        self.folder.mkdir(parents=True, exist_ok=True)
        sources = self.path / "chronicle"
        self.run("-m", "compileall", "-q", str(sources))
        self.run("-c", "import chronicle; print(chronicle.__path__[0])")
        if Path(self.log.read_text(encoding="utf-8").strip()).resolve() != sources.resolve():
            raise SystemExit(f"no package chronicle in {self.path}")

    def run(self, *arguments: str, status: int = 0) -> tuple[float, float]:
        """Run Python; return processor seconds and the most memory in MiB."""
        command = [sys.executable, *arguments]
        cost = measured(command, self.folder, self.environment, self.log, status)
        return cost.work, cost.memory


@dataclass(frozen=True, slots=True)
class Step:
    """A measured command, after an edit; ``goal`` is for the ratio unless it has a unit.

    ``command`` is `build` or `check` of chronicle, or `map` for the time of one map alone.
    ``old`` is false if the old checkout would take too long.
    """

    row: str
    goal: str = ""
    edit: Edit | None = None
    command: str = "build"
    status: int = 0
    old: bool = True


@dataclass(frozen=True, slots=True)
class Session:
    """Steps on a new copy of a campaign, one after another; the first without any cache.

    ``lay`` writes the campaign. With ``hold_back``, the copy lacks the last turn at first.
    ``runs`` limits how often all is repeated.
    """

    lay: Callable[[Path], None]
    steps: tuple[Step, ...]
    hold_back: bool = False
    runs: int = 1_000


def add_turn(content: Path, whole: Path) -> None:
    """Add the turns that were held back."""
    for path in sorted((whole / "turns").iterdir()):
        if not (content / "turns" / path.name).exists():
            shutil.copyfile(path, content / "turns" / path.name)


def edit_rumor(content: Path, _whole: Path) -> None:
    """Add a word to the first rumor of the last turn."""
    path = _last_turn(content)
    before, rumors, after = path.read_text(encoding="utf-8").partition("\nrumors:")
    edited, count = re.subn(r"(text: *(?:[|>]-?\n *)?[\"']?)", r"\1Indeed ", after, count=1)
    if not count:
        raise SystemExit(f"no rumor in {path}")
    path.write_text(before + rumors + edited, encoding="utf-8")


def add_mistake(content: Path, _whole: Path) -> None:
    """Add a key without meaning to the last turn."""
    with _last_turn(content).open("a", encoding="utf-8") as file:
        file.write("mistake: true\n")


def _last_turn(content: Path) -> Path:
    return max((content / "turns").glob("*.yaml"))


def add_places(content: Path, count: int) -> None:
    """Add places without positions to a campaign, in groups of twenty, each next to another."""
    with (content / "places.yaml").open("a", encoding="utf-8") as file:
        for number in range(count):
            file.write(f"  more-{number}:\n    name: Salt Harbour {number}\n")
            if number % 20:
                file.write(f"    within: more-{number - number % 20}\n")
            if number:
                other = number - (number * 7) % min(number, 12) - 1
                file.write(f"    neighbours: [more-{other}]\n")


def sessions(content: Path) -> dict[str, Session]:
    """All sessions by name; ``content`` has the sample campaigns."""

    def sample(name: str, places: int = 0) -> Callable[[Path], None]:
        def lay_sample(folder: Path) -> None:
            shutil.copytree(content / name, folder)
            add_places(folder, places)

        return lay_sample

    def made(turns: int, factions: int = 8) -> Callable[[Path], None]:
        def lay_made(folder: Path) -> None:
            lay(Size("shadow", turns, factions), folder)

        return lay_made

    rumor = "one rumor of the last turn edited"
    return {
        "vaime": Session(
            sample("vaime"),
            (Step("cold, vaime", "0.40"), Step(f"{rumor}, vaime", "0.30", edit_rumor)),
        ),
        "cauvenne": Session(sample("cauvenne"), (Step("cold, cauvenne"),), runs=1),
        "orrow": Session(sample("orrow"), (Step("cold, orrow"),), runs=1),
        "50": Session(
            made(51),
            (
                Step("cold, 50 turns", "0.55"),
                Step(f"{rumor}, 50 turns", "0.20", edit_rumor),
                Step("one turn added to 50", "0.35", add_turn),
            ),
            hold_back=True,
        ),
        "200": Session(
            made(201),
            (
                Step("cold, 200 turns", "0.55"),
                Step("one turn added to 200", "0.35", add_turn),
                Step("check with a mistake, 200 turns", "0.50", add_mistake, "check", status=1),
            ),
            hold_back=True,
        ),
        "1000": Session(made(1_000, 2), (Step("cold, 1,000 turns, 2 factions", "0.55"),), runs=1),
        "places": Session(
            sample("vaime", 300),
            (Step("cold, 300 more places"), Step("one map, 300 more places", "0.05", None, "map")),
        ),
        "2000-places": Session(
            sample("vaime", 2_000), (Step("cold, 2,000 more places", "60 s", old=False),), runs=1
        ),
    }


#: Rows and checkouts, with all figures.
Figures = defaultdict[str, dict[str, list[float]]]


def compare(
    chosen: Mapping[str, Session],
    checkouts: Sequence[Checkout],
    folder: Path,
    runs: int,
    say: Callable[[str], None],
) -> Figures:
    """Run all sessions with all checkouts, in turn."""
    figures: Figures = defaultdict(lambda: {checkout.name: [] for checkout in checkouts})
    for name, session in chosen.items():
        whole = folder / name
        shutil.rmtree(whole, ignore_errors=True)
        say(f"writing {name}")
        session.lay(whole)
        for run in range(min(runs, session.runs)):
            for checkout in checkouts if run % 2 == 0 else checkouts[::-1]:
                for step, work, memory, written in _measure(session, checkout, whole):
                    say(f"{name}, run {run + 1}, {checkout.name}, {step.row}: {work:.2f} s")
                    figures[step.row][checkout.name].append(work)
                    if step is session.steps[0]:
                        figures[f"memory in MiB, {name}"][checkout.name].append(memory)
                        figures[f"MB written, {name}"][checkout.name].append(written / 1e6)
    return figures


def _measure(
    session: Session, checkout: Checkout, whole: Path
) -> Iterator[tuple[Step, float, float, int]]:
    content, output = checkout.folder / "content", checkout.folder / "output"
    for folder in (content, output, checkout.folder / "cache"):
        shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(whole, content)
    if session.hold_back:
        _last_turn(content).unlink()
    for step in session.steps:
        if checkout.name == "old" and not step.old:
            continue
        if step.edit is not None:
            step.edit(content, whole)
        if step.command == "map":
            _, memory = checkout.run("-c", _MAP, str(content))
            work = float(checkout.log.read_text(encoding="utf-8"))
        else:
            command = ("-m", "chronicle", step.command, str(content), "-o", str(output))
            work, memory = checkout.run(*command, status=step.status)
        yield step, work, memory, _size(output)


def _size(folder: Path) -> int:
    """The bytes of all files in a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def rows_of(
    figures: Mapping[str, Mapping[str, Sequence[float]]], goals: Mapping[str, str]
) -> Iterator[tuple[str, ...]]:
    """A row for each figure: medians, their ratio and the goal."""
    for row, found in figures.items():
        old, new = (statistics.median(found[name] or [0.0]) for name in ("old", "new"))
        ratio = f"{new / old:.2f}" if old and new else "–"
        yield row, *(f"{one:.2f}" if one else "–" for one in (old, new)), ratio, goals.get(row, "")


def summed(figures: Figures) -> Figures:
    """The figures, with a row for the bytes of all samples if all were built."""
    parts = [figures.get(f"MB written, {name}") for name in _SAMPLES]
    found = [part for part in parts if part is not None]
    if len(found) == len(_SAMPLES):
        figures["MB written, all samples"] = {
            name: [sum(statistics.median(part[name]) for part in found)] for name in found[0]
        }
    return figures


def goals_of(chosen: Mapping[str, Session]) -> dict[str, str]:
    """The goals by row."""
    goals = {step.row: step.goal for session in chosen.values() for step in session.steps}
    return {**goals, "memory in MiB, 200": "0.80", "MB written, all samples": "0.60"}


def _commit(path: Path) -> str:
    # A checkout may also be an unpacked archive.
    command = ["git", "-C", str(path), "describe", "--always", "--dirty"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()  # noqa: S603  a fixed command


def _say(text: str) -> None:
    sys.stderr.write(f"{text}\n")


def main() -> None:
    """Read the options, measure, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.checkouts")
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument(
        "--campaigns",
        default="vaime,cauvenne,orrow,50,200,places,2000-places",
        help="which to build (default: %(default)s); there is also 1000",
    )
    parser.add_argument("--folder", type=Path, help="where everything is written")
    parser.add_argument("--markdown", action="store_true", help="print a table in Markdown")
    parser.add_argument("--json", type=Path, help="write every figure to a file")
    asked = parser.parse_args()
    folder = asked.folder or Path(tempfile.gettempdir()) / "chronicle-checkouts"
    # A new checkout reads what an old one did, but not the other way round.
    known = sessions(asked.old.resolve() / "content")
    if unknown := set(asked.campaigns.split(",")) - known.keys():
        parser.error(
            f"unknown campaigns {', '.join(sorted(unknown))}; choose from {', '.join(known)}"
        )
    chosen = {name: known[name] for name in asked.campaigns.split(",")}
    checkouts = [
        Checkout(name, path.resolve(), (folder / name).resolve())
        for name, path in (("old", asked.old), ("new", asked.new))
    ]
    for checkout in checkouts:
        checkout.compile()
    figures = summed(compare(chosen, checkouts, folder.resolve(), asked.runs, _say))
    goals = goals_of(chosen)
    rows = [_HEAD, *rows_of(figures, goals)]
    sys.stdout.write(markdown(rows, text=(0,)) if asked.markdown else columns(rows, text=(0,)))
    around = {
        **machine(),
        **{it.name: _commit(it.path) for it in checkouts},
        "runs": str(asked.runs),
    }
    sys.stdout.write("\n" + ", ".join(f"{key}: {value}" for key, value in around.items()) + "\n")
    if asked.json:
        said: dict[str, Any] = {"machine": around, "goals": goals, "figures": figures}
        asked.json.write_text(json.dumps(said, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
