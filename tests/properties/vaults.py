"""Generated vaults and exports of other tools, with a token in every text.

The ledger says which tokens are the GM's, by what the generator itself marks as secret. The marks
are written in as many ways as Markdown nests and spells them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from tests.properties.secret_tokens import Choices, Ledger, Readers, chance, pick

ALL: Final[Readers] = frozenset({"gm", "everyone", "lamps"})
GM_ONLY: Final[Readers] = frozenset({"gm"})
PLAYERS: Final[Readers] = frozenset({"gm", "lamps"})
#: Callouts for the GM.
SECRET_CALLOUTS: Final = (
    *("secret", "gm", "DM", "gmonly", "gm-only", "gmnotes", "dm-sidebar", "GM Notes", "spoiler"),
    *("secret|wide", "geheim", "SL", "MJ", "private", "hidden"),
)
OPEN_CALLOUTS: Final = ("info", "note", "quote", "tip|left", "example", "cite")
#: Headings of sections for the GM.
SECRET_HEADINGS: Final = (
    *("GM notes", "Secrets", "DM only", "For the GM", "**Secret**", "GM's eyes", "Geheim"),
    *("Nur für die Spielleitung", "SL-Infos", "Secrets du MJ", "Spoilers", "Hidden truth"),
)
OPEN_HEADINGS: Final = ("Looks", "History", "The quay", "Wares")
#: Front matter that closes a note. The last two are marks about reading that nobody understands.
SECRET_FRONT: Final = (
    *("secret: true", "draft: true", "visibility: dm", "visibility: gm", "visibility: secret"),
    *("audience: gm", "access: private", "revealed: false", "publish: false", "published: no"),
    *("gm-only: yes", "dm_only: true", "share: false", "visible: false", "spoiler: true"),
    *("player_visible: false", "hidden: Yes", "private: 1", "dg-publish: false", "tags: [gm]"),
    *("tags:\n  - npc\n  - secret", "reveal: unrevealed", "Visibility: 'DM only'"),
    *("visibility: the inner circle", "access: level 7"),
)
#: Front matter that neither opens nor closes a note.
PLAIN_FRONT: Final = ("", "type: npc", "tags: [npc]", "aliases: [Reed]", "draft: false")
#: Front matter of open notes; the last three also open a note whose name or folder closes it.
OPEN_FRONT: Final = (*PLAIN_FRONT, "publish: true", "visibility: public", "secret: false")
#: Front matter of notes for players, who are not the public.
PLAYERS_FRONT: Final = (
    *("visibility: players", "audience: [players, public]", "player_visible: true"),
    *("known to: party", "sichtbarkeit: Spieler", "tags: [visibility/players]", "access: pcs"),
)
SECRET_FOLDERS: Final = ("GM", "DM Notes", "Secrets", "Spielleiter", "NPCs/Secret", "Geheim")
OPEN_FOLDERS: Final = ("", "People", "Places", "Lore/Old", "Places/North")
#: Names of notes for the GM; the token goes where the star stands.
SECRET_NAMES: Final = ("* (GM)", "GM Notes *", "* - DM Secrets", "Secrets of *", "* Geheim", "* SL")


@dataclass
class Vault:
    """Files by path, and who may read the tokens in them.

    ``certain`` are the open tokens that nothing near them could close: they must be readable.
    """

    files: dict[str, str | bytes] = field(default_factory=dict)
    ledger: Ledger = field(default_factory=Ledger)
    certain: set[str] = field(default_factory=set)


#: A GIF of one pixel; its first colour is the number of a token, which outlives cleaning.
_PICTURE: Final = (
    bytes.fromhex("47494638396101000100800000"),
    bytes.fromhex("ffffff21f90401000000002c00000000010001000002024401003b"),
)


def picture_of(token: str) -> bytes:
    """A picture that stands for a token."""
    return _PICTURE[0] + int(token[2:6]).to_bytes(3, "big") + _PICTURE[1]


def token_of(picture: bytes) -> str:
    """The token that a picture of :func:`picture_of` stands for."""
    start = len(_PICTURE[0])
    return f"zq{int.from_bytes(picture[start : start + 3], 'big'):04d}x"


@dataclass
class _Writer:
    """Writes the blocks of one note; each is a list of lines without a blank one at its ends."""

    choices: Choices
    vault: Vault
    #: Links to secret headings.
    links: list[str] = field(default_factory=list)

    def token(self, kind: str, readers: Readers) -> str:
        return self.vault.ledger.token(kind, readers)

    def blocks(self, readers: Readers, depth: int, *, comments: bool) -> list[str]:
        """Some blocks with blank lines between them."""
        lines: list[str] = []
        for _ in range(self.choices.number(1, 3)):
            lines += [*([""] if lines else []), *self.block(readers, depth, comments=comments)]
        return lines

    def block(self, readers: Readers, depth: int, *, comments: bool) -> list[str]:
        plain: list[Callable[[Readers], list[str]]] = [
            self.paragraph, self.paragraph, self.listed, self.table, self.code, self.field,
        ]  # fmt: skip
        if depth <= 0:
            return pick(self.choices, plain)(readers)
        number = self.choices.number(0, 9)
        if number < 3:
            return pick(self.choices, plain)(readers)
        if number < 6:
            return self.container(self.blocks(readers, depth - 1, comments=comments), readers)
        return self.secret(depth - 1, comments=comments)

    # ── Open ──

    def paragraph(self, readers: Readers) -> list[str]:
        lines = [f"Then {self.token('paragraph', readers)} was seen."]
        if chance(self.choices, 30):
            lines.append(f"*And* **{self.token('paragraph', readers)}** too.")
        return lines

    def listed(self, readers: Readers) -> list[str]:
        sign = pick(self.choices, ("-", "*", "+", "1.", "- [ ]"))
        return [f"{sign} {self.token('list', readers)}" for _ in range(2)]

    def table(self, readers: Readers) -> list[str]:
        cells = [self.token("table", readers) for _ in range(2)]
        return [f"| {cells[0]} | b |", "|---|---|", f"| a | {cells[1]} |"]

    def code(self, readers: Readers) -> list[str]:
        fence = pick(self.choices, ("```", "~~~", "````", "``` text"))
        inner = [f"x = {self.token('code', readers)}", *pick(self.choices, ([], ["", "  y"]))]
        return [fence, *inner, fence.split(" ")[0]]

    def field(self, readers: Readers) -> list[str]:
        return [f"role:: {self.token('field', readers)}"]

    def container(self, inner: list[str], readers: Readers) -> list[str]:
        """A quote, a list or an open callout around blocks."""
        match self.choices.number(0, 3):
            case 0:
                return _quoted(inner)
            case 1:
                start = f"- {self.token('item', readers)}"
                return [start, "", *_indented(inner, 2)]
            case 2:
                start = f"1. {self.token('item', readers)}"
                return [start, "", *_indented(inner, 3)]
            case _:
                kind = pick(self.choices, OPEN_CALLOUTS) + pick(self.choices, ("]", "]-", "]+"))
                return _quoted([f"[!{kind} {self.token('callout', readers)}", "", *inner])

    # ── Secret ──

    def secret(self, depth: int, *, comments: bool) -> list[str]:
        """What the generator marks as the GM's, in one of many ways."""
        ways: list[Callable[[int], list[str]]] = [self.callout, self.lazy_callout, self.admonition]
        if comments:
            ways += [
                self.inline_comment, self.comment, self.comment, self.html_comment, self.named,
            ]  # fmt: skip
        return pick(self.choices, ways)(depth)

    def callout(self, depth: int) -> list[str]:
        kind = pick(self.choices, SECRET_CALLOUTS) + pick(self.choices, ("]", "]-", "]+"))
        title = pick(self.choices, ("", f" {self.token('callout title', GM_ONLY)}"))
        return _quoted([f"[!{kind}{title}", *self.blocks(GM_ONLY, depth, comments=False)])

    def lazy_callout(self, _: int) -> list[str]:
        """A callout whose paragraph goes on without the sign of the quote."""
        kind = pick(self.choices, SECRET_CALLOUTS)
        first, second = (self.token("lazy line", GM_ONLY) for _ in range(2))
        return [f"> [!{kind}]", f"> It is {first} that", f"{second} knows it."]

    def admonition(self, _: int) -> list[str]:
        return ["```ad-gm", f"title: {self.token('admonition', GM_ONLY)}", "She lied.", "```"]

    def inline_comment(self, _: int) -> list[str]:
        one, two = pick(self.choices, (("%%", "%%"), ("<!--", "-->")))
        return [f"She {one} {self.token('inline comment', GM_ONLY)} {two} smiled."]

    def comment(self, depth: int) -> list[str]:
        inner = self.blocks(GM_ONLY, depth, comments=False)
        if chance(self.choices, 25):
            inner += ["```dataview", f"LIST {self.token('query', GM_ONLY)}", "```"]
        return ["%%", *inner, "%%"]

    def html_comment(self, depth: int) -> list[str]:
        return ["<!--", *self.blocks(GM_ONLY, depth, comments=False), "-->"]

    def named(self, _: int) -> list[str]:
        """A stretch between two comments that say who may read it."""
        return ["%%GM%%", f"He {self.token('named stretch', GM_ONLY)} it.", "%%GM%%"]

    def section(self, depth: int) -> list[str]:
        """A section for the GM, and the heading that ends it."""
        level = self.choices.number(1, 3)
        title = pick(self.choices, SECRET_HEADINGS)
        inner = self.blocks(GM_ONLY, depth, comments=True)
        if chance(self.choices, 40):
            named = f"The {self.token('heading', GM_ONLY)}"
            self.links.append(
                pick(
                    self.choices,
                    (f"[[#{named}]]", f"![[#{named}]]", f"[a](#{named.replace(' ', '%20')})"),
                )
            )
            deeper = f"{'#' * (level + 1)} {named}"
            inner += ["", deeper, "", *self.blocks(GM_ONLY, depth, comments=True)]
        if level < 3 and chance(self.choices, 30):
            start = [title, ("===", "---")[level - 1]]
        else:
            start = [f"{'#' * level} {title}{pick(self.choices, ('', ' #'))}"]
        return [*start, "", *inner, "", f"{'#' * level} {pick(self.choices, OPEN_HEADINGS)}"]

    # ── Pictures ──

    def picture(self, name: str) -> list[str]:
        return [pick(self.choices, (f"![[{name}]]", f"![a picture]({name})"))]


