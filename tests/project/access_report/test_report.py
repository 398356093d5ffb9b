"""Accounts of who knows what, held against what is told and against the editions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import pytest

from chronicle.model.audience import EVERYONE, GM, Audience, faction_audience
from chronicle.model.facts import Ref
from chronicle.pipeline import PlayedCampaign
from chronicle.project import project, tellings_of
from chronicle.project.access_report import (
    REASON_CODES,
    AccessReport,
    AccessReporter,
    AudienceAccess,
    event_reports,
    subject_reports,
)
from chronicle.project.edition import Edition
from tests.folders import read_campaign
from tests.rules.lieutenants.small_campaign import SOUND as FORDS
from tests.rules.wwn.small_campaign import SOUND as BANNERS
from tests.sample_campaigns import SAMPLES, play_sample
from tests.shipped_theme import shipped_theme
from tests.small_campaign import play_files

VAEL, ORU = faction_audience("vael"), faction_audience("oru")
#: A small campaign in which something is told, revealed, learnt and hidden in every way there is.
TURNS: Final = read_campaign(Path(__file__).parent / "campaign")
#: The Kell, whom the Oru know from the start, and the public from turn 2 on.
RELATED: Final = {
    **BANNERS,
    "factions/kell.yaml": BANNERS["factions/kell.yaml"].replace(
        "for: everyone", "for: [oru, kell]"
    ),
    "turns/001.yaml": """\
turn: 1
relations:
  - {between: [kell, oru], as: allies, for: everyone}
  - between: [oru, vael]
    as: war
    for: [oru, vael]
    text: |
      They fight.

      ::: secret oru
      We pretend.
      :::
""",
    "turns/002.yaml": "turn: 2\nreveals: [{faction: kell, for: everyone}]\n",
    "turns/003.yaml": "turn: 3\nrelations: [{between: [kell, oru], as: nothing, for: everyone}]\n",
}


@lru_cache(maxsize=1)
def small() -> AccessReporter:
    played = play_files(TURNS)
    return AccessReporter(played.campaign, played.history, played.ruleset)


@lru_cache(maxsize=3)
def sample(id: str) -> PlayedCampaign:
    return play_sample(id)


def edition(played: PlayedCampaign, audience: Audience) -> Edition:
    return project(played.campaign, played.history, played.ruleset, audience)


def account(thing: AccessReport, audience: Audience) -> AudienceAccess:
    return next(one for one in thing.accounts if one.audience == audience)


def told(name: str, audience: Audience) -> tuple[int | None, str, str]:
    """Since when somebody knows a thing, why, and the file and line behind it."""
    asked = subject_reports(small()) | event_reports(small())
    one = account(asked[name](), audience)
    at = f"{one.at.path.rpartition('/')[2]}:{one.at.line}" if one.at is not None else ""
    return one.since, one.reason.code, at


@pytest.mark.parametrize(
    ("name", "audience", "since", "reason", "at"),
    [
        ("place:harbour", EVERYONE, 0, "written-for", "places.yaml:3"),
        ("place:vale", VAEL, 0, "written-for", "places.yaml:5"),
        ("place:vale", EVERYONE, 2, "revealed", "002.yaml:3"),
        ("faction:oru", EVERYONE, 0, "written-for", "oru.yaml:2"),
        ("page:law", VAEL, None, "not-written-for", "law.md:3"),
        ("page:law", ORU, 0, "written-for", "law.md:3"),
        ("news:1/letter", VAEL, 1, "written-for", "001.yaml:3"),
        ("news:1/1", VAEL, 1, "written-for", "001.yaml:3"),
        ("news:1/letter", ORU, 2, "revealed", "002.yaml:4"),
        ("news:1/letter", EVERYONE, None, "not-written-for", "001.yaml:3"),
        ("rumor:1/talk", ORU, 1, "written-for", "001.yaml:12"),
        ("rumor:1/talk", VAEL, None, "not-written-for", "001.yaml:12"),
        ("rumor:1/late", EVERYONE, 2, "heard", "001.yaml:13"),
        ("rumor:1/late", GM, 1, "gm", "001.yaml:13"),
        ("rumor:1/never", EVERYONE, None, "not-yet", "001.yaml:14"),
        ("reveal:2/2", ORU, 2, "written-for", "002.yaml:4"),
        ("reveal:2/2", VAEL, None, "not-written-for", "002.yaml:4"),
        ("relation:2/1", VAEL, 2, "written-for", "002.yaml:8"),
        ("relation:2/1", EVERYONE, None, "not-written-for", "002.yaml:8"),
        ("1/vael/grow", VAEL, 1, "own-order", "001.yaml:19"),
        ("1/vael/grow", EVERYONE, 2, "revealed", "002.yaml:6"),
    ],
)
def test_every_reason_for_access_or_none_is_reported(
    name: str, audience: Audience, since: int | None, reason: str, at: str
) -> None:
    assert told(name, audience) == (since, reason, at)


def test_a_relation_is_known_to_its_readers_once_they_know_of_both() -> None:
    played = play_files({}, over=RELATED)
    asked = subject_reports(AccessReporter(played.campaign, played.history, played.ruleset))
    allied, war, over = (asked[f"relation:{id}"]() for id in ("1/1", "1/2", "3/1"))
    found = {one.audience.word: (one.since, one.reason.code) for one in allied.accounts}
    assert found == {
        "everyone": (2, "both-known"),
        "vael": (2, "both-known"),
        "oru": (1, "written-for"),
        "kell": (1, "written-for"),
        "gm": (1, "gm"),
    }
    assert [one.since for one in over.accounts] == [3, 3, 3, 3, 3]
    (part,) = war.parts
    assert [(one.audience.word, one.since) for one in part.accounts if one.knows] == [
        ("oru", 1),
        ("gm", 1),
    ]
    unseen = play_files({"turns/002.yaml": "turn: 2\n"}, over=RELATED)
    hidden = subject_reports(AccessReporter(unseen.campaign, unseen.history, unseen.ruleset))[
        "relation:1/1"
    ]()
    assert account(hidden, VAEL).reason.code == "not-both-known"


@pytest.mark.parametrize("word", ["everyone", "vael", "oru", "kell"])
def test_reported_access_to_relations_matches_the_editions(word: str) -> None:
    played = play_files({}, over=RELATED)
    audience = EVERYONE if word == "everyone" else faction_audience(word)
    things = subject_reports(AccessReporter(played.campaign, played.history, played.ruleset))
    since = [
        account(ask(), audience).since for name, ask in things.items() if name[:8] == "relation"
    ]
    seen = edition(played, audience)
    assert len([turn for turn in since if turn is not None]) == len(seen.relations)
    for view in seen.turns:
        shown = [relation for relation in view.relations if relation.turn == view.number]
        assert len(shown) <= since.count(view.number)


#: What is for others: dealings of the Kell that only the Oru know of, news without a word for
#: anybody else, and a rumor that only the Oru hear, later.
WITHHELD: Final = """\
turn: 1
news:
  - {id: whisper, for: everyone, text: "::: secret oru\\nIt rang.\\n:::"}
