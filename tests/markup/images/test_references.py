"""A picture is as visible as the text around it, and called by no name of the author's."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chronicle.diagnostics.report import Report
from chronicle.load.disk import read_tree
from chronicle.markup.images import MAX_PICTURE_BYTES, Picture, clean_picture
from chronicle.markup.images.references import PictureView, pictures_in, rename_pictures
from chronicle.markup.markdown import malformed_pictures, plain_text, to_html
from chronicle.model.audience import EVERYONE, GM, Audience, faction_audience
from chronicle.pipeline import build_files, resolve_campaign
from chronicle.project import project
from chronicle.project.edition import Edition
from tests.markup.images.sample_images import ROWS, png
from tests.small_campaign import SOUND, findings_of, tree_of

AUDIENCES: Final = {
    "everyone": EVERYONE,
    "vael": faction_audience("vael"),
    "oru": faction_audience("oru"),
    "gm": GM,
}


def drawing(number: int) -> bytes:
    """A picture that differs from others by a pixel, with its number in its metadata."""
    return png(rows=ROWS[:-1] + bytes([number]))


def path_of(content: bytes) -> str:
    found = clean_picture(content)
    assert isinstance(found, Picture)
    return found.path


#: Where a picture can stand, and who sees it there.
TURN: Final = """\
turn: 1
news:
  - for: everyone
    text: |
      A fair.
      ![a fair](open.png "The fair")

      ::: secret vael
      ![a knife](knife.png)
      :::
  - {for: oru, from: A friend, text: "See ![a door](door.png)"}
rumors:
  - {text: "![a ghost](ghost.png)", heard_by: vael, truth: false}
