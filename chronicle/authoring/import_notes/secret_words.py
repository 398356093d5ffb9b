"""Words that say who may read a note or a part of it, in English, German and French.

A mark is recognised by its shape. What is a mark about reading, but says neither that others may
read nor that they may not, counts as secret.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Sequence
from typing import Final, Literal

#: The game master in games that have another word; alone it may be anybody in the world.
_LEADER: Final = (
    "keeper|storyteller|referee|narrator|warden|handler|judge|facilitator|erz(?:ä|ae?)hler(?:in)?"
    "|conteu(?:r|se)|gardien(?:ne)?"
)
#: The same with words that are a mark only beside others, as in `MC only`.
_LEADERS: Final = rf"(?:{_LEADER}|mc|host|director|lore ?master)s?"
#: The game master, in one word or several.
_MASTER: Final = (
    "gms?|dms?|sls?|mjs?|(?:game|dungeon)[ -]?masters?|spielleit\\w*|meneu(?:r|se)s?"
    "|ma[iî]tres?(?:ses?)? (?:du|de) jeu|meister(?:info\\w*|wissen)|behind the screen"
    rf"|{_LEADERS}(?:['’ ]s)?"
    " (?:only|notes?|infos?|eyes|information|notizen|secrets?|sections?|sidebars?|background)"
    f"|notes? (?:du|de la) (?:{_LEADER})"
)
#: The beginning of a title such as `For the Keeper`.
_TO_LEADER: Final = re.compile(
    "(?:(?:only|nur|seulement|uniquement|hinweise?|notes?|infos?) )?(?:for|für|pour|aux?)"
    rf" (?:(?:the|den|die|der|das|les?|la|l['’]) ?)?{_LEADERS}(?!\w)"
)
_LONE_LEADER: Final = re.compile(rf"(?:for|only)?(?:{_LEADER})(?:['’ ]s|only|notes?|infos?)?")
_NAMES_LEADER: Final = re.compile(_LEADER)
_CONCEALED: Final = (
    "secret(?:s|ly|[eoa]s?)?|spoilers?|hidden|privates?|privat(?:e[nmrs]?)?|priv[ée]e?s?"
    "|confidenti(?:al|els?|elles?)|un(?:revealed|disclosed|published)|geheim\\w*|verborgen\\w*"
    "|versteckt\\w*|vertraulich\\w*|cachée?s?|dissimulée?s?|секрет\\w*|тайн\\w*|скрыт\\w*"
    "|unver(?:ö|oe|o)ffentlicht\\w*|[🔒🔐🔏🤫]"
)
#: Words that mark what is not finished; in a heading they are ordinary words.
_UNFINISHED: Final = "drafts?|entw[uü]rfe?|brouillons?"
_PLAYERS: Final = "players?|pcs|spieler(?:innen)?|joueu(?:r|se)s?|party"
_NOT: Final = (
    "not?|never|n['’]?t|\\w+n['’]t|unaware|unknown|hide|nicht|nie|kein\\w*|pas|jamais|inconnue?s?"
)
#: What stands beside such a word where it is the whole of a mark: `GM notes`, `nur für die SL`.
_BESIDE: Final = (
    "only|notes?|infos?|information(?:en|s)?|notiz(?:en)?|for|the|of|to|an?|s|eyes|parts?|view|mode"
    "|sections?|stuff|contents?|texts?|blocks?|comments?|remarks?|knowledge|background|sidebars?"
    "|backstory|and|my|plots?|hooks?|truths?|facts?|nur|für|die|den|der|das|dem|und|meine?|wissen"
    "|hinweise?|hintergrund|text|pour|les?|la|l|d|du|des?|au|aux|et|mes|uniquement|seulement|seule?"
    "|réservée?s?|begin|start|end|ends|stop|close|ende|anfang|début|fin|on|off|is|are|callout|door"
)
_MARK: Final = re.compile(
    rf"(?<!\w)(?:{_MASTER}|{_CONCEALED}|(?:{_PLAYERS})\W+(?:\w+\W+){{0,4}}?(?:{_NOT})"
    rf"|(?:{_NOT})\W+(?:\w+\W+){{0,4}}?(?:{_PLAYERS}))(?!\w)"
)
_MASTERS: Final = re.compile(rf"(?<!\w)(?:{_MASTER})(?!\w)")
_DRAFT: Final = re.compile(rf"(?<!\w)(?:{_UNFINISHED})(?!\w)")
_FILLED: Final = re.compile(rf"(?<!\w)(?:{_BESIDE}|\d+)(?!\w)")
#: Words written in one, as in `gmonly`, `forDM` or `SLInfos`.
_JOINED: Final = re.compile(
    rf"(?<!\w)(?:(?:{_BESIDE})*(?:gm|dm|sl|mj)(?:{_BESIDE}|secrets?)+|(?:for|only|nur|für|pour)+"
    rf"(?:gm|dm|sl|mj))(?!\w)"
)
#: Names that a person or a program made up, such as a kind of callout or a class of CSS.
_IN_IDENTIFIER: Final = re.compile(
    r"secret(?!ar|ion)|spoiler|hidden|private(?!er)|geheim|spielleit|verborgen|gamemaster"
    r"|dungeonmaster|unrevealed|playersonly(?!$)|(?<![^\W_])(?:gm(?!t\b|o\b)|dm(?![gcz]\b|itr))\w"
)
#: Characters of the GM's, of whom players may read.
_NON_PLAYER: Final = re.compile(
    r"(?<!\w)(?:non|nicht)\W?(?:players?|spieler|joueu(?:r|se)s?)(?:\W?(?:char|figur)\w*)?(?!\w)"
)
_INVISIBLE: Final = r"[\xad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]"
_PLAYERS_WORD: Final = re.compile(rf"(?<![^\W_])(?:{_PLAYERS})|to(?:{_PLAYERS})")
_ONLY: Final = (
    "only|exclusively|nur|ausschließlich|seulement|uniquement|exclusivement|réservée?s? aux"
)
#: A mark such as `players only`, however it is spelt.
_PLAYERS_ONLY: Final = re.compile(
    rf"(?:{_PLAYERS})(?: s)?(?: eyes)? ?(?:{_ONLY})|(?:{_ONLY}) ?(?:(?:for|für|pour|to|aux) ?)?"
    rf"(?:(?:the|die|les) ?)?(?:{_PLAYERS})"
)
_LINE_ON_PLAYERS: Final = re.compile(rf"(?im)^.{{0,60}}(?:{_PLAYERS}).{{0,60}}$")
_SIGNS: Final = re.compile(r"[*`~|/\\.,;:()\[\]{}#!?=+<>\"“”„«»–—-]+")
_CAMEL: Final = re.compile(r"(?<=[^\W\d_])(?=[A-Z][a-z])|(?<=[a-z])(?=[A-Z])")


def _normal(text: str) -> str:
    """A text with the same letters however they are written, without invisible ones."""
    whole = html.unescape(text) if "&" in text else text
    if whole.isascii():
        return whole
    return re.sub(_INVISIBLE, "", unicodedata.normalize("NFKC", whole))


def _plain(text: str) -> str:
    """A text in which words are separated by blanks, in lower case."""
    spaced = _CAMEL.sub(" ", _normal(text))
    words = re.sub(r"[\W_]+", _between_words, spaced)
    return _NON_PLAYER.sub("npc", words.casefold())


def _between_words(found: re.Match[str]) -> str:
    """What stands between two words, with a blank in place of signs that part them."""
    return " " if "_" in found[0] else _SIGNS.sub(" ", found[0])


def _forms(text: str) -> tuple[str, str]:
    """A text in words as they are, and with `GmNotes` in two."""
    joined = _normal(text).casefold()
    return _plain(text), _NON_PLAYER.sub("npc", re.sub(r"[\W_]+", " ", joined))


def is_secret_title(text: str) -> bool:
    """Whether a heading or the name of a note or a folder has a word for what others don't read."""
    return any(
        _MARK.search(form) or _JOINED.search(form) or _TO_LEADER.match(form.strip())
        for form in _forms(text)
    )


