"""The order sheet in a real browser: what is chosen there is what chronicle reads."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect
from ruamel.yaml import YAML

from chronicle.authoring.pasted_orders import parse_pasted_orders
from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.model.audience import faction_audience
from chronicle.outline.pages import outline
from chronicle.pipeline import PlayedCampaign, resolve_campaign
from chronicle.project import project
from chronicle.project.edition import Edition
from chronicle.records import replace
from chronicle.render import Renderer
from chronicle.render.pages import render_file
from chronicle.render.theme_selection import load_theme
from chronicle.rules.order_form import ActionField, Form
from chronicle.seal import open_orders, orders_private_key
from chronicle.starters import CONTENT_FOLDER, StarterOptions, starter_files
from tests.authoring.sheet_text import CASES, numbered_text, sheet_text
from tests.browser.axe_checks import faults
from tests.browser.sealed_site import ADA, BO, KEYS, Hosted, come_back, enter, state, turn_to
from tests.filled_order_forms import SOMETHING, fillings
from tests.sample_campaigns import play_sample, sample_files, write_files
from tests.thorough import thorough

ORDERS: Final = "orders.html"
#: Takes each action of one doer after the other, fills in what is needed, and hands back the texts
#: with what is missing. Where there is nothing to choose, the one field is filled in.
WALK: Final = """([nth, something]) => {
  const doer = document.querySelectorAll("[data-doer]")[nth];
  const choice = doer.querySelector(":scope > .field select");
  const say = (it) => it.dispatchEvent(new Event("input", { bubbles: true }));
  const tool = (name) => document.querySelector(`[data-do=${name}]`);
  const told = () => [tool("out").value, tool("missing").textContent];
  const texts = [];
  for (let nth = 0; nth < (choice?.options.length ?? 2) - 1; nth++) {
    if (choice) {
      choice.value = nth;
      say(choice);
    }
    for (const it of doer.querySelectorAll(".opened [required], .opened textarea")) {
      if (!it.required && choice) continue;
      if (it.localName === "select") it.value = [...it.options].find(({ value }) => value).value;
      else it.value = it.type === "number" ? it.min : something;
      say(it);
    }
    for (const it of doer.querySelectorAll(".opened [data-needed] input"))
      if (!it.disabled) it.click();
    texts.push(told());
  }
  if (choice) choice.value = "";
  else doer.querySelector("textarea").value = "";
  say(choice ?? doer.querySelector("textarea"));
  return texts;
}"""
#: The names of the drafts that the device keeps; puts one more beside them.
DRAFTS: Final = """async (more) => {
  const [base] = await indexedDB.databases();
  if (!base) return [];
  const answer = (asked) => new Promise((done) => { asked.onsuccess = () => done(asked.result); });
  const opened = await answer(indexedDB.open(base.name));
  const store = opened.transaction("logins", "readwrite").objectStore("logins");
  const names = await answer(store.getAllKeys());
  if (more) await answer(store.put("{}", more));
  opened.close();
  return names.filter((name) => name.startsWith("orders "));
}"""
#: Whether the device has of a draft what the tab has.
STORED: Final = """async (name) => {
  const [base] = await indexedDB.databases();
  const answer = (asked) => new Promise((done) => { asked.onsuccess = () => done(asked.result); });
  const opened = await answer(indexedDB.open(base.name));
  const stored = await answer(opened.transaction("logins").objectStore("logins").get(name));
  opened.close();
  const [, own] = Object.entries(sessionStorage).find(([key]) => key.endsWith(name));
  return stored === own;
}"""
#: A title that would end a comment if it were written into one unescaped.
TITLE: Final = "Crowns\nof: [the"
ODD: Final = (
    "He said: \"no\" # never\n---\n- 'one': [two], {three} & *four* !five | >six % @seven\n"
    "\n  in\u2028 \u0085the\xa0end 🕯️ \\ `tick`: #"
)


def plain_yaml(text: str) -> Any:
    """What a text holds, as YAML."""
    return YAML(typ="safe", pure=True).load(text)


def sent_orders(text: str) -> dict[str, Any]:
    """What the text to send holds, as an import reads it."""
    report = Report()
    (one,) = parse_pasted_orders(text.encode(), "sent", None, report)
    assert report.findings == ()
    orders = plain_yaml("\n".join(one.rows))["orders"]
    return {"turn": one.turn, "faction": one.faction, "campaign": one.campaign, "orders": orders}


def in_lines(text: str) -> str:
    """A text as it is sent: its lines, without spaces around them or several in a row."""
    return "\n".join(" ".join(line.split()) for line in text.strip().split("\n"))


def played(ruleset: str, more: Mapping[str, str] | None = None) -> PlayedCampaign:
    """The campaign that begins one by a ruleset, with ``more`` at the end of some files."""
    files = starter_files(StarterOptions(ruleset, "seed"), {})
    top = f"{CONTENT_FOLDER}/"
    own = {path.removeprefix(top): it for path, it in files.items() if path.startswith(top)}
    own |= {path: own[path] + text.encode() for path, text in (more or {}).items()}
    report = Report()
    found = resolve_campaign(FileTree("", own), report)
    assert found is not None, [finding.message for finding in report.findings]
    return found


def edition_of(found: PlayedCampaign, faction: str) -> Edition:
    """What a faction may know."""
    return project(found.campaign, found.history, found.ruleset, faction_audience(faction))


def sheet(
    found: PlayedCampaign, faction: str, folder: Path, theme_name: str = "annals"
) -> tuple[Form, str]:
    """A faction's form, and the address of its order sheet on disk with what that needs."""
    report = Report()
    theme = load_theme(replace(found.campaign, theme=theme_name), (), report)
    assert theme is not None
    edition = replace(edition_of(found, faction), title=TITLE)
    site, renderer = outline(edition, report), Renderer.of(theme, edition.ruleset)
    drawn = render_file(ORDERS, site, renderer, report)
    assert drawn is not None, [finding.message for finding in report.findings]
    assets = {theme.published_path(name): content for name, content in theme.static.items()}
    write_files({ORDERS: drawn, **assets}, folder)
    assert edition.form is not None
    return edition.form, (folder / ORDERS).as_uri()


