"""A browser that is nothing but WebKitGTK in windows as large as their pages, for its WebDriver.

Run by the Python of the system, whose package the bindings are. It writes errors of pages to its
output, a line each, and prints for ``webkit.messageHandlers.print`` onto a paper of GTK and into a
file, both of which are the message: its driver can do neither.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("JavaScriptCore", "4.1")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, JavaScriptCore, WebKit2  # noqa: E402  their versions come first

#: Runs beside each page, which does not see it.
_WATCH: Final = """
let isLeft = false;  // what is still being loaded then fails
addEventListener("beforeunload", () => { isLeft = true; });
const say = (text) => isLeft || webkit.messageHandlers.wrong.postMessage(String(text));
addEventListener("error", ({ message, target }) =>
  say(message ?? `failed: ${target.src ?? target.href?.baseVal ?? target.href}`), true);
addEventListener("unhandledrejection", ({ reason }) => say(reason));
document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
  say(`policy: ${effectiveDirective} ${blockedURI}`));"""


class Browser:
    """Its windows, of which the session may open any number."""

    def __init__(self) -> None:
        self._context = WebKit2.WebContext.new_ephemeral()
        self._context.set_automation_allowed(True)
        self._context.connect("automation-started", self._started)

    def _started(self, _: WebKit2.WebContext, session: WebKit2.AutomationSession) -> None:
        information = WebKit2.ApplicationInfo()
        information.set_name("WebKitGTK")
        session.set_application_info(information)
        session.connect("create-web-view", lambda _: self._view())

    def _view(self) -> WebKit2.WebView:
        pages = WebKit2.UserContentManager()
        view = WebKit2.WebView(
            web_context=self._context,
            user_content_manager=pages,
            is_controlled_by_automation=True,
        )
        pages.add_script(
            WebKit2.UserScript.new_for_world(
                _WATCH,
                WebKit2.UserContentInjectedFrames.TOP_FRAME,
                WebKit2.UserScriptInjectionTime.START,
                "beside",
            )
        )
        pages.connect("script-message-received::wrong", _write)
        pages.register_script_message_handler_in_world("wrong", "beside")
        pages.connect(
            "script-message-with-reply-received::print",
            lambda _, value, reply: _print(view, value.to_string(), reply),
        )
        pages.register_script_message_handler_with_reply("print")
        window = Gtk.Window(default_width=1280, default_height=800)
        view.connect("close", lambda _: window.destroy())
        window.add(view)
        window.show_all()
        return view


def _write(_: WebKit2.UserContentManager, result: WebKit2.JavascriptResult) -> None:
    line = result.get_js_value().to_string().replace("\n", " ")
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _print(view: WebKit2.WebView, asked: str, reply: WebKit2.ScriptMessageReply) -> bool:
    """Prints a page; the margins are those of GTK's print dialog."""
    paper, file = asked.split(" ", 1)
    settings = Gtk.PrintSettings()
    settings.set(Gtk.PRINT_SETTINGS_PRINTER, "Print to File")
    settings.set(Gtk.PRINT_SETTINGS_OUTPUT_FILE_FORMAT, "pdf")
    settings.set(Gtk.PRINT_SETTINGS_OUTPUT_URI, Path(file).as_uri())
    setup = Gtk.PageSetup()
    setup.set_paper_size_and_default_margins(Gtk.PaperSize.new(paper))
    operation = WebKit2.PrintOperation.new(view)
    operation.set_print_settings(settings)
    operation.set_page_setup(setup)
    done = JavaScriptCore.Value.new_boolean(JavaScriptCore.Context(), True)
    operation.connect("failed", lambda _, error: reply.return_error_message(str(error)))
    operation.connect("finished", lambda _: reply.return_value(done))
    operation.print_()
    return True


if __name__ == "__main__":
    browser = Browser()
    Gtk.main()