def is_secret_name(text: str) -> bool:
    """Whether the name of a file or a folder says that others don't read it."""
    return is_secret_title(text) or bool(_DRAFT.search(_plain(text))) or _is_lone_leader(text)


def may_have_mark(text: str) -> bool:
    """Whether a text has a word that in the right place says that others don't read it."""
    return is_secret_name(text) or bool(_NAMES_LEADER.search(_normal(text).casefold()))


def _is_lone_leader(text: str) -> bool:
    """Whether a text is only a word for the GM that may also be somebody in the world."""
    return any(_LONE_LEADER.fullmatch(form.strip()) for form in _forms(text))


def names_master(text: str) -> bool:
    """Whether a title surely means the GM: it names the GM, or has no other words."""
    return _is_label(text) or any(
        _MASTERS.search(form) or _JOINED.search(form) for form in _forms(text)
    )


def begins_with_master(text: str) -> bool:
    """Whether the first word of a text is the GM."""
    return bool(_MASTERS.match(_plain(text).strip()))


def is_secret_label(text: str) -> bool:
    """Whether a text is nothing but a mark such as `GM notes` or `nur für die Spielleitung`."""
    return _is_label(text) or _is_lone_leader(text)


def _is_label(text: str) -> bool:
    for form in _forms(text):
        left = form
        for pattern in (_MARK, _JOINED, _DRAFT, _TO_LEADER):
            left = pattern.sub(" ", left)
        if left != form and not _FILLED.sub(" ", left).strip(" '’"):
            return True
    return False


