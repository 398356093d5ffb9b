"""Recognise files with secrets of a campaign by their content, under any name."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal

from chronicle.render.invite_cards import GENERATOR_META
from chronicle.render.pages import PRIVATE_MARK

#: A key file or a copy of it, a page of invite cards, a page or dossier that is not encrypted.
SecretKind = Literal["key", "cards", "page"]

_MASTER: Final = re.compile(rb'"master"\s*:\s*"(?P<key>[0-9a-fA-F]{64})"')
_DEMO: Final = re.compile(rb'"demo"\s*:\s*true')
#: Texts of which every such file contains one, for a search before its content is looked at.
SECRET_TEXTS: Final = ('"master"', GENERATOR_META, PRIVATE_MARK.decode().strip())


def secret_kind(content: bytes) -> SecretKind | None:
    """What is secret in a file; None if nothing is."""
    if master_keys(content):
        return "key"
    if GENERATOR_META.encode() in content and content.lstrip().startswith(b"<"):
        return "cards"
    return "page" if content.rstrip().endswith(PRIVATE_MARK.strip()) else None


def master_keys(content: bytes) -> frozenset[bytes]:
    """The master keys in a file, without those of samples, which are public."""
    found = [bytes.fromhex(one["key"].decode()) for one in _MASTER.finditer(content)]
    # Examples in documentation repeat one byte.
    real = {key for key in found if len(set(key)) > 1}
    if not real:
        return frozenset()
    try:
        entry = json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        # It is damaged, or pasted into another file.
        return frozenset() if _DEMO.search(content) else frozenset(real)
    listed = {
        str(one["master"]).lower() for one in _key_shapes(entry) if one.get("demo") is not True
    }
    return frozenset(key for key in real if key.hex() in listed)


def _key_shapes(entry: Any) -> Iterator[Mapping[str, Any]]:
    """The objects in JSON that have the keys of a key file."""
    inner = entry.values() if isinstance(entry, dict) else entry if isinstance(entry, list) else ()
    if isinstance(entry, dict) and "version" in entry and "master" in entry:
        yield entry
    for one in inner:
        yield from _key_shapes(one)