rumors:
  - {id: later, text: They will say so., heard_by: oru, truth: "true", after: 1}
relations:
  - {between: [kell, vael], as: war, for: oru}
"""


@pytest.mark.parametrize(
    ("name", "since", "reason"),
    [
        ("news:1/whisper", 1, "not-a-word"),
        ("rumor:1/later", 2, "not-written-for"),
        ("relation:1/1", 1, "not-written-for"),
    ],
)
def test_what_is_for_others_is_never_known(name: str, since: int, reason: str) -> None:
    played = play_files({"turns/001.yaml": WITHHELD}, over=RELATED)
    reporter = AccessReporter(played.campaign, played.history, played.ruleset)
    thing = subject_reports(reporter)[name]()
    for audience in (VAEL, EVERYONE, faction_audience("kell")):
        one = account(thing, audience)
        assert (one.since, one.reason.code) == (None, reason)
        seen = edition(played, audience)
        assert not any(view.news or view.rumors for view in seen.turns)
        assert not [it for it in seen.relations if Ref("faction", "vael") in it.between]
    assert account(thing, ORU).since == since


def accounts_of(thing: AccessReport) -> Iterator[AudienceAccess]:
    """All that a report says of anybody, with its parts and with what came later."""
    for one in thing.accounts:
        yield from (it for it in (one, one.then) if it is not None)
    for part in thing.parts:
        yield from accounts_of(part)


@pytest.mark.parametrize("id", ["small", "related", "withheld", *sorted(SAMPLES)])
def test_those_who_know_have_a_reason_for_it_and_the_others_one_against(id: str) -> None:
    files = {"related": {}, "withheld": {"turns/001.yaml": WITHHELD}}
    if id == "small":
        reporter = small()
    else:
        played = play_files(files[id], over=RELATED) if id in files else sample(id)
        reporter = AccessReporter(played.campaign, played.history, played.ruleset)
    for name, ask in {**subject_reports(reporter), **event_reports(reporter)}.items():
        for one in accounts_of(ask()):
            assert one.knows == one.reason.told, (name, one.audience.word, one.reason.code)


def test_later_access_is_reported_beside_the_first() -> None:
    talk = account(subject_reports(small())["rumor:1/talk"](), ORU)
    assert talk.then is not None
    assert (talk.since, talk.then.since, talk.then.reason.code) == (1, 2, "revealed")
    grow = account(event_reports(small())["1/vael/grow"](), ORU)
    assert grow.then is not None
    assert (grow.how, grow.then.how) == ("mobilize", "unmasked")


def test_a_secret_passage_has_its_own_readers() -> None:
    news = subject_reports(small())["news:1/2"]()
    (part,) = news.parts
    assert part.title == "They rang it."
    known = {one.audience: one.since for one in part.accounts}
    assert known == {EVERYONE: None, VAEL: None, ORU: 1, GM: 1}
    assert {one.at.line for one in part.accounts if one.at is not None} == {9}


def test_a_place_is_known_from_the_event_that_taught_it() -> None:
    turn = """\
