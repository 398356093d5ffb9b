"""A picture is as secret as the text around it: its pixels, its words, its name, what is in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

import pytest

from chronicle.files.source import FileTree
from chronicle.markup.images import Picture
from chronicle.markup.images.references import rename_pictures
from chronicle.model.audience import EVERYONE, faction_audience
from chronicle.pipeline import PlayedCampaign
from chronicle.project import audiences_of
from chronicle.project.edition import BackdropView
from chronicle.project.projection import _Projector
from chronicle.project.visibility import AudienceView
from tests.markup.images.sample_images import png
from tests.properties.audience_output import Shown, readings, shown
from tests.properties.editable_campaign import Draft, played
from tests.properties.generators import sample
from tests.properties.images_in_texts import Change, Gallery, gallery
from tests.properties.secret_tokens import TOKEN, Readers
from tests.thorough import beginning

#: A sample of each ruleset.
SEEDS: Final[Mapping[str, int]] = {"freeform": 40, "lieutenants": 40, "shadow": 101, "wwn": 40}
each_ruleset = pytest.mark.parametrize(
    "ruleset", beginning(["shadow", "wwn", "lieutenants", "freeform"], 2)
)


def drawn(ruleset: str) -> Draft:
    return sample(ruleset, SEEDS[ruleset], 2)


@lru_cache(maxsize=3)
def hung(ruleset: str) -> Gallery:
    return gallery(drawn(ruleset))


@lru_cache(maxsize=3)
def as_hung(ruleset: str) -> PlayedCampaign:
    return played(hung(ruleset).tree())


def tokens_in(share: Shown) -> set[str]:
    """Every token in an audience's files, in any encoding."""
    found: set[str] = set()
    for path, content in {**share.files, "": share.json.encode()}.items():
        is_text = path.endswith((".html", ".css")) or not path
        said = f"{path}\n{content.decode('utf-8' if is_text else 'latin-1')}"
        for reading in readings(said) if is_text else [said.casefold()]:
            found.update(TOKEN.findall(reading))
    return found


def violations(found: Gallery, campaign: PlayedCampaign) -> list[str]:
    """Each picture that a reader gets but may not see, or may see but does not get."""
    wrong: list[str] = []
    ledger = found.draft.ledger
    for audience in audiences_of(campaign.campaign):
        share, word = shown(campaign, audience), audience.word
        there = tokens_in(share)
        wrong += [
            f"{word} reads {ledger.fields[token]}"
            for token in there
            if ledger.fields.get(token, "").startswith("picture")
            and word not in ledger.readers[token]
        ]
        for picture in found.hung:
            is_told = picture.beside in there
            if (picture.path in share.files) is not is_told:
                wrong.append(f"{word} gets a picture without its text, or a text without it")
            if not set(picture.words) <= there and is_told:
                wrong.append(f"{word} gets a picture without its words")
            if picture.path in share.files and word not in picture.readers:
                wrong.append(f"{word} sees a picture that is not for them")
        *_, under = (laid for laid in found.laid if word in laid.readers)
        for laid in found.laid:
            if {laid.path in share.files, laid.word in there} != {laid is under}:
                wrong.append(f"{word} has another picture under the map than the last for them")
    return wrong


@each_ruleset
def test_an_image_and_its_metadata_reach_only_readers_of_its_text(ruleset: str) -> None:
    assert violations(hung(ruleset), as_hung(ruleset)) == []


@each_ruleset
def test_generated_images_are_public_restricted_and_hidden(ruleset: str) -> None:
    """Else the laws here would hold of anything."""
    found = hung(ruleset)
    among = {frozenset(picture.readers) for picture in found.hung}
    assert any("everyone" in readers for readers in among)
    assert frozenset({"gm"}) in among
    assert any("everyone" not in readers and readers & {*found.draft.powers} for readers in among)


def hidden_from(word: str) -> Callable[[Readers], bool]:
    return lambda readers: word not in readers


