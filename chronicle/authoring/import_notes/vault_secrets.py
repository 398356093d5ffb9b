"""Divides the text of a note in a vault into what may be read and what is for the GM alone.

The structure is the one that a parser of Markdown finds. Where a text can be read in two ways, it
is secret if it is in one of them, and where a secret part has no certain end, the rest of the note
is secret.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from textwrap import dedent
from typing import Final

from chronicle.authoring.import_notes.secret_words import (
    begins_with_master,
    has_secret_identifier,
    is_secret_label,
    is_secret_mark,
    is_secret_title,
    may_have_mark,
)
from chronicle.markup.markdown import MarkdownBlock, markdown_blocks
from chronicle.records import MutableRecord, Record, field

#: What begins a comment, and what ends it. Readers see nothing of it in Obsidian.
_COMMENT_START: Final = re.compile(
    r"%%|<!--|<\?|<!\[CDATA\[|<![A-Za-z]|<%|\{>>|\{#(?=[^{}]{0,9999}#\})"
)
_COMMENT_ENDS: Final = dict(
    [
        *(("%%", "%%"), ("<!--", "-->"), ("<?", "?>"), ("<![CDATA[", "]]>")),
        # Of Templater, CriticMarkup and Jinja.
        *(("<%", "%>"), ("{>>", "<<}"), ("{#", "#}")),
    ]
)
#: Stands for what is in a comment or in code.
_MASK: Final = "\ue000"
_INLINE_CODE: Final = re.compile(r"(?<![`\\])(`+)(?!`)(.*?[^`])\1(?!`)", re.DOTALL)
_CALLOUT: Final = re.compile(r"\[!([^\]\n]*)\][+-]?[ \t]*(.*)")
#: What may stand before the words of a line, and says nothing.
_PREFIX: Final = re.compile(r"\s*(?:\[[^\[\]\n]\][ \t]+|\[\^[^\[\]\n]+\]:[ \t]*)")
#: A word for what follows: `**GM:** ...`, `Secret:: ...`, `(GM) ...`.
_LABELLED: Final = re.compile(
    r"[\W_]*?(?:[\[({]([^\[\](){}\n]{1,60})[\])}]|([^:\n|]{1,60}?)[*_~=]*\s*(?::|\s[-–—]\s))"
)
#: The same in emphasis: `**Secret** ...`.
_STRESSED: Final = re.compile(r"\s*(\*{1,3}|_{1,3}|==|~~|`)(?=\S)([^*_=~`\n]{1,60})\1(?=\s)")
#: What ends such a word within a line, and what stands before it there.
_LABEL_END: Final = re.compile(r"[:\uff1a–—→]| - ")
_LABEL_START: Final = re.compile(rf".*(?:[.!?;|()\[\]{{}}<>*_~=`\"“”„«»–—→{_MASK}]| - )")
_STRESS: Final = '*_~=`"“„« \t'
#: Languages of code that is text.
_PLAIN_CODE: Final = ("", "text", "txt", "md", "markdown")
_BRACKETS: Final = {"(": ")", "[": "]", "{": "}"}
#: What links, footnotes and callouts have in brackets beside words.
_ADDRESS: Final = re.compile(
    r"\[\[[^\[\]\n|]*|\]\]|\[[!^][^\[\]\n]*\]|\]\((?:<[^<>\n]*>|[^()\n]*)\)"
)
_LINK_TITLE: Final = re.compile(r"\]\([^()\s]*(\s+(?:\"[^\"\n]*\"|'[^'\n]*'|\([^()\n]*\)))\)")
_SPOILER: Final = re.compile(r"\|\|(?=\S)[^|\n]*[^|\s]\|\||>!.*?!<")
#: A tag of a template language, such as `{% if gm %}` or `{{/if}}`, and one with a text in it.
_TEMPLATE_TAG: Final = re.compile(r"\{%[-+~]?([^{}%\n]*)%\}|\{\{[~-]?([#/^][^{}\n]*)\}\}")
_TEMPLATE_TEXT: Final = re.compile(r"\{\{([^{}|\n]+)\|[^{}]*\}\}")
#: Conditions, which say that not everybody reads a text, and comments.
_CONDITION: Final = re.compile(r"(?:if|unless|ifequal|ifnotequal|case|comment)\b|[#^]")
_HTML_TAG: Final = re.compile(
    r"(?<!\]\()<([A-Za-z][\w-]*)((?:\s(?:\"[^\"]*\"|'[^']*'|[^'\"<>])*)?/?)>"
)
_HTML_TITLE: Final = re.compile(
    r"<(summary|h[1-6]|legend|caption|t[hd]|dt)\b[^<>]*>(.*?)</\1", re.S
)
#: Elements that a page doesn't show.
_UNSEEN: Final = frozenset({"script", "style", "template", "noscript", "head", "dialog", "object"})
_VOID: Final = frozenset({"br", "hr", "img", "input", "wbr", "col", "source", "track", "embed"})
_UNSEEN_STYLE: Final = re.compile(
    r"\bhidden\b|display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0"
    r"|font-size\s*:\s*0|color\s*:\s*transparent|aria-hidden"
)
_DEFINITION: Final = re.compile(r"[ ]{0,3}\[([^\[\]\n]+)\]:")
_DIV: Final = re.compile(r"^[ \t>*+\-0-9.)]*:{3,}[ \t]*(.*)$", re.MULTILINE)
_ADMONITION: Final = re.compile(r"(?:!!!|\?\?\?)\+?[ \t]*(.*)")
#: What begins a line within blocks, and says nothing by itself.
_MARKERS: Final = re.compile(r"[\s>*+\-0-9.)=|:#~`]*")
#: In characters; beyond this, comments are no longer looked for, and the rest is secret.
_MOST_PARSED: Final = 2 << 20
#: What a comment must hold to change what is code after it.
_CODE_SIGNS: Final = ("`", "~~~", "<")
#: How many blocks with a Markdown of their own are read within each other.
_DEEPEST: Final = 4


class SecretPart(Record):
    """A stretch of a text for the GM alone, from ``start`` to before ``end``, and why it is."""

    start: int
    end: int
    reason: str


class DividedText(Record):
    """A text in two: what may be read, and the pieces that are for the GM, in order."""

    open: str
    secret: tuple[str, ...]
    reasons: tuple[str, ...]
    #: The text with letters in place of comments and code, for what is neither.
    bare: str


def divided(text: str, depth: int = 0) -> DividedText:
    """A text divided into what may be read and what is for the GM alone.

    ``depth`` is in how many blocks it is, each with a Markdown of its own.
    """
    parts: list[SecretPart] = []
    delimiters: list[tuple[int, int]] = []
    bare = text
    for is_html in (False, True) if "<" in text else (False,):
        for is_wide in (True, False) if _COMMENT_START.search(text) else (True,):
            reading = _Reading(text, html=is_html, code_counts=is_wide, depth=depth)
            reading.read()
            parts += reading.parts
            delimiters += reading.delimiters
            bare = reading.bare if is_wide and not is_html else bare
    return _cut(text, parts, delimiters, bare)


def _cut(
    text: str, parts: Sequence[SecretPart], delimiters: Iterable[tuple[int, int]], bare: str
) -> DividedText:
    secret = bytearray(len(text))
    for part in parts:
        secret[part.start : part.end] = b"\1" * (min(part.end, len(text)) - part.start)
    dropped = bytearray(len(text))
    for start, end in delimiters:
        dropped[start:end] = b"\1" * (end - start)
    opened: list[str] = []
    pieces: list[str] = []
    at = 0
    while at < len(text):
        is_secret = secret[at]
        end = secret.find(1 - is_secret, at)
        end = len(text) if end < 0 else end
        if is_secret:
            kept = "".join(text[i] for i in range(at, end) if not dropped[i])
            if kept.strip():
                pieces.append(kept)
            # What is before and after a part of several lines is not one line.
            is_within = at and text[at - 1] != "\n" and "\n" in text[at:end]
            opened.append("\n" if is_within else "")
        else:
            opened.append(text[at:end])
        at = end
    shown = [part for part in parts if text[part.start : part.end].strip()]
    reasons = tuple(dict.fromkeys(part.reason for part in sorted(shown, key=lambda it: it.start)))
    return DividedText("".join(opened), tuple(pieces), reasons, bare)


class _Reading(MutableRecord):
    """One way to read a text, with or without ``html``.

    ``code_counts`` says whether code that is indented or goes over several lines is code.
    """

    text: str
    html: bool
    code_counts: bool
    depth: int
    parts: list[SecretPart] = field(default_factory=list)
    delimiters: list[tuple[int, int]] = field(default_factory=list)
    bare: str = ""
    _masked: str = ""
    _blocks: tuple[MarkdownBlock, ...] = ()
    _starts: list[int] = field(default_factory=list)

    def read(self) -> None:
        lines = self.text.split("\n")
        self._starts = [0, *accumulate(len(line) + 1 for line in lines)]
        self._masked = self.text
        self._parse()
        self._find_comments()
        self.bare = self._without_code()
        self._find_headings()
        self._find_blocks()
        self._find_divs()
        self._find_templates()
        self._find_html()
        self._find_unread_lines()
        self._find_definitions()

    # ── Lines and places ──

    def _parse(self) -> None:
        self._blocks = tuple(markdown_blocks(self._masked, html=self.html))

    def _close_lines(self, first: int, end: int, reason: str) -> None:
        self._close(self._start(first), self._start(end), reason)

    def _close(self, start: int, end: int, reason: str) -> None:
        self.parts.append(SecretPart(start, min(end, len(self.text)), reason))

    def _start(self, row: int) -> int:
        return min(self._starts[min(row, len(self._starts) - 1)], len(self.text))

    @property
    def _rows(self) -> int:
        return len(self._starts) - 1

    def _code(self) -> list[tuple[int, int]]:
        """Where there is code, in which comments don't begin."""
        kinds = ("fence", "code_block") if self.code_counts else ("fence",)
        found = [
            (self._start(block.first), self._start(block.end))
            for block in self._blocks
            if block.kind in kinds
        ]
        for block in self._blocks:
            if block.kind == "inline":
                start, end = self._start(block.first), self._start(block.end)
                found += (
                    code.span()
                    for code in _INLINE_CODE.finditer(self._masked, start, end)
                    if self.code_counts or "\n" not in code[0]
                )
        return sorted(found)

    def _without_code(self) -> str:
        return _lettered(self._masked, self._code())

    # ── Comments ──

    def _find_comments(self) -> None:
        """Close comments, and what is between two that say `GM`."""
        parsed = 0
        at = 0
        labels: list[tuple[int, int, str]] = []
        found_at: list[tuple[int, int]] = []
        code = self._code()
        while (start := self._next_comment(at, code)) >= 0:
            found = _COMMENT_START.match(self._masked, start)
            opening = found[0] if found else ""
            closing = _COMMENT_ENDS.get(opening, ">")
            inner = start + len(opening)
            until = self._masked.find(closing, inner)
            end = len(self.text) if until < 0 else until + len(closing)
            content = self.text[inner : end if until < 0 else until]
            self.delimiters += [(start, inner), *([] if until < 0 else [(until, end)])]
            self._close(start, end, "comments" if until >= 0 else "a comment without an end")
            if "\n" not in content.strip() and is_secret_label(content):
                labels.append((start, end, content))
            found_at.append((start, end))
            at = end
            if any(sign in content for sign in _CODE_SIGNS):
                parsed += len(self.text)
                if parsed > _MOST_PARSED:
                    self._close(at, len(self.text), "more comments than can be read")
                    found_at.append((at, len(self.text)))
                    break
                self._mask(found_at)
                code = self._code()
        if found_at:
            self._mask(found_at)
        self._close_labelled(labels)

    def _mask(self, comments: Iterable[tuple[int, int]]) -> None:
        """Put letters in place of comments, which keep the paragraphs that they are in."""
        self._masked = _lettered(self.text, comments)
        self._parse()

    def _next_comment(self, at: int, code: Sequence[tuple[int, int]]) -> int:
        found = _COMMENT_START.search(self._masked, at)
        while found is not None:
            before = bisect_right(code, (found.start(), len(self.text) + 1)) - 1
            if before < 0 or code[before][1] <= found.start():
                return found.start()
            found = _COMMENT_START.search(self._masked, code[before][1])
        return -1

    def _close_labelled(self, labels: Sequence[tuple[int, int, str]]) -> None:
        depth, since = 0, 0
        for start, end, content in labels:
            words = re.findall(r"/|\w+", content.casefold())
            is_end = bool({"/", "end", "ends", "stop", "close", "ende", "fin", "off"} & {*words})
            is_start = bool({"begin", "start", "anfang", "début", "on"} & {*words})
            if is_end or (depth and not is_start):
                depth = max(depth - 1, 0)
                if not depth:
                    self._close(since, end, f"between `{content.strip()}`")
            else:
                since = since if depth else start
                depth += 1
        if depth:
            self._close(since, len(self.text), "after a mark for the GM without an end")

    # ── Blocks ──

    def _find_headings(self) -> None:
        headings = [
            (block, _title(self._blocks[place + 1].content))
            for place, block in enumerate(self._blocks)
            if block.kind == "heading"
        ]
        for place, (block, title) in enumerate(headings):
            words = re.findall(r"[\w-]+", title)
            if (
                is_secret_title(title)
                or is_secret_label(title)
                or any(map(has_secret_identifier, words))
            ):
                ends = (
                    other.first
                    for other, _ in headings[place + 1 :]
                    if other.level <= block.level and other.inside == block.inside
                )
                self._close_lines(
                    block.first, next(ends, self._end_around(block)), f"sections such as `{title}`"
                )

    def _end_around(self, block: MarkdownBlock) -> int:
        return block.inside[-1].end if block.inside else self._rows

    def _next_heading(self, block: MarkdownBlock) -> int:
        return next(
            (
                other.first
                for other in self._blocks
                if other.kind == "heading"
                and other.first >= block.end
                and other.inside == block.inside
            ),
            self._end_around(block),
        )

    def _find_blocks(self) -> None:
        previous = ""
        for block in self._blocks:
            if block.kind == "fence":
                self._fence(block)
            elif block.kind == "code_block":
                if self._has_secret(dedent(block.content)):
                    self._close_lines(block.first, block.end, "indented lines with a secret")
            elif block.kind == "inline" and any(one.kind == "table" for one in block.inside):
                self._cell(block)
            elif block.kind == "inline" and previous == "paragraph":
                self._paragraph(block)
            previous = block.kind

    def _cell(self, block: MarkdownBlock) -> None:
        if not may_have_mark(block.content):
            return
        cell = _title(block.content)
        word = cell if is_secret_label(cell) else _label_of(block.content)
        if word or any(_remarks(block.content)):
            table = next(one for one in block.inside if one.kind == "table")
            reason = f"tables with `{word}`" if word else "tables with a word for the GM"
            self._close_lines(table.first, table.end, reason)

    def _fence(self, block: MarkdownBlock) -> None:
        info = block.info.strip()
        if any(is_secret_mark(word.removeprefix("ad-")) for word in info.split()):
            self._close_lines(block.first, block.end, f"blocks such as `{info}`")
        elif info.startswith("ad-"):
            titles = re.findall(r"(?m)^\s*title:\s*(.*)$", block.content)
            if any(map(is_secret_title, titles)) or self._has_secret(block.content):
                self._close_lines(block.first, block.end, f"a block `{info}` with a secret in it")
        elif info in _PLAIN_CODE and any(map(_label_of, block.content.split("\n"))):
            self._close_lines(block.first, block.end, "code with a word for the GM")

    def _has_secret(self, text: str) -> bool:
        """Whether a text within a block has a secret part, or is nested too deep to tell."""
        return self.depth > _DEEPEST or bool(divided(text, self.depth + 1).reasons)

    def _paragraph(self, block: MarkdownBlock) -> None:
        quotes = [one for one in block.inside if one.kind == "blockquote"]
        is_item = bool(block.inside) and block.inside[-1].kind == "list_item"
        end = block.inside[-1].end if is_item else block.end
        ends = {row: until for _, row, until in self._definitions(block)}
        is_marked = may_have_mark(block.content)
        for row, line in enumerate(block.content.split("\n"), block.first):
            callout = _CALLOUT.match(line.strip())
            if callout and (is_secret_mark(callout[1]) or is_secret_title(_title(callout[2]))):
                until = max(quotes[-1].end if quotes else 0, end)
                self._close_lines(row, until, f"callouts such as `[!{callout[1]}]`")
                continue
            admonition = _ADMONITION.match(line.strip())
            if admonition and any(map(is_secret_mark, admonition[1].split())):
                self._close_lines(row, self._next_heading(block), f"`{line.strip()}`")
            if _DIV.match(line) or not is_marked:
                continue
            plain = _title(re.sub(r"</?[A-Za-z][^<>]*>", "", _PREFIX.sub("", line, count=1)))
            if is_secret_label(plain):
                self._close_lines(
                    row, max(self._next_heading(block), end), f"parts after `{plain}`"
                )
            elif words := _label_of(line):
                self._close_lines(row, max(ends.get(row, 0), end), f"parts after `{words}`")
        start, stop = self._start(block.first), self._start(block.end)
        for first, last, words in _remarks(self.bare[start:stop]) if is_marked else ():
            is_whole = last == stop - start
            until = self._start(max(ends.get(block.first, 0), end)) if is_whole else start + last
            self._close(start + first, until, words)
        for title in _LINK_TITLE.finditer(self.bare, start, stop):
            if is_secret_title(title[1].partition(":")[0]):
                self._close(*title.span(1), "titles of links")
        for spoiler in _SPOILER.finditer(self.bare, start, stop):
            self._close(*spoiler.span(), "spoilers")

    def _find_divs(self) -> None:
        fences = self._fence_spans()
        depth, since, reason = 0, 0, ""
        for found in _DIV.finditer(self._masked):
            if any(start <= found.start() < end for start, end in fences):
                continue
            words = found[1].strip(" {}.:")
            if words and (depth or any(map(is_secret_mark, words.split()))):
                since, reason = (since, reason) if depth else (found.start(), f"`::: {words}`")
                depth += 1
            elif depth and not words:
                depth -= 1
                if not depth:
                    self._close(since, found.end(), reason)
        if depth:
            self._close(since, len(self.text), reason)

    def _find_templates(self) -> None:
        """Close what a template language shows by a condition, or has a word for the GM."""
        depth, since, reason = 0, 0, ""
        for found in _TEMPLATE_TAG.finditer(self.bare) if "{" in self.bare else ():
            words = (found[1] or found[2]).strip(" -+~")
            if _CONDITION.match(words) or (
                not words.startswith(("end", "/")) and is_secret_mark_in(words)
            ):
                since, reason = (since, reason) if depth else (found.start(), f"`{found[0]}`")
                depth += 1
            elif depth and words.startswith(("end", "/")):
                depth -= 1
                if not depth:
                    self._close(since, found.end(), reason)
        if depth:
            self._close(since, len(self.text), reason)
        for text in _TEMPLATE_TEXT.finditer(self.bare):
            if is_secret_mark(text[1]):
                self._close(*text.span(), f"`{{{{{text[1]}|…}}}}`")

    def _fence_spans(self) -> list[tuple[int, int]]:
        return [
            (self._start(block.first), self._start(block.end))
            for block in self._blocks
            if block.kind == "fence"
        ]

    # ── HTML ──

    def _find_html(self) -> None:
        if "<" not in self.bare:
            return
        closed = 0
        for found in _HTML_TAG.finditer(self.bare):
            if found.start() < closed:
                continue
            name, attributes = found[1].casefold(), found[2]
            if is_hidden_element(name, attributes):
                closed = self._element_end(found)
                self._close(found.start(), closed, f"HTML (`<{name}>`)")
        for found in _HTML_TITLE.finditer(self.bare):
            title = _title(re.sub(r"<[^<>]*>", "", found[2]))
            if is_secret_label(title) or (found[1] != "td" and is_secret_title(title)):
                start = self.bare.rfind("<details", 0, found.start())
                opened = _HTML_TAG.match(self.bare, start) if start >= 0 else None
                is_summary = found[1] == "summary" and opened is not None
                self._close(
                    start if is_summary else found.start(),
                    self._element_end(opened) if is_summary and opened else len(self.text),
                    f"HTML with `{title}`",
                )

    def _element_end(self, opened: re.Match[str]) -> int:
        """Where an element ends; the end of the text if it has no certain end."""
        name = opened[1].casefold()
        if name in _VOID or opened[2].endswith("/"):
            return opened.end()
        depth = 1
        pattern = re.compile(rf"<(/?){re.escape(name)}\b[^<>]*>", re.IGNORECASE)
        for found in pattern.finditer(self.bare, opened.end()):
            depth += -1 if found[1] else 1
            if not depth:
                return found.end()
        return len(self.text)

    # ── What a parser leaves out ──

    def _find_unread_lines(self) -> None:
        """Close lines that are in no block, such as those nested deeper than the parser goes."""
        rows = bytearray(self._rows)
        for block in self._blocks:
            if block.kind in ("inline", "heading", "fence", "code_block", "html_block", "hr", "tr"):
                rows[block.first : block.end] = b"\1" * (block.end - block.first)
            elif block.kind == "table":
                rows[block.first + 1 : block.first + 2] = b"\1"
        for row, line in enumerate(self._masked.split("\n")):
            if not rows[row] and not _MARKERS.fullmatch(line):
                self._close_lines(row, row + 1, "lines that are nested too deep")

    def _find_definitions(self) -> None:
        """Close footnotes and addresses that no open text refers to."""
        found = [*self._definitions()]
        if not found:
            return
        closed = bytearray(len(self.text))
        for part in self.parts:
            closed[part.start : part.end] = b"\1" * (part.end - part.start)
        texts = {one: self._open_text(one, closed) for one in found}
        apart = bytearray(closed)
        for _, first, end in found:
            start, stop = self._start(first), self._start(end)
            apart[start:stop] = b"\1" * (stop - start)
        seen = "".join(
            "" if hidden else sign for sign, hidden in zip(self.text, apart, strict=True)
        )
        left = dict(texts)
        while left:
            used = _labels(seen)
            now = [one for one in left if " ".join(one[0].casefold().split()) in used]
            if not now:
                break
            for one in now:
                seen += left.pop(one).partition(":")[2]
        for _, first, end in left:
            self._close_lines(first, end, "notes and addresses that nothing open refers to")

    def _open_text(self, one: tuple[str, int, int], closed: bytearray) -> str:
        start, end = self._start(one[1]), self._start(one[2])
        return "".join(self.text[at] for at in range(start, end) if not closed[at])

    def _definitions(self, within: MarkdownBlock | None = None) -> Iterator[tuple[str, int, int]]:
        """The label and the lines of each definition, in all of the text or in one block."""
        for place, block in enumerate(self._blocks):
            if block.kind != "inline" or not block.content.lstrip().startswith("["):
                continue
            if within not in (None, block):
                continue
            rows = [
                (found[1], row)
                for row, line in enumerate(block.content.split("\n"), block.first)
                if (found := _DEFINITION.match(line))
            ]
            if not rows:
                continue
            end = block.end
            for follower in self._blocks[place + 1 :]:
                if follower.kind != "code_block" or follower.inside != block.inside:
                    break
                end = follower.end
            ends = [*(row for _, row in rows[1:]), end]
            for (label, row), until in zip(rows, ends, strict=True):
                yield label, row, until


