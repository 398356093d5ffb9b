"""A reader at a tab of a browser: one interface to Chromium, Firefox and WebKitGTK.

It has what is common to them. A part of a page is named by a CSS selector and, if need be, by a
text that it holds: ``reader.click("button", "Lock")``. What a page becomes is waited for with
``until``, whose expression is asked again until it is true.
"""

from __future__ import annotations

import base64
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Final

import pytest
from _pytest.mark import ParameterSet
from playwright.sync_api import ElementHandle, Error, Frame, Page

from tests.browser.http_host import watched
from tests.browser.printed import sheets_of
from tests.browser.webdriver import LOG, Driver, DriverError, Marionette, WebKit

_PATIENCE: Final = 20.0
#: The first visible one, or nothing.
_FIND: Final = """((css, text) => [...document.querySelectorAll(css)].find((it) =>
  it.checkVisibility({ visibilityProperty: true })
  && it.textContent.replace(/\\s+/g, " ").includes(text)))"""
#: The same in the middle of the window, where nothing that stays at its edges covers it.
_REACH: Final = f"""(...named) => {{
  const it = {_FIND}(...named);
  it.scrollIntoView({{ block: "center", behavior: "instant" }});
  return it;
}}"""
#: What browsers say of it: the words that it shows, a line for each.
_TEXT: Final = f"(...named) => {_FIND}(...named)?.innerText.trim()"
_OPTION: Final = f"""(css, option) => [...({_FIND}(css, "")?.options ?? [])]
  .find((it) => it.text.trim() === option)"""
#: Calls an expression that is a function; promises are waited for.
_CALL: Final = """async (...given) => {{
  const it = ({expression});
  return typeof it === "function" ? it(...given) : it;
}}"""
#: The same where a driver waits for a call: its last argument.
_CALL_BACK: Final = """const given = [...arguments], done = given.pop();
({call})(...given)
  .then((value) => done({{ value }}), (error) => done({{ error: `${{error}}` }}));"""
_ELEMENT: Final = "element-6066-11e4-a52e-4f735466cecf"
_KEYS: Final = {
    **dict(zip(("Shift", "Control", "Alt"), "\ue008\ue009\ue00a", strict=True)),
    **dict(zip(("Backspace", "Tab", "Enter"), "\ue003\ue004\ue007", strict=True)),
    **dict(zip(("Escape", "Space", "PageUp", "PageDown"), "\ue00c \ue00e\ue00f", strict=True)),
    **dict(zip(("End", "Home", "Delete"), "\ue010\ue011\ue017", strict=True)),
    **{f"Arrow{way}": chr(0xE012 + nth) for nth, way in enumerate(("Left", "Up", "Right", "Down"))},
}
#: Width and height of paper in centimetres, and its name in GTK.
PAPERS: Final = {"A4": (21.0, 29.7, "iso_a4"), "Letter": (21.59, 27.94, "na_letter")}
#: Firefox's messages that are errors of pages, and not of itself; forgets them all.
_CONSOLE: Final = """
const found = Services.console.getMessageArray().filter((it) => it instanceof Ci.nsIScriptError
  && !(it.flags & (it.warningFlag | it.infoFlag)) && /^(http|file)/.test(it.sourceName));
Services.console.reset();
return found.map((it) => `${it.errorMessage} (${it.sourceName}:${it.lineNumber})`);"""
#: Gives the page a size, which may be smaller than a window of Firefox can be.
_RESIZE: Final = """
const { style } = gBrowser.selectedBrowser;
[style.width, style.height] = [...arguments].map((size) => `${size}px`);"""
#: Engines for ``in_engines``. Each is started by one process, which runs all tests in it.
CHROMIUM: Final = pytest.param("chromium")
FIREFOX: Final = pytest.param("firefox", marks=pytest.mark.xdist_group("firefox"))
WEBKIT: Final = pytest.param("webkit", marks=pytest.mark.xdist_group("webkit"))


def in_engines(*engines: ParameterSet) -> pytest.MarkDecorator:
    """Marks a test that has a reader in each of these, and not in Firefox and WebKitGTK."""
    return pytest.mark.parametrize("reader", engines, indirect=True)