@pytest.mark.parametrize("ruleset", ["freeform", "shadow", "lieutenants", "wwn"])
def test_the_sheet_writes_every_action_as_the_order_form_defines_it(
    browser: Browser, tmp_path: Path, ruleset: str
) -> None:
    found = played(ruleset)
    faction = found.campaign.factions[0].id
    form, address = sheet(found, faction, tmp_path)
    doers = [part for part in form.parts if isinstance(part, ActionField)]
    wrong: list[str] = []
    with browser.new_context() as context:
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(address)
        for nth, doer in enumerate(doers):
            walked = page.evaluate(WALK, [nth, SOMETHING])
            assert len(walked) == len(doer.cases)
            for case, (text, lacking) in zip(doer.cases, walked, strict=True):
                least = next(fillings(Form(faction, case.parts))).written
                read = sent_orders(text)
                assert (read["turn"], read["faction"]) == (len(found.campaign.turns) + 1, faction)
                assert read["campaign"] == in_lines(TITLE.replace("\n", " "))
                assert read["orders"] == least, case.code
                assert (lacking == "") is bool(least), case.code
        stub = plain_yaml(page.locator(".stub code").text_content() or "")
        assert stub["faction"] == faction
        # All is taken back, and what stands anyhow is not written.
        assert sent_orders(page.locator("[data-do=out]").input_value())["orders"] == {}
    assert wrong == []


def test_the_text_to_send_is_the_same_in_both_languages(browser: Browser, tmp_path: Path) -> None:
    _, address = sheet(played("freeform"), "barn", tmp_path)
    sheets = [case["sheet"] for case in CASES]
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(address)
        texts = page.evaluate("(sheets) => sheets.map(chronicleOrderText)", sheets)
    for case, text in zip(CASES, texts, strict=True):
        assert text == numbered_text(case["lines"]), case["case"]
        assert sheet_text(case["sheet"]) == text