def vault(seed: int) -> Vault:
    """A vault of some notes, each open or the GM's, with open and secret parts."""
    choices = Choices(seed)
    made = Vault()
    months = _calendar(choices, made)
    for number in range(choices.number(2, 4)):
        closed = chance(choices, 35)
        for_players = not closed and chance(choices, 20)
        way = choices.number(0, 2) if closed else -1
        readers = GM_ONLY if closed else PLAYERS if for_players else ALL
        folder = pick(choices, SECRET_FOLDERS if way == 0 else OPEN_FOLDERS)
        word = made.ledger.token("name", readers)
        name = pick(choices, SECRET_NAMES).replace("*", word) if way == 1 else f"Note {word}"
        front = pick(choices, (PLAIN_FRONT, PLAIN_FRONT, SECRET_FRONT, OPEN_FRONT)[way])
        front = pick(choices, PLAYERS_FRONT) if for_players else front
        writer = _Writer(choices, made)
        body = _body(writer, readers)
        if chance(choices, 50):
            body = [f"# {name}", "", *body]
        if writer.links:
            body = [f"See {' and '.join(writer.links)}.", "", *body]
        if readers == ALL:
            # Nothing stands before or around it.
            certain = made.ledger.token("certain", ALL)
            made.certain.add(certain)
            start = [f"First {certain}.", ""]
            body = [*body[:2], *start, *body[2:]] if body[0] == f"# {name}" else [*start, *body]
        body += _pictures(writer, folder, number, readers)
        front = "\n".join(filter(None, (front, *_date(writer, readers, months))))
        head = ["---", *front.split("\n"), "---"] if front else []
        end = pick(choices, ("\n", "\n", "\n", "\r\n"))
        path = f"{folder}/{name}.md".removeprefix("/")
        made.files[path] = end.join([*head, *body, ""])
    for _ in range(choices.number(0, 2)):
        _add_map(_Writer(choices, made), [*made.files])
    return made


