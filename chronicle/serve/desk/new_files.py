"""New files of a campaign, as a form of the desk makes them: enough to be valid, and short."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, get_args

from chronicle.authoring.import_notes.campaign_files import shield_lines
from chronicle.authoring.import_notes.note_ids import id_from_name, is_free_id
from chronicle.model.campaign import Campaign
from chronicle.serve.desk.campaign_files import FOLDERS
from chronicle.starters import starter_opening, yaml_scalar
from chronicle.yaml.edit.document import YamlEditError, parse_root, plain_entries
from chronicle.yaml.edit.set_entries import set_lists

NewFileKind = Literal["faction", "person", "item", "page"]
NEW_FILE_KINDS: Final[tuple[NewFileKind, ...]] = get_args(NewFileKind)
_FOLDERS: Final = {it.thing: it for it in FOLDERS if it.thing}
_HEAD: Final = "campaign.yaml"
#: In letters; ids may have 60.
_LONGEST_ID: Final = 48


class NewFileError(ValueError):
    """What a form gives can't be made; the message says why."""


def new_files(
    kind: NewFileKind,
    name: str,
    campaign: Campaign,
    files: Mapping[str, object],
    sigils: Sequence[str],
) -> tuple[str, dict[str, str]]:
    """The path of a file for a new thing, and the text of all files to write.

    ``files`` are those that the campaign has. The GM alone knows of it, but everybody of a faction,
    which joins in the next turn. Raises :class:`NewFileError`.
    """
    # What a faction has at the start is called after it.
    id = new_id(name)[:_LONGEST_ID].rstrip("-")
    folder = _FOLDERS[kind]
    path = f"{folder.name}/{id}.{folder.suffix}"
    names = {f"{folder}/{id}" for folder in ("factions", "people", "items")}
    if path in files or any(it.rpartition(".")[0] in names for it in files):
        raise NewFileError(f"There is something called {id} already.")
    if kind != "faction":
        key = "title" if kind == "page" else "name"
        return path, {path: f"---\n{key}: {yaml_scalar(name)}\nfor: gm\n---\n"}
    if not campaign.places:
        raise NewFileError("Add a place first.")
    next_turn = len(campaign.turns) + (0 if campaign.open_turn is not None else 1)
    joins = f"joins: {next_turn}\n" if next_turn > 1 else ""
    opening = starter_opening(campaign.ruleset, id, name, campaign.places[0].id)
    lines = "\n".join(shield_lines(id, sigils))
    made = {path: f"name: {yaml_scalar(name)}\nfor: everyone\n{joins}{lines}\n{opening}"}
    head = files.get(_HEAD)
    if not joins and isinstance(head, bytes):
        made |= _seated(head.decode(), id)
    return path, made


def new_id(name: str) -> str:
    """The id of a new thing with this name. Raises :class:`NewFileError`."""
    id = id_from_name(name)
    if not is_free_id(id):
        raise NewFileError("Give it a name with letters or digits.")
    return id


def _seated(head: str, faction: str) -> dict[str, str]:
    """The campaign's file with a faction as the last in its seating, if it has one."""
    rules = plain_entries(parse_root(head)).get("rules")
    seating = rules.get("seating") if isinstance(rules, dict) else None
    if not isinstance(seating, list):
        return {}
    try:
        return {_HEAD: set_lists(head, "rules", {"seating": [*map(str, seating), faction]})}
    except YamlEditError:
        said = f"Add {faction} to `seating:` in campaign.yaml yourself: it is in another form."
        raise NewFileError(said) from None