def test_an_order_in_words_has_its_field_at_once(browser: Browser, tmp_path: Path) -> None:
    """No choice is needed first; an empty field gives no order and lacks nothing."""
    _, address = sheet(played("freeform"), "barn", tmp_path)
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(address)
        fields = page.get_by_role("textbox", name="What you want to do")
        expect(fields).to_have_count(3)
        expect(page.locator(".order-form :is(select, [required], .needed)")).to_have_count(0)
        state = page.locator("[data-do=state]")
        expect(state).to_have_text("No orders yet.")
        fields.nth(1).fill("  \n")
        expect(state).to_have_text("No orders yet.")
        fields.nth(1).fill("We count the apples.\nTwice.")
        expect(state).to_have_text("Complete: 1 of 1")
        out = page.locator("[data-do=out]")
        orders = {"actions": [{"id": "second", "order": "We count the apples.\nTwice."}]}
        assert sent_orders(out.input_value())["orders"] == orders
        page.reload()
        expect(fields.nth(1)).to_have_value("We count the apples.\nTwice.")
        assert sent_orders(out.input_value())["orders"] == orders


def test_the_sheet_of_orders_in_words_speaks_of_no_prices_and_no_chances(
    browser: Browser, tmp_path: Path
) -> None:
    _, in_words = sheet(played("freeform"), "barn", tmp_path / "freeform")
    _, priced = sheet(played("shadow"), "barn", tmp_path / "shadow")
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(in_words)
        expect(page.locator(".lede")).to_contain_text("in your own words")
        expect(page.locator("main")).not_to_contain_text("what it costs")
        # Under each of the three there are lines to write on, on the screen and on paper.
        lines = page.locator(".doer .lines i")
        expect(lines).to_have_count(3 * 5)
        for medium in ("print", "screen"):
            page.emulate_media(media=medium)
            drawn = lines.evaluate_all("""(found) => found.map((it) =>
              [it.offsetHeight >= 28, it.offsetWidth > 200,
               getComputedStyle(it).borderBottomStyle].join())""")
            assert set(drawn) == {"true,true,solid"}
        page.goto(priced)
        expect(page.locator(".lede")).to_contain_text("what it costs")
        expect(lines).to_have_count(0)


def test_a_long_list_is_searched_and_grouped(browser: Browser, tmp_path: Path) -> None:
    _, address = sheet(played("lieutenants"), "hive", tmp_path)
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(address)
        doer = page.locator("[data-doer]").first
        doer.locator("summary").first.click()
        picker = doer.locator(".search-list").first
        expect(picker.locator("summary")).to_have_text("Order No order")
        picker.locator("summary").click()
        query = picker.get_by_role("searchbox", name="Search")
        expect(query).to_be_focused()
        groups = picker.locator("p.label:visible").all_text_contents()
        assert "Claim" in groups
        assert len(groups) == len(set(groups))
        # Words match by how they begin, in any order, without case and accents.
        query.fill("aim")
        expect(picker.locator("button:visible")).to_have_count(0)
        query.fill("LOC cláim")
        expect(picker.locator("button:visible")).to_have_count(1)
        expect(picker.locator("p.label:visible")).to_have_text("Claim")
        query.fill("claim the moon")
        expect(picker.locator("button:visible")).to_have_count(0)
        expect(picker.get_by_text("Nothing found")).to_be_visible()
        query.fill("claim loc")
        page.keyboard.press("Enter")
        expect(picker.locator("summary")).to_be_focused()
        expect(picker.locator("summary")).to_contain_text("Claim: a location")
        expect(query).not_to_be_visible()
        # What it costs stays in sight.
        expect(doer.locator(".sum .notes")).to_have_text(re.compile("costs 5 on a success"))
        # By pointer, back to nothing; Escape keeps the choice.
        picker.locator("summary").click()
        page.keyboard.press("Escape")
        expect(picker.locator("summary")).to_contain_text("Claim: a location")
        picker.locator("summary").click()
        picker.get_by_role("button", name="No order").click()
        expect(doer.locator(".sum")).to_have_text("No order")
        assert sent_orders(page.locator("[data-do=out]").input_value())["orders"] == {}