def _calendar(choices: Choices, made: Vault) -> Sequence[Readers]:
    """Perhaps the data of Calendarium, with who may read the name of each of its months."""
    months: Sequence[Readers] = (ALL, PLAYERS, GM_ONLY)
    if not chance(choices, 40):
        return ()
    static = {
        "months": [
            {"name": made.ledger.token("month", readers), "type": "month", "length": 30}
            for readers in months
        ],
        "weekdays": [{"name": made.ledger.token("weekday", GM_ONLY)} for _ in range(3)],
        "eras": [{"name": made.ledger.token("era", GM_ONLY)}],
    }
    data = {"calendars": [{"name": made.ledger.token("calendar", GM_ONLY), "static": static}]}
    made.files[".obsidian/plugins/calendarium/data.json"] = json.dumps(data)
    return months


def _date(writer: _Writer, readers: Readers, months: Sequence[Readers]) -> list[str]:
    """Front matter with a date, whose words are for the readers of the note."""
    if not chance(writer.choices, 40):
        return []
    if months:
        day = f"1422-{months.index(readers) + 1}-{writer.choices.number(1, 40)}"
    else:
        word = writer.token("date", readers)
        day = pick(writer.choices, (f"1422-{word}-5", f"{{year: 1422, month: {word}, day: 5}}"))
    more = f"fc-category: {writer.token('category', GM_ONLY)}"
    name = f"fc-display-name: {writer.token('name of a date', GM_ONLY)}"
    return [f"fc-date: {day}", *pick(writer.choices, ([], [more], [more, name]))]


