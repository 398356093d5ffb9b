"""Nothing is read or published through a symbolic link in a campaign's folder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import pytest

from chronicle.diagnostics.report import Finding, Report
from chronicle.files.source import ReadFailure
from chronicle.load.disk import campaigns_in, read_multi_site, read_tree
from chronicle.load.multi_site import load_multi_site
from chronicle.pipeline import resolve_campaign
from chronicle.render import read_theme, shipped_themes_folder
from tests.small_campaign import SOUND, findings_of

OUTSIDE: Final = "a file of this computer"


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """A sound campaign with a theme, and a folder outside of it with a file."""
    campaign, outside = tmp_path / "campaign", tmp_path / "outside"
    texts = {**SOUND, "themes/annals/static/own.css": "", "themes/annals/own.html": ""}
    for path, text in {**texts, "media/a.txt": "", "turns/a.txt": "", "pages/a.txt": ""}.items():
        (campaign / path).parent.mkdir(parents=True, exist_ok=True)
        (campaign / path).write_text(text)
    outside.mkdir()
    (outside / "passwd").write_text(OUTSIDE)
    return campaign, outside


def link(path: Path, target: Path, *, relative: bool) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists():
        path.rename(path.with_name(f"was-{path.name}"))
    path.symlink_to(os.path.relpath(target, path.parent) if relative else target)


@pytest.mark.parametrize("relative", [True, False])
@pytest.mark.parametrize(
    ("path", "target"),
    [
        ("campaign.yaml", "passwd"),
        ("places.yaml", "passwd"),
        ("published.yaml", "passwd"),
        ("turns/001.yaml", "passwd"),
        ("turns/002.yaml", "missing"),
        ("pages/other.md", "passwd"),
        ("people/other.md", "passwd"),
        ("media/bay.png", "passwd"),
        ("media", ""),
        ("turns", ""),
        ("pages", ""),
        ("factions", ""),
        ("published", ""),
    ],
)
def test_a_link_in_a_campaign_is_an_error_at_its_path(
    path: str, target: str, folders: tuple[Path, Path], *, relative: bool
) -> None:
    campaign, outside = folders
    link(campaign / path, outside / target, relative=relative)
    tree = read_tree(campaign, "")
    assert isinstance(tree.files[path], ReadFailure)
    assert OUTSIDE.encode() not in tree.files.values()
    report = Report()
    resolve_campaign(tree, report)
    assert ("R001", path) in {(it.code, it.at.path) for it in report.findings if it.at}


def theme_findings(campaign: Path) -> tuple[Finding, ...]:
    report = Report()
    themes = (campaign / "themes", shipped_themes_folder())
    theme = read_theme("annals", "en", themes, report)
    assert (theme is None) == report.has_errors
    return report.findings


@pytest.mark.parametrize(
    ("path", "target"),
    [
        ("themes/annals/static/passwd.txt", "passwd"),
        ("themes/annals/static/deep/er/passwd.txt", "passwd"),
        ("themes/annals/static/inner", ""),
        ("themes/annals/static", ""),
        ("themes/annals/home.html", "passwd"),
        ("themes/annals/home.html", "missing"),
        ("themes/annals/sigils/key.svg", "passwd"),
        ("themes/annals/lang/en.yaml", "passwd"),
        ("themes/annals/theme.yaml", "passwd"),
        ("themes/annals", ""),
        ("themes", ""),
    ],
)
def test_a_link_in_a_theme_is_an_error_at_its_path(
    path: str, target: str, folders: tuple[Path, Path]
) -> None:
    campaign, outside = folders
    assert theme_findings(campaign) == ()
    link(campaign / path, outside / target, relative=False)
    (found,) = theme_findings(campaign)
    assert found.at is not None
    assert (found.code, found.at.path) == ("R001", path)
    assert found.help == "put the file itself in place of the link"


@pytest.mark.parametrize(
    "name",
    [
        "../campaign.yaml",
        "/etc/passwd",
        "C:/Windows/win.ini",
        "..%2Fcampaign.yaml",
        "media/../x.png",
    ],
)
def test_a_picture_outside_of_media_is_an_error(name: str) -> None:
    found = findings_of(
        {"turns/001.yaml": f'turn: 1\nnews: [{{for: everyone, text: "![a]({name})"}}]\n'}
    )
    assert {it.severity for it in found} == {"error"}
    person = f'---\nname: Ada\nfor: everyone\npicture: "{name}"\n---\nx\n'
    assert {it.severity for it in findings_of({"people/ada.md": person})} == {"error"}


@pytest.mark.parametrize("target", ["campaign", "outside", "outside/passwd", "missing"])
def test_a_link_beside_campaigns_is_an_error_and_no_campaign(
    target: str, folders: tuple[Path, Path]
) -> None:
    top = folders[0].parent
    site = top / "site"
    link(site / "linked", top / target, relative=True)
    assert campaigns_in(site) == ()
    report = Report()
    load_multi_site(read_multi_site(site, "site"), (), report)
    (finding,) = report.findings
    assert (finding.code, finding.at and finding.at.path) == ("R001", "site/linked")