def test_what_orders_cost_is_summed_up_as_play_takes_it(browser: Browser, tmp_path: Path) -> None:
    _, address = sheet(played("lieutenants"), "hive", tmp_path)
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(address)
        funds = int(page.locator("[data-orders]").get_attribute("data-funds") or "")
        money = page.locator("[data-do=money]")
        doer = page.locator("[data-doer]").first
        doer.locator("summary").first.click()
        picker = doer.locator(".search-list").first
        query = picker.get_by_role("searchbox", name="Search")
        picker.locator("summary").click()
        query.fill("claim loc")
        page.keyboard.press("Enter")
        expect(money).to_have_text(f"costs 5, leaves {funds - 5}")
        doer.locator("[data-key=pay]").select_option("influence")
        expect(money).to_be_empty()
        picker.locator("summary").click()
        query.fill("purchase an item")
        page.keyboard.press("Enter")
        value = doer.locator("[data-key=value]")
        value.fill("3")
        expect(money).to_have_text(f"costs 3, leaves {funds - 3}")
        # As a repair is, whose every step costs one more: 3 and 2 + 3 beside.
        value.evaluate("(it) => (it.dataset.rise = 1)")
        value.fill("3")
        value.dispatch_event("input")
        expect(money).to_have_text(f"costs 8, leaves {funds - 8}")
        doer.get_by_text("More options").click()
        doer.locator("[data-key=pay]").select_option("double")
        expect(money).to_have_text(f"costs 16, leaves {funds - 16}")


#: Two actors of the ruleset `lieutenants`: what one of them may order must differ in words.
TWINS: Final = """() => [...document.querySelectorAll("[data-doer]")].flatMap((doer) => {
  const texts = [...doer.querySelector("select").options].map(({ text }) => text.split(" · ")[0]);
  return texts.filter((text, at) => texts.indexOf(text) !== at);
})"""
#: Chooses something for the first three, the first time the longest lists, and fills it all in.
FILL: Final = """() => {
  const say = (it) => it.dispatchEvent(new Event("input", { bubbles: true }));
  for (const doer of [...document.querySelectorAll("[data-doer]")].slice(0, 3)) {
    doer.open = true;
    const choice = doer.querySelector(":scope > .field select");
    const sizes = [...choice.options].slice(1).map(({ value }) => {
      choice.value = value;
      say(choice);
      return [doer.querySelector(".opened").scrollHeight, value];
    });
    choice.value = sizes.sort(([one], [other]) => other - one)[0][1];
    say(choice);
    for (const it of doer.querySelectorAll(".opened :is([required], textarea)")) {
      if (it.localName === "select") it.value = [...it.options].find(({ value }) => value).value;
      else it.value = it.type === "number" ? it.min : "Quietly, by the back door.";
      say(it);
    }
  }
  return document.documentElement.scrollHeight;
}"""


def sample_sheets(id: str, theme: str, folder: Path) -> Iterator[str]:
    """The addresses of a sample's order sheets on disk, in its own theme or another."""
    if theme == "annals":
        own = {path: it for path, it in sample_files(id).items() if path.startswith("private/")}
        drawn = {path: it for path, it in own.items() if not path.endswith(".html")}
        sheets = {path: it for path, it in own.items() if path.endswith(f"/{ORDERS}")}
        write_files({**drawn, **sheets}, folder)
        yield from ((folder / path).as_uri() for path in sorted(sheets))
        return
    found = play_sample(id)
    for faction in found.campaign.factions:
        if edition_of(found, faction.id).form is not None:
            yield sheet(found, faction.id, folder / faction.id, theme)[1]