def _body(writer: _Writer, readers: Readers) -> list[str]:
    lines: list[str] = []
    for _ in range(writer.choices.number(1, 4)):
        if chance(writer.choices, 25):
            part = writer.section(1)
        else:
            part = writer.block(readers, 3, comments=True)
        lines += [*([""] if lines else []), *part]
    if readers == GM_ONLY:
        for line in lines:
            writer.vault.ledger.narrow(line, GM_ONLY)
    return lines


def _pictures(writer: _Writer, folder: str, number: int, readers: Readers) -> list[str]:
    """A picture beside the note, and one of the same name in the GM's folder."""
    if not chance(writer.choices, 40):
        return []
    name = f"map{number}.png"
    files = writer.vault.files
    own = writer.token("picture", readers)
    files[f"{folder}/{name}".removeprefix("/")] = picture_of(own)
    if folder != "GM":
        files[f"GM/{name}"] = picture_of(writer.token("the GM's picture", GM_ONLY))
    return ["", *writer.picture(name)]


#: Across in the picture, in pixels: where the markers of open maps stand, and those of others.
OPEN_MARKER: Final = 0.2
CLOSED_MARKER: Final = 0.8


def _add_map(writer: _Writer, paths: Sequence[str]) -> None:
    """A note with a map of Leaflet, of which others than its readers see nothing."""
    front, readers = pick(
        writer.choices,
        (
            ("", ALL),
            ("", GM_ONLY),
            ("", ALL),
            (SECRET_FRONT[0], GM_ONLY),
            (PLAYERS_FRONT[0], PLAYERS),
        ),
    )
    word = writer.token("map", readers)
    files = writer.vault.files
    files[f"maps/{word}.png"] = picture_of(writer.token("picture of a map", readers))
    across = OPEN_MARKER if readers == ALL else CLOSED_MARKER
    block = ["```leaflet", f"id: {word}", f"image: [[{word}.png]]", "bounds: [[0, 0], [1, 1]]"]
    for path in paths:
        if path.endswith(".md"):
            link = f"[[{path.removesuffix('.md').rpartition('/')[2]}]]"
            kind, words = (writer.token(it, GM_ONLY) for it in ("marker", "words of a marker"))
            block.append(f"marker: {kind},0.5,{across},{link},{words}")
    block.append("```")
    if not front and readers == GM_ONLY:
        block = pick(writer.choices, (["%%", *block, "%%"], _quoted(["[!gm]", *block])))
    head = ["---", front, "---"] if front else []
    name = writer.token("name", readers if front else ALL)
    files[f"Maps/The {name}.md"] = "\n".join([*head, *block, ""])


