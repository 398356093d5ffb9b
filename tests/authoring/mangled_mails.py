"""What programs do to a text on its way from a player to the game master.

A mail is made of a text by some steps: what is written around it, what a keyboard or a chat makes
of it, how it is wrapped and quoted, and how it is sent.
"""

from __future__ import annotations

import html
import quopri
import re
import textwrap
from collections.abc import Callable
from email import policy
from email.message import EmailMessage
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from random import Random
from typing import Final, TypeAlias

from chronicle.records import Record

#: A change of a text, by chance.
Step: TypeAlias = Callable[[Random, str], str]


class Mangled(Record):
    """A mail as received, and the steps that made it.

    ``is_typed`` says whether a keyboard changed signs, ``is_cut`` whether a part of it is lost or
    others were added.
    """

    content: bytes
    steps: tuple[str, ...]
    is_typed: bool
    is_cut: bool


def _lines(change: Callable[[str], str]) -> Step:
    return lambda _, text: "\n".join(map(change, text.split("\n")))


# ── Around it ────────────────────────────────────────────────────────────────────────────────────


def _greeting(_: Random, text: str) -> str:
    signature = "Cheers,\nAda\n-- \nAda Mott\n[2] https://example.org/?a=b\n"
    return f"Hi Kim,\n\nhere are my orders. [1] See you on Friday!\n\n{text}\n{signature}"


def _tight_greeting(_: Random, text: str) -> str:
    return f"Here you go:\n{text}thanks, ada\n"


def _answer_above(_: Random, text: str) -> str:
    asked = "> Send me your orders by Friday.\n> turn by turn: as always\n"
    return f"{text}\nOn Mon, 2 Nov 2026 at 10:00, Kim <kim@example.org> wrote:\n{asked}"


def _answer_below(_: Random, text: str) -> str:
    return f"On Mon, 2 Nov 2026 Kim wrote:\n> Orders?\n\n{text}\n"


AROUND: Final[dict[str, Step]] = {
    "nothing around": lambda _, text: text,
    "greeting": _greeting,
    "tight greeting": _tight_greeting,
    "answer above": _answer_above,
    "answer below": _answer_below,
}

# ── A keyboard, a chat ───────────────────────────────────────────────────────────────────────────


def _curly(_: Random, text: str) -> str:
    text = re.sub(r'(?<![\w.,!?])"', "“", text).replace('"', "”")
    return re.sub(r"(?<!\w)'", "‘", text).replace("'", "’").replace("...", "…")


def _german(_: Random, text: str) -> str:
    text = re.sub(r'(?<![\w.,!?])"', "„", text).replace('"', "“")
    return text.replace(" -- ", " – ").replace("--", "—").replace("...", "…")


def _french(_: Random, text: str) -> str:
    text = re.sub(r'(?<![\w.,!?])"', "«\u00a0", text).replace('"', "\u00a0»")
    return re.sub(r"(?<=\w) ?([!?:;])(?=\s)", "\u00a0\\1", text)


def _capitals(_: Random, text: str) -> str:
    return re.sub(
        r"\b(turn|faction|actions|end|orders|place|campaign)\b", lambda it: it[1].title(), text
    )


def _hyphens(_: Random, text: str) -> str:
    return re.sub(r"(?<=[a-z])-(?=[a-z])", "\u2011", text)


TYPED: Final[dict[str, Step]] = {
    "curly quotes": _curly,
    "German quotes and dashes": _german,
    "French quotes and spaces": _french,
    "capital letters": _capitals,
    "other hyphens": _hyphens,
}


def _unseen(chance: Random, text: str) -> str:
    return "".join(f"{it}\u200b" if chance.random() < 0.05 else it for it in text)


CHAT: Final[dict[str, Step]] = {
    "fences": lambda _, text: f"```\n{text}```\n",
    "fences with a language": lambda _, text: f"~~~text\n{text}~~~\n",
    "bold": _lines(lambda it: f"**{it}**" if it else it),
    "code": _lines(lambda it: f"`{it}`" if it else it),
    "escaped": lambda _, text: re.sub(r"([\[\]_*#`])", r"\\\1", text),
    "addresses as links": lambda _, text: re.sub(r"https?://\S+", r"[\g<0>](\g<0>)", text),
    "addresses in brackets": lambda _, text: re.sub(r"https?://\S+", r"<\g<0>>", text),
    "addresses twice": lambda _, text: re.sub(r"https?://\S+", r"\g<0><\g<0>>", text),
    "unseen characters": _unseen,
    "no-break spaces": lambda _, text: text.replace(" ", "\u00a0"),
    "some no-break spaces": lambda chance, text: "".join(
        "\u00a0" if it == " " and chance.random() < 0.5 else it for it in text
    ),
    "line separators": lambda _, text: text.replace("\n", "\u2028"),
    "byte order mark": lambda _, text: f"\ufeff{text}",
}