@pytest.mark.parametrize(
    ("theme", "id"),
    [
        *(("annals", "cauvenne"), ("annals", "orrow"), ("annals", "vaime"), ("modern", "vaime")),
        *thorough([("modern", "cauvenne"), ("modern", "orrow")]),
    ],
)
def test_three_orders_of_a_sample_take_less_than_three_phone_screens(
    browser: Browser, tmp_path: Path, id: str, theme: str
) -> None:
    sheets = list(sample_sheets(id, theme, tmp_path))
    assert len(sheets) > 2
    with browser.new_context(viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        for address in sheets:
            page.goto(address)
            assert page.evaluate(TWINS) == [], address
            assert page.evaluate(FILL) < 3 * 844, address
            bar = page.locator(".order-bar").bounding_box()
            assert bar is not None
            assert bar["height"] <= 64
            # It stays at the foot of the screen.
            assert bar["y"] + bar["height"] == 844
            # The one with a deadline says in the bar how long it is until then, and in which zone.
            due = page.locator(".order-bar .due")
            told = re.compile(r"^in [\d,]+ days 20:00 \(Europe/Paris\), Friday, May 30, 2031$")
            expect(due).to_have_count(int(id == "cauvenne"))
            if id == "cauvenne":
                expect(due).to_have_text(told)
            assert page.evaluate("document.documentElement.scrollWidth") <= 390
            given = min(3, page.locator("[data-doer]").count())
            assert given
            expect(page.locator("[data-do=state]")).to_have_text(
                re.compile(f"^Complete: \\d of {given}$")
            )


@pytest.fixture
def opened(context: BrowserContext, hosted: Hosted) -> Page:
    """The order sheet of House Vael in an opened dossier."""
    page = context.new_page()
    page.add_init_script(
        "sessionStorage.setItem('chronicle /some/sub%20path/site/ dossier', 'vael')"
    )
    enter(page, hosted, BO)
    page.get_by_role("link", name="Orders", exact=True).click()
    page.wait_for_selector(".order-form")
    return page


def test_orders_are_filled_in_kept_copied_and_sealed_in_an_opened_dossier(
    context: BrowserContext, opened: Page
) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page, out, state = opened, opened.locator("[data-do=out]"), opened.locator("[data-do=state]")
    # By the keyboard alone.
    doer = page.locator("[data-doer]").first
    doer.locator("summary").first.focus()
    page.keyboard.press("Enter")
    doer.locator("select").first.focus()
    page.keyboard.press("ArrowDown")
    doer.get_by_label("Raise to").focus()
    page.keyboard.press("ArrowDown")
    doer.locator("textarea").first.fill(ODD)
    written = sent_orders(out.input_value())
    assert written["campaign"] == "Crowns"
    (plot,) = written["orders"]["conspiracies"]
    assert plot["narrative"] == in_lines(ODD)
    # A story of ordinary lines stays readable.
    doer.locator("textarea").first.fill("The first line: so.\n\n  # The third.")
    lines = out.input_value().splitlines()
    assert lines[2].endswith(" narrative: The first line: so.")
    assert lines[3:5] == [
        "[3] conspiracies.1 narrative:",
        "[4] conspiracies.1 narrative: # The third.",
    ]
    text = out.input_value()
    # What is filled in outlives the page, and the lock takes it.
    turn_to(page, "index.html")
    turn_to(page, ORDERS)
    expect(out).to_have_value(text)
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(state).to_contain_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == text
    page.get_by_text("Text to send").click()
    page.get_by_role("button", name="Copy sealed").click()
    expect(state).to_contain_text("sealed")
    armour = page.evaluate("navigator.clipboard.readText()")
    assert open_orders(armour, orders_private_key(KEYS)) == text.encode()
    # Sealed or not, what is copied is the same.
    page.get_by_role("button", name="Start over").click()
    assert sent_orders(out.input_value())["orders"] == {}
    page.get_by_role("button", name="Undo").click()
    expect(out).to_have_value(text)
    # A browser that refuses leaves the text selected.
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(Error()); }")
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(state).to_contain_text("selected")
    assert page.evaluate("getSelection().toString() || document.activeElement.value") == text
    page.get_by_role("button", name="Lock").click()
    # The tab of this test opens itself again.
    page.wait_for_selector('#main[data-path="index.html"]')
    assert page.evaluate("Object.keys(sessionStorage).filter((it) => it.includes('orders'))") == []


