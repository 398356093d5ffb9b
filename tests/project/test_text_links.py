"""Links of texts lead only to what their reader knew; images are those that texts show."""

from __future__ import annotations

from typing import Final

import pytest

from chronicle.model.audience import EVERYONE, GM, Audience
from chronicle.model.facts import Ref, place_ref
from chronicle.project import project
from tests.outline.figures_campaign import VAEL, edition, picture
from tests.small_campaign import play_files

#: The public learns of the vale in turn 2.
FILES: Final = {
    "places.yaml": """\
for: everyone
places:
  harbour: {name: The Harbour}
  marsh: {name: The Marsh}
  vale: {name: The Vale, for: factions}
""",
    "turns/001.yaml": "turn: 1\nnews: [{for: everyone, text: 'To [[vale]], [[The Vale]], "
    "[[harbour]], [[the marsh]], [[vale|it]].'}]\n",
    "turns/002.yaml": "turn: 2\nnews: [{for: everyone, text: 'To [[vale]], [[the vale|it]].'}]\n"
    "reveals: [{place: vale, for: everyone}]\n",
}
HARBOUR, MARSH, VALE = (place_ref(id) for id in ("harbour", "marsh", "vale"))


@pytest.mark.parametrize(
    ("reader", "first", "end"),
    [
        # Of a link with other words, the words are left where it leads nowhere.
        (EVERYONE, (("harbour", HARBOUR), ("the marsh", MARSH)), ", it."),
        *(
            (
                reader,
                (("vale", VALE), ("The Vale", VALE), ("harbour", HARBOUR), ("the marsh", MARSH)),
                ", [[vale|it]].",
            )
            for reader in (VAEL, GM)
        ),
    ],
)
def test_links_lead_to_what_the_reader_knew(
    reader: Audience, first: tuple[tuple[str, Ref], ...], end: str
) -> None:
    played = play_files(FILES)
    turns = project(played.campaign, played.history, played.ruleset, reader).turns
    assert turns[0].news[0].text.links == first
    assert turns[0].news[0].text.markdown.endswith(end)
    assert turns[1].news[0].text.links == (("vale", VALE), ("the vale", VALE))


def test_an_edition_has_the_images_that_its_texts_show() -> None:
    # The hill in the introduction and at the marsh, the face in news and as a portrait; the coast
    # is on Vael's map alone.
    assert set(edition(EVERYONE).pictures) == {picture("hill.png"), picture("face.png")}
    assert set(edition(VAEL).pictures) == {picture(f"{it}.png") for it in ("hill", "face", "coast")}
