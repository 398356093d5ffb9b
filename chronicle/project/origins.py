"""What the views of turns follow from, as digests, so that they need not be compared in full.

An audience's view of a turn depends on the files of this turn and of those before, on the files
that belong to no turn, and on what the audience knew by then. The GM's view also shows to whom
anything of it has been revealed since.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from itertools import groupby
from operator import itemgetter
from typing import Final

from chronicle.files.source import FileTree
from chronicle.model.audience import audience_ids_of
from chronicle.model.campaign import Campaign
from chronicle.model.facts import Ref
from chronicle.project.visibility import AudienceView
from chronicle.records import dataclass

_TURN_FILE: Final = re.compile(r"turns/(\d{3,6})\.yaml")
#: The record of published turns, which shows nothing but amendments; these are counted apart.
_RECORD: Final = ("published.yaml", "published/")


@dataclass(frozen=True, slots=True)
class SourceDigests:
    """Digests of a campaign's files: of each turn's by number, and of all others."""

    others: bytes
    turns: Mapping[int, bytes]


def source_digests_of(tree: FileTree) -> SourceDigests:
    """The digests of the files of a campaign."""
    others = blake2b()
    turns: dict[int, bytes] = {}
    for path, content in sorted(tree.files.items()):
        digest = blake2b(content if isinstance(content, bytes) else repr(content).encode())
        if path.startswith(_RECORD):
            continue
        found = _TURN_FILE.fullmatch(path)
        if found is None:
            others.update(repr(path).encode() + digest.digest())
        else:
            turns[int(found[1])] = digest.digest()
    return SourceDigests(others.digest(), turns)


def turn_origins(campaign: Campaign, view: AudienceView, sources: SourceDigests) -> Iterator[str]:
    """For each turn a digest of everything that an audience's view of it follows from."""
    sofar = blake2b(repr((view.audience, campaign.published.amendments)).encode() + sources.others)
    if view.audience.is_gm:
        for turn in campaign.turns:
            for it in turn.reveals:
                readers = audience_ids_of(it.circle, view.factions)
                sofar.update(repr((turn.number, it.kind, it.target, readers)).encode())
    learned = {
        number: sorted(ref for _, ref in found)
        for number, found in groupby(sorted(_learned(view.since)), itemgetter(0))
    }
    sofar.update(repr(learned.get(0, ())).encode())
    for turn in campaign.turns:
        sofar.update(sources.turns[turn.number])
        sofar.update(repr(learned.get(turn.number, ())).encode())
        yield sofar.hexdigest()


def _learned(since: Mapping[Ref, int]) -> Iterator[tuple[int, Ref]]:
    """The turns in which an audience learned of things; turns are known by themselves."""
    return ((number, ref) for ref, number in since.items() if ref.kind != "turn")
