"""What the desk writes into a turn: an accepted draft, a result, and who throws its dice."""

from __future__ import annotations

from chronicle.serve.desk.entries import MissingFieldError
from chronicle.yaml.edit.items import item_with_id, remove_key, set_text
from chronicle.yaml.edit.set_entries import remove_line, set_value


def with_accepted_rumor(text: str, rumor: str) -> str:
    """The text of a turn's file with a draft of a rumor accepted. Raises YamlEditError."""
    index = item_with_id(text, ("rumors",), rumor)
    return remove_key(text, ("rumors", index), "draft")


def with_result(text: str, order: str, result: str, outcome: str) -> str:
    """The text of a turn's file with the result of an order, as `faction/id`, in words.

    Raises :class:`~chronicle.serve.desk.entries.MissingFieldError`, and YamlEditError.
    """
    said = {"result": result.strip(), "outcome": outcome.replace("\r\n", "\n").strip()}
    if not any(said.values()):
        raise MissingFieldError("the result")
    faction, _, id = order.partition("/")
    actions = ("orders", faction, "actions")
    path = (*actions, item_with_id(text, actions, id))
    for key, words in said.items():
        text = set_text(text, path, key, words) if words else text
    return text


def with_dice_asked(text: str, *, is_asked: bool) -> str:
    """The text of a turn's file with all dice asked for, or thrown by the program.

    Raises YamlEditError.
    """
    return set_value(text, "dice", "ask", after="turn") if is_asked else remove_line(text, "dice")
