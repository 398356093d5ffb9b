"""Laying one's own files over a theme goes as the how-to says."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from chronicle.build import make
from chronicle.diagnostics import Report
from chronicle.render import shipped_themes
from chronicle.source import Tree
from tests.docs.campaigns import first_campaign
from tests.samples import write_files

ANNALS: Final = shipped_themes() / "annals"
WORDS: Final = (ANNALS / "lang/en.yaml").read_text(encoding="utf-8")
RULE_WORDS: Final = (ANNALS / "rules/shadow/lang/en.yaml").read_bytes()
KRAKEN: Final = b'<path d="M2 2h20v20z" fill="currentColor"/>'


def home(folder: Path, files: dict[str, str]) -> str:
    """The public home page of a campaign with themes of its own."""
    report = Report()
    tree = Tree("my-campaign", {path: text.encode() for path, text in files.items()})
    built = make(tree, report, themes=(folder / "themes",))
    assert built is not None, [finding.message for finding in report.findings]
    return built["site/index.html"].decode()


def said_otherwise() -> bytes:
    """The catalogue with the footer's words changed."""
    assert "Made with" in WORDS
    return WORDS.replace("Made with", "Gemacht mit").encode()


def test_words_laid_over_the_theme_are_said(tmp_path: Path) -> None:
    assert "Made with" in home(tmp_path, first_campaign())
    write_files({"themes/annals/lang/en.yaml": said_otherwise()}, tmp_path)
    page = home(tmp_path, first_campaign())
    assert "Gemacht mit" in page
    assert "Made with" not in page


def in_dutch(folder: Path, words: bytes) -> dict[str, str]:
    """The README's campaign in a language of its own, with these words beside its ruleset's."""
    files = {"lang/nl.yaml": words, "rules/shadow/lang/nl.yaml": RULE_WORDS}
    write_files({f"themes/annals/{path}": text for path, text in files.items()}, folder)
    campaign = first_campaign()
    campaign["campaign.yaml"] += "language: nl\n"
    return campaign


def test_another_language_is_another_pair_of_catalogues(tmp_path: Path) -> None:
    page = home(tmp_path, in_dutch(tmp_path, said_otherwise()))
    assert "Gemacht mit" in page
    assert 'lang="nl"' in page


def test_a_word_that_a_language_lacks_is_found(tmp_path: Path) -> None:
    lacking = WORDS.replace("  foot:", "  food:").encode()
    report = Report()
    files = {path: text.encode() for path, text in in_dutch(tmp_path, lacking).items()}
    assert make(Tree("", files), report, themes=(tmp_path / "themes",)) is None
    assert {finding.code for finding in report.findings} == {"T006"}
    assert {finding.message for finding in report.findings} == {
        "the catalogue `nl` has no words for `site.foot`"
    }


def test_a_sigil_of_ones_own_is_drawn(tmp_path: Path) -> None:
    write_files({"themes/annals/sigils/kraken.svg": KRAKEN}, tmp_path)
    files = first_campaign()
    files["factions/ferry.yaml"] = files["factions/ferry.yaml"].replace("lantern", "kraken")
    assert KRAKEN.decode() in home(tmp_path, files)


def test_a_theme_of_ones_own_needs_only_what_it_changes(tmp_path: Path) -> None:
    write_files({"themes/candle/lang/en.yaml": said_otherwise()}, tmp_path)
    files = first_campaign()
    files["campaign.yaml"] += "theme: candle\n"
    assert "Gemacht mit" in home(tmp_path, files)
