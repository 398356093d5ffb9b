"""What a browser fetches until a player sees the first page of a dossier."""

from __future__ import annotations

from pathlib import Path
from typing import Final
from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import BrowserContext, Response

from chronicle.seal import phrase_of
from tests.browser.http_host import served
from tests.sample_campaigns import lock_of, sample_files, write_files

#: A sample of twelve turns, and the player of its longest dossier.
SAMPLE: Final = "cauvenne"
PLAYER: Final = "colin"
#: As many bytes of sealed files as may be fetched before a page shows.
MOST: Final = 300_000


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    files = {
        path.removeprefix("site/"): content
        for path, content in sample_files(SAMPLE).items()
        if path.startswith("site/")
    }
    return write_files(files, tmp_path_factory.mktemp("download"))


def test_a_dossier_opens_with_the_keyring_and_one_blob(context: BrowserContext, site: Path) -> None:
    page = context.new_page()
    answers: list[Response | None] = []
    page.on("requestfinished", lambda request: answers.append(request.response()))
    phrase = phrase_of(lock_of(SAMPLE).keys, PLAYER)
    with served(site) as port:
        page.goto(f"http://127.0.0.1:{port}/dossier.html#k={quote(phrase)}")
        page.wait_for_selector('#main[data-path="index.html"]')
        page.wait_for_load_state("networkidle")
        fetched = {urlsplit(answer.url).path: len(answer.body()) for answer in answers if answer}
    sealed = {path: size for path, size in fetched.items() if path.startswith("/sealed/")}
    assert "/sealed/keyring.json" in sealed
    assert len(sealed) == 2
    assert sum(sealed.values()) <= MOST