def is_for_players(text: str) -> bool:
    """Whether a text is nothing but a mark such as `players only`."""
    return any(_PLAYERS_ONLY.fullmatch(" ".join(form.split())) for form in _forms(text))


def has_part_for_players(text: str) -> bool:
    """Whether a line of a text, such as a heading or a callout, is a mark for players only."""
    return any(
        is_for_players(words)
        for line in _LINE_ON_PLAYERS.findall(text)
        for words in (line, *re.findall(r"\[!([^\[\]]+)\]", line), line.rpartition("]")[2])
    )


def is_secret_mark(text: str) -> bool:
    """Whether a made-up name, such as a tag or a kind of callout, marks what is for the GM."""
    return is_secret_name(text) or has_secret_identifier(text)


def has_secret_identifier(text: str) -> bool:
    """Whether a made-up name has a word for what others don't read, as `gmstuff` has."""
    plain = text.casefold()
    squashed = re.sub(r"[\W_]+", "", plain)
    return bool(_IN_IDENTIFIER.search(plain) or _IN_IDENTIFIER.search(squashed))


# ── Front matter ─────────────────────────────────────────────────────────────────────────────────

#: ``players`` may read what is for players, and not for the public.
Reading = Literal["open", "players", "secret", "unknown"]

_YES: Final = frozenset(["true", "yes", "on", "1", "y", "x", "ja", "oui", "wahr", "vrai"])
_NO: Final = frozenset(
    [
        *("false", "no", "off", "0", "n", "nein", "non", "none", "nobody", "never", "null"),
        *("falsch", "faux"),
    ]
)
#: Values that say who may read: the players, everybody, or whoever looks.
_PLAYER_VALUES: Final = frozenset(
    [
        *("players", "player", "pcs", "party", "spieler", "spielerinnen"),
        *("joueurs", "joueur", "joueuses"),
    ]
)
_EVERYBODY: Final = frozenset(
    ["everyone", "everybody", "all", "anyone", "any", "world", "alle", "tous", "toutes"]
)
_OPEN: Final = frozenset(
    [
        *("public", "open", "published", "revealed", "known", "visible", "shared", "discovered"),
        *("öffentlich", "sichtbar", "bekannt", "publique", "visibles", "publié"),
    ]
)
#: Keys that say by yes or no that others may not read, or that they may.
_CLOSING_KEYS: Final = re.compile(
    rf"(?:{_MASTER}|{_CONCEALED}|{_UNFINISHED}|hide|protected|encrypted|password|classified"
    r"|restricted|redacted|unlisted|embargo(?:ed)?|spoils?)"
)
_OPENING_KEYS: Final = re.compile(
    r"publish(?:ed)?|public|shared?|visible|reveal(?:ed)?|readable|discovered|viewable|disclosed"
    r"|(?:ver)?(?:ö|oe|o)ffentlicht?|sichtbar|publi(?:er|[ée]e?|que)|partag(?:er|[ée]e?)"
    r"|r[ée]v[ée]l[ée]e?"
)
#: Keys that say in words who may read.
_LEVEL_KEYS: Final = re.compile(
    r"visibility|audiences?|access|permissions?|readers?|reading|viewers?|players|acl|clearance"
    r"|secrecy|privacy|sharing|confidentiality|knownby|known by|revealedto|for|sichtbarkeit|zugriff"
    r"|leser|publikum|geheimhaltung|visibilit[ée]|acc[èe]s|lecteurs|confidentialité|spoiler ?level"
)
_NEGATED: Final = re.compile(
    r"(?:(?<!\w)(?:not?|non|dont|nicht|pas|never|un)(?!\w)|^exclude|^no(?=publish|share)"
    r"|^un(?=listed|shared))"
)
_SQUASHED: Final = re.compile(
    r"(?P<closing>(?:is)?(?:gm|dm|sl|mj)(?:only|secret|eyes)?|(?:is)?(?:secret|private|hidden|draft)"
    r"|nopublish|dontpublish|noshare)|(?P<opening>(?:is|dg|players?|pc)?(?:publish(?:ed)?|public"
    r"|visible|shared?|reveal(?:ed)?|(?:can)?(?:see|read|knows?)|visibletoplayers|knowntoplayers)"
    r"|playersafe|playerfacing|(?:pcs?|party)?knows?|known(?:to(?:the)?(?:party|pcs|group))?)"
    r"|(?P<level>(?:dg|player|note|page)?(?:visibility|audience|access"
    r"|permissions?|visibleto|visiblefor|sharedwith|sharewith|showto|shownto|readableby|knownby"
    r"|knownto|revealto|revealedto))"
)


