"""What the views of turns follow from, as digests, so that they need not be compared in full.

An audience's view of a turn depends on the files of this turn and of those before, on the files
that belong to no turn, and on what the audience knew by then. The GM's view also shows who has
learned of its content since.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from hashlib import blake2b
from itertools import groupby
from operator import itemgetter
from typing import Final

from chronicle.files.source import FileTree
from chronicle.model.audience import EVERYONE, Audience, audience_ids_of, faction_audience
from chronicle.model.campaign import Campaign, Turn
from chronicle.model.facts import Ref
from chronicle.project.visibility import AudienceView
from chronicle.records import Record

_TURN_FILE: Final = re.compile(r"turns/(\d{3,6})\.yaml")
#: The record of published turns, which shows nothing but amendments; these are counted apart.
_RECORD: Final = ("published.yaml", "published/")


class SourceDigests(Record):
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


def turn_origins(
    campaign: Campaign,
    view: AudienceView,
    sources: SourceDigests,
    learnt: Callable[[Audience], Mapping[Ref, int]],
) -> Iterator[str]:
    """For each turn a digest of everything that an audience's view of it follows from.

    ``learnt`` returns what an audience learned of from events, by turn; it is asked for the GM.
    """
    sofar = blake2b(repr((view.audience, campaign.published.amendments)).encode() + sources.others)
    learned = {
        number: sorted(ref for _, ref in found)
        for number, found in groupby(sorted(_learned(view.since)), itemgetter(0))
    }
    sofar.update(repr(learned.get(0, ())).encode())
    reveals = _later_reveals(campaign, view) if view.audience.is_gm else {}
    for turn in campaign.turns:
        sofar.update(sources.turns[turn.number])
        sofar.update(repr(learned.get(turn.number, ())).encode())
        found = sofar.copy()
        if view.audience.is_gm:
            later = (reveals.get(turn.number, ()), *_known_later(campaign, turn, view, learnt))
            found.update(repr(later).encode())
        yield found.hexdigest()


def _later_reveals(campaign: Campaign, view: AudienceView) -> Mapping[int, list[object]]:
    """What is revealed, in any turn, of the events, news and rumors of each turn."""
    found = defaultdict[int, list[object]](list)
    for turn in campaign.turns:
        for it in turn.reveals:
            of_turn, part, _ = it.target.partition("/")
            if part:
                readers = audience_ids_of(it.visibility, view.factions)
                found[int(of_turn)].append((turn.number, it.kind, it.target, readers))
    return found


def _known_later(
    campaign: Campaign,
    turn: Turn,
    view: AudienceView,
    learnt: Callable[[Audience], Mapping[Ref, int]],
) -> Iterator[object]:
    """What later turns decide of a turn's rumors and relations, in the GM's view.

    A rumor is heard once its turn has come; a relation is known to who knows both factions.
    """
    yield [rumor.heard_in <= len(campaign.turns) for rumor in turn.rumors]
    public = {faction.id for faction in campaign.factions if faction.visibility.public}
    for faction in sorted({id for it in turn.relations for id in it.between} - public):
        ref = Ref("faction", faction)
        yield [
            (later.number, audience_ids_of(it.visibility, view.factions))
            for later in campaign.turns
            for it in later.reveals
            if it.ref == ref
        ]
        readers = [faction_audience(one.id) for one in campaign.factions]
        yield [learnt(audience).get(ref) for audience in (EVERYONE, *readers)]


def _learned(since: Mapping[Ref, int]) -> Iterator[tuple[int, Ref]]:
    """The turns in which an audience learned of things; turns are known by themselves."""
    return ((number, ref) for ref, number in since.items() if ref.kind != "turn")
