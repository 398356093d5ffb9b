"""A value is known again by all there is of it, however deep, and by nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Any, Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.model.audience import Visibility
from chronicle.model.facts import Facts, Ref
from chronicle.outline.pages import outline
from chronicle.outline.site import LazySubject, Site, SitePage
from chronicle.pipeline import resolve_campaign
from chronicle.project import audiences_of, project
from chronicle.project.edition import TurnView
from chronicle.project.gm_access import LazyAccessMap
from chronicle.render.tracking.answers import Answers
from chronicle.render.tracking.questions import NOWHERE, SITE, Questions, taken
from tests.golden.golden_sites import WHOLE
from tests.serve.edited_campaign import TURNS
from tests.small_campaign import tree_of

#: As many places of a value are changed, spread over all of it: a turn has thousands.
_MOST: Final = 250


@lru_cache(maxsize=4)
def sites(id: str) -> tuple[Site, ...]:
    """The sites of all editions of a campaign."""
    report = Report()
    played = resolve_campaign(WHOLE[id] if id in WHOLE else tree_of(TURNS), report)
    assert played is not None, report.findings
    editions = (
        project(played.campaign, played.history, played.system, audience)
        for audience in audiences_of(played.campaign)
    )
    return tuple(outline(edition, report) for edition in editions)


def test_equal_values_of_different_types_have_different_digests() -> None:
    answers = Answers(None, Questions())
    values: list[object] = [
        *(1, True, 1.0, "1", "True", 0, False, "", None, "None", (), "()"),
        *((1,), (True,), ("1",), ((1,),), [1], {1: 2}, {True: 2}, {"1": 2}, Fraction(1)),
        *("#", "x" * 40, ("x" * 40,), "'" * 40, Facts(a=1), Facts(a=True), Facts(a="1")),
        *(Ref("place", "a"), "Ref(kind='place', id='a')", ("Ref(kind='place', id='a')",)),
    ]
    values += [answers.reckon(value) for value in values]
    for one, other in combinations(range(len(values)), 2):
        first, second = values[one], values[other]
        if (type(first), first) != (type(second), second) or repr(first) != repr(second):
            assert answers.reckon(first) != answers.reckon(second), (first, second)


def others(value: Any) -> Iterator[Any]:
    """Values that differ from one in a single place, for each place within it."""
    match value:
        case bool():
            yield not value
        case int() | float() | Fraction():
            yield value + 1
        case str():
            yield f"{value}x"
        case None:
            yield 0
        case tuple():
            yield (*value, "more")
            for at, part in enumerate(value):
                yield from ((*value[:at], other, *value[at + 1 :]) for other in others(part))
        case Mapping():
            kind = Facts if isinstance(value, Facts) else dict
            for key, part in value.items():
                yield from (kind({**value, key: other}) for other in others(part))
        case Visibility():
            yield Visibility(not value.public, value.factions)
        case _:
            yield from _others_of(value) if is_dataclass(value) else ()


def _others_of(record: Any) -> Iterator[Any]:
    for name in (one.name for one in fields(record) if one.init):
        was = getattr(record, name)
        yield from (replace(record, **{name: other}) for other in others(was))


@pytest.mark.parametrize("id", sorted(WHOLE))
def test_a_page_digest_changes_with_anything_it_depends_on(id: str) -> None:
    seen: set[tuple[str, type]] = set()
    for site in reversed(sites(id)):
        for page in site.pages:
            if (page.template, type(page.subject)) in seen:
                continue
            seen.add((page.template, type(page.subject)))
            answers = Answers(site, Questions())
            bare = replace(page, about=page.subject)
            assert answers.of(bare) == answers.of(page)
            found = list(others(_plain(bare)))
            for other in found[:: len(found) // _MOST + 1]:
                assert answers.of(other) != answers.of(page), (page.path, other)
    assert len(seen) > 20


def _plain(page: SitePage) -> SitePage:
    """A page that is about values alone, and not about what is reckoned when it is asked for."""
    about = page.subject
    if isinstance(about, TurnView) and isinstance(about.accounts, LazyAccessMap):
        return replace(page, about=replace(about, accounts=about.accounts.found))
    return page


def test_a_shared_view_is_digested_once(monkeypatch: pytest.MonkeyPatch) -> None:
    written: Counter[int] = Counter()
    spelled = Answers._spelled

    def counted(self: Answers, value: Any) -> str:
        written[id(value)] += isinstance(value, TurnView)
        return spelled(self, value)

    monkeypatch.setattr(Answers, "_spelled", counted)
    for site in sites("small"):
        written.clear()
        answers = Answers(site, Questions())
        shown = sum(isinstance(page.subject, TurnView) for page in site.pages)
        for page in site.pages:
            answers.of(page)
        turns = len(site.edition.turns)
        assert shown >= 2 * turns
        assert written.total() == turns


def test_a_common_path_prefix_is_followed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    site, questions = sites("small")[0], Questions()
    edition = questions.number(SITE, ("field", "edition"))
    turn = questions.number(questions.number(edition, ("field", "turns")), ("item", 0))
    asked = [questions.number(turn, ("field", name)) for name in ("title", "date", "number", "no")]
    gone: Counter[object] = Counter()

    def counted(it: Any, step: tuple[str, object]) -> Any:
        gone[step] += 1
        return taken(it, step)

    monkeypatch.setattr("chronicle.render.tracking.answers.taken", counted)
    answers = Answers(site, questions)
    for _ in range(2):
        assert [answers.to(number) for number in asked] == [
            repr(site.edition.turns[0].title),
            repr(site.edition.turns[0].date),
            "1",
            "",
        ]
    assert set(gone.values()) == {1}
    assert len(gone) == 3 + len(asked)


def test_the_order_of_recorded_reads_does_not_matter() -> None:
    questions, again = Questions(), Questions()
    again.number(SITE, ("field", "pages"))
    steps = [(-1, ("field", "edition")), (0, ("field", "turns")), (1, ("count", None))]
    numbers = questions.numbers(steps), again.numbers(steps)
    assert numbers[0] != numbers[1]
    for site in sites("small"):
        one, other = Answers(site, questions), Answers(site, again)
        for first, second in zip(*numbers, strict=True):
            assert one.to(first) == other.to(second) != ""
    assert questions.numbers(steps) == numbers[0]


def test_a_subject_that_cannot_be_built_has_no_value() -> None:
    def fails() -> None:
        raise KeyError("gone")

    questions = Questions()
    pages = questions.number(SITE, ("item", 0))
    page = SitePage("a.html", "a.html", "a", about=LazySubject(fails))
    assert isinstance(KeyError(), NOWHERE)
    answers = Answers((page,), questions)
    assert answers.to(questions.number(pages, ("field", "subject"))) == ""
    assert answers.to(questions.number(pages, ("field", "path"))) == "'a.html'"
