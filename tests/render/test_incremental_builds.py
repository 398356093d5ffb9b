"""A build that reuses pages writes the same bytes for every audience as one that reuses nothing."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

import pytest

from chronicle.cache.store import Cache
from chronicle.files.source import FileTree
from chronicle.outline.paths import HOME
from chronicle.records import replace
from chronicle.render.messages import MessageCatalogue
from chronicle.render.page_records import EditionRecord, load_edition_record
from chronicle.render.theme_style import ThemeInput
from tests.golden.golden_sites import WHOLE, whole_files
from tests.outline.long_campaign import LENGTH
from tests.outline.long_campaign import files as long_files
from tests.render.incremental_builds import build_again, build_cold, cache_in
from tests.serve.edited_campaign import AGAIN, CREEP, EDITS, TURNS
from tests.shipped_theme import shipped_theme
from tests.small_campaign import SOUND, tree_of
from tests.thorough import beginning

_VAEL: Final = SOUND["factions/vael.yaml"]
_BELL: Final = 'rumors:\n  - {text: "Bells in [[harbour]].", heard_by: everyone, truth: true}\n'


#: Each has every edit, most of them after others than the sequence before.
SEQUENCES: Final = beginning(range(3), 1)
#: What a later turn can reveal.
REVEALS: Final = (
    "{place: vale, for: everyone}",
    "{rumor: 1/said, for: everyone}",
    "{event: 1/vael/creep, for: everyone}",
    "{news: 1/letter, for: [oru]}",
)


# ── Random sequences of edits ────────────────────────────────────────────────────────────────────


@dataclass(slots=True)
class Draft:
    """A campaign that is edited: its files, its turns' parts, and words of its theme."""

    random: Random
    turns: int = 3
    texts: dict[int, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    head: dict[str, str] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    reveals: set[str] = field(default_factory=set)
    titles: dict[int, str] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)

    def word(self) -> str:
        return self.random.choice(("Gulls", "Tar", "Salt & Smoke", "The Ebb", "Knives"))

    def tree(self) -> FileTree:
        """Its files."""
        turns = {f"turns/{n:03}.yaml": self._turn(n) for n in range(1, self.turns + 1)}
        named = {
            path: re.sub(
                r"name: (The Harbour|The Vale|The Oru|House Vael)\b",
                lambda found: f"name: {json.dumps(self.names.get(found[1], found[1]))}",
                text,
            )
            for path, text in SOUND.items()
        }
        title = self.head.get("title", "Crowns")
        head = named["campaign.yaml"].replace("title: Crowns", f"title: {json.dumps(title)}")
        if tagline := self.head.get("tagline"):
            head += f"tagline: {json.dumps(tagline)}\n"
        return tree_of({**named, "campaign.yaml": head, **turns, **self.files})

    def _turn(self, number: int) -> str:
        order = CREEP.partition("orders:")[2] if number == 1 else ""
        seen = f"reveals: [{', '.join(self.reveals)}]\n" if number == self.turns else ""
        title = f"title: {json.dumps(self.titles[number])}\n" if number in self.titles else ""
        text = json.dumps(self.texts.get(number, f"Say {number} of [[harbour]] and [[vael]]."))
        return (
            f"turn: {number}\n{title}{seen}"
            f"rumors: [{{id: said, text: {text}, heard_by: everyone, truth: true, where: marsh}}]\n"
            f"news: [{{id: letter, for: vael, from: A friend, text: Look {number}.}}]\n"
            + (f"orders:{order}" if order else "")
        )


def edit_a_rumor(draft: Draft) -> None:
    number = draft.random.randint(1, draft.turns)
    draft.texts[number] = f"{draft.word()} at [[{draft.random.choice(('marsh', 'oru'))}]]."


def add_a_turn(draft: Draft) -> None:
    draft.turns += 1


def remove_a_turn(draft: Draft) -> None:
    draft.turns = max(2, draft.turns - 1)


def rename_a_thing(draft: Draft) -> None:
    kind = draft.random.choice(("The Harbour", "The Vale", "The Oru", "House Vael"))
    draft.names[kind] = f"The {kind.split()[1]} of {draft.word()}"


def add_or_remove_a_person(draft: Draft) -> None:
    person = "---\nname: Mora\nfor: [oru]\nat: marsh\n---\nShe keeps to [[marsh]].\n"
    if draft.files.pop("people/mora.md", None) is None:
        draft.files["people/mora.md"] = person


def add_or_remove_a_page(draft: Draft) -> None:
    page = f"---\ntitle: Tides\nfor: everyone\n---\nHigh at [[harbour]]: {draft.word()}.\n"
    if draft.files.pop("pages/tides.md", None) is None:
        draft.files["pages/tides.md"] = page


