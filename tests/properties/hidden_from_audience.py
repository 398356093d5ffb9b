"""What an audience may not know of a campaign, and words that it must never read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from tests.properties.editable_campaign import Draft
from tests.properties.secret_tokens import NOBODY, Choices, pick

Content = dict[str, Any]
Change = Callable[[Draft, Choices, str], bool]
PUBLIC: Final = "everyone"


def word(draft: Draft) -> str:
    """A token that nobody may see."""
    return draft.ledger.token("changed", NOBODY)


def other(draft: Draft, me: str, choices: Choices) -> str:
    """Audience words that leave ``me`` out."""
    return pick(choices, ["gm", *(power for power in draft.powers if power != me)])


def knows(draft: Draft, me: str, words: str | list[str]) -> bool:
    return me in draft.who(words)


def revealed(draft: Draft, me: str, kind: str, target: str) -> bool:
    """Whether some turn lets ``me`` in on a thing."""
    return any(
        reveal.get(kind) == target and knows(draft, me, reveal["for"])
        for turn in draft.turns
        for reveal in turn["reveals"]
    )


def hidden_items(draft: Draft, me: str, key: str) -> Iterator[tuple[list[Content], Content]]:
    """News (or rumors) that ``me`` never reads a word of, each with the list that it is in."""
    kind = "news" if key == "news" else "rumor"
    for turn in draft.turns:
        for item in turn[key]:
            words = item["for"] if key == "news" else item["heard_by"]
            target = f"{turn['turn']}/{item['id']}"
            late = key == "rumors" and turn["turn"] + item["after"] > len(draft.turns)
            if revealed(draft, me, kind, target):
                continue
            if late or not item["text"].reads(me, draft.who(words), draft.powers):
                yield turn[key], item


def is_named(draft: Draft, id: str) -> bool:
    return any(
        str(target).endswith(f"/{id}")
        for turn in draft.turns
        for reveal in turn["reveals"]
        for target in reveal.values()
    )
