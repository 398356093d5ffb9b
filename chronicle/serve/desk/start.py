"""The first page of a desk in an empty folder: what is asked before the campaign is created."""

from __future__ import annotations

from collections.abc import Mapping

from chronicle.records import Record


class StartForm(Record):
    """The folder to create the campaign in, and what can be chosen: rulesets by id, with words."""

    folder: str
    rulesets: Mapping[str, str]
    languages: tuple[str, ...]