def reveal_or_hide_something(draft: Draft) -> None:
    draft.reveals ^= {draft.random.choice(REVEALS)}


def rename_a_turn(draft: Draft) -> None:
    draft.titles[draft.random.randint(1, draft.turns)] = draft.word()


def change_the_title_or_tagline(draft: Draft) -> None:
    draft.head[draft.random.choice(("title", "tagline"))] = draft.word()


def change_a_word_of_the_theme(draft: Draft) -> None:
    key = draft.random.choice(("site.turns", "rumor.borne.true", "turn.number", "someone"))
    value = {"rumor.borne.true": " {turn}", "turn.number": " {n}"}.get(key, "")
    draft.words[key] = f"{draft.word()}{value}"


def hide_or_show_a_faction(draft: Draft) -> None:
    hidden = SOUND["factions/oru.yaml"].replace("for: everyone", "for: factions")
    if draft.files.pop("factions/oru.yaml", None) is None:
        draft.files["factions/oru.yaml"] = hidden


RANDOM_EDITS: Final[tuple[Callable[[Draft], None], ...]] = (
    edit_a_rumor,
    add_a_turn,
    remove_a_turn,
    rename_a_thing,
    add_or_remove_a_person,
    add_or_remove_a_page,
    reveal_or_hide_something,
    reveal_or_hide_something,
    rename_a_turn,
    change_the_title_or_tagline,
    change_a_word_of_the_theme,
    hide_or_show_a_faction,
)