# ── Wrapped and quoted ───────────────────────────────────────────────────────────────────────────


def _wrap(width: int, *, hyphens: bool = False, words: bool = False) -> Step:
    def step(_: Random, text: str) -> str:
        return "\n".join(
            part
            for line in text.split("\n")
            for part in textwrap.wrap(
                line, width, break_on_hyphens=hyphens, break_long_words=words, drop_whitespace=True
            )
            or [""]
        )

    return step


def _quote(mark: str, times: int = 1) -> Step:
    return _lines(lambda it: f"{mark * times}{it}")


def _double(_: Random, text: str) -> str:
    return text.replace("\n", "\n\n")


LAID_OUT: Final[dict[str, Step]] = {
    "wrapped at 72": _wrap(72),
    "wrapped at 40": _wrap(40),
    "wrapped at hyphens": _wrap(60, hyphens=True),
    "wrapped within words": _wrap(66, words=True),
    "wrapped with spaces left": lambda _, text: re.sub(r"(?m)^(.{30,70}?) (?=\S)", "\\1 \n", text),
    "quoted": _quote("> "),
    "quoted without a space": _quote(">"),
    "quoted three times": _quote("> ", 3),
    "quoted with bars": _quote("| "),
    "indented": _quote("      "),
    "indented with tabs": _quote("\t"),
    "indentation stripped": _lines(str.strip),
    "double spacing": _double,
    "blank lines dropped": lambda _, text: re.sub(r"\n{2,}", "\n", text),
    "spaces at the end": _lines(lambda it: f"{it}   "),
    "returns": lambda _, text: text.replace("\n", "\r\n"),
    "all in one line": lambda _, text: text.replace("\n", " "),
}

# ── Cut ──────────────────────────────────────────────────────────────────────────────────────────


def _without_line(chance: Random, text: str) -> str:
    lines = text.split("\n")
    del lines[chance.randrange(len(lines))]
    return "\n".join(lines)


def _cut(chance: Random, text: str) -> str:
    return text[: chance.randrange(len(text))]


def _cut_above(chance: Random, text: str) -> str:
    return text[chance.randrange(len(text)) :]


def _in_two(chance: Random, text: str) -> str:
    at = chance.randrange(len(text))
    return f"{text[:at]}\nAda Mott — Today at 12:03\n{text[at:]}"


def _remark(chance: Random, text: str) -> str:
    lines = text.split("\n")
    lines.insert(chance.randrange(len(lines)), "Are you sure about that?")
    return "\n".join(lines)


def _without_word(chance: Random, text: str) -> str:
    words = list(re.finditer(r"\S+", text))
    found = chance.choice(words)
    return text[: found.start()] + text[found.end() :]


def _two_lines_swapped(chance: Random, text: str) -> str:
    lines = text.split("\n")
    at = chance.randrange(max(len(lines) - 1, 1))
    lines[at : at + 2] = reversed(lines[at : at + 2])
    return "\n".join(lines)


CUT: Final[dict[str, Step]] = {
    "without a line": _without_line,
    "without a word": _without_word,
    "cut off": _cut,
    "cut off above": _cut_above,
    "sent in two parts": _in_two,
    "with a remark": _remark,
    "with two lines swapped": _two_lines_swapped,
}

# ── Sent ─────────────────────────────────────────────────────────────────────────────────────────


def _mail(encoding: str, charset: str = "utf-8") -> Callable[[Random, str], bytes]:
    def send(_: Random, text: str) -> bytes:
        mail = EmailMessage(policy=policy.SMTP)
        mail["Subject"] = "Re: Orders"
        mail["Message-ID"] = "<1@example.org>"
        try:
            text.encode(charset)
        except UnicodeEncodeError:
            charset_used = "utf-8"
        else:
            charset_used = charset
        mail.set_content(text, charset=charset_used, cte=encoding)
        return mail.as_bytes()

    return send


