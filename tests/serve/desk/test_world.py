"""What the desk writes about places is what somebody would write by hand, and comments stay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import pytest

from chronicle.serve.desk.new_files import NewFileError
from chronicle.serve.desk.world import with_place, with_way
from chronicle.yaml.edit.document import YamlEditError

PLACES: Final = """\
for: everyone  # all of them
places:
  quay:
    name: The Quay  # ours
    neighbours: [marsh]
  marsh: {name: The Marsh, ways: {hill: road}}
  # the last
  hill:
    name: The Hill
"""


@pytest.mark.parametrize(
    ("one", "other", "kind", "before", "after"),
    [
        ("quay", "hill", "", "neighbours: [marsh]", "neighbours: [marsh, hill]"),
        (
            *("quay", "hill", "road", "    neighbours: [marsh]\n"),
            "    neighbours: [marsh]\n    ways: {hill: road}\n",
        ),
        ("hill", "marsh", "none", "ways: {hill: road}", "ways: {}"),
        ("marsh", "hill", "river", "ways: {hill: road}", "ways: {hill: river}"),
        ("marsh", "quay", "none", "    neighbours: [marsh]\n", ""),
        (
            "hill",
            "quay",
            "",
            "    name: The Hill\n",
            "    name: The Hill\n    neighbours: [quay]\n",
        ),
    ],
)
def test_a_way_is_written_and_removed(
    one: str, other: str, kind: str, before: str, after: str
) -> None:
    assert with_way(PLACES, one, other, kind) == PLACES.replace(before, after)


def test_a_way_of_another_kind_replaces_the_first() -> None:
    drawn = with_way(PLACES, "marsh", "quay", "sea")
    assert drawn == PLACES.replace("    neighbours: [marsh]\n", "").replace(
        "{hill: road}", "{hill: road, quay: sea}"
    )


@pytest.mark.parametrize(
    ("one", "other", "kind", "said"),
    [
        ("quay", "quay", "road", "two places"),
        ("quay", "nowhere", "road", "two places"),
        ("quay", "hill", "bridge", "kind of way"),
    ],
)
def test_what_is_no_way_is_refused(one: str, other: str, kind: str, said: str) -> None:
    with pytest.raises(NewFileError, match=said):
        with_way(PLACES, one, other, kind)


def test_a_list_with_comments_is_left_to_its_author() -> None:
    text = PLACES.replace("[marsh]", "\n      - marsh  # near")
    with pytest.raises(YamlEditError):
        with_way(text, "quay", "marsh", "none")


@pytest.mark.parametrize(
    ("given", "added"),
    [
        ({"name": "Old Town"}, "  old-town:\n    name: Old Town\n"),
        (
            {
                "name": "The Fair: West",
                "within": "hill",
                "neighbours": ["quay", "marsh"],
                "for": ["gm"],
            },
            (
                '  the-fair-west:\n    name: "The Fair: West"\n    for: gm\n'
                "    neighbours: [quay, marsh]\n    within: hill\n"
            ),
        ),
    ],
)
def test_a_place_is_added(given: Mapping[str, str | Sequence[str]], added: str) -> None:
    assert with_place(PLACES, given) == PLACES + added


@pytest.mark.parametrize("name", ["", "…", "Quay"])
def test_a_place_needs_a_name_of_its_own(name: str) -> None:
    with pytest.raises(NewFileError):
        with_place(PLACES, {"name": name})
