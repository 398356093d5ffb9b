"""What the themes use of CSS, HTML and JavaScript, by MDN's data on which browsers know it.

Whatever is younger than the oldest supported browsers is listed here, with what happens without it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

import pytest

from chronicle.render import shipped_themes_folder
from tests.docs.pages import sections
from tools import npm_programs

BROWSERS: Final = ("chrome", "firefox", "safari")
_CHECKED: Final = "checked by test_oldest_browsers.py"
_OLDER: Final = "older browsers know it by another name or in a simpler form, which is enough"
_LESS: Final = "looks plainer without it"
#: What is younger, with what a reader has without it.
WITHOUT: Final[Mapping[str, str]] = {
    ":has": "a list of selectors without it stands apart; @supports has what is needed",
    "color-mix()": "@supports has plain colours; " + _CHECKED,
    "popover=": "startup.js opens and closes the menu; " + _CHECKED,
    "popovertarget=": "startup.js opens and closes the menu; " + _CHECKED,
    ".hidePopover()": "is asked for, or only there where CSS knows :popover-open",
    ".showPopover()": "only where CSS knows :popover-open",
    "@container": "@supports goes by the width of the page",
    "container-type": "@supports goes by the width of the page",
    "container-type: inline-size": "@supports goes by the width of the page",
    "lh": "another length stands before it",
    "clip-path: view-box": "the same without it stands before it",
    "@media (scripting)": "what a script shows moves what is below",
    "@page": "margins of the browser's",
    ":details-content": "closed details stay closed on paper",
    "content-visibility": "closed details stay closed on paper",
    "content-visibility: visible": "closed details stay closed on paper",
    "content-visibility: auto": "single files take longer to open",
    "contain-intrinsic-size": "single files take longer to open",
    "overflow: clip": _LESS,
    "text-wrap": _LESS,
    "text-wrap: balance": _LESS,
    "text-wrap: pretty": _LESS,
    "hyphens": _LESS,
    "rx": _LESS,
    "orphans": _LESS,
    "widows": _LESS,
    "break-after: avoid": _LESS,
    "accent-color": _LESS,
    "overscroll-behavior": _LESS,
    "overscroll-behavior: contain": _LESS,
    "outline": _OLDER,
    "paint-order": _OLDER,
    "print-color-adjust": _OLDER,
    "print-color-adjust: exact": _OLDER,
    "text-size-adjust": _OLDER,
    "@media (forced-colors)": "no such colours there",
    "forced-color-adjust": "no such colours there",
    "forced-color-adjust: none": "no such colours there",
    "autocapitalize=": "letters may have to be corrected",
    "blocking=": "a script may run after the first drawing",
    "DecompressionStream": "early.js says that dossiers need another browser",
    ".share()": "its button is there only where the browser shares",
    ".opened()": "a method of our own",
    "ClipboardItem": "the text is copied in the older way",
}

Version = tuple[int, ...]
#: A node of MDN's data: other nodes by name, and what is known of itself.
Node = dict[str, Any]


@cache
def oldest() -> Mapping[str, Version]:
    """The oldest supported browsers."""
    (row,) = (
        row
        for row in sections("docs/reference/measures.md")["Browsers"].rows
        if row[0] == "to read"
    )
    return {name: _version(said) for name, said in zip(BROWSERS, row[1:], strict=True)}


@cache
def data() -> Node:
    path = npm_programs.script("@mdn/browser-compat-data/data.json")
    found: Node = json.loads(path.read_bytes())
    return found


def _version(said: str) -> Version:
    return tuple(int(part) for part in said.lstrip("≤").split("."))


def _is_known(node: Node, browser: str) -> bool:
    """Whether the oldest of a browser knows a feature by its own name and without a switch."""
    support = node["__compat"]["support"].get(browser, [])
    statements = support if isinstance(support, list) else [support]
    return any(
        _version(it["version_added"]) <= oldest()[browser]
        for it in statements
        if it["version_added"] not in (False, "preview")
        and not {"flags", "prefix", "alternative_name", "version_removed"} & it.keys()
    )


def is_young(nodes: list[Node]) -> bool:
    """Whether all features of a name are younger than some browser; not if there is none."""
    known = [node for node in nodes if "__compat" in node]
    return bool(known) and not any(all(_is_known(it, one) for one in BROWSERS) for it in known)


def inner(node: Node) -> Iterator[tuple[str, Node]]:
    """All nodes below one, by their names."""
    for name, below in node.items():
        if name != "__compat":
            yield name, below
            yield from inner(below)


@cache
def named(*tops: str) -> Mapping[str, list[Node]]:
    """The nodes below some, by their names alone."""
    found: dict[str, list[Node]] = {}
    for top in tops:
        node = data()
        for part in top.split("/"):
            node = node[part]
        for name, below in inner(node):
            found.setdefault(re.sub("_(static|event)$", "", name), []).append(below)
    return found


def unconditional(style: str) -> str:
    """A style sheet without comments, texts and what stands under @supports."""
    style = re.sub(r'/\*.*?\*/|"[^"\n]*"', "", style, flags=re.DOTALL)
    kept, end = "", 0
    for found in re.finditer(r"@supports[^{]*\{", style):
        if found.start() < end:
            continue
        kept += style[end : found.start()]
        depth, end = 1, found.end()
        while depth:
            depth += {"{": 1, "}": -1}.get(style[end], 0)
            end += 1
    return kept + style[end:]


def of_style(style: str) -> Iterator[tuple[str, list[Node]]]:
    """The features that a style sheet uses, with what there is about each."""
    css, text = data()["css"], unconditional(style)
    for name, query in re.findall(r"@([\w-]+)([^{;]*)", text):
        rule = css["at-rules"].get(name, {})
        yield f"@{name}", [rule]
        for feature in re.findall(r"\(([\w-]+)", query):
            yield f"@{name} ({feature})", [rule.get(feature, {})]
        if name == "media" and re.search("[<>]", query):
            yield "@media with a range", [rule["range_syntax"]]
    for selector, body in re.findall(r"([^{}]*)\{([^{}]*)\}", text):
        for name in re.findall(r"::?([\w-]+)", selector):
            yield f":{name}", [css["selectors"].get(name, {})]
        if "&" in selector:
            yield "&", [css["selectors"]["nesting"]]
        for declaration in body.split(";"):
            name, _, value = (part.strip() for part in declaration.partition(":"))
            own = css["properties"].get(name, {})
            yield name, [own]
            for word in re.findall(r"[a-z][\w-]*", value):
                yield f"{name}: {word}", [own.get(word, {})]
            for word in re.findall(r"([a-z][\w-]*)\(", value):
                yield f"{word}()", named("css/types").get(word, [])
            for unit in re.findall(r"(?<![\w#-])[\d.]+([a-z]+)", value):
                yield unit, named("css/types").get(unit, [])


def of_script(script: str) -> Iterator[tuple[str, list[Node]]]:
    """The same for a script: what it calls, and the interfaces that it names."""
    text = re.sub(r"(?s:/\*.*?\*/)|^\s*//.*$", "", script, flags=re.MULTILINE)
    for name in re.findall(r"\.(\w+)(?:\?\.)?\(", text):
        yield f".{name}()", named("javascript/builtins", "api").get(name, [])
    for name in re.findall(r"\b[A-Z]\w+", text):
        builtins = data()["javascript"]["builtins"]
        yield name, [builtins.get(name, {}), data()["api"].get(name, {})]
    if "(?<=" in text or "(?<!" in text:
        yield "(?<=", [data()["javascript"]["regular_expressions"]["lookbehind_assertion"]]


def of_template(template: str) -> Iterator[tuple[str, list[Node]]]:
    """The same for the attributes of a template."""
    html = re.sub(r"\{[%{#].*?[%}#]\}", "", template, flags=re.DOTALL)
    for element in re.findall(r"<[a-z][^>]*>", html):
        for name in re.findall(r"\s([a-z]+)(?==\"|[\s>])", element):
            yield f"{name}=", named("html/elements", "html/global_attributes").get(name, [])


READ: Final = {".css": of_style, ".js": of_script, ".html": of_template}


def young(ending: str, text: str) -> set[str]:
    """The names of features in a file that the oldest browsers do not know."""
    return {name for name, nodes in READ[ending](text) if is_young(nodes)}


def test_what_the_oldest_browsers_do_not_know_has_something_in_its_place() -> None:
    found: dict[str, set[str]] = {}
    for path in sorted(shipped_themes_folder().rglob("*")):
        if path.suffix in READ and path.is_file():
            for name in young(path.suffix, path.read_text(encoding="utf-8")):
                found.setdefault(name, set()).add(path.name)
    assert {name: at for name, at in found.items() if name not in WITHOUT} == {}
    assert WITHOUT.keys() - found.keys() == set(), "no longer used"


@pytest.mark.parametrize(
    ("ending", "text", "name"),
    [
        (".css", "a { color: light-dark(red, blue); }", "light-dark()"),
        (".css", "a { b & { color: red; } }", "&"),
        (".css", "@media (width > 3rem) { a { color: red; } }", "@media with a range"),
        (".css", "a { grid-template-columns: subgrid; }", "grid-template-columns: subgrid"),
        (".js", "const made = Promise.withResolvers();", ".withResolvers()"),
        (".js", "text.split(/(?<=a)/);", "(?<="),
        (".html", '<p popover="manual">', "popover="),
    ],
)
def test_younger_features_are_noticed(ending: str, text: str, name: str) -> None:
    assert young(ending, text) == {name}


def test_what_stands_under_supports_is_no_fault() -> None:
    mixed = "color: color-mix(in srgb, red, red)"
    text = f"@supports ({mixed}) {{ @media print {{ a {{ {mixed} }} }} }} b {{ color: red; }}"
    assert young(".css", text) == set()
    assert "b { color: red; }" in unconditional(text)


STYLES: Final = sorted(shipped_themes_folder().rglob("*.css"))


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_signs_that_are_not_read_out_are_also_written_the_old_way(path: Any) -> None:
    """Firefox before 128 and Safari before 17.4 know no `content` with words for readers."""
    text = path.read_text(encoding="utf-8")
    for sign in re.findall(r'content: ([^;/{}]+) / ""', text):
        both = f'content: {sign}; content: {sign} / ""'
        assert text.count(both) == text.count(f'content: {sign} / ""'), sign


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_a_list_with_a_selector_that_may_be_unknown_has_no_others(path: Any) -> None:
    """A browser without `:has()` drops all of a list; in `:is()` only the unknown one."""
    text = unconditional(path.read_text(encoding="utf-8"))
    for selectors, _ in re.findall(r"([^{};]*)\{([^{}]*)\}", text):
        unknown = [":has(" in outside(it) for it in listed(selectors)]
        assert all(unknown) or not any(unknown), selectors


def listed(selectors: str) -> list[str]:
    """The selectors of a list."""
    found, depth = [""], 0
    for sign in selectors:
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if sign == "," and not depth:
            found.append("")
        else:
            found[-1] += sign
    return [it.strip() for it in found]


def outside(selector: str) -> str:
    """A selector without what stands in its `:is()` and `:where()`."""
    while found := re.search(r":(?:is|where)\(", selector):
        end, depth = found.end(), 1
        while depth:
            depth += {"(": 1, ")": -1}.get(selector[end], 0)
            end += 1
        selector = selector[: found.start()] + selector[end:]
    return selector


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_each_mixed_colour_has_a_plain_one(path: Any) -> None:
    """A colour that is mixed from custom properties is invalid only when it is used."""
    text = path.read_text(encoding="utf-8")
    found = re.search(r"@supports not \(color: color-mix.*?\n\}\n", text, re.DOTALL)
    plain = set(_declared(found[0].split("{", 1)[1])) if found else set()
    mixed = {
        (selector, name)
        for selector, name, value in _valued(unconditional(text))
        if "color-mix(" in value
    }
    assert mixed - plain == set()


def _valued(text: str) -> Iterator[tuple[str, str, str]]:
    for selectors, body in re.findall(r"([^{}]*)\{([^{}]*)\}", text):
        for declaration in body.split(";"):
            name, _, value = (part.strip() for part in declaration.partition(":"))
            for selector in listed(selectors):
                yield selector, name, value


def _declared(text: str) -> Iterator[tuple[str, str]]:
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    return ((selector, name) for selector, name, _ in _valued(text))
