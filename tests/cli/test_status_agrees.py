"""`chronicle status` names what a deploy refuses by the same code, also before a turn is closed."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from tests.cli.command_runner import CREEP, lay, run
from tests.small_campaign import SOUND

pytestmark = pytest.mark.usefixtures("complete_builds")

#: A theme whose pages of places name a secret from the second turn on.
BLABBING: Final = (
    '{% extends "layout.html" %}{% block main %}'
    "{% if view.last_turn > 1 %}Nobody is to hear of The Vale.{% endif %}{% endblock %}"
)
SECOND: Final = "turn: 2\nnews: [{for: everyone, text: The tide is late.}]\n"
#: What is written once the first turn is published; a file without content is deleted.
BROKEN: Final[Mapping[str, Mapping[str, str]]] = {
    "a published turn is changed": {"turns/001.yaml": "title: The Riots\n" + CREEP},
    "a published turn is gone": {"turns/001.yaml": ""},
    "a faction that was told is gone": {"factions/oru.yaml": ""},
    "the dice are others": {"campaign.yaml": SOUND["campaign.yaml"] + "seed: other\n"},
    "a page leaks a secret": {"themes/annals/place.html": BLABBING, "turns/002.yaml": SECOND},
    "the key is broken": {"chronicle.key": "{"},
    "orders name nothing": {"turns/002.yaml": SECOND + "orders: {vael: {actor: mash}}\n"},
    "news name nothing": {"turns/002.yaml": SECOND.replace("tide", "[[tyde]]")},
}


def errors(printed: str) -> set[str]:
    """The codes of the errors that a command has printed."""
    return set(re.findall(r": error ([A-Z]+\d{3}): ", printed))


def in_status() -> set[str]:
    """The codes of the errors that status lists."""
    (one,) = json.loads(run("status", "--json").out)["campaigns"]
    rows = [finding for row in one["factions"] for finding in row["findings"]]
    return {finding["code"] for finding in (*one["errors"], *rows)}


def write(content: Path, files: Mapping[str, str]) -> None:
    lay(content, {path: text for path, text in files.items() if text})
    for path in (path for path, text in files.items() if not text):
        (content / path).unlink()


@pytest.mark.parametrize("name", BROKEN)
def test_what_a_deploy_refuses_is_in_status(name: str, published: Path) -> None:
    write(published / "content", BROKEN[name])
    refused = run("deploy", "--to", "site-folder", "--dry-run", "--without-orders")
    assert refused.code != 0
    assert errors(refused.err), refused.err
    checked = run("check")
    assert (errors(refused.err) <= errors(checked.err), checked.code) == (True, refused.code)
    assert errors(refused.err) <= in_status()


@pytest.mark.parametrize("name", [name for name in BROKEN if "turns/002.yaml" in BROKEN[name]])
def test_what_a_deploy_will_refuse_is_in_status_before_the_turn_is_closed(
    name: str, published: Path
) -> None:
    written = {**BROKEN[name]}
    written["turns/002.yaml"] = written["turns/002.yaml"].replace("2\n", "2\nstate: open\n", 1)
    write(published / "content", written)
    ahead, checked = in_status(), errors(run("check").err)
    write(published / "content", BROKEN[name])
    refused = run("deploy", "--to", "site-folder", "--dry-run", "--without-orders")
    assert errors(refused.err) == ahead == checked != set()
