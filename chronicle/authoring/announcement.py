"""The announcement of a published turn, and the messages made of it for chat services."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Final, Literal
from urllib.parse import urlsplit

from chronicle.records import Record

#: The kinds of webhook: Discord's own, and a JSON object with ``text``, which most others take.
WebhookKind = Literal["discord", "generic"]
#: Maximum number of lines of the digest; what is left out is on the page that the link leads to.
MAX_LINES: Final = 8
#: Discord's limits, in characters, for an embed's title and its description.
_DISCORD_TITLE: Final = 256
_DISCORD_TEXT: Final = 4096
#: Characters that Discord reads as formatting.
_DISCORD_FORMATTING: Final = re.compile(r"[\\*_~`|>#\[\]]")
_DISCORD_HOSTS: Final = ("discord.com", "discordapp.com")


class Announcement(Record):
    """What is said of a published turn: plain texts, all of them public.

    ``digest`` has one short line for each piece of news. ``deadline`` is empty if there is none.
    """

    campaign: str
    title: str
    digest: tuple[str, ...]
    link: str
    deadline: str

    @property
    def text(self) -> str:
        """The announcement as plain text."""
        lines = [self.campaign, self.title, *(f"- {line}" for line in self.digest)]
        lines += [line for line in (self.deadline, self.link) if line]
        return "\n".join(lines)


def parse_announcement(content: bytes) -> Announcement:
    """The announcement in the template's JSON, its digest cut after :data:`MAX_LINES` lines."""
    said = json.loads(content)
    lines = [*said["corrections"], *said["news"], *said["street"]]
    lines += [said["rumors"]] if said["rumors"] else []
    digest = [" ".join(line.split()) for line in lines]
    if len(digest) > MAX_LINES:
        digest = [*digest[: MAX_LINES - 1], "…"]
    return Announcement(
        said["campaign"], said["title"], tuple(digest), said["link"], said["deadline"]
    )


def webhook_kind(address: str) -> WebhookKind:
    """The kind of a webhook, from the host in its address."""
    host = urlsplit(address).hostname or ""
    is_discord = any(host == one or host.endswith(f".{one}") for one in _DISCORD_HOSTS)
    return "discord" if is_discord else "generic"


def webhook_message(announcement: Announcement, kind: WebhookKind) -> Mapping[str, object]:
    """The JSON object to send to a webhook."""
    return _discord(announcement) if kind == "discord" else _generic(announcement)


def _generic(one: Announcement) -> Mapping[str, object]:
    return {
        "text": one.text,
        "campaign": one.campaign,
        "title": one.title,
        "digest": list(one.digest),
        "link": one.link,
        "deadline": one.deadline,
    }


def _discord(one: Announcement) -> Mapping[str, object]:
    lines = [f"- {_unformatted(line)}" for line in one.digest]
    lines += [f"**{_unformatted(one.deadline)}**"] if one.deadline else []
    return {
        "content": "",
        "embeds": [
            {
                "author": {"name": _shortened(one.campaign, _DISCORD_TITLE)},
                "title": _shortened(one.title, _DISCORD_TITLE),
                "url": one.link,
                "description": _shortened("\n".join(lines), _DISCORD_TEXT),
            }
        ],
        # A name such as `@everyone` in a text must not notify anybody.
        "allowed_mentions": {"parse": []},
    }


def _unformatted(text: str) -> str:
    return _DISCORD_FORMATTING.sub(r"\\\g<0>", text)


def _shortened(text: str, limit: int) -> str:
    return text if len(text) <= limit else f"{text[: limit - 1]}…"
