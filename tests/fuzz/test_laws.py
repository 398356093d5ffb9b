"""The laws of the fuzz tests notice what breaks them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.cases import Broken, CacheFault, Case, Workspace

pytestmark = pytest.mark.xdist_group("fuzz")
SOUND = Case("content", "freeform", {})
#: A campaign that can't be built.
FAILING = Case("content", "freeform", {"content/campaign.yaml": b"title: [\n"})


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace(tmp_path)


def law(broken: Broken | None) -> str:
    return broken.law if broken is not None else ""


def test_sound_and_failing_cases_break_no_law(workspace: Workspace) -> None:
    assert law(workspace.run(SOUND)) == ""
    assert law(workspace.run(FAILING)) == ""


def test_an_import_of_orders_breaks_no_law(workspace: Workspace) -> None:
    command = ("orders", "import", "orders.txt", "content", "--yes")
    assert law(workspace.run(Case("orders", "orders", {}, command))) == ""


def test_an_exception_is_noticed(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    workspace.run(FAILING)
    monkeypatch.setattr("chronicle.cli.build_run._campaign_names", lambda _: 1 / 0)
    found = workspace.run(FAILING)
    assert law(found) == "ends as a fault of the program"
    assert found is not None
    assert found.place.startswith("ZeroDivisionError in chronicle/cli/build_run.py")


def test_a_file_beside_the_output_is_noticed(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace.run(SOUND)
    stray = workspace.folder / "freeform" / "content" / "stray.txt"
    monkeypatch.setattr("chronicle.cli.build.update_schemas", lambda _: stray.write_text(""))
    assert law(workspace.run(SOUND)) == "writes outside the output"


def test_a_site_that_a_failing_build_changes_is_noticed(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace.run(FAILING)
    index = workspace.folder / "freeform" / "output" / "site" / "index.html"
    monkeypatch.setattr("chronicle.cli.build.update_schemas", lambda _: index.write_text("new"))
    assert law(workspace.run(FAILING)) == "a failing build changed the site"


def test_a_cache_that_changes_the_output_is_noticed(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Nothing damaged is recognised as such.
    monkeypatch.setattr("chronicle.cache.store._checksum", lambda *_: bytes(32))
    faults = tuple(CacheFault(number, "flip", 0.5) for number in range(400))
    assert law(workspace.run(Case("cache", "freeform", {}, cache_faults=faults))) != ""


def test_the_world_with_a_key_is_sealed(workspace: Workspace) -> None:
    assert law(workspace.run(Case("keys", "sealed", {}))) == ""
    assert (workspace.folder / "sealed" / "output/site/sealed/keyring.json").exists()