turn: 1
orders:
  oru:
    actions:
      - {id: eye, lieutenant: fox, action: surveil, target: {lieutenant: ada}, choose: stealth}
rolls: {oru/eye/check: [6, 6]}
"""
    played = play_files({"turns/001.yaml": turn}, over=FORDS)
    reasons = AccessReporter(played.campaign, played.history, played.ruleset)
    one = account(reasons.standing(Ref("place", "cellar")), ORU)
    assert (one.since, one.reason.code, one.reason.rule) == (1, "learnt", "L-ACT-SURVEIL")
    assert one.reason.facts["event"] == "1/oru/eye"


@pytest.mark.parametrize("id", sorted(SAMPLES))
def test_in_the_samples_reported_access_to_events_matches_the_tellings(id: str) -> None:
    played = sample(id)
    reasons: Any = AccessReporter(played.campaign, played.history, played.ruleset)
    for played_turn in played.history.turns:
        for step in played_turn.steps:
            for one in reasons.event(played_turn.turn, step).accounts:
                telling = played.ruleset.tell(step, one.audience).telling
                if one.reason.code != "revealed":
                    assert one.knows == one.reason.told == (telling is not None)
                    assert one.how == (telling.code if telling is not None else "")


@pytest.mark.parametrize("id", sorted(SAMPLES))
def test_cached_tellings_give_the_same_report(id: str) -> None:
    played = sample(id)
    tellings = tellings_of(played.campaign, played.history, played.ruleset)
    asked = AccessReporter(played.campaign, played.history, played.ruleset)
    known = AccessReporter(played.campaign, played.history, played.ruleset, tellings)
    again = subject_reports(known)
    assert {name: ask() for name, ask in subject_reports(asked).items()} == {
        name: ask() for name, ask in again.items()
    }
    for played_turn in played.history.turns:
        for step in played_turn.steps:
            assert known.event(played_turn.turn, step) == asked.event(played_turn.turn, step)


@pytest.mark.parametrize("id", sorted(SAMPLES))
def test_in_the_samples_reported_access_to_things_matches_the_editions(id: str) -> None:
    """The accounts are computed from the campaign; the editions come to the same."""
    played = sample(id)
    reasons = AccessReporter(played.campaign, played.history, played.ruleset)
    things = {
        name: ask()
        for name, ask in subject_reports(reasons).items()
        if name.partition(":")[2].islower()
    }
    standing = {
        Ref(thing.kind, thing.id): thing
        for thing in things.values()
        if thing.kind in ("place", "faction", "person", "item", "page")
    }
    for audience in (EVERYONE, faction_audience(played.campaign.factions[0].id)):
        seen = edition(played, audience)
        since = {ref: account(thing, audience).since for ref, thing in standing.items()}
        known = {ref: turn for ref, turn in since.items() if turn is not None}
        assert known == {ref: at for ref, at in seen.known_since.items() if ref.kind != "turn"}


@pytest.mark.parametrize("audience", [EVERYONE, VAEL, ORU], ids=lambda one: one.word)
def test_news_rumors_and_reveals_are_known_to_those_who_read_them(audience: Audience) -> None:
    reasons = small()
    seen = project(reasons.campaign, reasons.history, reasons.ruleset, audience)
    for turn in reasons.campaign.turns:
        view = seen.turns[turn.number - 1]
        asked = subject_reports(reasons)
        news = [asked[f"news:{turn.number}/{n}"]() for n in range(1, len(turn.news) + 1)]
        reveals = [asked[f"reveal:{turn.number}/{n}"]() for n in range(1, len(turn.reveals) + 1)]
        for things, shown in ((news, view.news), (reveals, view.reveals)):
            now = [one for one in things if account(one, audience).since == turn.number]
            assert len(now) == len(shown)
    rumors = [ask() for name, ask in subject_reports(reasons).items() if name[-1].isdigit()]
    heard = [account(one, audience).since for one in rumors if one.kind == "rumor"]
    for view in seen.turns:
        assert heard.count(view.number) == len(view.rumors)


def test_every_reason_has_words() -> None:
    theme = shipped_theme()
    assert [code for code in REASON_CODES if f"why.{code}" not in theme.words] == []