class Reader(ABC):
    """Somebody at one tab."""

    engine: str

    @abstractmethod
    def open(self, address: str) -> None:
        """Goes to an address and waits until the page is loaded."""

    @abstractmethod
    def evaluate(self, expression: str, *arguments: object) -> Any:
        """What an expression is, after what it promises; a function is called with arguments."""

    @abstractmethod
    def click(self, css: str, text: str = "") -> None:
        """Clicks on the first visible such part, as soon as there is one, as a person does."""

    @abstractmethod
    def fill(self, css: str, text: str) -> None:
        """Types a text into the first visible such field, in the place of what was in it."""

    @abstractmethod
    def choose(self, css: str, option: str) -> None:
        """Chooses the option of that text in the first visible such list."""

    @abstractmethod
    def press(self, *chords: str) -> None:
        """Presses keys in turn, such as ``Tab``, ``a`` or ``Control+v``."""

    @abstractmethod
    def back(self) -> None: ...

    @abstractmethod
    def reload(self) -> None: ...

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Makes the page so wide and high."""

    @abstractmethod
    def pdf(self, paper: str = "A4") -> bytes:
        """The current page, printed on paper: ``A4`` or ``Letter``."""

    @abstractmethod
    def screenshot(self) -> bytes:
        """What is seen of the page, as a PNG."""

    @abstractmethod
    def other_tab(self) -> Reader:
        """Another tab of the same browser, which is in front from now on."""

    @abstractmethod
    def within(self, css: str) -> AbstractContextManager[None]:
        """Is in a frame of the page for a while: all that is looked for is there."""

    @abstractmethod
    def wrong(self) -> list[str]:
        """Errors in the console since this was last asked: of scripts, of policy."""

    def until(self, expression: str, *arguments: object) -> Any:
        """The value of an expression, once it has one."""
        end = time.monotonic() + _PATIENCE
        while True:
            try:
                if found := self.evaluate(expression, *arguments):
                    return found
                wrong = ""
            except (DriverError, Error) as error:  # the page was left meanwhile
                wrong = str(error)
            assert time.monotonic() < end, f"never: {expression} {arguments} {wrong}"
            time.sleep(0.04)

    def text(self, css: str = "main", text: str = "") -> str:
        """What the first visible such part says, as soon as there is one."""
        return str(self.until(_TEXT, css, text))

    def focus(self, css: str, text: str = "") -> None:
        """Gives the focus to the first visible such part, as soon as there is one."""
        self.until(f"(...named) => ({_FIND}(...named)?.focus(), !!{_FIND}(...named))", css, text)

    def shows(self, css: str, text: str = "") -> bool:
        """Whether such a part is visible now."""
        return bool(self.evaluate(f"(...named) => !!{_FIND}(...named)", css, text))

    def gone(self, css: str, text: str = "") -> None:
        """Waits until no such part is visible."""
        self.until(f"(...named) => !{_FIND}(...named)", css, text)

    def sheets(self, paper: str = "A4") -> int:
        """On how many sheets of paper the page is printed."""
        self.evaluate("document.fonts.ready.then(() => 0)")
        return sheets_of(self.pdf(paper))

    def type(self, text: str) -> None:
        """Types a text where the focus is."""
        self.press(*text)

    def pasted(self) -> str:
        """What the last copy put on the clipboard, as pasting it into a field elsewhere shows."""
        self.evaluate(
            """() => {
              const field = document.createElement("textarea");
              field.id = "pasted";
              (document.querySelector("dialog[open]") ?? document.body).append(field);
              field.focus();
            }"""
        )
        self.press("Control+v")
        found = self.until('document.querySelector("#pasted").value')
        self.evaluate('document.querySelector("#pasted").remove()')
        return str(found)


class DrivenReader(Reader):
    """Somebody at a tab of a browser that is driven by WebDriver."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self._handle = driver.current = driver.command("GetWindowHandle")
        self._others: list[DrivenReader] = []

    def _command(self, name: str, **parameters: object) -> Any:
        """What a command to this tab answers."""
        if self._driver.current != self._handle:
            self._driver.command("SwitchToWindow", handle=self._handle)
            self._driver.current = self._handle
        return self._driver.command(name, **parameters)

    def open(self, address: str) -> None:
        self._command("Navigate", url=address)

    def evaluate(self, expression: str, *arguments: object) -> Any:
        call = _CALL_BACK.format(call=_CALL.format(expression=expression))
        answer = self._command("ExecuteAsyncScript", script=call, args=arguments)
        if answer is None:
            raise DriverError("the page was left meanwhile")
        if "error" in answer:
            raise DriverError(answer["error"])
        return answer.get("value")

    def _element(self, find: str, *arguments: object) -> str:
        return str(self.until(find, *arguments)[_ELEMENT])

    def click(self, css: str, text: str = "") -> None:
        self._command("ElementClick", id=self._element(_REACH, css, text))

    def fill(self, css: str, text: str) -> None:
        id = self._element(_FIND, css, "")
        self._command("ElementClear", id=id)
        self._command("ElementSendKeys", id=id, text=text)

    def choose(self, css: str, option: str) -> None:
        self._command("ElementClick", id=self._element(_OPTION, css, option))

    def press(self, *chords: str) -> None:
        actions: list[dict[str, str]] = []
        for chord in chords:
            names = [chord] if len(chord) == 1 else chord.split("+")
            keys = [_KEYS.get(name, name) for name in names]
            actions += [{"type": "keyDown", "value": key} for key in keys]
            actions += [{"type": "keyUp", "value": key} for key in reversed(keys)]
        keyboard = {"type": "key", "id": "keyboard", "actions": actions}
        self._command("PerformActions", actions=[keyboard])

    def back(self) -> None:
        self._command("Back")

    def reload(self) -> None:
        self._command("Refresh")

    def screenshot(self) -> bytes:
        return base64.b64decode(self._command("TakeScreenshot"))

    @contextmanager
    def within(self, css: str) -> Iterator[None]:
        id = self._element(_FIND, css, "")
        # Marionette and the standard name an element in two ways.
        self._command("SwitchToFrame", id={_ELEMENT: id}, element=id)
        try:
            yield
        finally:
            self._command("SwitchToFrame", id=None)

    def other_tab(self) -> Reader:
        opened = self._command("NewWindow", type="tab")
        self._driver.current = opened["handle"]
        self._driver.command("SwitchToWindow", handle=opened["handle"])
        other = type(self)(self._driver)
        self._others.append(other)
        return other

    def leave(self) -> None:
        """Closes what this reader has opened; the first tab stays for the next, empty."""
        for other in self._others:
            other.leave()
            other._command("CloseWindow")
        self.open("about:blank")