def _flowed(delsp: str) -> Callable[[Random, str], bytes]:
    def send(_: Random, text: str) -> bytes:
        rows: list[str] = []
        for line in text.replace("\r", "").split("\n"):
            quotes = re.match(">*", line)
            front = quotes[0] if quotes is not None else ""
            parts = textwrap.wrap(
                line[len(front) :],
                64,
                break_long_words=False,
                drop_whitespace=False,
                break_on_hyphens=False,
            ) or [""]
            goes_on = " " if delsp == "yes" else ""
            stuffed = [
                f"{front} {it}" if front or it.startswith((" ", ">", "From ")) else it
                for it in parts
            ]
            rows += [f"{it}{goes_on}" for it in stuffed[:-1]] + [stuffed[-1].rstrip(" ")]
        mail = EmailMessage(policy=policy.SMTP)
        mail["Subject"] = "Orders"
        mail.set_content("\n".join(rows), cte="8bit", params={"format": "flowed", "delsp": delsp})
        return mail.as_bytes()

    return send


def _as_html(text: str) -> str:
    lines = (html.escape(line).replace("  ", "&nbsp; ") for line in text.split("\n"))
    body = "<br>".join(lines)
    return f"<html><head><style>p {{}}</style></head><body><div>{body}</div></body></html>"


def _html_mail(chance: Random, text: str) -> bytes:
    mail = MIMEText(_as_html(text), "html", "utf-8")
    if chance.random() < 0.5:
        return mail.as_bytes()
    both = MIMEMultipart("alternative")
    both.attach(MIMEText(text if chance.random() < 0.5 else "See the HTML.", "plain", "utf-8"))
    both.attach(mail)
    return both.as_bytes()


def _paragraphs(_: Random, text: str) -> bytes:
    return "".join(f"<p>{html.escape(line)}</p>\n" for line in text.split("\n")).encode()


def _attached(_: Random, text: str) -> bytes:
    mail = EmailMessage(policy=policy.SMTP)
    mail["Message-ID"] = "<2@example.org>"
    mail.set_content("Here.\n")
    mail.add_attachment(
        text.encode(), maintype="application", subtype="octet-stream", filename="orders.txt"
    )
    return mail.as_bytes()


def _mailbox(_: Random, text: str) -> bytes:
    stamp = "Mon Nov  2 10:00:00 2026"
    asked = f"From kim@example.org {stamp}\nSubject: Friday\nMIME-Version: 1.0\n\nOrders?\n\n"
    sent = _mail("quoted-printable")(_, text).replace(b"\r\n", b"\n")
    return f"{asked}From ada@example.org {stamp}\n".encode() + sent


SENT: Final[dict[str, Callable[[Random, str], bytes]]] = {
    "pasted": lambda _, text: text.encode(),
    "8bit": _mail("8bit"),
    "quoted-printable": _mail("quoted-printable"),
    "base64": _mail("base64"),
    "Latin-1": _mail("quoted-printable", "iso-8859-1"),
    "flowed": _flowed("no"),
    "flowed with delsp": _flowed("yes"),
    "HTML": _html_mail,
    "HTML paragraphs": _paragraphs,
    "attached": _attached,
    "mailbox": _mailbox,
    "source of quoted-printable": lambda _, text: quopri.encodestring(text.encode()),
}


def mangled(chance: Random, text: str) -> Mangled:
    """A text on its way by a chance number of steps."""
    steps: list[str] = []
    is_typed = is_cut = False
    for kinds, likely in (
        (TYPED, 0.3),
        (CUT, 0.25),
        (CHAT, 0.3),
        (AROUND, 0.7),
        (LAID_OUT, 0.7),
        (LAID_OUT, 0.4),
    ):
        if chance.random() < likely:
            name = chance.choice(list(kinds))
            steps.append(name)
            text = kinds[name](chance, text)
            # Where emoji and stops are broken nobody can tell.
            is_typed |= kinds is TYPED or name == "wrapped within words"
            is_cut |= kinds is CUT
    name = chance.choice(list(SENT))
    return Mangled(SENT[name](chance, text), (*steps, name), is_typed, is_cut)
