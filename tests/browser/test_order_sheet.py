"""The order sheet in a real browser: what is chosen there is what chronicle reads."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from ruamel.yaml import YAML

from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.model.audience import faction_audience
from chronicle.outline.pages import outline
from chronicle.pipeline import PlayedCampaign, resolve_campaign
from chronicle.project import project
from chronicle.render import Renderer
from chronicle.render.pages import render_file
from chronicle.render.theme_selection import load_theme
from chronicle.rules.order_form import ActionField, Form
from chronicle.seal import open_orders, orders_private_key
from chronicle.starters import CONTENT_FOLDER, StarterOptions, starter_files
from tests.browser.axe_checks import faults
from tests.browser.sealed_site import BO, KEYS, Hosted, enter, turn_to
from tests.filled_order_forms import SOMETHING, fillings
from tests.sample_campaigns import write_files

ORDERS: Final = "orders.html"
#: Takes each way of one doer after the other, fills in what is needed, and hands back the texts.
#: Where there is nothing to choose, the one field is filled in.
WALK: Final = """([nth, something]) => {
  const doer = () => document.querySelectorAll("[data-do=fields] > fieldset.doer")[nth];
  const choice = doer().querySelector(":scope > select");
  const said = (it, kind) => it.dispatchEvent(new Event(kind, { bubbles: true }));
  const texts = [];
  if (!choice) {
    const text = doer().querySelector(".opened textarea");
    text.value = something;
    said(text, "input");
    texts.push([
      document.querySelector("[data-do=out]").value,
      document.querySelector(".is-lacking")?.textContent ?? "",
    ]);
    text.value = "";
    said(text, "input");
    return texts;
  }
  for (const option of [...choice.options].slice(1)) {
    choice.value = option.value;
    said(choice, "change");
    for (const it of choice.parentElement.querySelectorAll(".opened [required]")) {
      if (it.localName === "select") it.value = [...it.options].find(({ value }) => value).value;
      else it.value = it.type === "number" ? it.min : something;
      said(it, "input");
    }
    for (const ticks of choice.parentElement.querySelectorAll(".opened .ticks"))
      if (ticks.querySelector("legend .needed"))
        for (const it of ticks.querySelectorAll("input")) if (!it.disabled) it.click();
    texts.push([
      document.querySelector("[data-do=out]").value,
      document.querySelector(".is-lacking")?.textContent ?? "",
    ]);
  }
  choice.value = "";
  said(choice, "change");
  return texts;
}"""
ODD: Final = (
    "He said: \"no\" # never\n---\n- 'one': [two], {three} & *four* !five | >six % @seven\n"
    "\n  in\u2028 \u0085the\xa0end 🕯️ \\ `tick`: #"
)


def plain_yaml(text: str) -> Any:
    """What a text holds, as YAML."""
    return YAML(typ="safe", pure=True).load(text)


def played(ruleset: str) -> PlayedCampaign:
    """The campaign that begins one by a ruleset."""
    files = starter_files(StarterOptions(ruleset, "seed"), {})
    top = f"{CONTENT_FOLDER}/"
    own = {path.removeprefix(top): it for path, it in files.items() if path.startswith(top)}
    report = Report()
    found = resolve_campaign(FileTree("", own), report)
    assert found is not None, [finding.message for finding in report.findings]
    return found


def sheet(found: PlayedCampaign, faction: str, folder: Path) -> tuple[Form, str]:
    """A faction's form, and the address of its order sheet on disk with what that needs."""
    report = Report()
    theme = load_theme(found.campaign, (), report)
    assert theme is not None
    edition = project(found.campaign, found.history, found.system, faction_audience(faction))
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
                read = plain_yaml(text)
                assert (read["turn"], read["faction"]) == (len(found.campaign.turns) + 1, faction)
                assert read["orders"] == least, case.code
                assert lacking == "", case.code
        # All is taken back, and what stands anyhow is not written.
        assert plain_yaml(page.locator("[data-do=out]").input_value())["orders"] == {}
    assert wrong == []