def test_a_draft_lasts_where_the_login_is_remembered(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    come_back(page, hosted, ADA, f"#/{ORDERS}")
    text = "() => document.querySelector('[data-do=out]')?.value"
    # The sheet is drawn after the dossier is open.
    empty = page.wait_for_function(text).json_value()
    doer = page.locator("[data-doer]").first
    doer.locator("summary").first.click()
    doer.locator("select").first.select_option(action(doer, "Mobilize"))
    turn_to(page, "index.html")
    # What was filled in before is kept too.
    page.get_by_label("Remember on this device").check()
    expect(page.get_by_role("status")).to_contain_text("This device remembers")
    page.close()
    page = context.new_page()
    page.goto(f"{hosted.unlock}#/{ORDERS}")
    assert "action=mobilize" in page.wait_for_function(text).json_value()
    second = page.locator("[data-doer]").nth(1)
    second.locator("summary").first.click()
    second.locator("select").first.select_option(action(second, "Mobilize"))
    written = page.evaluate(text)
    assert written.count("action=mobilize") == 2
    page.wait_for_function(STORED, arg="orders Crowns vael 3", polling=50)
    page.close()
    page = context.new_page()
    page.goto(hosted.unlock)
    state(page, "open")
    assert page.evaluate(DRAFTS, "orders Crowns vael 2") == ["orders Crowns vael 3"]
    page.reload()
    page.wait_for_selector("#main[data-path]")
    # The turn of the second is over.
    assert page.evaluate(DRAFTS, "") == ["orders Crowns vael 3"]
    turn_to(page, ORDERS)
    assert page.evaluate(text) == written
    page.get_by_role("button", name="Lock").click()
    state(page, "locked")
    assert page.evaluate(DRAFTS, "") == []
    come_back(page, hosted, ADA, f"#/{ORDERS}")
    assert page.wait_for_function(text).json_value() == empty


def action(doer: Locator, name: str) -> str:
    """The value of an action by its name, without its chance."""
    options = doer.locator("select").first.locator("option").filter(has_text=name)
    return options.first.get_attribute("value") or ""


def test_the_chance_beside_an_order_follows_what_is_chosen(opened: Page) -> None:
    """The Knives have one die, and three with a full stake; a success is a 4 or more."""
    knives = opened.locator("[data-doer]").nth(1)
    odds = knives.locator(".sum .odds")
    knives.locator("summary").first.click()
    expect(odds).to_have_count(0)
    # Of all levels: none with one die for two successes, one of three for one.
    knives.locator("select").first.select_option(action(knives, "Raise Influence"))
    expect(odds).to_have_text("0–88\N{NO-BREAK SPACE}%")
    level, stake = knives.get_by_label("Raise to"), knives.get_by_label("Destiny Dice staked")
    for choice, *chances in (("1", 50, 75, 88, "50–88"), ("2", 0, 25, 50, "0–50")):
        level.select_option(choice)
        expect(knives.locator(".sum .notes")).to_contain_text(f"needs {choice} success")
        # None is staked if none is said; of more than there are, only the range is known.
        for staked, chance in zip(("", "1", "2", "9"), chances, strict=True):
            stake.fill(staked)
            expect(odds).to_have_text(f"{chance}\N{NO-BREAK SPACE}%")
    # What needs no dice has no chance, closed too.
    knives.locator("select").first.select_option(action(knives, "Mobilize"))
    knives.locator("summary").first.click()
    expect(knives.locator(".sum")).to_have_text("Mobilize")


def test_each_order_is_a_sentence_with_its_chance_its_cost_and_what_is_left(opened: Page) -> None:
    """Bo has three dice: what the orders before leave is left for the next, and in all."""
    eyes, knives = (opened.locator("[data-doer]").nth(nth) for nth in (0, 1))
    funds = int(opened.locator("[data-orders]").get_attribute("data-funds") or "")
    money = opened.locator("[data-do=money]")
    expect(money).to_be_empty()
    knives.locator("summary").first.click()
    knives.locator("select").first.select_option(action(knives, "Raise Influence"))
    knives.get_by_label("Raise to").select_option("1")
    knives.get_by_label("Destiny Dice staked").fill("2")
    said = f"needs 1 success, costs 2, leaves {funds - 2}"
    expect(knives.locator(".sum")).to_have_text(
        f"Raise Influence, Influence 1: 88\N{NO-BREAK SPACE}%, {said}"
    )
    expect(money).to_have_text(f"costs 2, leaves {funds - 2}")
    # A new resource costs a die when it has its id; orders above are counted first.
    knives.get_by_text("More options").click()
    knives.get_by_label("Id").fill("12")
    eyes.locator("summary").first.click()
    eyes.locator("select").first.select_option(action(eyes, "Help another power's"))
    expect(eyes.locator(".sum")).to_have_text(
        f"Help another power's conspiracy: costs 1, leaves {funds - 1}"
    )
    expect(knives.locator(".sum")).to_contain_text(f"costs 3, leaves {funds - 4}")
    expect(money).to_have_text(f"costs 4, leaves {funds - 4}")


def test_orders_are_shared_where_the_browser_can_and_nothing_is_said_if_it_will_not(
    opened: Page,
) -> None:
    page, share = opened, opened.locator("[data-do=share]")
    expect(share).to_have_attribute("hidden", "")
    page.evaluate(
        """() => {
          window.shared = [];
          navigator.share = (it) => {
            shared.push(it.text);
            const refused = [, "AbortError", "NotAllowedError"][shared.length];
            return refused ? Promise.reject(new DOMException("", refused)) : Promise.resolve();
          };
        }"""
    )
    turn_to(page, "index.html")
    turn_to(page, ORDERS)
    expect(share).not_to_have_attribute("hidden", "")
    state, text = page.locator("[data-do=state]"), page.locator("[data-do=out]").input_value()
    said = state.text_content()
    for _ in range(3):
        share.dispatch_event("click")
    assert page.evaluate("shared") == [text] * 3
    assert state.text_content() == said


def test_the_chance_of_a_dealing_follows_the_influence_spent(
    browser: Browser, tmp_path: Path
) -> None:
    """L-CHK-3, L-CHK-7: nobody here is good at charm, so it takes a 7; each point makes it less."""
    more = {"factions/hive.yaml": "  influence: {barn: 2}\n"}
    found = played("lieutenants", more)
    _, address = sheet(found, "hive", tmp_path)
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(address)
        tansy = page.locator("[data-doer]", has_text="Tansy")
        tansy.locator("summary").first.click()
        tansy.locator(".search-list > summary").first.click()
        tansy.get_by_role("button", name="Gain Influence").click()
        odds, spent = tansy.locator(".sum .odds"), tansy.get_by_label("Influence spent")
        for points, chance in (("", 58), ("1", 72), ("2", 83), ("0", 58)):
            spent.fill(points)
            expect(odds).to_have_text(f"{chance}\N{NO-BREAK SPACE}%")
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(address)
        rows = page.locator(".doer", has_text="Tansy").locator("tbody tr")
        chances = rows.filter(has_text="Gain Influence").first.locator("td").all_inner_texts()
        assert [" ".join(it.split()) for it in chances] == ["58 %", "72 %", "83 %"]


def test_the_bar_counts_orders_and_leads_to_what_is_missing(opened: Page) -> None:
    page, state, missing = (
        opened,
        opened.locator("[data-do=state]"),
        opened.locator("[data-do=missing]"),
    )
    expect(state).to_have_text("No orders yet. Standing orders continue.")
    expect(missing).not_to_be_visible()
    doers = page.locator("[data-doer]")
    first, second = doers.nth(0), doers.nth(1)
    first.locator("summary").first.click()
    first.locator("select").first.select_option(action(first, "Attack a resource"))
    expect(state).to_have_text("Complete: 0 of 1")
    who = first.locator(".order-who").inner_text()
    expect(missing).to_have_text(f"Missing: {who} – How it is done")
    # Another order is opened, which closes the first; the link opens it again.
    second.locator("summary").first.click()
    expect(first.locator("textarea")).not_to_be_visible()
    second.locator("select").first.select_option(action(second, "Mobilize"))
    expect(state).to_have_text("Complete: 1 of 2")
    missing.click()
    expect(first.get_by_label("How it is done")).to_be_focused()
    page.keyboard.type("By night.")
    expect(state).to_have_text("Complete: 2 of 2")
    expect(missing).not_to_be_visible()
    # A number out of bounds is missing too.
    first.get_by_label("Destiny Dice staked").fill("99")
    expect(missing).to_have_text(re.compile("Destiny Dice staked"))
    expect(state).to_have_text("Complete: 1 of 2")


def test_copying_asks_first_while_required_fields_are_empty(
    context: BrowserContext, opened: Page
) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page, state = opened, opened.locator("[data-do=state]")
    page.evaluate("navigator.clipboard.writeText('before')")
    copied = "navigator.clipboard.readText()"
    first, second = page.locator("[data-doer]").nth(0), page.locator("[data-doer]").nth(1)
    first.locator("summary").first.click()
    first.locator("select").first.select_option(action(first, "Attack a resource"))
    second.locator("summary").first.click()
    second.locator("select").first.select_option(action(second, "Help another power's"))
    copy = page.get_by_role("button", name="Copy", exact=True)
    dialog = page.get_by_role("dialog", name="Some required fields are empty")
    copy.click()
    assert dialog.get_by_role("listitem").all_text_contents() == [
        "the Eyes – How it is done",
        "the Knives – Which conspiracy",
    ]
    assert list(faults(page)) == []
    # Each of them leads to its field; to close the question leads to the first.
    dialog.get_by_role("button", name="Which conspiracy").click()
    expect(second.get_by_label("Which conspiracy")).to_be_focused()
    copy.click()
    page.keyboard.press("Escape")
    expect(first.get_by_label("How it is done")).to_be_focused()
    copy.click()
    dialog.get_by_role("button", name="Fill them in").click()
    expect(first.get_by_label("How it is done")).to_be_focused()
    assert page.evaluate(copied) == "before"
    copy.click()
    dialog.get_by_role("button", name="Copy anyway").click()
    expect(state).to_have_text("Copied. Paste it into a message to the GM.")
    assert page.evaluate(copied) == page.locator("[data-do=out]").input_value()
    # Sealing asks too.
    page.get_by_text("Text to send").click()
    page.get_by_role("button", name="Copy sealed").click()
    dialog.get_by_role("button", name="Copy anyway").click()
    expect(state).to_contain_text("sealed")
    sealed = open_orders(page.evaluate(copied), orders_private_key(KEYS))
    assert sealed == page.locator("[data-do=out]").input_value().encode()


def test_the_order_sheet_is_accessible(opened: Page) -> None:
    page = opened
    page.set_viewport_size({"width": 320, "height": 640})
    doer = page.locator("[data-doer]").first
    doer.locator("summary").first.click()
    for option in range(1, doer.locator("select").first.locator("option").count()):
        doer.locator("select").first.select_option(index=option)
        for more in doer.locator(".more > summary").all():
            more.click()
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
    # The bar covers what is behind it, as long as that is not looked at.
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert list(faults(page)) == []
    small = """() => [...document.querySelectorAll(
      ".order-form :is(select, input, button, summary)")].filter((it) => it.checkVisibility())
      .map((it) => (it.closest(".tick") ?? it).getBoundingClientRect())
      .filter(({ height }) => height < 43.5).length"""
    assert page.evaluate(small) == 0
    page.emulate_media(media="print")
    assert page.locator(".order-sheet").is_visible()
    assert not page.locator(".order-form").is_visible()


@pytest.mark.parametrize("theme", ["annals", "modern"])
def test_an_open_search_is_accessible(browser: Browser, tmp_path: Path, theme: str) -> None:
    _, address = sheet(played("lieutenants"), "hive", tmp_path, theme)
    with browser.new_context(viewport={"width": 320, "height": 640}) as context:
        page = context.new_page()
        page.goto(address)
        doer = page.locator("[data-doer]").first
        doer.locator("summary").first.click()
        doer.locator(".search-list > summary").first.click()
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        assert list(faults(page)) == []


def test_without_scripts_the_order_sheet_can_be_read_and_copied(
    browser: Browser, hosted: Hosted
) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto((hosted.folder / "private" / "vael" / ORDERS).as_uri())
        assert page.locator("main :is(select, input, textarea, button)").count() == 0
        assert page.get_by_role("heading", name="the Knives").is_visible()
        # One die, and up to two staked; a success is a 4 or more.
        chances = page.locator(".doer", has_text="the Knives").locator("tbody tr").first
        cells = chances.locator("th, td").all_inner_texts()
        assert [" ".join(it.split()) for it in cells] == [
            *("Raise Influence: Influence 1", "50 %", "75 %", "88 %")
        ]
        page.locator("summary").click()
        stub: Mapping[str, Any] = plain_yaml(page.locator(".stub code").inner_text())
        assert stub["faction"] == "vael"
        assert "action: mobilize" in page.locator(".stub code").inner_text()
