"""Check a build against the published turns: which are unchanged, amended, missing or new.

Nothing is written here; the caller writes the record after a successful build.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from chronicle import __version__
from chronicle.diagnostics.catalogue import publication as problems
from chronicle.diagnostics.report import Problem
from chronicle.files.source import FileTree, Source, Span, span_of_file
from chronicle.model.audience import EVERYONE_ID, FOR_EVERYONE, Visibility, visibility_of_factions
from chronicle.model.publication import (
    DIGEST_FORMAT,
    Amendment,
    DisclosedItem,
    PublicationRecord,
    PublishedTurn,
    ToolVersions,
)
from chronicle.project.disclosure import digest, disclosed_items
from chronicle.project.edition import Edition
from chronicle.publish.lock.change_report import MAX_LINES, CampaignFolder, problems_of_changes
from chronicle.publish.lock.diff import TurnChange, changed_turns
from chronicle.publish.lock.record_encryption import RecordSecret
from chronicle.records import Record, replace


class PublishRequest(Record):
    """What a build should do with published turns, apart from checking them.

    ``reason``, if given, amends turns that have changed; so does ``typo``, if no more than the
    spelling has changed. ``through`` is the last turn to publish: 0 for no new ones, None for all.
    ``today`` is recorded as the day on which this was done. With ``every``, all lines that have
    changed are shown, however many they are.
    """

    reason: str = ""
    through: int | None = 0
    typo: bool = False
    today: str = ""
    every: bool = False

    @property
    def amends(self) -> bool:
        """Whether changes to published turns are accepted."""
        return self.typo or bool(self.reason)


#: Publish no turns and amend none.
PUBLISH_NOTHING: Final = PublishRequest()


class PublishResult(Record):
    """What is published after a build, and the problems that prevent it."""

    published: PublicationRecord
    problems: tuple[Problem, ...] = ()


def apply_publish_request(
    published: PublicationRecord,
    editions: Mapping[str, Edition],
    made_with: ToolVersions,
    request: PublishRequest,
    folder: CampaignFolder,
) -> PublishResult:
    """Return what is published after ``request``.

    ``editions`` are by audience word, without the GM's. Published turns stay as they were or are
    amended. If there are problems, nothing must be written.
    """
    secret = folder.secret
    if published.seed not in ("", secret.seed_mark) and not request.reason:
        return PublishResult(published, (problems.SeedChanged(at=_seed_span(folder.tree)),))
    last = max((edition.last_turn for edition in editions.values()), default=0)
    found: list[Problem] = [*_removed_readers(published, editions, folder.tree)]
    now = {
        (turn.number, word): disclosed_items(edition, turn.number, turn.factions)
        for turn in published.turns
        if turn.number <= last
        for word, edition in editions.items()
    }
    changed = tuple(changed_turns(published, now, secret))
    if changed and not request.reason:
        most = sys.maxsize if request.every else MAX_LINES
        found += problems_of_changes(
            changed, published, made_with, folder, is_typo=request.typo, most=most
        )
    if found:
        return PublishResult(published, tuple(found))
    writing = _Writing(now, made_with, secret.key, request.today)
    after = _amended(published, changed, writing, request)
    through = last if request.through is None else min(request.through, last)
    after = _with_turns(after, editions, folder.joins, writing, through)
    return PublishResult(published if after == published else _rewritten(after, writing, secret))


def _seed_span(tree: FileTree) -> Span | None:
    """The location of the campaign's seed."""
    content = tree.files.get("campaign.yaml", b"")
    text = content.decode("utf-8-sig", "replace") if isinstance(content, bytes) else ""
    source = Source(tree.shown("campaign.yaml"), text.replace("\r\n", "\n"))
    for number, line in enumerate(source.text.split("\n"), start=1):
        if line.startswith("seed:"):
            return Span(source, number, 1, number, len(line) + 1)
    return span_of_file(source)