def _quoted(lines: Iterable[str]) -> list[str]:
    return [f"> {line}".rstrip() for line in lines]


def _indented(lines: Iterable[str], width: int) -> list[str]:
    return [" " * width + line if line else "" for line in lines]


# ── Kanka ────────────────────────────────────────────────────────────────────────────────────────

_MODULES: Final = {
    "characters": "character",
    "locations": "location",
    "organisations": "organisation",
    "items": "item",
    "journals": "journal",
}
#: Visibilities of Kanka: 1 all, 2 admins, 3 admins and the author, 4 the author, 5 members.
_CLOSED: Final = (2, 3, 4, 9, None, "admin", "self")


def export(seed: int) -> Vault:
    """The JSON export of a Kanka campaign, each part open or private."""
    choices = Choices(seed)
    made = Vault({"campaign.json": "{}"})
    token = made.ledger.token
    count = choices.number(3, 6)
    modules = [pick(choices, [*_MODULES]) for _ in range(count)]
    private = [chance(choices, 40) for _ in range(count)]
    names = [
        f"Name {token('private name' if hidden else 'name', GM_ONLY if hidden else ALL)}"
        for hidden in private
    ]

    def said(kind: str, number: int, *, hidden: bool = False) -> str:
        return token(kind, GM_ONLY if hidden or private[number] else ALL)

    for number in range(count):
        own: dict[str, Any] = {
            "id": 100 + number,
            "name": names[number],
            "is_private": private[number],
            "posts": [],
            "relationships": [],
            "entityAttributes": [],
        }
        certain = said("certain", number)
        if not private[number]:
            made.certain.add(certain)
        other = choices.number(0, count - 1)
        pact = pick(choices, ("", "|the pact"))
        mention = f"[{_MODULES[modules[other]]}:{100 + other}]"
        fields: dict[str, Any] = {
            "id": number + 1,
            "name": names[number],
            "is_private": int(private[number]),
            "entry": f"<p>{certain} and {mention}, of [post:{100 + other}{pact}].</p>",
            "entity": own,
        }
        for _ in range(choices.number(0, 2)):
            hidden = chance(choices, 50)
            own["posts"].append(
                {
                    "id": choices.number(100, 110),
                    "name": said("title of a post", number, hidden=hidden),
                    "entry": f"<p>{said('post', number, hidden=hidden)}</p>",
                    "visibility_id": pick(choices, _CLOSED) if hidden else 1,
                }
            )
            hidden = chance(choices, 50)
            own["entityAttributes"].append(
                {
                    "name": said("name of an attribute", number, hidden=hidden),
                    "value": said("attribute", number, hidden=hidden),
                    "is_private": int(hidden),
                }
            )
            hidden = chance(choices, 50)
            own["relationships"].append(
                {
                    "target_id": 100 + other,
                    "relation": said("relation", number, hidden=hidden or private[other]),
                    "visibility_id": pick(choices, _CLOSED) if hidden else 1,
                }
            )
        _add_image(choices, made, own, number, private=private[number])
        if modules[number] == "characters":
            _add_groups(choices, fields, modules)
        made.files[f"{modules[number]}/n{number}.json"] = json.dumps(fields)
    return made