notes: "![the truth](truth.png)"
"""
FILES: Final[Mapping[str, str | bytes]] = {
    "campaign.yaml": SOUND["campaign.yaml"] + 'introduction: "![the lake](lake.png)"\n',
    "places.yaml": SOUND["places.yaml"].replace(
        "{name: The Vale, ", '{name: The Vale, text: "![the vale](vale.png)", '
    ),
    "factions/vael.yaml": SOUND["factions/vael.yaml"]
    + 'profile: [{for: vael, text: "![a seal](seal.png)"}]\nnotes: "![the heir](heir.png)"\n',
    "pages/map.md": "---\ntitle: Map\nfor: factions\n---\n![a map](map.png)\n",
    "turns/001.yaml": TURN,
}
SEEN: Final = {
    "lake.png": {"everyone", "vael", "oru", "gm"},
    "open.png": {"everyone", "vael", "oru", "gm"},
    "vale.png": {"vael", "oru", "gm"},
    "map.png": {"vael", "oru", "gm"},
    "knife.png": {"vael", "gm"},
    "ghost.png": {"vael", "gm"},
    "seal.png": {"vael", "gm"},
    "door.png": {"oru", "gm"},
    "heir.png": {"gm"},
    "truth.png": {"gm"},
}
MEDIA: Final = {f"media/{name}": drawing(index) for index, name in enumerate(SEEN)}


def files_of(files: Mapping[str, str | bytes]) -> Mapping[str, bytes]:
    """Every file of every edition of the sound campaign with files added to it."""
    report = Report()
    made = build_files(tree_of(files), report)
    assert made is not None, report.findings
    return made


@pytest.fixture(scope="module")
def built() -> Mapping[str, bytes]:
    return files_of({**FILES, **MEDIA})


def folder_of(word: str) -> str:
    return "site" if word == "everyone" else f"private/{word}"


@pytest.mark.parametrize("word", AUDIENCES)
def test_an_edition_has_the_pictures_of_its_own_texts_and_no_others(
    built: Mapping[str, bytes], word: str
) -> None:
    top = f"{folder_of(word)}/"
    there = {path.removeprefix(top) for path in built if path.startswith(f"{top}pictures/")}
    assert there == {path_of(MEDIA[f"media/{name}"]) for name in SEEN if word in SEEN[name]}
    for path in there:
        (content,) = {found for found in MEDIA.values() if path_of(found) == path}
        assert clean_picture(built[top + path]) == clean_picture(content)
        pages = [page for at, page in built.items() if at.startswith(top) and at.endswith(".html")]
        assert any(path.encode() in page for page in pages)


@pytest.mark.parametrize("word", AUDIENCES)
def test_source_file_names_of_images_are_not_published(
    built: Mapping[str, bytes], word: str
) -> None:
    top = f"{folder_of(word)}/"
    for path, content in built.items():
        for name in SEEN:
            assert not (path.startswith(top) and name.encode() in content), path


def test_an_image_on_a_page_references_its_published_file(built: Mapping[str, bytes]) -> None:
    page = built["site/turns/1.html"].decode()
    assert f'src="../{path_of(MEDIA["media/open.png"])}" alt="a fair" title="The fair"' in page
    assert 'width="4" height="3" loading="lazy" decoding="async">' in page
    home = built["site/index.html"].decode()
    assert f'<figure class="picture"><img src="{path_of(MEDIA["media/lake.png"])}"' in home


def edition(files: Mapping[str, str | bytes], audience: Audience) -> Edition:
    """What an audience may know of the sound campaign with files added to it."""
    report = Report()
    played = resolve_campaign(tree_of(files), report)
    assert played is not None, report.findings
    return project(played.campaign, played.history, played.ruleset, audience)


def test_revealing_a_text_reveals_its_images_but_not_those_in_its_secrets() -> None:
    news = (
        "turn: 1\nnews:\n  - id: fair\n    for: oru\n    text: |\n      ![a fair](open.png)\n\n"
        "      ::: secret oru\n      ![a knife](knife.png)\n      :::\n"
    )
    laid: dict[str, str | bytes] = {"turns/001.yaml": news}
    laid |= {"media/open.png": drawing(1), "media/knife.png": drawing(2)}
    assert edition(laid, EVERYONE).pictures == {}
    laid["turns/002.yaml"] = "turn: 2\nreveals: [{news: 1/fair, for: everyone}]\n"
    assert [*edition(laid, EVERYONE).pictures] == [path_of(drawing(1))]
    assert len(edition(laid, faction_audience("oru")).pictures) == 2


@pytest.mark.parametrize("word", ["everyone", "oru"])
def test_a_picture_that_is_hidden_changes_nothing_for_others(word: str) -> None:
    def told(files: Mapping[str, str | bytes]) -> Edition:
        return edition({**FILES, **MEDIA, **files}, AUDIENCES[word])

    before = told({})
    other = TURN.replace("knife.png", "zzz.png").replace("a knife", "a bloody knife")
    twice = TURN.replace("![a knife](knife.png)", "![a knife](knife.png)\n      ![k](knife.png)")
    none = TURN.replace("![a knife](knife.png)", "Nothing.")
    same: Mapping[str, str | bytes] = {"media/knife.png": MEDIA["media/open.png"]}
    changes: tuple[Mapping[str, str | bytes], ...] = (
        {"turns/001.yaml": other, "media/zzz.png": drawing(99)},
        {"turns/001.yaml": twice},
        {"turns/001.yaml": none},
        {"media/knife.png": drawing(98)},
        same,
    )
    for files in changes:
        assert told(files) == before


@pytest.mark.parametrize(
    ("files", "codes"),
    [
        ({}, ["M001"]),
        # The one that was meant is not called unused.
        ({"media/bya.png": png()}, ["M001"]),
        ({"media/sketch.xcf": png()}, ["M001", "M003"]),
        ({"media/bay.png": png()}, []),
        ({"media/bay.png": png(), "media/sketch.xcf": b"gimp"}, ["M003"]),
        ({"media/bay.png": b"<svg/>"}, ["M004"]),
        ({"media/bay.png": b"The bay"}, ["M004"]),
        ({"media/bay.png": png()[:-20]}, ["M005"]),
        ({"media/bay.png": b"#" * (MAX_PICTURE_BYTES + 1)}, ["M006"]),
    ],
)
def test_an_invalid_image_is_a_finding(files: Mapping[str, bytes], codes: list[str]) -> None:
    turn = "turn: 1\nnews: [{for: everyone, text: 'The ![bay](bay.png)'}]\n"
    found = findings_of({"turns/001.yaml": turn, **files})
    assert sorted(finding.code for finding in found) == codes


def test_an_unknown_image_is_reported_with_a_suggestion() -> None:
    turn = "turn: 1\nnews:\n  - for: gm\n    text: |\n      x\n      ![bay](media/bay.png)\n"
    found = findings_of({"turns/001.yaml": turn, "media/bay.png": png()})
    (unknown,) = [finding for finding in found if finding.code == "M001"]
    assert unknown.help == "leave out the folder: write `bay.png`"
    assert unknown.at is not None
    assert (unknown.at.line, unknown.at.column, unknown.at.end_column) == (6, 14, 27)


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("My Boat.png", "My Boat.png"),
        ("<My Boat.png>", "My Boat.png"),
        ("Müllers Boot (2).png", "Müllers Boot (2).png"),
        ("Ada's boat, from above.png", "Ada's boat, from above.png"),
        ('My Boat.png "Our boat"', "My Boat.png"),
        ('<My Boat.png> "Our boat"', "My Boat.png"),
        ("My Boat.png ", "My Boat.png"),
    ],
)
def test_an_image_name_may_contain_spaces(written: str, name: str) -> None:
    text = f"See ![a boat]({written})."
    turn = f"turn: 1\nnews:\n  - for: everyone\n    text: |\n      {text}\n"
    assert findings_of({"turns/001.yaml": turn, f"media/{name}": png()}) == ()
    (mark,) = pictures_in(text)
    assert (mark.name, text[mark.name_at :].startswith(name)) == (name, True)
    below = ' "Our boat"' if '"' in written else ""
    # Readers are not told the name of the file.
    assert rename_pictures(text, lambda _: "p/0.png") == f"See ![a boat](p/0.png{below})."


@pytest.mark.parametrize(
    ("written", "advice"),
    [
        ("![a boat](My%20Boat.png)", "write the file's name alone: ![what it shows](My Boat.png)"),
        ("![a boat](media\\boat.png)", "write the file's name alone: ![what it shows](boat.png)"),
        ("![a boat](boat.png", "write ![what it shows](boat.png) on one line, and not in code"),
        (
            '![a boat](My "Boat".png)',
            "put the file in `media/` and write ![what it shows](its-name.png) on one line",
        ),
        (
            "[a boat](boat.png)",
            "for a picture, write an exclamation mark: ![what it shows](boat.png)",
        ),
        ("![[boat.png]]", "write ![what it shows](boat.png)"),
    ],
)
def test_image_markup_that_shows_nothing_is_a_finding_with_the_markup_to_write(
    written: str, advice: str
) -> None:
    turn = f"turn: 1\nnews:\n  - for: everyone\n    text: |\n      {written}\n"
    found = findings_of({"turns/001.yaml": turn, "media/boat.png": png()})
    assert [finding.help for finding in found if finding.code != "M003"] == [advice]


def test_an_unused_image_whose_name_no_text_can_write_is_to_be_renamed() -> None:
    found = findings_of({"turns/001.yaml": "turn: 1\n", 'media/My "Boat".png': png()})
    assert [finding.help for finding in found] == [
        "to show it, rename it: no brackets, quotes or colons, no more than one space"
    ]


def test_an_image_without_alt_text_is_a_finding() -> None:
    turn = "turn: 1\nnews:\n  - for: gm\n    text: |\n      x\n      a ![ ](bay.png) b\n"
    (found,) = findings_of({"turns/001.yaml": turn, "media/bay.png": png()})
    assert found.code == "M002"
    assert found.at is not None
    assert (found.at.line, found.at.column, found.at.end_column) == (6, 9, 22)


def test_unused_images_are_not_reported_if_a_text_is_unreadable() -> None:
    found = findings_of({"turns/001.yaml": "turn: [", "media/bay.png": png()})
    assert "M003" not in {finding.code for finding in found}


def test_pictures_are_read_from_the_disk_and_may_be_larger_than_texts(tmp_path: Path) -> None:
    (tmp_path / "media").mkdir()
    (tmp_path / "media" / "large.png").write_bytes(b"#" * (2 << 20))
    (tmp_path / "media" / ".hidden").write_bytes(b"")
    files = read_tree(tmp_path, "crowns").files
    assert {path: len(text) for path, text in files.items() if isinstance(text, bytes)} == {
        "media/large.png": 2 << 20
    }


def shown(name: str) -> PictureView | None:
    return None if name.startswith("no") else PictureView(f"../{name}", 4, 3)


def html_of(text: str) -> str:
    return to_html(text, lambda _: None, heading_level=2, look_up_picture=shown).strip()


BELOW: Final = "<figcaption>A &lt;line&gt;</figcaption>"


def image(name: str, words: str, more: str = "") -> str:
    return (
        f'<img src="../{name}" alt="{words}"{more} width="4" height="3"'
        ' loading="lazy" decoding="async">'
    )


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("![a](b.png)", f'<figure class="picture">{image("b.png", "a")}</figure>'),
        (
            '![a](b.png "A <line>")',
            f'<figure class="picture">{image("b.png", "a")}{BELOW}</figure>',
        ),
        ('an ![a "q" & *b*](b.png)', f"<p>an {image('b.png', 'a &quot;q&quot; &amp; *b*')}</p>"),
        ('an ![a](b.png "c")', f"<p>an {image('b.png', 'a', ' title=&c&')}</p>".replace("&", '"')),
        ("[![a](b.png)](https://x.y)", f'<p><a href="https://x.y">{image("b.png", "a")}</a></p>'),
        ("# ![a](b.png)", f"<h2>{image('b.png', 'a')}</h2>"),
        ("an ![a <b>](no.png)", "<p>an a &lt;b&gt;</p>"),
        ("Look![[quay]]", "<p>Look!quay</p>"),
        ("Look![1] and ![x]", "<p>Look![1] and ![x]</p>"),
    ],
)  # fmt: skip
def test_an_image_renders_to_html(text: str, html: str) -> None:
    assert html_of(text) == html


def test_pictures_that_share_a_paragraph_are_figures_each() -> None:
    assert html_of("![a](b.png)\n![c](d.png)").count("<figure") == 2
    assert html_of("- ![a](b.png)\n- c").count("<figure") == 1
    assert "<p>" not in html_of("> ![a](b.png)")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("![the bay](bay.png)", "the bay"),
        ("Here: ![the bay](bay.png)", "Here:"),
        ("![the bay](a.png)\n\n![a door](b.png)", "the bay a door"),
    ],
)
def test_a_heading_of_images_alone_uses_their_alt_text(text: str, words: str) -> None:
    assert plain_text(text) == words


@given(
    st.lists(
        st.sampled_from(
            [
                *("![a](b.png)", "![a](b c.png)", "![a](<b c.png>)", "(c.png)", "(", ")", "<", ">"),
                *("`", "\n", "!", "[", "]", "\\", " ", "    ", "x", '"', "> "),
            ]
        )
    )
)
def test_every_rendered_image_is_a_found_reference(parts: list[str]) -> None:
    text = "".join(parts)
    counted = [mark.name for mark in pictures_in(text)]
    drawn = html_of(text).count("<img ")
    if not list(malformed_pictures(text)):
        assert drawn == len(counted)
    # No text draws a picture that was not counted, not even a wrong one.
    assert drawn <= len(counted)
    renamed = rename_pictures(text, lambda _: "pictures/0.png")
    assert [mark.name for mark in pictures_in(renamed)] == ["pictures/0.png"] * len(counted)
