"""The starter campaigns of `chronicle new`, one for each ruleset."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from typing import Final

from chronicle.files.package_data import shipped_sources
from chronicle.files.source import FileTree
from chronicle.records import Record
from chronicle.rules.wwn.catalogue import shipped_catalogue
from chronicle.rules.wwn.setup.faction_sizes import FactionSizeName, size_named
from chronicle.rules.wwn.setup.random_factions import AssetChoice, SeededChoices, draw_assets
from chronicle.rules.wwn.terms import ATTRIBUTES
from chronicle.schemas import Schema, schema_files, schemas_of
from chronicle.starters.workflow import ProgramFiles, workflow_files
from chronicle.yaml.decode import ID_PATTERN

#: The size of the factions in the starter of the ruleset `wwn`.
SHIPPED_SIZE: Final = "small"
#: The folder of the campaign inside the new folder; it is the default folder of all commands.
CONTENT_FOLDER: Final = "content"
#: The path of each shared file in a new folder.
_SHARED: Final = {
    "README.md": "README.md",
    "gitignore": ".gitignore",
    "editorconfig": ".editorconfig",
    "vscode-settings.json": ".vscode/settings.json",
    "vscode-extensions.json": ".vscode/extensions.json",
}
#: Text that needs no quotes in YAML.
_PLAIN: Final = re.compile(r"[A-Za-z][A-Za-z0-9 ',.!?-]*[A-Za-z0-9.!?]")
_NOT_TEXT: Final = ("null", "true", "false", "on", "off", "yes", "no", "y", "n")
#: What the factions of an empty campaign differ in.
_EMPTY_FACTIONS: Final = (
    {"id": "first", "name": "The First", "colors": '["#3d5a2a", "#efe6c8"]', "sigil": "wheel"},
    {"id": "second", "name": "The Second", "colors": '["#3a2f12", "#f2c14e"]', "sigil": "eye"},
)
#: A name in an opening that has the faction's own name in it.
_NAMED: Final = re.compile(r"(?<=name: )([^,{}\n]*)\{name\}")
_FACTION: Final = re.compile(r"factions/(.*)\.yaml")
_SEAT: Final = re.compile(r"at: (\S+), headquarters: true")
_TYPE: Final = re.compile(r"\btype: ([\w-]+)")


class StarterOptions(Record):
    """The options of a new campaign; an empty title keeps that of the starter.

    ``workflow`` is this program as the workflow installs it; None for no workflow. ``size`` is the
    size of the factions of the ruleset `wwn`, ``zone`` the time zone of deadlines; empty for none.
    ``id`` is what calendars and feed readers know the campaign by. An ``empty`` campaign has two
    factions and places without a story, and no turn.
    """

    ruleset: str
    seed: str
    title: str = ""
    language: str = "en"
    theme: str = "annals"
    workflow: ProgramFiles | None = None
    size: FactionSizeName = "small"
    zone: str = ""
    id: str = "c0"
    empty: bool = False


def starter_files(
    options: StarterOptions, offered: Mapping[str, tuple[str, ...]]
) -> dict[str, bytes]:
    """The files of a new campaign by path; ``offered`` are the choices that its theme offers."""
    campaign = {
        path: _fill_in_campaign(text, options) if path == "campaign.yaml" else text
        for path, text in _campaign_texts(options).items()
    }
    if options.size != SHIPPED_SIZE:
        campaign = with_size(campaign, options.size, options.seed)
    tree = FileTree(CONTENT_FOLDER, {path: text.encode() for path, text in campaign.items()})
    schemas: Mapping[str, Schema] = schemas_of(tree, offered)
    found = {f"{CONTENT_FOLDER}/{path}": text.encode() for path, text in campaign.items()}
    found |= {f"{CONTENT_FOLDER}/{path}": text for path, text in schema_files(schemas).items()}
    found |= {path: text.encode() for path, text in _repository_files(options).items()}
    if options.workflow is not None:
        found |= workflow_files(options.workflow, CONTENT_FOLDER)
    return found


def _campaign_texts(options: StarterOptions) -> dict[str, str]:
    """The files of the starter, or of an empty campaign, before the options are filled in."""
    if not options.empty:
        shipped = shipped_sources(f"{__name__}.{options.ruleset}")
        return {path: source.text for path, source in shipped.items()}
    texts = {path: source.text for path, source in shipped_sources(f"{__name__}.empty").items()}
    own = {
        kind: texts.get(f"{kind}-{options.ruleset}.yaml", "")
        for kind in ("rules", "opening", "places")
    }
    found = {
        "campaign.yaml": texts["campaign.yaml"]
        .replace("{rules}", own["rules"])
        .replace("ruleset: freeform", f"ruleset: {options.ruleset}"),
        "places.yaml": own["places"] or texts["places.yaml"],
    }
    for values in _EMPTY_FACTIONS:
        text = texts["faction.yaml"] + own["opening"]
        for key, value in values.items():
            text = text.replace(f"{{{key}}}", value)
        found[f"factions/{values['id']}.yaml"] = text
    return found


def starter_opening(ruleset: str, id: str, name: str, place: str) -> str:
    """The `opening:` of a faction's file to begin with, at a place; empty if there is none."""
    found = shipped_sources(f"{__name__}.empty").get(f"opening-{ruleset}.yaml")
    if found is None:
        return ""
    text = _NAMED.sub(lambda it: json.dumps(f"{it[1]}{name}", ensure_ascii=False), found.text)
    return text.replace("{id}-place", place).replace("{id}", id)