def test_an_order_in_words_has_its_field_at_once(browser: Browser, tmp_path: Path) -> None:
    """Nothing has to be chosen first; an empty field is no order, and misses nothing."""
    _, address = sheet(played("freeform"), "barn", tmp_path)
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(address)
        fields = page.get_by_role("textbox", name="What you want to do")
        expect(fields).to_have_count(3)
        expect(page.locator("form select, form [required], form .needed")).to_have_count(0)
        state = page.locator(".order-state")
        expect(state).to_have_text("No orders yet.")
        fields.nth(1).fill("  \n")
        expect(state).to_have_text("No orders yet.")
        fields.nth(1).fill("We count the apples.\nTwice.")
        expect(state).to_contain_text("complete")
        out = page.locator("[data-do=out]")
        orders = {"actions": [{"id": "second", "order": "We count the apples.\nTwice."}]}
        assert plain_yaml(out.input_value())["orders"] == orders
        page.reload()
        expect(fields.nth(1)).to_have_value("We count the apples.\nTwice.")
        assert plain_yaml(out.input_value())["orders"] == orders


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
        page.goto(priced)
        expect(page.locator(".lede")).to_contain_text("what it costs")


def test_a_long_choice_is_grouped_and_repeats_its_cost(browser: Browser, tmp_path: Path) -> None:
    found = played("lieutenants")
    _, address = sheet(found, "hive", tmp_path)
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(address)
        page.get_by_role("button", name="Your orders").click()
        expect(page.get_by_role("textbox", name="Your orders")).to_be_focused()
        choice = page.locator("fieldset.doer > select").first
        groups = choice.locator("optgroup").evaluate_all("(all) => all.map((it) => it.label)")
        assert "Purchase" in groups
        assert len(groups) == len(set(groups))
        texts = choice.locator("option").all_text_contents()
        name = next(text for text in texts if text.startswith("Claim: a location"))
        choice.select_option(label=name)
        costs = page.locator(".opened > .way-about > .notes").first.inner_text()
        assert costs
        assert f"– {costs}" in name


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
    doer = page.locator("fieldset.doer").first
    doer.locator("select").first.focus()
    page.keyboard.press("ArrowDown")
    doer.locator("textarea").first.fill(ODD)
    written = plain_yaml(out.input_value())
    assert written["campaign"] == "Crowns"
    (plot,) = written["orders"]["conspiracies"]
    assert plot["narrative"] == ODD.strip()
    # A story of ordinary lines stays readable.
    doer.locator("textarea").first.fill("The first line: so.\n\n  # The third.")
    assert (
        "narrative: |-\n        The first line: so.\n\n          # The third.\n"
        in out.input_value()
    )
    text = out.input_value()
    # What is filled in outlives the page, and the lock takes it.
    turn_to(page, "index.html")
    turn_to(page, ORDERS)
    expect(out).to_have_value(text)
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(state).to_contain_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == text
    # What still lacks something is copied too, and it is said once more whose it is.
    doer.locator("textarea").first.fill("")
    page.get_by_role("button", name="Copy", exact=True).click()
    whose = doer.locator(".doer-name").inner_text()
    expect(state).to_have_text(re.compile(f"^Copied.+ Still missing: .*{whose} – How it is done"))
    doer.locator("textarea").first.fill("The first line: so.\n\n  # The third.")
    page.get_by_role("button", name="Copy sealed").click()
    expect(state).to_contain_text("sealed")
    armour = page.evaluate("navigator.clipboard.readText()")
    assert open_orders(armour, orders_private_key(KEYS)) == text.encode()
    page.get_by_role("button", name="Start over").click()
    assert plain_yaml(out.input_value())["orders"] == {}
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


def test_the_order_sheet_is_accessible(opened: Page) -> None:
    page = opened
    page.set_viewport_size({"width": 320, "height": 640})
    doer = page.locator("fieldset.doer").first
    for option in range(1, doer.locator("select").first.locator("option").count()):
        doer.locator("select").first.select_option(index=option)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert list(faults(page)) == []
    small = """() => [...document.querySelectorAll(".order-form :is(select, input, button)")]
      .map((it) => (it.closest(".tick") ?? it).getBoundingClientRect())
      .filter(({ height }) => height < 43.5).length"""
    assert page.evaluate(small) == 0
    page.emulate_media(media="print")
    assert page.locator(".order-sheet").is_visible()
    assert not page.locator(".order-form").is_visible()


def test_without_scripts_the_order_sheet_can_be_read_and_copied(
    browser: Browser, hosted: Hosted
) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto((hosted.folder / "private" / "vael" / ORDERS).as_uri())
        assert page.locator("main :is(select, input, textarea, button)").count() == 0
        assert page.get_by_role("heading", name="the Knives").is_visible()
        page.locator("summary").click()
        stub: Mapping[str, Any] = plain_yaml(page.locator(".stub code").inner_text())
        assert stub["faction"] == "vael"
        assert "action: mobilize" in page.locator(".stub code").inner_text()
