"""A build for the host has the files of the site, after all checks of these, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.pipeline import (
    BuildOptions,
    MultiSiteCampaign,
    SealOptions,
    build_campaign,
    build_multi_site,
)
from chronicle.publish.lock.check import PublishRequest
from chronicle.records import replace
from chronicle.render import render_files
from chronicle.seal import Keys
from tests.golden.campaigns import TIDE_BELL
from tests.seal.small_bundles import cheap
from tests.small_campaign import SOUND, tree_of

SEAL: Final = SealOptions(cheap(Keys(master=bytes(range(32)), demo=True), ("ada", "gm")))
#: Only one of the two factions has a player.
PLAYED: Final = {**TIDE_BELL, "campaign.yaml": SOUND["campaign.yaml"] + "players: {ada: vael}\n"}
EVERYTHING: Final = BuildOptions(seal=SEAL)
HOSTED: Final = replace(EVERYTHING, site_only=True)
UNTOLD: Final = "The bell is cracked below the clapper."


def built(
    files: Mapping[str, str], options: BuildOptions, report: Report | None = None
) -> Mapping[str, bytes] | None:
    """The files of a campaign's build; None after an error."""
    result = build_campaign(tree_of(files), Report() if report is None else report, options)
    return None if result is None else result.files


def with_theme(tmp_path: Path, name: str, text: str) -> BuildOptions:
    """The options of a build for the host, with one template replaced."""
    (tmp_path / "annals").mkdir(parents=True, exist_ok=True)
    (tmp_path / "annals" / name).write_text(text, encoding="utf-8")
    return replace(HOSTED, themes=(tmp_path,))


@pytest.mark.parametrize("seal", [SEAL, None])
def test_a_build_for_the_host_has_the_site_of_a_full_build(seal: SealOptions | None) -> None:
    everything = built(PLAYED, replace(EVERYTHING, seal=seal))
    hosted = built(PLAYED, replace(HOSTED, seal=seal))
    assert everything is not None
    assert hosted is not None
    site = {path: content for path, content in everything.items() if path.startswith("site/")}
    assert dict(hosted) == site
    assert any(path.startswith("site/sealed/") for path in site) == (seal is not None)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (EVERYTHING, ["everyone", "gm", "oru", "vael"]),
        (HOSTED, ["everyone", "vael"]),
        (replace(HOSTED, seal=None), ["everyone"]),
    ],
)
def test_only_editions_that_are_hosted_are_rendered(
    options: BuildOptions, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered = []

    def noted(site: Any, *rest: Any, **options: Any) -> Any:
        rendered.append(site.edition.audience.word)
        return render_files(site, *rest, **options)

    monkeypatch.setattr("chronicle.pipeline.render_files", noted)
    assert built(PLAYED, options) is not None
    assert sorted(rendered) == words


def test_sealed_pages_are_not_put_into_the_output_store() -> None:
    stores: dict[str, dict[str, bytes]] = {}
    options = replace(HOSTED, store_for=lambda folder: stores.setdefault(folder, {}))
    assert built(PLAYED, options) is not None
    assert list(stores) == ["site"]


def test_a_multi_campaign_site_for_the_host_has_no_private_pages() -> None:
    campaigns = [MultiSiteCampaign(id, tree_of(PLAYED), Path(id), SEAL) for id in ("one", "two")]
    everything, _, _ = build_multi_site(tree_of({}, over={}), campaigns)
    hosted, _, _ = build_multi_site(tree_of({}, over={}), campaigns, BuildOptions(site_only=True))
    assert everything is not None
    assert hosted is not None
    assert dict(hosted) == {
        path: content for path, content in everything.items() if path.startswith("site/")
    }
    assert {path.split("/")[1] for path in everything if path.startswith("private/")} == {
        "one",
        "two",
    }


@pytest.mark.parametrize("template", ["about.html", "dossier.html"])
def test_a_leak_on_a_hosted_page_is_found(template: str, tmp_path: Path) -> None:
    told = {**PLAYED, "turns/002.yaml": f"turn: 2\nnews: [{{for: oru, text: {UNTOLD}}}]\n"}
    page = f'{{% extends "layout.html" %}}{{% block main %}}{UNTOLD}{{% endblock %}}'
    report = Report()
    assert built(told, with_theme(tmp_path, template, page), report) is None
    assert {finding.category for finding in report.findings if finding.severity == "error"} == {
        "leak"
    }


def test_a_mistake_in_a_template_of_a_hosted_page_is_found(tmp_path: Path) -> None:
    report = Report()
    assert built(PLAYED, with_theme(tmp_path, "dossier.html", "{{ nowhere }}"), report) is None
    assert report.has_errors


def test_a_mistake_in_a_template_of_the_gm_s_pages_alone_does_not_matter(tmp_path: Path) -> None:
    options, report = with_theme(tmp_path, "audit.html", "{{ nowhere }}"), Report()
    assert built(PLAYED, replace(options, site_only=False), report) is None
    assert report.has_errors
    assert built(PLAYED, options) is not None


@pytest.mark.parametrize("told", ["everyone", "vael", "oru"])
def test_a_published_turn_that_has_changed_is_found(told: str) -> None:
    """Also one that only an edition without a player told: it is hosted once it has one."""
    before = {
        **PLAYED,
        "turns/002.yaml": f"turn: 2\nnews: [{{for: {told}, text: A bell rings.}}]\n",
    }
    publishing = replace(EVERYTHING, request=PublishRequest(through=None))
    result = build_campaign(tree_of(before), Report(), publishing)
    assert result is not None
    record = {path: content.decode() for path, content in result.kept.items()}
    after = {**before, "turns/002.yaml": before["turns/002.yaml"].replace("rings", "rang")}
    report = Report()
    assert built({**before, **record}, HOSTED) is not None
    assert built({**after, **record}, HOSTED, report) is None
    assert {finding.code for finding in report.findings} == {"D001"}