class FirefoxReader(DrivenReader):
    """Somebody at a tab of Firefox."""

    engine = "firefox"
    _driver: Marionette

    def resize(self, width: int, height: int) -> None:
        self.evaluate("focus()")
        self._driver.privileged(_RESIZE, width, height)
        self.until("(...size) => `${size}` === `${[innerWidth, innerHeight]}`", width, height)

    def pdf(self, paper: str = "A4") -> bytes:
        width, height, _ = PAPERS[paper]
        page = {"width": width, "height": height}
        # Those of the page are kept.
        margin = dict.fromkeys(("top", "right", "bottom", "left"), 0)
        return base64.b64decode(self._command("Print", page=page, margin=margin))

    def wrong(self) -> list[str]:
        self.evaluate("0")  # what the page said before has arrived then
        return list(self._driver.privileged(_CONSOLE))

    @contextmanager
    def preference(self, name: str, value: int) -> Iterator[None]:
        """Sets a preference of the whole browser for a while."""
        self._driver.privileged("Services.prefs.setIntPref(...arguments)", name, value)
        yield
        self._driver.privileged("Services.prefs.clearUserPref(...arguments)", name)


class WebKitReader(DrivenReader):
    """Somebody at a window of WebKitGTK."""

    engine = "webkit"
    _driver: WebKit

    def resize(self, width: int, height: int) -> None:
        self._command("SetWindowRect", width=width, height=height)
        self.until("(...size) => `${size}` === `${[innerWidth, innerHeight]}`", width, height)

    def pdf(self, paper: str = "A4") -> bytes:
        printed = self._driver.folder / "printed.pdf"
        asked = f"{PAPERS[paper][2]} {printed}"
        self.evaluate("(asked) => webkit.messageHandlers.print.postMessage(asked)", asked)
        return printed.read_bytes()

    def wrong(self) -> list[str]:
        self.evaluate("0")  # as above
        log = (self._driver.folder / LOG).read_text(encoding="utf-8", errors="replace")
        found, self._driver.read = log[self._driver.read :], len(log)
        return found.splitlines()


class ChromiumReader(Reader):
    """Somebody at a page of the Chromium that all other tests use."""

    engine = "chromium"

    def __init__(self, page: Page) -> None:
        self._page = page
        self._frame: Page | Frame = page
        self._wrong = watched(page, "http://127.0.0.1")

    def open(self, address: str) -> None:
        self._page.goto(address)

    def evaluate(self, expression: str, *arguments: object) -> Any:
        call = _CALL.format(expression=expression)
        return self._frame.evaluate(f"(given) => ({call})(...given)", list(arguments))

    def _element(self, find: str, *arguments: object) -> ElementHandle:
        self.until(f"(...given) => !!({find})(...given)", *arguments)
        found = self._frame.evaluate_handle(f"(given) => ({find})(...given)", list(arguments))
        element = found.as_element()
        assert element is not None
        return element

    def click(self, css: str, text: str = "") -> None:
        self._element(_FIND, css, text).click()

    def fill(self, css: str, text: str) -> None:
        self._element(_FIND, css, "").fill(text)

    def choose(self, css: str, option: str) -> None:
        self._element(_FIND, css, "").select_option(label=option)

    def press(self, *chords: str) -> None:
        for chord in chords:
            self._page.keyboard.press(chord)

    def back(self) -> None:
        self._page.go_back()

    def reload(self) -> None:
        self._page.reload()

    def resize(self, width: int, height: int) -> None:
        self._page.set_viewport_size({"width": width, "height": height})

    def pdf(self, paper: str = "A4") -> bytes:
        return self._page.pdf(format=paper)

    def screenshot(self) -> bytes:
        return self._page.screenshot()

    @contextmanager
    def within(self, css: str) -> Iterator[None]:
        frame = self._element(_FIND, css, "").content_frame()
        assert frame is not None
        self._frame = frame
        try:
            yield
        finally:
            self._frame = self._page

    def other_tab(self) -> Reader:
        return type(self)(self._page.context.new_page())

    def wrong(self) -> list[str]:
        self._page.evaluate("0")  # hears what was said meanwhile
        found = list(self._wrong)
        self._wrong.clear()
        return found
