"""A scan that continues the last one finds what a scan of everything finds."""

from __future__ import annotations

import base64
import random
from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any, Final

import pytest

from chronicle.cache.store import set_cache_folder
from chronicle.diagnostics.report import Report
from chronicle.files.store import DiskStore
from chronicle.leaks import theme_text_of
from chronicle.leaks.find_leaks import _Scan, find_leaks
from chronicle.leaks.gate import AudienceFiles, Gate
from chronicle.leaks.scan import Scanner, SearchText
from chronicle.leaks.scan_record import ScanRecord
from chronicle.leaks.secrets import Mask, Secrets
from chronicle.leaks.words import Term
from chronicle.model.audience import EVERYONE, faction_audience
from chronicle.outline.pages import outline
from chronicle.project import project
from chronicle.render import render_site
from tests.leaks.secret_campaign import ground, texts_of
from tests.leaks.test_encodings import SPELLING, embedded
from tests.leaks.test_injected_faults import HOUSE
from tests.properties import injected_leaks
from tests.properties.audience_output import BARE
from tests.properties.test_injected_leaks import SECRETIVE, as_played
from tests.small_campaign import play_files

AUDIENCES: Final = ("everyone", "oru", "vael")
#: Some are parts of others, some stand with digits, and some are in places and factions too.
WORDS: Final = (
    *("harbour", "harbourmaster", "lantern", "lanterns", "lanternsmith", "thorn", "thornwort"),
    *("raven", "raven2", "ferry", "ferryman", "abbess", "boat", "night", "moon", "the", "of", "by"),
    *("charter", "salt", "market", "marketplace", "knives", "marsh", "vale"),
)
THEME: Final = theme_text_of(frozenset({"<p>The news of the night</p><li>"}))


class Campaign:
    """News for some readers and the pages of all readers, changed at random."""

    def __init__(self, seed: int) -> None:
        self.choice = random.Random(seed)  # noqa: S311  protects no secret
        self.news = [self.item() for _ in range(6)]
        self.pages: dict[str, dict[str, list[str]]] = {word: {} for word in AUDIENCES}
        self.write_pages()

    def words(self, most: int) -> list[str]:
        return [self.choice.choice(WORDS) for _ in range(self.choice.randint(1, most))]

    def item(self) -> dict[str, Any]:
        readers = self.choice.choice(("everyone", "vael", "oru", "gm", "[vael, oru]"))
        return {"for": readers, "words": self.words(9), "id": ""}

    def write_pages(self) -> None:
        """Write the pages anew, from what their readers may read."""
        for word, pages in self.pages.items():
            lines = [
                self.written(item["words"])
                for item in self.news
                if item["for"] == "everyone" or word in item["for"]
            ]
            for number in range(3):
                pages[f"{number}.html"] = ["<li>The news", *lines[number::3]]

    def written(self, words: list[str]) -> str:
        """Words, encoded or not."""
        text = " ".join(words)
        ways = (
            f"<p>{text}</p>",
            f"<p>{text.upper()}</p>",
            f'<i title="{text}">the</i>',
            "-".join(words),
            "x".join(words),
            base64.b64encode(text.encode()).decode(),
            text.encode().hex(),
        )
        # As written most of the time, because most of the others are leaks of their own kind.
        return self.choice.choice((*ways[:1] * 6, *ways))

    def change(self) -> None:
        """Change one thing."""
        item = self.choice.choice(self.news)
        words: list[str] = item["words"]
        page = self.choice.choice(list(self.choice.choice(list(self.pages.values())).values()))
        match self.choice.randrange(9):
            case 0:
                item["for"] = self.item()["for"]
            case 1:
                words[self.choice.randrange(len(words))] = self.choice.choice(WORDS)
            case 2:
                words.append(self.choice.choice(WORDS))
            case 3 if len(words) > 1:
                words.pop(self.choice.randrange(len(words)))
            case 4:
                item["id"] = "-".join(dict.fromkeys((*words[:2], "news")))
            case 5:
                item.update(self.item())
            case 6:
                start = self.choice.randrange(len(words))
                page.append(self.written(words[start : start + 6]))
            case _:
                self.write_pages()

    def secrets(self) -> Secrets:
        lines = ["turn: 1", "news:"]
        for number, item in enumerate(self.news):
            id = f"id: {item['id']}-{number}, " if item["id"] else ""
            lines.append(f"  - {{{id}for: {item['for']}, text: {' '.join(item['words'])}}}")
        told = play_files({"turns/001.yaml": "\n".join(lines) + "\n"})
        return Secrets.of(texts_of(told), THEME)

    def files(self) -> dict[str, dict[str, bytes]]:
        return {
            word: {path: "\n".join(lines).encode() for path, lines in pages.items()}
            for word, pages in self.pages.items()
        }


