"""Each thing that is read of a site is noted, and nothing else is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.model.audience import EVERYONE
from chronicle.model.facts import Ref
from chronicle.outline.pages import outline
from chronicle.outline.site import Site
from chronicle.pipeline import resolve_campaign
from chronicle.project import project
from chronicle.render.tracking.answers import Answers
from chronicle.render.tracking.looking import Looker
from chronicle.render.tracking.questions import SITE, Questions
from tests.serve.edited_campaign import TURNS
from tests.small_campaign import tree_of

FOURTH: Final = {
    "turns/004.yaml": "turn: 4\nnews: [{for: everyone, text: 'Gulls in [[harbour]].'}]\n"
}
HARBOUR: Final = Ref("place", "harbour")


def site_of(files: Mapping[str, str]) -> Site:
    """The public's site of a campaign of three turns with files laid over it."""
    report = Report()
    played = resolve_campaign(tree_of({**TURNS, **files}), report)
    assert played is not None, report.findings
    return outline(project(played.campaign, played.history, played.system, EVERYONE), report)


#: Readings, by whether a fourth turn answers them otherwise.
READINGS: Final[tuple[tuple[str, bool, Callable[[Any], object]], ...]] = (
    ("how many turns", True, lambda site: len(site.edition.turns)),
    ("the last turn's number", True, lambda site: site.edition.last_turn),
    ("the last turn", True, lambda site: site.edition.turns[-1].news),
    ("whether there are turns", False, lambda site: bool(site.edition.turns)),
    ("the first turn's title", False, lambda site: site.edition.turns[0].title),
    ("the turns up to the second", True, lambda site: site.edition.turns[:2]),
    ("all titles", True, lambda site: [turn.title for turn in site.edition.turns]),
    ("the next page", True, lambda site: site.has("turns/4.html")),
    ("an earlier page", False, lambda site: site.has("turns/3.html")),
    ("a page of a name that nobody has", False, lambda site: site.has("turns/four.html")),
    ("a name", False, lambda site: site.edition.names[HARBOUR]),
    ("all names", True, lambda site: list(site.edition.names)),
    ("what is called so", False, lambda site: site.edition.find("the marsh", 2)),
    ("what will be called so", True, lambda site: site.edition.find("turn 4", 4)),
    ("since when a thing is known", False, lambda site: site.edition.knows(HARBOUR, 3)),
    ("where a thing is spoken of", True, lambda site: site.mentions_of(HARBOUR)),
    ("where another is", False, lambda site: site.mentions_of(Ref("faction", "oru"))),
    ("the colours", False, lambda site: [it.colors for it in site.edition.factions]),
    ("who reads it", False, lambda site: site.edition.audience.is_gm),
    ("the address of a page", False, lambda site: site.whole("index.html")),
)


@pytest.mark.parametrize(
    ("changes", "read"),
    [(changes, read) for _, changes, read in READINGS],
    ids=[name for name, _, _ in READINGS],
)
def test_a_recorded_read_changes_exactly_when_its_value_does(
    changes: bool,
    read: Callable[[Any], object],
) -> None:
    before, after = site_of({}), site_of(FOURTH)
    looker = Looker(before)
    noted = looker.begin()
    seen = read(looker.site)
    if not isinstance(seen, tuple):
        assert seen == read(before)
    assert noted
    then, now = (Answers(site, looker.questions) for site in (before, after))
    assert any(then.to(it) != now.to(it) for it in noted) == changes


def test_a_missing_value_is_recorded() -> None:
    looker = Looker(site_of({}))
    noted = looker.begin()
    with pytest.raises(IndexError):
        looker.site.edition.turns[3]
    with pytest.raises(KeyError):
        looker.site.edition.names[Ref("place", "nowhere")]
    more = {**FOURTH, "pages/nowhere.md": "---\ntitle: N\nfor: everyone\n---\nN\n"}
    before, after = (Answers(site_of(files), looker.questions) for files in ({}, more))
    stale = {it for it in noted if before.to(it) != after.to(it)}
    assert stale
    assert len(stale) < len(noted)


def test_a_path_that_no_longer_exists_has_no_value() -> None:
    site, questions = site_of({}), Questions()
    card = questions.number(questions.number(SITE, ("field", "edition")), ("field", "card"))
    assert site.edition.card is None
    answers = Answers(site, questions)
    assert answers.to(questions.number(card, ("item", "path"))) == ""
    # What is asked on from there has none either, whatever it is.
    for step in (("any", None), ("whole", None), ("field", "path"), ("count", None)):
        nowhere = questions.number(questions.number(card, ("field", "path")), step)
        assert answers.to(nowhere) == ""


def test_only_the_read_items_of_a_list_are_recorded() -> None:
    before, after = site_of({}), site_of(FOURTH)
    looker = Looker(before)
    noted = _noted(looker, lambda site: [(one.first, one.latest) for one in site.stretches])
    then, now = (Answers(site, looker.questions) for site in (before, after))
    assert all(then.to(it) == now.to(it) for it in noted)


def test_unread_fields_are_not_recorded_and_records_are_per_page() -> None:
    looker = Looker(site_of({}))
    first = looker.begin()
    assert looker.site.edition.title == "Crowns"
    second = looker.begin()
    assert looker.site.edition.language == "en"
    assert looker.site.edition.title == "Crowns"
    assert len(first) == 1
    assert len(second) == 2
    assert first < second


def test_an_invalid_path_has_no_value() -> None:
    looker, site = Looker(site_of(FOURTH)), site_of({})
    (number,) = _noted(looker, lambda it: it.edition.turns[3].title)
    assert Answers(site, looker.questions).to(number) == ""


def test_computed_values_are_recorded_by_their_inputs() -> None:
    looker = Looker(site_of({}))
    noted = _noted(looker, lambda site: site.edition.people)
    assert [looker.questions[it][-1] for it in noted] == [("field", "entities")]


def _noted(looker: Looker, read: Callable[[Any], object]) -> set[int]:
    noted = looker.begin()
    read(looker.site)
    return noted