@pytest.mark.parametrize("seed", SEQUENCES)
def test_random_edits_leave_the_bytes_of_a_cold_build(seed: int, tmp_path: Path) -> None:
    draft, reused = Draft(Random(seed)), 0  # noqa: S311  protects no secret
    # Every edit is once in each sequence, and in the further ones half of them a second time.
    again = draft.random.sample(RANDOM_EDITS, len(RANDOM_EDITS) // 2) if seed else []
    edits = [*RANDOM_EDITS, *again]
    draft.random.shuffle(edits)
    themes = tmp_path / "themes"
    for number, edit in enumerate((None, *edits)):
        if edit is not None:
            edit(draft)
        words = themes / "annals" / "lang" / "en.yaml"
        if draft.words:
            words.parent.mkdir(parents=True, exist_ok=True)
            words.write_text(json.dumps(draft.words), encoding="utf-8")
        found = build_again(draft.tree(), tmp_path, number, themes=(themes,))
        expected = build_cold(draft.tree(), (themes,))
        _assert_equal(found.files, expected, f"{number}: {edit}")
        reused += sum(path.endswith(".html") for path in expected) - len(found.rendered)
    assert reused > 100


def _assert_equal(found: Mapping[str, bytes], expected: Mapping[str, bytes], step: str) -> None:
    assert set(found) == set(expected), step
    assert [path for path in expected if found[path] != expected[path]] == [], step


@pytest.mark.parametrize("id", beginning(sorted(WHOLE), 1))
def test_the_next_turn_of_a_campaign_leaves_the_bytes_of_a_cold_build(
    id: str, tmp_path: Path
) -> None:
    files = WHOLE[id].files
    first = {path: it for path, it in files.items() if path != "turns/002.yaml"}
    assert len(first) < len(files)
    before, after = build_cold(FileTree("", first)), whole_files(id)
    _assert_equal(build_again(FileTree("", first), tmp_path, 0).files, before, "first")
    _assert_equal(build_again(WHOLE[id], tmp_path, 1).files, after, "added")
    unchanged = build_again(WHOLE[id], tmp_path, 2)
    _assert_equal(unchanged.files, after, "unchanged")
    assert unchanged.rendered == ()


def test_a_growing_campaign_has_the_bytes_of_a_cold_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chronicle.outline.pagination.TURNS_PER_PAGE", LENGTH)
    monkeypatch.setattr("chronicle.outline.turn_ranges.TURNS_PER_MAP", LENGTH)
    for number, turns in enumerate((5, 6, 7, 6)):
        tree = tree_of(long_files(turns))
        _assert_equal(build_again(tree, tmp_path, number).files, build_cold(tree), str(turns))


#: Edits beside those of the live preview: what comes and goes, who knows what, what all pages show.
MORE: Final[tuple[Mapping[str, str], ...]] = (
    {"turns/004.yaml": "turn: 4\ntitle: Storm\nnews: [{for: everyone, text: It blows.}]\n"},
    {"turns/003.yaml": "turn: 3\nreveals: [{place: vale, for: everyone}]\n"},
    {"factions/vael.yaml": _VAEL.replace("#7a1f2b", "#005f5f")},
    {"factions/vael.yaml": _VAEL.replace("for: everyone", "for: [oru]")},
    {"campaign.yaml": SOUND["campaign.yaml"] + "language: de\n"},
    {"campaign.yaml": SOUND["campaign.yaml"] + "theme: modern\n"},
)
CHOSEN: Final = {"further": MORE, "of the preview": EDITS}


@pytest.mark.parametrize("kind", beginning([*CHOSEN], 1))
def test_chosen_edits_leave_the_bytes_of_a_cold_build(kind: str, tmp_path: Path) -> None:
    trees = [tree_of({**TURNS, **edit}) for edit in CHOSEN[kind]]
    for number, tree in enumerate((*trees, tree_of({}), tree_of(TURNS))):
        _assert_equal(build_again(tree, tmp_path, number).files, build_cold(tree), str(number))


# ── What is rendered again ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("id", beginning(sorted(WHOLE, reverse=True), 1))
def test_an_unchanged_campaign_is_not_rendered_again(id: str, tmp_path: Path) -> None:
    """That of the other campaigns is tried where a turn is added to them."""
    expected = whole_files(id)
    assert build_again(WHOLE[id], tmp_path, 0).files == expected
    again = build_again(WHOLE[id], tmp_path, 1)
    assert again.files == expected
    assert again.rendered == ()


def test_an_edited_rumor_renders_the_pages_that_show_it(tmp_path: Path) -> None:
    tree, edited = (tree_of({**TURNS, "turns/003.yaml": f"turn: 3\n{text}"}) for text in _RUMORS)
    build_again(tree, tmp_path, 0)
    found = build_again(edited, tmp_path, 1)
    shown = {HOME, "search.json", "rumors/index.html", "places/harbour.html"}
    shown |= {f"{folder}/3.html" for folder in ("turns", "rumors", "as-of", "audit", "dossier")}
    assert {"turns/3.html", "rumors/3.html", "rumors/index.html"} <= set(found.rendered) <= shown


_RUMORS: Final = (_BELL, _BELL.replace("Bells", "Gulls"))


def _long(turns: int) -> FileTree:
    """A campaign of so many turns in which something happens."""
    news = "news: [{for: everyone, text: 'Bells in [[harbour]] for [[vael]].'}]\n"
    files = {f"turns/{n:03}.yaml": f"turn: {n}\n{news}" for n in range(2, turns + 1)}
    return tree_of({"turns/001.yaml": CREEP, **files})


def test_a_new_turn_renders_equally_many_pages_in_long_and_short_campaigns(tmp_path: Path) -> None:
    rendered = {}
    for turns in (4, 12):
        build_again(_long(turns), tmp_path / str(turns), 0)
        rendered[turns] = build_again(_long(turns + 1), tmp_path / str(turns), 1).rendered
    assert len(rendered[12]) <= len(rendered[4])
    assert "turns/1.html" not in rendered[12]
    assert rendered[12].count("turns/13.html") == 4


def test_a_new_turn_does_not_render_earlier_list_pages(tmp_path: Path) -> None:
    before = build_again(_long(51), tmp_path, 0)
    earlier = {path for path in before.rendered if re.search(r"/\d+-\d+\.html$", path)}
    assert {path.partition("/")[0] for path in earlier} >= {"map", "rumors", "turns"}
    after = build_again(_long(52), tmp_path, 1)
    assert not earlier & {*after.rendered}
    assert "rumors/index.html" in after.rendered


def test_the_digest_of_a_theme_differs_with_everything_in_it() -> None:
    theme = shipped_theme()
    path, source = next(iter(theme.sources.items()))
    name, content = next(iter(theme.static.items()))
    key = next(iter(theme.words))
    others = [
        replace(theme, name="x"),
        replace(theme, language="x"),
        replace(theme, sources={**theme.sources, path: replace(source, text="x")}),
        replace(theme, sources={**theme.sources, "x": source}),
        replace(theme, static={**theme.static, name: content + b"x"}),
        replace(theme, words=MessageCatalogue({**theme.words, key: "x"})),
        replace(theme, words=MessageCatalogue({**theme.words, key: {"one": "x"}})),
        replace(theme, settings=ThemeInput()),
    ]
    assert replace(theme).digest == theme.digest
    assert len({theme.digest, *(one.digest for one in others)}) == 1 + len(others)


def test_a_new_program_version_renders_everything(tmp_path: Path) -> None:
    tree = tree_of(TURNS)
    first = build_again(tree, tmp_path, 0)
    assert build_again(tree, tmp_path, 1, fingerprint="another").rendered == first.rendered


# ── Records and files that are not what they were ────────────────────────────────────────────────


def test_a_page_changed_on_disk_is_rendered_again(tmp_path: Path) -> None:
    tree = tree_of(TURNS)
    expected = build_again(tree, tmp_path, 0).files
    public = tmp_path / "0" / "site"
    (public / HOME).write_text("somebody wrote this")
    shutil.copy(public / "turns" / "1.html", public / "turns" / "2.html")
    (tmp_path / "0" / "private" / "gm" / "about.html").unlink()
    again = build_again(tree, tmp_path, 1)
    assert again.files == expected
    assert sorted(again.rendered) == ["about.html", HOME, "turns/2.html"]


def test_records_of_an_earlier_state_or_another_campaign_change_no_byte(tmp_path: Path) -> None:
    one, other = tree_of(TURNS), tree_of({"turns/001.yaml": AGAIN.replace("turn: 2", "turn: 1")})
    expected = build_cold(other)
    build_again(one, tmp_path, 0)
    records = tmp_path / "cache" / "pages"
    shutil.copytree(records, tmp_path / "of one")
    # Both campaigns have the same title and readers, and so the same names of records.
    assert build_again(other, tmp_path, 1).files == expected
    shutil.rmtree(records)
    shutil.copytree(tmp_path / "of one", records)
    assert build_again(other, tmp_path, 2).files == expected


def test_exchanged_damaged_and_missing_records_change_no_byte(tmp_path: Path) -> None:
    tree = tree_of(TURNS)
    first = build_again(tree, tmp_path, 0)
    kept = sorted((tmp_path / "cache" / "pages").iterdir())
    contents = [path.read_bytes() for path in kept]
    assert len(contents) == 4
    spoilt = [contents[1:] + contents[:1], [it[:-20] for it in contents], [b""] * 4, None]
    for number, replaced in enumerate(spoilt, start=1):
        for at, path in enumerate(kept):
            path.unlink() if replaced is None else path.write_bytes(replaced[at])
        again = build_again(tree, tmp_path, number)
        assert again.files == first.files
        assert again.rendered == first.rendered


@pytest.mark.parametrize(
    "content", [b"", b"null", b"{}", b'{"a": 1}', b"[[]]", b"[[1, 2]]", b"\xff"]
)
def test_a_record_of_another_form_is_none(content: bytes, tmp_path: Path) -> None:
    Cache(tmp_path).put("pages", "a", content)
    with cache_in(tmp_path):
        assert load_edition_record("a") == EditionRecord()


def test_records_of_another_form_are_ignored(tmp_path: Path) -> None:
    tree = tree_of(TURNS)
    first = build_again(tree, tmp_path, 0)
    cache = Cache(tmp_path / "cache")
    for path in (tmp_path / "cache" / "pages").iterdir():
        cache.put("pages", path.name, b"[[1, 2]]")
    again = build_again(tree, tmp_path, 1)
    assert again.files == first.files
    assert again.rendered == first.rendered


def test_records_with_exchanged_keys_or_digests_change_no_byte(tmp_path: Path) -> None:
    tree = tree_of(TURNS)
    first = build_again(tree, tmp_path, 0)
    cache = Cache(tmp_path / "cache")
    for number, column in enumerate((0, 1, 2), start=1):
        for path in (tmp_path / "cache" / "pages").iterdir():
            _, rows, files = json.loads(cache.get("pages", path.name) or b"[]")
            values = [row[column] for row in rows]
            for row, value in zip(rows, [*values[1:], values[0]], strict=True):
                row[column] = value
            # Without the key of the edition, its pages are looked at one by one.
            cache.put("pages", path.name, json.dumps(("", rows, files)).encode())
        again = build_again(tree, tmp_path, number)
        assert again.files == first.files
        assert set(again.rendered) == set(first.rendered)


@pytest.mark.parametrize("exchanged", ["keys", "digests"])
def test_records_of_editions_with_exchanged_parts_change_no_byte(
    exchanged: str, tmp_path: Path
) -> None:
    tree = tree_of(TURNS)
    first = build_again(tree, tmp_path, 0)
    cache = Cache(tmp_path / "cache")
    names = sorted(path.name for path in (tmp_path / "cache" / "pages").iterdir())
    kept = [json.loads(cache.get("pages", name) or b"[]") for name in names]
    keys = [record[0] for record in kept]
    assert len({*keys}) == len(kept) > 1
    for name, (key, rows, files), other in zip(names, kept, [*keys[1:], keys[0]], strict=True):
        digests = [*files.values()]
        rotated = dict(zip(files, [*digests[1:], digests[0]], strict=True))
        changed = (other, rows, files) if exchanged == "keys" else (key, rows, rotated)
        cache.put("pages", name, json.dumps(changed).encode())
    again = build_again(tree, tmp_path, 1)
    assert again.files == first.files
