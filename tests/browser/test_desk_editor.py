"""The text editor of the desk, with the schema of a real campaign, under a strict policy."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from typing import Final
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from chronicle.load import read_tree
from chronicle.schemas import schemas_of
from tests.browser.axe_checks import faults
from tests.browser.http_host import opened, served
from tests.browser.readers import CHROMIUM, FIREFOX, WEBKIT, Reader, in_engines
from tests.sample_campaigns import CHECKOUT, SAMPLE
from tests.schemas.schema_validation import OFFERED

SERVE: Final = CHECKOUT / "chronicle/serve"
POLICY: Final = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'"
PAGE: Final = f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<title>An editor</title>
<link rel="stylesheet" href="live.css">
<script type="module" src="page.js"></script>
<main>
<h1>An editor</h1>
<button>Before</button>
<div id="here"></div>
<button>After</button>
</main>
"""
#: What is wrong or odd is found in each line, and only as soon as ``answer`` is there.
SCRIPT: Final = """import { createEditor } from "./editor.js";
import schemas from "./schemas.js";

const given = new URLSearchParams(location.search);
const severities = { wrong: "error", odd: "warning" };
Object.assign(window, { asked: [], changes: 0, answer: null });
window.editor = createEditor({
  parent: document.querySelector("#here"),
  text: given.get("text"),
  language: given.get("language") ?? "yaml",
  label: "A file",
  schema: schemas[given.get("kind") ?? "turn"],
  readOnly: given.has("fixed"),
  async diagnostics(text) {
    asked.push(text);
    await answer;
    return text.split("\\n").flatMap((line, at) =>
      [...line.matchAll(/wrong|odd/g)].map(({ 0: word, index }) => {
        const column = [...line.slice(0, index)].length + 1;
        return { line: at + 1, column, endLine: at + 1, endColumn: column + word.length,
          severity: severities[word], code: "C999", message: `it is \\`${word}\\``,
          help: "Mend it.",
        };
      }));
  },
  async complete(kind, prefix) {
    const names = ["The Quay", { label: "Old Marrow", insert: "old-marrow", detail: "person" }];
    return names.filter((it) => kind === "link" && (it.label ?? it).includes(prefix));
  },
  onChange: () => (changes += 1),
});
"""
TEXT: Final = ".cm-content"
CHOICES: Final = ".cm-tooltip-autocomplete li"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A page with an editor, and nothing else that could help it."""
    folder = tmp_path_factory.mktemp("editor")
    schemas = schemas_of(read_tree(SAMPLE, "content/vaime"), OFFERED)
    script = (SERVE / "desk/static/editor.js").read_text(encoding="utf-8")
    files = {"index.html": PAGE, "page.js": SCRIPT, "editor.js": script, "favicon.ico": ""}
    files["schemas.js"] = f"export default {json.dumps(schemas)};"
    files["live.css"] = (SERVE / "live.css").read_text(encoding="utf-8")
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    with served(folder) as port:
        yield f"http://127.0.0.1:{port}/index.html"


@pytest.fixture(scope="module")
def window(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context(viewport={"width": 1024, "height": 768}) as context:
        context.set_default_timeout(20_000)
        yield context


@pytest.fixture
def page(window: BrowserContext) -> Iterator[Page]:
    page = window.new_page()
    yield page
    page.close()


@pytest.fixture(scope="module")
def still(browser: Browser) -> Iterator[Page]:
    """A page whose time goes on when it is told to; there nothing can be clicked."""
    with browser.new_context() as context:
        context.clock.install(time=0)
        context.clock.pause_at(1000)
        yield context.new_page()


def edited(page: Page, address: str, text: str, **query: str) -> list[str]:
    """Opens the page with a text in its editor; says what goes wrong there from then on."""
    wrong = opened(page, f"{address}?{urlencode({'text': text, **query})}")
    assert page.evaluate("!!window.editor")
    return wrong


def go(page: Page, text: str) -> None:
    """Puts a text into the editor and the cursor where ``^`` is in it."""
    before, after = text.split("^")
    line, column = before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1
    page.evaluate(
        "([text, line, column]) => { editor.setText(text); editor.focus(line, column); }",
        [before + after, line, column],
    )


def text_of(page: Page) -> str:
    return str(page.evaluate("editor.text()"))


def offered(page: Page, text: str) -> set[str]:
    """What is offered at the cursor when it is asked for."""
    go(page, text)
    page.keyboard.press("Control+Space")
    return choices(page)


def choices(page: Page) -> set[str]:
    page.clock.run_for(250)
    return set(page.locator(CHOICES).all_inner_texts())


def test_the_schema_says_what_can_be_written(still: Page, address: str) -> None:
    page = still
    wrong = edited(page, address, "")
    factions = {"augers", "bellhouse", "margrave", "nets", "sounders"}
    audiences = factions | {"everyone", "factions", "gm"}
    news = {"about", "effects", "from", "id", "title"}
    assert offered(page, "sta^") == {"state"}
    assert {"date", "news", "orders"} <= offered(page, "turn: 1\n\n^\n\nstate: open")
    assert offered(page, "state: ^\ntitle: x") == {"open", "played"}
    assert offered(page, "state: o^pe # yet") == {"open"}
    assert offered(page, "orders:\n  ^") == factions
    assert offered(page, "orders:\n  augers: {}\n  ^\n") == factions - {"augers"}
    assert offered(page, "news:\n  - for: ^") == audiences
    assert offered(page, "news:\n- for:\n  - ^") == audiences
    assert offered(page, "news:\n  - for: [gm, ^]\n    text: x") == audiences
    assert offered(page, "news:\n  - for: gm\n    text: x\n    ^\n  - for: gm") == news
    assert offered(page, "news:\n  - {for: gm, text: x, ^}") == news
    assert offered(page, "news:\n  - {for: gm, ti^: x}") == {"title"}
    # Where the orders may be of several kinds, what is written decides.
    order = "orders:\n  augers:\n    conspiracies:\n      - {action: ACTION, ^}"
    assert "stake" in offered(page, order.replace("ACTION", "raise"))
    assert "stake" not in offered(page, order.replace("ACTION", "mobilize"))
    for elsewhere in ("# sta^", "title: sta^", 'state: "o^"', "news:\n  - text: |\n      sta^"):
        assert offered(page, elsewhere) == set()
    # A key leads to its value.
    go(page, "turn: 1\n^")
    page.keyboard.type("new")
    assert choices(page) == {"news"}
    page.keyboard.press("Enter")
    assert text_of(page) == "turn: 1\nnews:\n  - "
    assert choices(page) == {*news, "forrequired", "textrequired"}
    page.keyboard.type("for")
    assert choices(page) == {"forrequired"}
    page.keyboard.press("Enter")
    assert choices(page) == audiences
    page.keyboard.type("ever")
    assert choices(page) == {"everyone"}
    page.keyboard.press("Enter")
    assert text_of(page) == "turn: 1\nnews:\n  - for: everyone"
    assert wrong == []


def test_front_matter_has_a_schema_and_the_text_below_has_not(still: Page, address: str) -> None:
    page = still
    wrong = edited(page, address, "", language="markdown", kind="page")
    assert offered(page, "---\ntitle: A\nfo^\n---\n") == {"forrequired"}
    assert "everyone" in offered(page, "---\nfor: ^\n---\nfor: ")
    assert offered(page, "---\ntitle: A\n---\nfor: ^") == set()
    assert offered(page, "fo^") == set()
    expect(page.locator(".cm-gutters")).to_be_visible()
    assert wrong == []


def test_a_key_under_the_pointer_is_described(page: Page, address: str) -> None:
    wrong = edited(page, address, "turn: 1\nnews:\n  - {for: gm, text: x}\n")
    key = page.locator(".cm-line span", has_text="news")
    key.hover()
    expect(page.locator(".cm-description")).to_have_text("News and letters")
    assert wrong == []


def test_findings_are_asked_for_once_at_a_time(still: Page, address: str) -> None:
    page = still
    wrong = edited(page, address, "title: odd 🐦 wrong\n")
    page.clock.run_for(50)
    ranges = page.locator(".cm-lintRange")
    expect(ranges).to_have_text(["odd", "wrong"])
    expect(page.locator(".cm-lint-marker-error")).to_have_count(1)
    expect(page.get_by_role("status")).to_have_text("1 error, 1 warning")
    page.evaluate(
        "() => { editor.focus(1, 1); answer = new Promise((it) => { window.go = it; }); }"
    )

    def asked() -> int:
        return int(page.evaluate("asked.length"))

    page.keyboard.type("s")
    page.clock.run_for(200)
    page.keyboard.type("u")
    page.clock.run_for(249)
    assert asked() == 1
    page.clock.run_for(1)
    assert asked() == 2
    # The answer is awaited; then only the last text is asked about.
    page.keyboard.type("bwrong")
    page.clock.run_for(1000)
    page.keyboard.type("-")
    page.clock.run_for(1000)
    assert asked() == 2
    expect(ranges).to_have_text(["odd", "wrong"])
    page.evaluate("go()")
    page.clock.run_for(50)
    assert asked() == 3
    assert page.evaluate("asked.at(-1)") == "subwrong-title: odd 🐦 wrong\n"
    expect(ranges).to_have_text(["wrong", "odd", "wrong"])
    # The list leads to the place.
    page.get_by_role("button", name="2 errors, 1 warning").press("Enter")
    findings = page.get_by_role("listbox", name="Diagnostics")
    expect(findings.get_by_role("option").first).to_contain_text("it is wrong")
    expect(findings.locator("code").first).to_have_text("wrong")
    expect(findings).to_be_focused()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    page.keyboard.type("right")
    assert text_of(page) == "subwrong-title: odd 🐦 right\n"
    page.evaluate("editor.setDiagnostics([])")
    expect(ranges).to_have_count(0)
    assert wrong == []


def test_names_follow_two_brackets(still: Page, address: str) -> None:
    page = still
    wrong = edited(page, address, "")
    for text, written in (
        ("x: Meet [[^ there", "x: Meet [[The Quay]] there"),
        ("x: [[^]]", "x: [[The Quay]]"),
    ):
        go(page, text)
        page.keyboard.type("Q")
        assert choices(page) == {"The Quay"}
        page.keyboard.press("Enter")
        assert text_of(page) == written
    go(page, "[[^")
    page.keyboard.type("Mar")
    assert choices(page) == {"Old Marrowperson"}
    page.keyboard.press("Enter")
    assert text_of(page) == "[[old-marrow]]"
    expect(page.locator(".cm-wiki-link")).to_have_text("[[old-marrow]]")
    assert wrong == []


def test_keys_lead_into_the_editor_and_out(page: Page, address: str) -> None:
    wrong = edited(page, address, "title: odd\n")
    page.get_by_role("button", name="Before").focus()
    page.keyboard.press("Tab")
    field = page.get_by_role("textbox", name="A file")
    expect(field).to_be_focused()
    page.keyboard.type("x")
    assert (text_of(page), page.evaluate("changes")) == ("xtitle: odd\n", 1)
    page.keyboard.press("Control+z")
    assert text_of(page) == "title: odd\n"
    page.keyboard.press("Control+f")
    page.keyboard.type("odd")
    expect(page.locator(".cm-searchMatch")).to_have_text("odd")
    page.keyboard.press("Escape")
    expect(field).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(page.get_by_role("button", name="Before")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="After")).to_be_focused()
    page.goto(f"{address}?fixed=&text=title")
    expect(field).to_have_attribute("aria-readonly", "true")
    field.press("x")
    assert text_of(page) == "title"
    assert wrong == []


def test_what_is_not_edited_stays_as_it_was(page: Page, address: str) -> None:
    for text in ("a: 1\r\nb: 2\r\n", "a: 1\r\nb: 2\n\rc", "\n\n a\t \n", ""):
        wrong = edited(page, address, text)
        assert text_of(page) == text
        page.get_by_role("textbox").press("Control+Home")
        page.keyboard.type("x")
        assert text_of(page) == f"x{text}"
        assert page.evaluate("changes") == 1
        assert wrong == []
    # A change by the page leaves the cursor where it was, and is not undone.
    go(page, "one: 1\n^two: 2\n")
    page.keyboard.type("x")
    page.evaluate("editor.setText('zero: 0\\r\\n' + editor.text().replaceAll('\\n', '\\r\\n'))")
    page.keyboard.type("y")
    assert text_of(page) == "zero: 0\r\none: 1\r\nxytwo: 2\r\n"
    page.keyboard.press("Control+z")
    assert text_of(page) == "zero: 0\r\none: 1\r\ntwo: 2\r\n"
    # Also between two others.
    go(page, "one: 1\n^two: 2\nthree: 3\n")
    page.evaluate("editor.setText('# 1\\none: 1\\ntwo: 2\\nthree: 33\\n# 3')")
    page.keyboard.type("y")
    assert text_of(page) == "# 1\none: 1\nytwo: 2\nthree: 33\n# 3"
    page.evaluate("editor.destroy()")
    expect(page.locator("#here > *")).to_have_count(0)


def test_any_text_can_take_the_place_of_another(page: Page, address: str) -> None:
    edited(page, address, "")
    lines = ("", "a", "ab", "b")
    texts = ["\n".join(it) for n in (1, 2, 3) for it in product(lines, repeat=n)]
    wrong = page.evaluate(
        """(texts) => texts.flatMap((it, at) => [1, 7, 30].flatMap((step) => {
          const other = texts[(at * step + 11) % texts.length];
          editor.setText(it);
          editor.setText(other);
          return editor.text() === other ? [] : [[it, other, editor.text()]];
        }))""",
        texts,
    )
    assert wrong == []


def test_axe_finds_nothing_by_day_or_by_night(page: Page, address: str) -> None:
    turn = (SAMPLE / "turns/009.yaml").read_text(encoding="utf-8")
    lead = "# In quiet ink, odd: [[karnu]]\ntitel: &x !y wrong\n"
    wrong = edited(page, address, lead + turn[:1500])
    page.evaluate("editor.focus(3, 1)")
    page.keyboard.press("Control+f")
    page.keyboard.type("the")
    page.keyboard.press("Escape")
    page.keyboard.press("Control+Shift+M")
    expect(page.get_by_role("listbox", name="Diagnostics")).to_be_visible()
    assert list(faults(page)) == []
    go(page, "news:\n  - for: gm\n    ^")
    page.keyboard.press("Control+Space")
    expect(page.locator(".cm-completionInfo")).to_be_visible()
    assert list(faults(page)) == []
    assert wrong == []


@in_engines(CHROMIUM, FIREFOX, WEBKIT)
def test_the_policy_allows_its_styles_in_every_engine(reader: Reader, address: str) -> None:
    reader.open(f"{address}?{urlencode({'text': 'title: odd'})}")
    root = "document.querySelector('#here > *').shadowRoot"
    reader.until(f"window.editor && {root}.querySelector('.cm-lintRange-warning')")
    look = f"getComputedStyle({root}.querySelector('.cm-editor'))"
    assert reader.evaluate(f"{look}.display") == "flex"
    assert reader.evaluate(f"{look}.backgroundColor") == "rgb(255, 255, 255)"
    assert reader.evaluate("document.querySelectorAll('style').length") == 0
    assert reader.wrong() == []
