"""New files of a campaign, as a form of the desk makes them: enough to be valid, and short."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, Literal, get_args

from chronicle.authoring.import_notes.campaign_files import shield_lines
from chronicle.authoring.import_notes.note_ids import id_from_name, is_free_id
from chronicle.model.campaign import Campaign
from chronicle.starters import starter_opening, yaml_scalar

NewFileKind = Literal["faction", "person", "item", "page"]
NEW_FILE_KINDS: Final[tuple[NewFileKind, ...]] = get_args(NewFileKind)
_FOLDERS: Final = {"faction": "factions", "person": "people", "item": "items", "page": "pages"}


class NewFileError(ValueError):
    """The file can't be made; the message says why."""


def new_file(
    kind: NewFileKind,
    name: str,
    campaign: Campaign,
    taken: Collection[str],
    sigils: Sequence[str],
) -> tuple[str, str]:
    """Path and text of a file for a new thing; ``taken`` are the paths of all files.

    The GM alone knows of it, but everybody of a faction, which joins in the next turn. Raises
    :class:`NewFileError`.
    """
    id = id_from_name(name)
    if not is_free_id(id):
        raise NewFileError("Give it a name with letters or digits.")
    suffix = "yaml" if kind == "faction" else "md"
    path = f"{_FOLDERS[kind]}/{id}.{suffix}"
    names = {f"{folder}/{id}" for folder in ("factions", "people", "items")}
    if path in taken or any(it.rpartition(".")[0] in names for it in taken):
        raise NewFileError(f"There is something called {id} already.")
    if kind != "faction":
        key = "title" if kind == "page" else "name"
        return path, f"---\n{key}: {yaml_scalar(name)}\nfor: gm\n---\n"
    if not campaign.places:
        raise NewFileError("Write a place into places.yaml first.")
    next_turn = len(campaign.turns) + (0 if campaign.open_turn is not None else 1)
    joins = f"joins: {next_turn}\n" if next_turn > 1 else ""
    opening = starter_opening(campaign.ruleset, id, name, campaign.places[0].id)
    lines = "\n".join(shield_lines(id, sigils))
    return path, f"name: {yaml_scalar(name)}\nfor: everyone\n{joins}{lines}\n{opening}"