def _label_of(line: str) -> str:
    """The word at the beginning of a line that says that the rest of it is for the GM; or ''."""
    for text in (line, _PREFIX.sub("", line, count=1)):
        stressed = _STRESSED.match(text)
        labelled = _LABELLED.match(_title(re.sub(r"</?[A-Za-z][^<>]*>", "", text)))
        found = [
            *((stressed[2],) if stressed else ()),
            *((labelled[1] or labelled[2] or "",) if labelled else ()),
        ]
        if words := next((it.strip() for it in found if is_secret_label(it)), ""):
            return words
    return ""


def _remarks(text: str) -> Iterator[tuple[int, int, str]]:
    """Where a text within a block is for the GM, by words in it, and the reason."""
    text = _ADDRESS.sub(lambda found: _MASK * len(found[0]), text)
    pairs = _brackets(text)
    for start, end in pairs.items():
        inner = text[start + 1 : end - 1]
        if is_secret_label(inner):
            yield 0, len(text), f"paragraphs with `{text[start:end]}`"
        elif begins_with_master(inner):
            yield start, end, "remarks in brackets for the GM"
    for found in _LABEL_END.finditer(text):
        line = text.rfind("\n", 0, found.start()) + 1
        before = text[line : found.start()].rstrip(_STRESS)
        edge = _LABEL_START.match(before)
        at = edge.end() if edge else 0
        if not is_secret_label(before[at:]):
            continue
        opened = line + len(before[:at].rstrip(_STRESS)) - 1
        reason = f"parts after `{before[at:].strip()}`"
        if opened >= line and text[opened] in _BRACKETS:
            yield opened, pairs.get(opened, len(text)), reason
        else:
            yield opened + 1, len(text), reason


