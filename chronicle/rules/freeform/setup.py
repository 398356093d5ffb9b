"""The counters of a campaign before its first turn (F-COUNT, F-CLOCK)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from chronicle.diagnostics.catalogue import content, references
from chronicle.diagnostics.report import Report
from chronicle.files.source import Span
from chronicle.model.audience import FOR_GM, Visibility, visibility_of_factions
from chronicle.model.campaign import Campaign
from chronicle.model.facts import Ref, faction_ref, place_ref
from chronicle.records import Record
from chronicle.rules.freeform import diagnostics
from chronicle.rules.freeform.inputs import (
    EACH_FACTION,
    THE_CAMPAIGN,
    ClockInput,
    CounterInput,
    OpeningInput,
    RulesInput,
)
from chronicle.rules.freeform.state import Counter, State
from chronicle.rules.kit.parser import check_known, visibility_of_readers
from chronicle.yaml.decode import decode
from chronicle.yaml.nodes import MapNode


def opening_state(campaign: Campaign, report: Report) -> State | None:
    """Return the state before the first turn, or None after findings."""
    errors = report.errors
    rules = RulesInput() if campaign.rules is None else decode(RulesInput, campaign.rules, report)
    openings = dict(_openings(campaign, report))
    if rules is None or report.errors > errors:
        return None
    counters = _SetUp(campaign, openings, report).counters(rules)
    factions = tuple(faction.id for faction in campaign.factions)
    return State(factions, counters) if report.errors == errors else None


def _openings(campaign: Campaign, report: Report) -> Iterator[tuple[Ref, OpeningInput]]:
    """Yield the `opening:` of factions and places that have one."""
    written = [(faction_ref(one.id), one.opening) for one in campaign.factions]
    written += [(place_ref(one.id), one.opening) for one in campaign.places]
    for owner, node in written:
        if node is not None and (entry := decode(OpeningInput, node, report)) is not None:
            yield owner, entry


def _shapes(rules: RulesInput) -> Iterator[tuple[str, CounterInput | ClockInput, Span]]:
    """Yield every counter and clock with its id, and where that is written."""
    listed: list[tuple[str, Mapping[str, CounterInput | ClockInput]]]
    listed = [("counters", {**rules.counters}), ("clocks", {**rules.clocks})]
    for part, entries in listed:
        for id, entry in entries.items():
            written = rules.node.get(part)
            key = written.key(id) if isinstance(written, MapNode) else None
            yield id, entry, key.span if key is not None else entry.at()


class _SetUp(Record):
    campaign: Campaign
    openings: Mapping[Ref, OpeningInput]
    report: Report

    def counters(self, rules: RulesInput) -> dict[str, Counter]:
        """Return all counters by key, with findings for names, owners and values."""
        found: dict[str, Counter] = {}
        ids: dict[str, Span] = {}
        names: dict[str, Span] = {}
        for id, entry, at in _shapes(rules):
            if id in ids:
                self.report.add(
                    references.DuplicateId(at=at, what="a counter", name=id, first=ids[id])
                )
            elif entry.name in names:
                self.report.add(
                    diagnostics.NameTaken(
                        at=entry.at("name"), name=entry.name, first=names[entry.name]
                    )
                )
            ids.setdefault(id, at)
            names.setdefault(entry.name, entry.at("name"))
            for owner in self.owners(entry):
                counter = self.counter(id, entry, owner)
                found[counter.key] = counter
        for owner, opening in self.openings.items():
            own = tuple(key.rpartition("/")[2] for key, it in found.items() if it.owner == owner)
            for id in opening.counters:
                at = opening.at("counters", id)
                check_known("own counter", id, own, at, self.report)
        return found

    def owners(self, entry: CounterInput | ClockInput) -> tuple[Ref | None, ...]:
        """Return the owners under `of:`, each once; None is the campaign."""
        factions = [one.id for one in self.campaign.factions]
        places = [one.id for one in self.campaign.places]
        later = self.campaign.later
        known = (EACH_FACTION, THE_CAMPAIGN, *factions, *places, *sorted(later))
        written = [entry.owners] if isinstance(entry.owners, str) else entry.owners
        found: dict[Ref | None, None] = {}
        for index, word in enumerate(written):
            if not check_known("owner", word, known, entry.at("of", index), self.report):
                continue
            if word == EACH_FACTION:
                found |= dict.fromkeys(map(faction_ref, factions))
            elif word == THE_CAMPAIGN:
                found[None] = None
            elif word not in later:
                found[faction_ref(word) if word in factions else place_ref(word)] = None
        if not entry.readers and any(owner is None or owner.kind == "place" for owner in found):
            self.report.add(content.MissingKey(at=entry.at(), key="for"))
        return tuple(found)

    def counter(self, id: str, entry: CounterInput | ClockInput, owner: Ref | None) -> Counter:
        low, high = entry.low, entry.high
        opening = self.openings.get(owner) if owner is not None else None
        own = opening is not None and id in opening.counters
        start = opening.counters[id] if opening is not None and own else entry.start
        if start < low or (high is not None and start > high):
            at = opening.at("counters", id) if opening is not None and own else entry.at("start")
            self.report.add(diagnostics.StartOutOfRange(at=at, start=start, low=low, high=high))
        visibility = self.visibility(entry, owner)
        return Counter(
            key=id if owner is None else f"{owner.id}/{id}",
            name=entry.name,
            owner=owner,
            value=start,
            low=low,
            high=high,
            segments=entry.segments,
            visibility=visibility,
            heard_by=visibility & self.knows(owner) if owner is not None else visibility,
        )

    def visibility(self, entry: CounterInput | ClockInput, owner: Ref | None) -> Visibility:
        """Return who may see it: those under `for:`, and its own faction unless that is `gm`."""
        own = visibility_of_factions([owner.id] if owner and owner.kind == "faction" else [])
        if not entry.readers:
            return own
        named = visibility_of_readers(
            entry, [one.id for one in self.campaign.factions], self.report
        )
        return FOR_GM if named == FOR_GM else named | own

    def knows(self, owner: Ref) -> Visibility:
        """Return who knows a faction or a place from the start."""
        things = self.campaign.places if owner.kind == "place" else self.campaign.factions
        return next(one.visibility for one in things if one.id == owner.id)
