"""What leads the front page, with what picture or piece of map, and who gained and lost."""

from __future__ import annotations

from typing import Final

import pytest

from chronicle.model.audience import visibility_of_factions
from chronicle.model.facts import Ref, faction_ref, place_ref
from chronicle.outline.charts import FigureSeries
from chronicle.outline.cockpit import CurrentFigure, PlaceChange
from chronicle.outline.front_page import FactionBalance, faction_changes, lead_story_of
from chronicle.outline.map import EditionMaps, MapPiece, MapPieces
from chronicle.project.edition import Edition, EntityView, NewsView, Text, TieView
from chronicle.records import replace
from chronicle.rules.protocol import Holding, Measure
from tests.outline.figures_campaign import VAEL, edition, picture

ORU, VAEL_REF = faction_ref("oru"), faction_ref("vael")
HARBOUR, MARSH = place_ref("harbour"), place_ref("marsh")
VAEL_SEES: Final = visibility_of_factions(["vael"])
ADA: Final = Ref("person", "ada")


def news(markdown: str = "", *links: Ref, sender: str = "", public: bool = True) -> NewsView:
    return NewsView("n", "", sender, Text(markdown, 3, tuple((it.id, it) for it in links)), public)


def with_news(*found: NewsView, person: EntityView | None = None) -> Edition:
    made = edition(VAEL)
    latest = replace(made.turns[-1], news=found)
    return replace(
        made,
        turns=(*made.turns[:-1], latest),
        entities=(person,) if person else (),
        places=tuple(replace(it, passages=()) for it in made.places),
    )


def piece_around(place: Ref) -> MapPiece | None:
    return MapPieces(EditionMaps(edition(VAEL)).latest()).around(place)


def ada(portrait: Text | None) -> EntityView:
    return EntityView("person", "ada", "Ada", "", portrait, (TieView("at", MARSH),), ())


def test_the_first_news_for_everybody_leads() -> None:
    letter, private = news(sender="A friend"), news(public=False)
    lead = lead_story_of(with_news(letter, private, news("1"), news("2")), piece_around)
    assert lead is not None
    assert lead.news.text.markdown == "1"
    assert (lead.picture, lead.map) == (None, None)
    assert lead_story_of(with_news(letter, private), piece_around) is None


def test_a_lead_has_its_own_picture_or_that_of_what_it_links_to() -> None:
    hill, face = picture("hill.png"), picture("face.png")
    portrait = Text(f"![Ada]({face})", 3)
    own = lead_story_of(
        with_news(news(f"![A hill]({hill})", ADA), person=ada(portrait)), piece_around
    )
    linked = lead_story_of(with_news(news("", MARSH, ADA), person=ada(portrait)), piece_around)
    assert own is not None
    assert linked is not None
    assert [it.picture and (it.picture.path, it.picture.words) for it in (own, linked)] == [
        (hill, "A hill"),
        (face, "Ada"),
    ]
    assert (own.map, linked.map) == (None, None)


@pytest.mark.parametrize("links", [(MARSH, HARBOUR), (ADA,)])
def test_without_a_picture_it_has_the_map_around_the_place_or_where_its_person_is(
    links: tuple[Ref, ...],
) -> None:
    lead = lead_story_of(with_news(news("", *links), person=ada(None)), piece_around)
    assert lead is not None
    assert lead.map is not None
    assert lead.map.place == MARSH


def test_changes_are_of_others_gains_first_and_of_places_known_before() -> None:
    rules = Holding(ORU, "rules", 1)
    held = ({"harbour": (rules,)}, {"marsh": (rules,), "harbour": ()})
    figures: FigureSeries = {
        "dice": {"oru": (None, 4, 4), "vael": (1, 2, 3)},
        "ruled": {"oru": (0, 1, 0)},
    }
    found = faction_changes(replace(edition(VAEL), holdings=({}, *held)), figures)
    # The marsh was not known before: that Oru rules it is no gain of this turn.
    assert found == (FactionBalance(ORU, (PlaceChange(HARBOUR, False, None),), ()),)
    figures = {"dice": {"oru": (None, 4, 5)}, "assets": {"oru": (1, None, 2)}}
    found = faction_changes(edition(VAEL), figures)
    assert found == (FactionBalance(ORU, (), (CurrentFigure("dice", 5, 4),)),)
    turn = edition(VAEL).turns[-1]
    fear = (Measure("oru", "fear", 5, VAEL_SEES, more_is_better=False),)
    made = replace(edition(VAEL), turns=(replace(turn, measures=fear),))
    rise: FigureSeries = {"fear": {"oru": (1, 4, 5)}}
    # More of it may be better or worse.
    found = faction_changes(made, rise)
    assert found == (FactionBalance(ORU, (), (), (CurrentFigure("fear", 5, 4),)),)
    public = replace(edition(VAEL), audience=replace(VAEL, kind="everyone", faction=""))
    losing = {"dice": {"oru": (1, 4, 3), "vael": (1, 2, 3)}}
    assert [it.faction for it in faction_changes(public, losing)] == [VAEL_REF, ORU]


def test_nothing_is_said_of_factions_of_which_nothing_is_known() -> None:
    still = replace(edition(VAEL), holdings=(edition(VAEL).opening_holdings,) * 3)
    assert faction_changes(still, {}) == ()
    unknown = replace(still, known_since={**still.known_since, ORU: 3})
    assert faction_changes(unknown, {"dice": {"oru": (1, 4, 5)}}) == ()