@pytest.fixture
def folders(tmp_path: Path) -> Iterator[Iterator[Path]]:
    """New folders; the cache is in another one."""
    set_cache_folder(tmp_path / "cache")
    yield (tmp_path / str(number) for number in count())
    set_cache_folder(None)


@pytest.fixture
def full_scans(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """One entry for each scan of everything."""
    scans: list[bool] = []
    original = _Scan.everything

    def everything(self: _Scan, record: ScanRecord) -> Mapping[Term, Mask]:
        scans.append(True)
        return original(self, record)

    monkeypatch.setattr(_Scan, "everything", everything)
    return scans


def stored(files: Mapping[str, Mapping[str, bytes]], folder: Path) -> dict[str, DiskStore]:
    """The files of all audiences on disk, as in a build."""
    stores = {word: DiskStore(folder / word) for word in files}
    for word, own in files.items():
        stores[word].update(own)
    return stores


@pytest.mark.parametrize("seed", range(4))
def test_a_continued_scan_finds_the_same_as_a_complete_one(
    seed: int, folders: Iterator[Path], full_scans: list[bool]
) -> None:
    campaign, clean, leaking, continued = Campaign(seed), 0, 0, 0
    for _ in range(120):
        for _ in range(campaign.choice.randint(1, 2)):
            campaign.change()
        secrets, files = campaign.secrets(), campaign.files()
        complete = find_leaks("Crowns", secrets, files)
        full_scans.clear()
        assert find_leaks("Crowns", secrets, stored(files, next(folders))) == complete
        clean += not complete
        leaking += bool(complete)
        continued += not full_scans
    assert clean > 15
    assert leaking > 15
    assert continued > clean / 2


@pytest.mark.parametrize(
    ("secret", "before", "after", "shown"),
    [
        ("thornwort", "Salt and thornwort", "Salt", "thornwort"),
        ("thornwort", "Salt and thornwort", "Salt", "thornworts"),
        # A phrase that two readable phrases make up, until one of them is gone.
        (
            "the abbess met the ferryman again",
            "An abbess met somebody. The ferryman came.",
            "An abbess once met somebody. The ferryman came.",
            "the abbess met the ferryman",
        ),
        # Runs, and parts of words, that count once a word is not in the vocabulary any more.
        ("thornwort", "They say dGhvcm53b3J0", "They say nothing", "dGhvcm53b3J0"),
        ("lantern", "A lanternsmith came", "Somebody came", "lanternsmith"),
        ("lantern", "A lanternsmith came", "Somebody came", "lanternsmiths"),
        ("salt", "The salt9 came", "Somebody came", "salt9"),
    ],
)
def test_a_leak_in_an_unchanged_file_is_found_when_the_campaign_changes(
    secret: str, before: str, after: str, shown: str, folders: Iterator[Path]
) -> None:
    def leaks_after(public: str) -> Mapping[Term, Mask]:
        news = f"  - {{for: vael, text: {secret}}}\n  - {{for: everyone, text: {public}}}\n"
        told = play_files({"turns/001.yaml": f"turn: 1\nnews:\n{news}"})
        secrets = Secrets.of(texts_of(told), THEME)
        files = {"everyone": {"a.html": f"<p>{shown}</p>".encode()}}
        return find_leaks("Crowns", secrets, stored(files, next(folders)))

    assert not leaks_after(before)
    assert leaks_after(after)


def test_an_unchanged_file_is_not_read_again(
    folders: Iterator[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    original = DiskStore.__getitem__

    def noted(self: DiskStore, name: str) -> bytes:
        read.append(name)
        return original(self, name)

    told = ground()
    secrets = Secrets.of(texts_of(told), THEME)
    files = {"everyone": {f"{number}.html": b"<p>A boat %d</p>" % number for number in range(9)}}
    assert not find_leaks("Crowns", secrets, stored(files, next(folders)))
    monkeypatch.setattr(DiskStore, "__getitem__", noted)
    files["everyone"]["3.html"] = b"<p>The boat</p>"
    assert not find_leaks("Crowns", secrets, stored(files, next(folders)))
    assert read == ["3.html"]


def test_a_line_that_no_audience_has_newly_is_not_searched_again(
    folders: Iterator[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    original = Scanner.read

    def noted(self: Scanner, texts: Iterable[str]) -> SearchText:
        read.extend(texts)
        return original(self, texts)

    told = ground()
    secrets = Secrets.of(texts_of(told), THEME)
    files = {"everyone": {"a.html": b"A boat\n The moon"}, "vael": {"a.html": b"The ferry"}}
    assert not find_leaks("Crowns", secrets, stored(files, next(folders)))
    monkeypatch.setattr(Scanner, "read", noted)
    files["everyone"]["a.html"] = b"The ferry\n A boat\n The boat"
    files["vael"]["a.html"] = b"The ferry\n A boat"
    assert not find_leaks("Crowns", secrets, stored(files, next(folders)))
    assert {text.strip() for text in read} == {"", "A boat", "The boat", "The ferry"}


def test_a_line_that_another_audience_may_read_is_found_where_it_is_new(
    folders: Iterator[Path],
) -> None:
    news = "turn: 1\nnews:\n  - {for: vael, text: thornwort}\n"
    told = play_files({"turns/001.yaml": news})
    secrets = Secrets.of(texts_of(told), THEME)
    files = {"everyone": {"a.html": b"Salt"}, "vael": {"a.html": b"thornwort"}}
    assert not find_leaks("Crowns", secrets, stored(files, next(folders)))
    files["everyone"]["a.html"] = b"Salt\nthornwort"
    assert find_leaks("Crowns", secrets, stored(files, next(folders)))


def shares_of(told: Any, folder: Path | None) -> dict[str, AudienceFiles]:
    """What is made of a campaign for the public and for factions, on disk or in memory."""
    shares: dict[str, AudienceFiles] = {}
    factions = (faction_audience(faction.id) for faction in told.campaign.factions)
    for audience in (EVERYONE, *factions):
        edition = project(told.campaign, told.history, told.ruleset, audience)
        files = render_site(outline(edition, Report()), BARE, Report())
        kept = stored({audience.word: files}, folder)[audience.word] if folder else files
        shares[audience.word] = AudienceFiles(audience.word, kept)
    return shares


@pytest.mark.parametrize("id", ["notes-of-factions", "because-for-all"])
def test_a_fault_planted_after_a_clean_build_is_found(
    id: str, folders: Iterator[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    (plant,) = (plant for plant in injected_leaks.ALL if plant.id == id)
    for seed in SECRETIVE["shadow"]:
        told, report = as_played("shadow", seed), Report()
        gate = Gate.of(texts_of(told), HOUSE)
        gate.scan(shares_of(told, next(folders)), report)
        assert not report.findings
        with monkeypatch.context() as patch:
            plant.into(patch)
            faulty = shares_of(told, None)
        complete, continued = Report(), Report()
        gate.scan(faulty, complete)
        files = {word: share.files for word, share in faulty.items()}
        on_disk = stored(files, next(folders))
        shares = {word: AudienceFiles(word, on_disk[word]) for word in files}
        gate.scan(shares, continued)
        assert continued.findings == complete.findings
        if complete.findings:
            return
    pytest.fail("the fault shows in no campaign")


def test_a_picture_is_searched_in_a_page_when_it_is_no_file_of_the_edition_any_more(
    folders: Iterator[Path],
) -> None:
    told = ground()
    secrets = Secrets.of(texts_of(told), THEME)
    page = embedded(SPELLING).encode()
    files = {"everyone": {"a.html": page, "a.png": SPELLING}}
    assert not find_leaks("Crowns", secrets, stored(files, next(folders)))
    del files["everyone"]["a.png"]
    assert find_leaks("Crowns", secrets, stored(files, next(folders)))


def test_a_record_of_another_campaign_with_the_same_title_changes_nothing(
    folders: Iterator[Path],
) -> None:
    told = ground()
    secrets = Secrets.of(texts_of(told), THEME)
    other = play_files({})
    others = Secrets.of(texts_of(other), THEME)
    files = {"everyone": {"a.html": b"<p>Thornwort</p>"}}
    assert not find_leaks("Crowns", others, stored(files, next(folders)))
    assert find_leaks("Crowns", secrets, stored(files, next(folders)))
    assert not find_leaks("Crowns", others, stored(files, next(folders)))
