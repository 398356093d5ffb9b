"""Two checkouts are compared on equal campaigns, with the edits that the rows name."""

from __future__ import annotations

import shutil
import sys
from collections import defaultdict
from pathlib import Path
from typing import Final

import pytest

from benchmarks.campaigns import Size, lay
from benchmarks.checkouts import (
    Checkout,
    Figures,
    Session,
    Step,
    add_mistake,
    add_places,
    add_turn,
    compare,
    edit_rumor,
    goals_of,
    rows_of,
    sessions,
    summed,
)
from benchmarks.comparison.timing import BuildFailed, measured
from chronicle.diagnostics.report import Report
from chronicle.load import load_campaign, read_tree

ROOT: Final = Path(__file__).parents[2]
SMALL: Final = Size("shadow", turns=3, factions=2, prose=0.2)


def campaign(folder: Path) -> Path:
    lay(SMALL, folder)
    return folder


@pytest.mark.parametrize(
    ("text", "edited"),
    [
        ("text: It rained.", "text: Indeed It rained."),
        ('id: a\n    text: "It: rained."', 'id: a\n    text: "Indeed It: rained."'),
        ("text: |\n      It rained.", "text: |\n      Indeed It rained."),
        ("text: >-\n      It rained.", "text: >-\n      Indeed It rained."),
    ],
)
def test_the_first_rumor_of_the_last_turn_is_edited(text: str, edited: str, tmp_path: Path) -> None:
    (tmp_path / "turns").mkdir()
    file = "turn: {}\nnews:\n  - text: News.\nrumors:\n  - {}\n  - text: Another.\n"
    for number in (1, 2):
        (tmp_path / f"turns/00{number}.yaml").write_text(file.format(number, text))
    edit_rumor(tmp_path, tmp_path)
    assert (tmp_path / "turns/001.yaml").read_text() == file.format(1, text)
    assert (tmp_path / "turns/002.yaml").read_text() == file.format(2, edited)


def test_a_held_back_turn_is_added(tmp_path: Path) -> None:
    whole = campaign(tmp_path / "whole")
    content = shutil.copytree(whole, tmp_path / "content")
    (content / "turns/003.yaml").unlink()
    add_turn(content, whole)
    assert (content / "turns/003.yaml").read_bytes() == (whole / "turns/003.yaml").read_bytes()


def test_a_mistake_is_an_error_in_the_last_turn(tmp_path: Path) -> None:
    content = campaign(tmp_path / "content")
    add_mistake(content, content)
    report = Report()
    load_campaign(read_tree(content, "made"), report)
    (finding,) = report.findings
    assert finding.severity == "error"
    assert finding.at is not None
    assert finding.at.path.endswith("turns/003.yaml")


def test_added_places_are_sound(tmp_path: Path) -> None:
    content = shutil.copytree(ROOT / "content/vaime", tmp_path / "content")
    report = Report()
    before = load_campaign(read_tree(content, "made"), report)
    add_places(content, 45)
    after = load_campaign(read_tree(content, "made"), report)
    assert before is not None
    assert after is not None, [finding.message for finding in report.findings]
    added = after.places[len(before.places) :]
    assert len(added) == 45
    assert len({place.within for place in added}) == 4
    assert all(place.neighbours for place in added)


def test_checkouts_take_turns_with_every_step(tmp_path: Path) -> None:
    ran: list[tuple[str, ...]] = []

    class Recorder(Checkout):
        """A checkout that notes the commands instead of running them, with the last turn."""

        def run(self, *arguments: str, status: int = 0) -> tuple[float, float]:
            content, output = Path(arguments[3]), self.folder / "output"
            ran.append(
                (self.name, arguments[2], max((content / "turns").iterdir()).name, str(status))
            )
            output.mkdir(exist_ok=True)
            (output / "page.html").write_text("page")
            return 2.0 if self.name == "old" else 1.0, 10.0

    checkouts = [Recorder(name, ROOT, tmp_path / name) for name in ("old", "new")]
    for checkout in checkouts:
        checkout.folder.mkdir()
    steps = (
        Step("cold", "0.40"),
        Step("turn", edit=add_turn, old=False),
        Step("mistake", "0.50", add_mistake, "check", status=1),
    )
    chosen = {"made": Session(lambda folder: lay(SMALL, folder), steps, hold_back=True)}
    figures = compare(chosen, checkouts, tmp_path, 2, lambda _: None)
    old = [("old", "build", "002.yaml", "0"), ("old", "check", "002.yaml", "1")]
    new = [
        ("new", "build", "002.yaml", "0"),
        ("new", "build", "003.yaml", "0"),
        ("new", "check", "003.yaml", "1"),
    ]
    assert ran == [*old, *new, *new, *old]
    assert list(rows_of(figures, goals_of(chosen))) == [
        ("cold", "2.00", "1.00", "0.50", "0.40"),
        ("memory in MiB, made", "10.00", "10.00", "1.00", ""),
        ("MB written, made", "0.00", "0.00", "1.00", ""),
        ("mistake", "2.00", "1.00", "0.50", "0.50"),
        ("turn", "–", "1.00", "–", ""),
    ]


def test_bytes_of_all_samples_are_summed() -> None:
    figures: Figures = defaultdict(dict)
    for name, size in (("vaime", 3.0), ("cauvenne", 2.0), ("orrow", 1.0)):
        assert "MB written, all samples" not in summed(figures)
        figures[f"MB written, {name}"] = {"old": [2 * size], "new": [size, size, 100.0]}
    assert summed(figures)["MB written, all samples"] == {"old": [12.0], "new": [6.0]}


def test_every_goal_has_a_row() -> None:
    known = sessions(ROOT / "content")
    rows = {step.row for session in known.values() for step in session.steps}
    rows |= {f"memory in MiB, {name}" for name in known} | {"MB written, all samples"}
    assert goals_of(known).keys() <= rows
    assert (ROOT / "content/vaime").is_dir()


def test_a_checkout_without_the_package_is_refused(tmp_path: Path) -> None:
    with pytest.raises((SystemExit, BuildFailed)):
        Checkout("old", tmp_path, tmp_path / "work").compile()


def test_an_expected_exit_status_is_no_failure(tmp_path: Path) -> None:
    fails = [sys.executable, "-c", "raise SystemExit(1)"]
    assert measured(fails, tmp_path, {}, tmp_path / "log", 1).work > 0
    with pytest.raises(BuildFailed):
        measured([sys.executable, "-c", ""], tmp_path, {}, tmp_path / "log", 1)
