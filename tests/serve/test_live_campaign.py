"""A page that an edit affects is the same page as that of a build."""

from __future__ import annotations

from collections.abc import Mapping

from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.pipeline import build_files, edition_folder, resolve_campaign
from chronicle.play.turns import TurnCache
from chronicle.serve.error_page import findings_page
from chronicle.serve.live_campaign import LiveCampaign, PreviewOptions, audience_from_id
from chronicle.serve.live_site import LiveSite
from tests.serve.edited_campaign import AGAIN, EDITS, FAILED, THEMES, TURNS, whole
from tests.small_campaign import tree_of


def files_of(tree: FileTree) -> Mapping[str, bytes]:
    report = Report()
    made = build_files(tree, report)
    assert made is not None, [finding.message for finding in report.findings]
    return made


def test_every_live_page_equals_the_built_page_after_every_edit() -> None:
    shown = {word: LiveSite() for word in ("everyone", "vael", "gm")}
    for edit in EDITS:
        tree = tree_of({**TURNS, **edit})
        built = files_of(tree)
        for word, own in shown.items():
            state = whole(own, tree, word).states[""]
            assert state.showing is not None, state.findings
            folder = edition_folder(audience_from_id(word, ["vael", "oru"]))
            # The GM reads the dossiers of the factions in their editions.
            top = "private/" if word == "gm" else f"{folder}/"
            for path in (path for path in built if path.startswith(top)):
                assert state.file(path.removeprefix(top), Report()) == built[path], (path, edit)


def test_unchanged_turns_are_not_replayed() -> None:
    kept, first = TurnCache(), Report()
    before = resolve_campaign(tree_of(TURNS), first, kept)
    edited = {**TURNS, "turns/002.yaml": AGAIN.replace("Bells", "Gulls")}
    after = resolve_campaign(tree_of(edited), Report(), kept)
    assert before is not None
    assert after is not None
    same = [a is b for a, b in zip(before.history.turns, after.history.turns, strict=True)]
    assert same == [True, False, True]
    fresh = resolve_campaign(tree_of(edited), Report())
    assert fresh is not None
    assert fresh.history == after.history


def test_an_edited_turn_and_all_later_turns_are_replayed() -> None:
    kept = TurnCache()
    before = resolve_campaign(tree_of(TURNS), Report(), kept)
    edited = tree_of({**TURNS, "turns/001.yaml": FAILED})
    after, fresh = resolve_campaign(edited, Report(), kept), resolve_campaign(edited, Report())
    assert before is not None
    assert after is not None
    assert fresh is not None
    assert after.history == fresh.history != before.history


def test_warnings_of_turns_not_replayed_are_reported_again() -> None:
    silent = {**TURNS, "turns/001.yaml": FAILED}
    kept = TurnCache()
    said = []
    for _ in range(2):
        report = Report()
        resolve_campaign(tree_of(silent), report, kept)
        said.append(report.findings)
    assert said[0] == said[1] != ()


def test_a_page_stamp_changes_exactly_when_the_page_does() -> None:
    shown = LiveSite()
    stamps = [whole(shown, tree_of({**TURNS, **edit})).stamp for edit in EDITS]
    assert stamps[0] == stamps[4]
    assert len(set(stamps)) == len(EDITS) - 1
    assert whole(LiveSite(), tree_of(TURNS)).stamp == stamps[0]


def test_an_unchanged_campaign_is_not_rebuilt() -> None:
    live, tree = LiveCampaign(), tree_of(TURNS)
    assert live.state(tree, PreviewOptions("gm", THEMES)) is live.state(
        tree_of(TURNS), PreviewOptions("gm", THEMES)
    )


def test_an_edition_shown_tells_no_more_than_its_audience_may_know() -> None:
    letter = {**TURNS, "turns/002.yaml": AGAIN.replace("We heard.", "Kestrel moonrise.")}
    shown = LiveSite()
    seen = {}
    for word in ("gm", "oru", "vael", "everyone"):
        state = whole(shown, tree_of(letter), word).states[""]
        assert state.showing is not None
        page = state.showing.file("turns/2.html", Report())
        seen[word] = b"Kestrel" in (page or b"")
    assert seen == {"gm": True, "oru": True, "vael": False, "everyone": False}


def test_built_files_hold_no_live_preview_code() -> None:
    said = [
        path for path, content in files_of(tree_of(TURNS)).items() if b"/.chronicle/" in content
    ]
    assert said == []


def test_a_turn_that_waits_for_dice_is_shown_as_lines_to_fill_in() -> None:
    asking = TURNS["turns/001.yaml"].replace("turn: 1\n", "turn: 1\ndice: ask\n")
    state = LiveCampaign().state(tree_of({"turns/001.yaml": asking}), PreviewOptions("gm", THEMES))
    assert state.showing is None
    page = findings_page(state.findings)
    assert "waits for the dice of one roll" in page
    lines = page.partition('aria-label="lines to copy">')[2].partition("</pre>")[0]
    assert lines == "rolls:\n  vael/creep/pool: []  #: 2d6"