def _brackets(text: str) -> dict[int, int]:
    """Where brackets begin, and where each ends."""
    found: dict[int, int] = {}
    opened: list[int] = []
    for at, sign in enumerate(text):
        if sign in _BRACKETS:
            opened.append(at)
        elif sign in ")]}":
            while opened and _BRACKETS[text[opened[-1]]] != sign:
                opened.pop()
            if opened:
                found[opened.pop()] = at + 1
    return found


def _lettered(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """A text with a mask for each sign in some spans, which are in order.

    To a parser of Markdown it is a letter.
    """
    parts: list[str] = []
    at = 0
    for start, end in spans:
        parts += [text[at:start], re.sub(r"[^\n]", _MASK, text[max(at, start) : end])]
        at = max(at, end)
    return "".join([*parts, text[at:]])


def _labels(text: str) -> frozenset[str]:
    return frozenset(
        " ".join(found.casefold().split()) for found in re.findall(r"\[([^\[\]]+)\]", text)
    )


def _title(text: str) -> str:
    """A title as words, without emphasis, links and the marks of HTML."""
    shown = re.sub(r"!?\[\[(?:[^\[\]|\n]*\|)?([^\[\]\n]*)\]\]", r"\1", text)
    return " ".join(re.sub(r"</?[A-Za-z][^<>]*>|[*_~=`]{1,3}", "", shown).split())


def is_hidden_element(name: str, attributes: str) -> bool:
    """Whether an element of HTML is not shown, or marked for the GM."""
    is_unseen = name in _UNSEEN or bool(_UNSEEN_STYLE.search(attributes.casefold()))
    return is_unseen or is_secret_mark(name) or is_secret_mark_in(attributes)


def is_secret_mark_in(text: str) -> bool:
    """Whether one of the made-up names in a text marks what is for the GM."""
    return any(map(is_secret_mark, re.findall(r"[\w-]+", text)))
