"""The desk's text editor is what `make editor` makes of its sources and of locked packages."""

from __future__ import annotations

import json
import re

import pytest

from tests.sample_campaigns import CHECKOUT
from tools import desk_editor, npm_programs


def listed() -> dict[str, tuple[str, str]]:
    """The packages in the script by name, each with its version and licence."""
    text = (desk_editor.FOLDER / desk_editor.LICENCES).read_text("utf-8")
    found = re.findall(r"^(\S+) (\d\S+), (.+)$", text, re.MULTILINE)
    return {name: (version, licence) for name, version, licence in found}


def test_packages_and_licences_are_those_of_the_lock() -> None:
    lock = json.loads((npm_programs.LOCKED / "package-lock.json").read_text("utf-8"))
    locked = {name: lock["packages"][f"node_modules/{name}"] for name in listed()}
    assert listed() == {name: (it["version"], it["license"]) for name, it in locked.items()}
    assert {"@codemirror/view", "@lezer/yaml", "style-mod"} <= locked.keys()
    # What this page says of them.
    assert {it["license"] for it in locked.values()} == {"MIT"}
    row = f"CodeMirror, with @codemirror/view {listed()['@codemirror/view'][0]}"
    assert row in (CHECKOUT / "docs/licences.md").read_text("utf-8")


@pytest.mark.skipif(not npm_programs.are_installed(), reason="`make npm` installs the bundler")
def test_the_command_makes_the_files_that_are_shipped() -> None:
    made = desk_editor.made()
    assert set(made) == {path.name for path in desk_editor.FOLDER.glob("editor.*")}
    for name, content in made.items():
        same = content == (desk_editor.FOLDER / name).read_bytes()
        assert same, f"{name} is another: `make editor` makes it anew"