def _repository_files(start: StarterOptions) -> dict[str, str]:
    """The files around the campaign: README, and settings for editors and git."""
    common = shipped_sources(f"{__name__}.common")
    placed = {place: common[name].text for name, place in _SHARED.items()}
    title = start.title or _own_title(start.ruleset)
    steps = common["steps-empty.md" if start.empty else "steps.md"].text
    placed["README.md"] = (
        placed["README.md"]
        .replace("{title}", title)
        .replace("{ruleset}", start.ruleset)
        .replace("{steps}\n", steps)
    )
    if start.workflow is not None:
        placed["README.md"] += common["workflow.md"].text
    return placed


def _own_title(ruleset: str) -> str:
    text = shipped_sources(f"{__name__}.{ruleset}")["campaign.yaml"].text
    found = re.search(r"^title: (.*)$", text, re.MULTILINE)
    return found[1] if found else ""


def _fill_in_campaign(text: str, start: StarterOptions) -> str:
    """The text of campaign.yaml with the options filled in."""
    said = {"seed": start.seed, "language": start.language, "theme": start.theme, "id": start.id}
    if start.title:
        said["title"] = start.title
    for key, value in said.items():
        line = f"{key}: {yaml_scalar(value)}"
        # Escape backslashes, which are special in a replacement.
        text = re.sub(rf"(?m)^{key}: .*$", line.replace("\\", r"\\"), text, count=1)
    if start.zone:
        text = re.sub(r"(?m)^# next: .*$", f"next: {{zone: {start.zone}}}", text, count=1)
    return text


def yaml_scalar(text: str) -> str:
    """A text as a YAML scalar on one line."""
    is_plain = _PLAIN.fullmatch(text) and text.lower() not in _NOT_TEXT
    return text if is_plain else json.dumps(text, ensure_ascii=False)


def folder_name_error(name: str) -> str:
    """What is wrong with the name of a new folder; empty if it is valid."""
    if re.fullmatch(ID_PATTERN, name) and len(name) <= 60:
        return ""
    better = "-".join(re.findall(r"[a-z0-9]+", name.lower()))[:60].strip("-")
    hint = f": {better}" if better else ", as in my-campaign"
    return f"use only lower-case letters, digits and single hyphens{hint}"


def with_size(files: Mapping[str, str], size: FactionSizeName, seed: str) -> dict[str, str]:
    """The files of the starter with its factions in this size.

    Each faction keeps the order of its ratings and has the least ratings of the size. Assets that
    it lacks are drawn by the seed, at its headquarters.
    """
    return {
        path: _sized(text, found[1], size, seed) if (found := _FACTION.fullmatch(path)) else text
        for path, text in files.items()
    }


def _sized(text: str, faction: str, name: FactionSizeName, seed: str) -> str:
    size, catalogue = size_named(name), shipped_catalogue()
    rows = {it: re.search(rf"(?m)^  {it}: (\d)$", text) for it in ATTRIBUTES}
    seat = _SEAT.search(text)
    if seat is None or not all(rows.values()):
        raise RuntimeError("a starter's faction has ratings and a headquarters")
    was = {it: int(row[1]) for it, row in rows.items() if row is not None}
    order = sorted(ATTRIBUTES, key=lambda it: -was[it])
    ratings = {it: low for it, (low, _) in zip(order, size.bounds, strict=True)}
    for attribute, rating in ratings.items():
        text = re.sub(rf"(?m)^  {attribute}: \d$", f"  {attribute}: {rating}", text)
    choice = AssetChoice(ratings, order[0], present=_TYPE.findall(text))
    draw = SeededChoices(
        hashlib.sha256(f"chronicle starter 1\0{seed}\0{name}\0{faction}".encode()).digest()
    )
    lines = (
        f"    - {{id: {faction}-{kind}, type: {kind}, at: {seat[1]}}}\n"
        for kind in draw_assets(draw, size, catalogue, choice)
    )
    return text.rstrip("\n") + "\n" + "".join(lines)
