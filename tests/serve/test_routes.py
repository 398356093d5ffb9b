"""What a browser gets from a live preview: pages, mistakes, and nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.pipeline import MultiSiteCampaign, build_multi_site
from chronicle.render import shipped_themes_folder
from chronicle.serve.live_campaign import PreviewOptions
from chronicle.serve.live_site import CampaignSource, LiveSite
from chronicle.serve.preview import Preview
from tests.serve.edited_campaign import THEMES, TURNS, whole
from tests.small_campaign import SOUND, tree_of


class TestAShelf:
    """Two campaigns, a landing page, and a mistake in one of them."""

    @staticmethod
    def reads(edits: Mapping[str, str], word: str = "everyone") -> tuple[CampaignSource, ...]:
        options = PreviewOptions(word, THEMES, in_multi_site=True)
        other = tree_of({"campaign.yaml": SOUND["campaign.yaml"].replace("Crowns", "Ferries")})
        return CampaignSource("ferries", other, options), CampaignSource(
            "crowns", tree_of({**TURNS, **edits}), options
        )

    def test_live_pages_equal_built_pages(self) -> None:
        reads = self.reads({})
        seen = LiveSite().multi_site(FileTree("", {}), reads, THEMES)
        shelved = [MultiSiteCampaign(read.id, read.tree, shipped_themes_folder()) for read in reads]
        files, *_ = build_multi_site(FileTree("", {}), shelved)
        assert files is not None
        preview = Preview().after(seen)
        for path in ("index.html", "404.html", "crowns/turns/1.html", "ferries/index.html"):
            answer = preview.respond(f"/{path}", Report())
            assert _without_live(answer.body) == files[f"site/{path}"], path

    def test_a_mistake_in_one_campaign_leaves_the_pages_of_the_other(self) -> None:
        broken = self.reads({"turns/001.yaml": "turn: one\n"})
        preview = Preview().after(LiveSite().multi_site(FileTree("", {}), broken, THEMES))
        answers = {
            path: preview.respond(path, Report()).status
            for path in ("/ferries/", "/crowns/", "/crowns/turns/1.html")
        }
        assert answers == {"/ferries/": 200, "/crowns/": 500, "/crowns/turns/1.html": 500}


def _without_live(page: bytes) -> bytes:
    head, begin, rest = page.rpartition(b'<script src="/.chronicle/')
    return head + rest.partition(b"</script>")[2] if begin else page


class TestMistakes:
    """The page that is shown instead while files are wrong."""

    @pytest.fixture
    def preview(self) -> Preview:
        shown = LiveSite()
        sound = Preview().after(whole(shown, tree_of(TURNS)))
        wrong = {**TURNS, "turns/003.yaml": "turn: 3\ntitel: <b>Loud</b>\n"}
        return sound.after(whole(shown, tree_of(wrong)))

    def test_findings_are_shown_escaped_with_line_caret_help_and_code(
        self, preview: Preview
    ) -> None:
        answer = preview.respond("/turns/3.html", Report())
        page = answer.body.decode()
        assert answer.status == 500
        assert "turns/003.yaml:2:1" in page
        assert "<mark>titel</mark>" in page
        assert "^^^^^" in page
        assert "did you mean <code>title</code>" in page
        assert 'href="/.chronicle/explain/C002"' in page
        assert "&lt;b&gt;Loud&lt;/b&gt;" in page
        assert "<b>Loud" not in page
        assert "data-stamp" in page

    def test_the_last_good_page_stays_available(self, preview: Preview) -> None:
        page = preview.respond("/turns/3.html", Report()).body.decode()
        assert 'href="/turns/3.html?before"' in page
        before = preview.respond("/turns/3.html?before", Report())
        assert before.status == 200
        assert b"Quiet" in before.body

    def test_assets_of_the_last_good_page_stay_available(self, preview: Preview) -> None:
        before = preview.respond("/turns/3.html?before", Report()).body.decode()
        style = before.partition('rel="stylesheet" href="..')[2].partition('"')[0]
        assert preview.respond(style, Report()).status == 200

    def test_a_finding_code_links_to_its_page(self, preview: Preview) -> None:
        assert b"C002" in preview.respond("/.chronicle/explain/C002", Report()).body
        assert preview.respond("/.chronicle/explain/X999", Report()).status == 404

    def test_a_fixed_mistake_brings_the_page_back(self, preview: Preview) -> None:
        mended = preview.after(whole(LiveSite(), tree_of(TURNS)))
        assert mended.stamp != preview.stamp
        assert mended.respond("/turns/3.html", Report()).status == 200


@pytest.fixture(scope="module")
def hosted() -> Preview:
    """A campaign whose address is known."""
    address = "address: https://ada.example/ferry/\n"
    head = {"campaign.yaml": SOUND["campaign.yaml"] + address}
    return Preview().after(whole(LiveSite(), tree_of({**TURNS, **head})))


class TestAddresses:
    """Where a file is found, and where it is not."""

    def test_folder_urls_serve_an_index_with_or_without_slash(self, hosted: Preview) -> None:
        assert hosted.respond("/turns/", Report()).status == 200
        found = hosted.respond("/turns", Report())
        assert (found.status, found.location) == (301, "/turns/")

    def test_the_site_is_also_served_at_its_published_path(self, hosted: Preview) -> None:
        at_the_top = hosted.respond("/turns/1.html", Report())
        assert hosted.respond("/ferry/turns/1.html", Report()) == at_the_top
        assert hosted.respond("/ferry/", Report()) == hosted.respond("/", Report())

    def test_an_unknown_url_gets_the_404_page(self, hosted: Preview) -> None:
        answer = hosted.respond("/nowhere.html", Report())
        assert answer.status == 404
        assert b"/ferry/" in answer.body

    @pytest.mark.parametrize(
        "address", ["/../campaign.yaml", "/%2e%2e/x", "/a/..%2f..%2fx", "//x", "x", "/\\x", "/%00"]
    )
    def test_no_url_escapes_the_site(self, hosted: Preview, address: str) -> None:
        assert hosted.respond(address, Report()).status == 404

    def test_responses_have_their_content_type(self, hosted: Preview) -> None:
        kinds = {
            path: hosted.respond(f"/{path}", Report()).kind
            for path in ("index.html", "feed.xml", "search.json", "robots.txt", "card.png")
        }
        assert kinds == {
            "index.html": "text/html; charset=utf-8",
            "feed.xml": "application/xml",
            "search.json": "application/json",
            "robots.txt": "text/plain; charset=utf-8",
            "card.png": "image/png",
        }