def _kind_of_key(key: str) -> Literal["closing", "opening", "level", "text", ""]:
    """What a key of front matter is about; ``text`` is one that has text for the GM."""
    plain = " ".join(_plain(key).split())
    found = _SQUASHED.fullmatch(plain.replace(" ", ""))
    squashed = found.lastgroup if found else ""
    if squashed == "opening":
        return "opening"
    if squashed == "closing" or _CLOSING_KEYS.fullmatch(plain):
        return "closing"
    if squashed == "level" or _LEVEL_KEYS.fullmatch(plain):
        return "level"
    words = plain.split()
    if any(_LEVEL_KEYS.fullmatch(word) and word not in ("for", "players") for word in words):
        return "level"
    if any(_OPENING_KEYS.fullmatch(word) for word in words):
        return "closing" if _NEGATED.search(plain) else "opening"
    if is_secret_title(key) or any(_CLOSING_KEYS.fullmatch(word) for word in words):
        return "text"
    return ""


def reading_of_key(key: str, values: Sequence[str]) -> Reading | None:
    """What an entry of front matter says about who may read; None if it is about something else.

    ``values`` are all scalars in it; there are none if the key has no value.
    """
    kind = _kind_of_key(key)
    plain = [" ".join(_plain(value).split()) or value.strip() for value in values]
    is_yes, is_no = (bool(plain) and all(one in it for one in plain) for it in (_YES, _NO))
    if not kind:
        is_mark = any(len(one.split()) <= 6 and _is_label(one) for one in values) or (
            is_yes and _is_lone_leader(key)
        )
        says_player = key.casefold() == "player" and (is_no or is_yes)
        return "secret" if is_mark else ("open" if is_yes else "secret") if says_player else None
    if kind == "text":
        return "secret" if is_yes or any(is_secret_label(one) for one in values) else None
    if kind == "closing":
        # `hidden: players` is no mark that lets them read.
        if is_no or not plain or all(one in _OPEN for one in plain):
            # What is finished may still be for the GM.
            return None if _DRAFT.search(_plain(key)) else "open"
        return "secret" if is_yes or any(is_secret_mark(one) for one in values) else "unknown"
    if plain and all(one in _PLAYER_VALUES | _EVERYBODY | _OPEN | _YES for one in plain):
        names_players = _PLAYERS_WORD.search(_plain(key)) or any(
            one in _PLAYER_VALUES for one in plain
        )
        return "players" if names_players else "open"
    if not plain or any(one in _NO or is_secret_mark(one) for one in plain):
        return "secret" if plain or kind == "opening" else "unknown"
    return "unknown"


def is_plain_reading(key: str, values: Sequence[str]) -> bool:
    """Whether an entry only says yes or no to who may read, with no words to keep."""
    is_about = _kind_of_key(key) in ("closing", "opening", "level")
    return is_about and all(value.casefold() in _YES | _NO for value in values)


def reading_of_tag(tag: str) -> Reading | None:
    """What a tag says about who may read, as in `secret` or `visibility/players`."""
    words = _plain(tag).split()
    if is_secret_mark(tag) or (_NEGATED.search(_plain(tag)) and reading_of_words(words)):
        return "secret"
    return reading_of_words(words)


def reading_of_words(words: Sequence[str]) -> Reading | None:
    """What the words of a tag that names a level say: the last one counts."""
    levels = [
        place
        for place, word in enumerate(words)
        if _LEVEL_KEYS.fullmatch(word) or _OPENING_KEYS.fullmatch(word)
    ]
    if not levels or words[levels[0]] in ("for", "players", "publikum"):
        return None
    values = words[levels[0] + 1 :]
    if not values and not _LEVEL_KEYS.fullmatch(words[levels[0]]):
        return "open"
    return reading_of_key(words[levels[0]], values)