#: What is done to pictures that an audience does not see. Names and notes change for all: nobody
#: knows those of the pictures they see either.
CHANGES: Final[Mapping[str, Callable[[str], Change]]] = {
    "they go": lambda word: Change(on=hidden_from(word), gone=True),
    "they are others": lambda word: Change(
        on=hidden_from(word), other=True, twice=True, name="another-", note="Another "
    ),
}


@pytest.mark.parametrize("name", CHANGES)
@each_ruleset
def test_changes_to_hidden_images_do_not_alter_an_edition(ruleset: str, name: str) -> None:
    draft = hung(ruleset).draft
    # The public with one change, a power with the other: each is made behind both kinds of back.
    of_public = (name == "they go") is (ruleset == "shadow")
    audience = EVERYONE if of_public else faction_audience(draft.powers[-1])
    changed = gallery(drawn(ruleset), CHANGES[name](audience.word))
    assert changed.tree().files != hung(ruleset).tree().files
    assert shown(played(changed.tree()), audience) == shown(as_hung(ruleset), audience)


def test_changes_to_a_visible_image_alter_the_edition() -> None:
    seen = Change(on=lambda readers: "everyone" in readers, other=True)
    changed = gallery(drawn("shadow"), seen)
    assert shown(played(changed.tree()), EVERYONE) != shown(as_hung("shadow"), EVERYONE)


@pytest.mark.thorough
class TestPlantedLeaks:
    """The laws see what they are for."""

    def found(self) -> set[str]:
        return set(violations(hung("shadow"), as_hung("shadow")))

    def test_publishing_every_image_to_everyone_is_detected(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def everything(_: object, pictures: Mapping[str, Picture]) -> dict[str, Picture]:
            return {picture.path: picture for picture in pictures.values()}

        monkeypatch.setattr("chronicle.project.projection.shown_pictures", everything)
        assert "everyone sees a picture that is not for them" in self.found()

    def test_a_map_over_a_hidden_image_is_detected(self, monkeypatch: pytest.MonkeyPatch) -> None:
        chosen = _Projector.backdrop

        def chosen_of_all(projector: _Projector[Any, Any, Any]) -> BackdropView | None:
            with monkeypatch.context() as planted:
                planted.setattr(AudienceView, "may_see", lambda *_: True)
                return chosen(projector)

        monkeypatch.setattr(_Projector, "backdrop", chosen_of_all)
        assert "everyone has another picture under the map than the last for them" in self.found()

    def test_publishing_source_file_names_is_detected(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def named_twice(markdown: str, named: Callable[[str], str | None]) -> str:
            return rename_pictures(markdown, named) + markdown.replace("](", "] (")

        monkeypatch.setattr("chronicle.project.visibility.rename_pictures", named_twice)
        assert "everyone reads picture name" in self.found()

    def test_publishing_uncleaned_image_files_is_detected(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(
            "chronicle.load.images.clean_picture",
            lambda content: Picture(content, "image/png", 4, 3),
        )
        found = hung("shadow")
        assert "everyone reads picture note" in violations(found, played(found.tree()))

    def test_a_hidden_alt_text_is_detected(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(
            "chronicle.model.passages.SegmentedText.visible_to",
            lambda prose, _: prose.with_marked_secrets(str),
        )
        assert {"everyone reads picture words", "everyone reads picture line"} <= self.found()


def test_a_picture_that_two_texts_show_is_one_file_for_those_who_see_either() -> None:
    """That a hidden text shows it too, nobody can tell."""
    files = dict(drawn("shadow").tree().files)
    page = "---\ntitle: {0}\nfor: {1}\n---\n![a door]({2}.png)\n"
    files |= {
        "pages/open.md": page.format("Open", "everyone", "door").encode(),
        "media/door.png": png(),
    }
    alone = shown(played(FileTree("", files)), EVERYONE)
    for name in ("door", "copy"):
        both = {
            **files,
            "pages/hidden.md": page.format("Hidden", "gm", name).encode(),
            f"media/{name}.png": png(),
        }
        assert shown(played(FileTree("", both)), EVERYONE) == alone
