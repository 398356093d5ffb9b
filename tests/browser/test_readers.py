"""What tests in other engines stand on: a reader does and finds there what a person would."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.browser.http_host import served
from tests.browser.readers import CHROMIUM, FIREFOX, WEBKIT, Reader, in_engines

PAGE: Final = """<!doctype html><html lang=en><title>one</title><style>
@media print { .long { height: 300mm } }</style>
<p hidden>none</p><p class=long>First   words</p><input>
<select><option>low<option>high</select>
<button hidden>Copy</button><button onclick="
  navigator.clipboard.write([new ClipboardItem({ 'text/plain':
    Promise.resolve(new Blob([document.querySelector('input').value], { type: 'text/plain' })) })])
">Copy it</button>
</html>"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("page")
    (folder / "page.html").write_text(PAGE, encoding="utf-8")
    with served(folder) as port:
        yield f"http://127.0.0.1:{port}/page.html"


@in_engines(CHROMIUM, FIREFOX, WEBKIT)
def test_a_reader_types_copies_prints_and_sees_errors(reader: Reader, address: str) -> None:
    reader.open(address)
    assert reader.text("p") == "First words"
    assert not reader.shows("p", "none")
    reader.resize(390, 700)
    assert reader.evaluate("(more) => innerWidth + more", 1) == 391
    reader.fill("input", "gone")
    reader.fill("input", "Über 2 <b>")
    reader.choose("select", "high")
    assert reader.evaluate('document.querySelector("select").value') == "high"
    reader.click("button", "Copy")
    reader.focus("input")
    reader.press("End", "Shift+Home", "Delete", "a", "+")
    assert reader.evaluate('document.querySelector("input").value') == "a+"
    assert reader.pasted() == "Über 2 <b>"
    assert (reader.sheets("A4"), reader.sheets("Letter")) == (2, 2)
    assert reader.screenshot().startswith(b"\x89PNG")
    assert reader.wrong() == []
    other = reader.other_tab()
    other.open(address)
    reader.evaluate("localStorage.setItem('kept', 'here')")
    other.until("localStorage.getItem('kept')")
    assert other.evaluate("sessionStorage.length") == 0
    reader.evaluate("setTimeout(() => { throw new Error('planted'); })")
    end = time.monotonic() + 20
    while "planted" not in str(reader.wrong()):
        assert time.monotonic() < end
    reader.evaluate("location.hash = 'part'")
    reader.back()
    reader.until("!location.hash")
    reader.reload()
    assert not reader.evaluate('document.querySelector("input").value.includes("Über")')