def _add_image(
    choices: Choices, made: Vault, own: dict[str, Any], number: int, *, private: bool
) -> None:
    if not chance(choices, 60):
        return
    uuid = f"0a1b2c3d-0000-4000-8000-{number:012d}"
    hidden = chance(choices, 50)
    own["image_uuid"] = uuid
    word = made.ledger.token("picture", GM_ONLY if hidden or private else ALL)
    made.files[f"gallery/{uuid}.png"] = picture_of(word)
    seen = pick(choices, _CLOSED) if hidden else 1
    picture = {"id": uuid, "name": f"p{number}", "ext": "png", "visibility_id": seen}
    made.files[f"gallery/{uuid}.json"] = json.dumps(picture)


def _add_groups(choices: Choices, fields: dict[str, Any], modules: Sequence[str]) -> None:
    """The organisations of a character; who is private is named nowhere."""
    fields["organisationMemberships"] = [
        {"organisation_id": number + 1, "role": "Member", "is_private": int(chance(choices, 50))}
        for number, module in enumerate(modules)
        if module == "organisations"
    ]


def markdown_export(seed: int) -> Vault:
    """The Markdown export of a Kanka campaign; only an entity itself says whether it is private."""
    choices = Choices(seed)
    made = Vault({"campaign.md": "# Crowns\n\n**Visibility:** Private\n"})
    token = made.ledger.token
    modules = [pick(choices, [*_MODULES]) for _ in range(choices.number(3, 6))]
    private = [chance(choices, 40) for _ in modules]
    names = [f"Name {token('name', GM_ONLY if hidden else ALL)}" for hidden in private]
    paths = [f"{module}/name_{100 + number}" for number, module in enumerate(modules)]
    for number, hidden in enumerate(private):
        readers = GM_ONLY if hidden else ALL
        other = choices.number(0, len(modules) - 1)
        words = token("words of a mention", GM_ONLY)
        mention, is_plain = pick(
            choices,
            (
                (f"[{names[other]}]({paths[other]})", True),
                (f"[{words}]({paths[other]})", False),
                (f"[](characters/gone_999) {words}", False),
            ),
        )
        certain = token("description", readers if is_plain else GM_ONLY)
        if is_plain and not hidden:
            made.certain.add(certain)
        rest = [
            f"## {token('post', GM_ONLY)}\n\n{token('post', GM_ONLY)}",
            f"## Properties\n\n* **{token('attribute', GM_ONLY)}**: {token('value', GM_ONLY)}",
            f"## Relations\n\n* [{names[other]}]({paths[other]}), {token('relation', GM_ONLY)}",
            f"## Post\n```\n---\n## Description\n{token('code in a post', GM_ONLY)}\n---\n```",
        ]
        mark = pick(choices, ("Private", "Privat", "", "Members")) if hidden else "Public"
        made.files[f"{paths[number]}.md"] = (
            f"\n![avatar](https://th.kanka.io/x.png)\n\n# {names[number]}\n\n"
            f"- **Type:** {token('type', readers)}\n- **Visibility:** {mark}\n\n---\n"
            f"## Description\nSeen: {certain} and {mention}.\n\n---\n\n"
            + "\n\n".join(part for part in rest if chance(choices, 50))
            + "\n"
        )
    lines = [f"* [{name}]({path})" for name, path in zip(names, paths, strict=True)]
    made.files["index.md"] = "\n".join(["# Index", "", *lines, ""])
    return made