class _Writing(Record):
    """What a turn's record is made of: what is told ``now`` in published turns, and by what."""

    now: Mapping[tuple[int, str], tuple[DisclosedItem, ...]]
    made_with: ToolVersions
    key: bytes
    today: str


def _removed_readers(
    published: PublicationRecord, editions: Mapping[str, Edition], tree: FileTree
) -> Iterable[Problem]:
    """Yield published readers that no longer exist, once each; no reason can amend that."""
    missing: set[str] = set()
    for turn in published.turns:
        for word in turn.told:
            if word not in editions and word not in missing:
                missing.add(word)
                at, path = turn.told_at.get(word, turn.at), tree.shown(f"factions/{word}.yaml")
                yield problems.PublishedFactionMissing(
                    at=at, turn=turn.number, audience=word, path=path
                )


def _amended(
    published: PublicationRecord,
    changed: Sequence[TurnChange],
    writing: _Writing,
    request: PublishRequest,
) -> PublicationRecord:
    """The record with all changes amended, one amendment per changed turn."""
    turns, amendments = list(published.turns), list(published.amendments)
    readers: dict[int, list[str]] = {}
    for change in changed:
        readers.setdefault(change.turn.number, []).append(change.audience)
    for turn in published.turns:
        words = readers.get(turn.number)
        if words is None:
            continue
        turns[turn.number - 1] = _turn_as_now(turn, writing, writing.made_with)
        reason, today = request.reason, request.today
        amendments.append(
            Amendment(turn.number, *_readers(words), reason, quiet=request.typo, when=today)
        )
    return replace(published, turns=tuple(turns), amendments=tuple(amendments))


def _rewritten(
    published: PublicationRecord, writing: _Writing, secret: RecordSecret
) -> PublicationRecord:
    """The record in the present format, with digests of an earlier one made anew."""
    if (published.form, published.seed) == (DIGEST_FORMAT, secret.seed_mark):
        return published
    known = {number for number, _ in writing.now}
    turns = tuple(
        _turn_as_now(turn, writing, turn.versions) if turn.number in known else turn
        for turn in published.turns
    )
    return replace(published, turns=turns, form=DIGEST_FORMAT, seed=secret.seed_mark)


def _turn_as_now(turn: PublishedTurn, writing: _Writing, versions: ToolVersions) -> PublishedTurn:
    """A published turn with what its readers are told now."""
    items = {word: writing.now[turn.number, word] for word in turn.told}
    return _turn(turn.number, items, versions, writing.key, turn.when)


def _readers(words: Sequence[str]) -> tuple[tuple[str, ...], Visibility]:
    """The readers whom a change concerns: what the public was told, every faction was told."""
    if EVERYONE_ID in words:
        return (EVERYONE_ID,), FOR_EVERYONE
    return tuple(words), visibility_of_factions(words)


def _with_turns(
    published: PublicationRecord,
    editions: Mapping[str, Edition],
    joins: Mapping[str, int],
    writing: _Writing,
    through: int,
) -> PublicationRecord:
    """The record with further turns, for all readers that there are in each."""
    new = []
    for number in range(published.through + 1, through + 1):
        factions = sorted(it for it in editions if 1 <= joins.get(it, 0) <= number)
        words = [EVERYONE_ID, *factions]
        items = {word: disclosed_items(editions[word], number, factions) for word in words}
        new.append(_turn(number, items, writing.made_with, writing.key, writing.today))
    return replace(published, turns=(*published.turns, *new))


def _turn(
    number: int,
    items: Mapping[str, tuple[DisclosedItem, ...]],
    versions: ToolVersions,
    key: bytes,
    when: str,
) -> PublishedTurn:
    told = {word: digest(told, key) for word, told in items.items()}
    return PublishedTurn(number, versions, told, items, when=when)


def current_versions(ruleset: str, rules: int) -> ToolVersions:
    """The versions of chronicle and of the ruleset that are running."""
    return ToolVersions(__version__, ruleset, rules)
