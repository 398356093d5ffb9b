"""Closing and reopening a turn: its state, and the deadline that ends with it."""

from __future__ import annotations

from typing import Literal

from chronicle.authoring.new_turn import CAMPAIGN_FILE
from chronicle.authoring.turn_file import path_of_turn_file
from chronicle.files.source import FileTree
from chronicle.model.campaign import Campaign
from chronicle.yaml.edit.document import YamlEditError
from chronicle.yaml.edit.set_entries import remove_entry, set_value

TurnState = Literal["open", "played"]


class StateEditError(ValueError):
    """A file can't be changed automatically; the message says what to write in it."""


def closed_turn_files(tree: FileTree, campaign: Campaign, number: int) -> dict[str, bytes]:
    """The files to write so that a turn is played: its own, and campaign.yaml.

    The deadline is removed, because it was that of this turn; the time zone stays. Raises
    :class:`StateEditError`.
    """
    files = turn_state_files(tree, number, "played")
    if campaign.deadline is not None:
        try:
            files[CAMPAIGN_FILE] = remove_entry(
                _text(tree, CAMPAIGN_FILE), "next", "deadline"
            ).encode()
        except YamlEditError:
            raise StateEditError(
                f"can't remove `deadline:` from {tree.shown(CAMPAIGN_FILE)} automatically;"
                " delete it there, then close the turn"
            ) from None
    return files


def turn_state_files(tree: FileTree, number: int, state: TurnState) -> dict[str, bytes]:
    """The files to write so that a turn has a state. Raises :class:`StateEditError`."""
    path = path_of_turn_file(tree, number)
    try:
        return {path: set_value(_text(tree, path), "state", state, after="turn").encode()}
    except YamlEditError:
        raise StateEditError(
            f"can't change {tree.shown(path)} automatically; write `state: {state}` in it,"
            " in a line of its own"
        ) from None


def _text(tree: FileTree, path: str) -> str:
    held = tree.files[path]
    return held.decode("utf-8") if isinstance(held, bytes) else ""
