"""The kinds of cases: what each mutates, and how. A case follows from a seed and a number."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

from chronicle.seal import Keys, orders_private_key
from chronicle.seal.key_file import KEY_FILE
from chronicle.seal.sealed_orders import public_key_of, seal_orders
from tests.fuzz.cases import CacheFault, Case
from tests.fuzz.mutations import (
    TEMPLATE_SNIPPETS,
    YAML_SNIPPETS,
    as_yaml,
    mutate_bytes,
    mutate_markdown,
    mutate_text,
    mutate_tree,
    parsed,
)
from tests.fuzz.worlds import WORLDS
from tests.markup.images.sample_images import TOLD, chunk, png

_RULESETS: Final = ("shadow", "lieutenants", "wwn", "freeform")


def case_of(kind: str, seed: str, number: int) -> Case:
    """A case of a kind; the same for the same seed and number."""
    return KINDS[kind](Random(f"{seed} {kind} {number}"))  # noqa: S311  protects no secret


def _content(chance: Random) -> Case:
    """One or two files of a campaign, mutated."""
    world = chance.choice((*_RULESETS, "sealed", "pictures"))
    files = WORLDS[world]
    changes: dict[str, bytes | None] = {}
    written = [path for path in files if path.endswith((".yaml", ".md"))]
    for path in chance.sample(written, chance.choice((1, 1, 2))):
        changes[path] = _mutated_file(chance, path, files[path])
    if chance.random() < 0.1:
        moved = chance.choice(written)
        changes |= {moved: None, _another_path(chance, moved): files[moved]}
    return Case("content", world, changes)


def _another_path(chance: Random, path: str) -> str:
    folder, _, name = path.rpartition("/")
    stem, _, ending = name.rpartition(".")
    odd = ("CON", "aux", f"{stem} copy", stem.upper(), f"{stem}\u0301", "x" * 200, "-", "a.b", "É")
    return f"{folder}/{chance.choice(odd)}.{chance.choice((ending, ending, 'yml', 'md', 'YAML'))}"


def _mutated_file(chance: Random, path: str, content: bytes) -> bytes:
    text = content.decode()
    if path.endswith(".md"):
        head, fence, body = text.partition("---\n")[2].partition("---\n")
        if chance.random() < 0.6:
            return f"---\n{head}{fence}{mutate_markdown(chance, body)}".encode("utf-8", "replace")
        tree = mutate_tree(chance, parsed(head.encode()))
        return b"---\n" + as_yaml(chance, tree) + b"---\n" + body.encode("utf-8", "replace")
    if chance.random() < 0.75:
        return as_yaml(chance, mutate_tree(chance, parsed(content)))
    if chance.random() < 0.15:
        return mutate_bytes(chance, content)
    return mutate_text(chance, text, YAML_SNIPPETS).encode("utf-8", "surrogatepass")


_SCALAR: Final = orders_private_key(Keys(bytes(range(32))))


def _orders(chance: Random) -> Case:
    """A message with orders, mutated; some are sealed, before or after that."""
    message = WORLDS["orders"]["orders.txt"].decode()
    lines = message.split("\n")
    head, sheet = "\n".join(lines[:2]), "\n".join(lines[2:])
    tree = parsed(sheet.encode())
    sent = (
        as_yaml(chance, mutate_tree(chance, tree)).decode("utf-8", "replace")
        if chance.random() < 0.7
        else mutate_text(chance, sheet, (*YAML_SNIPPETS, "> ", "```\n", "-- \n", sheet, head))
    )
    world, text = "orders", f"{head}\n{sent}"
    if chance.random() < 0.25:
        world = "sealed"
        text = seal_orders(sent, public_key_of(_SCALAR), 5)
        if chance.random() < 0.6:
            text = mutate_text(chance, text, ("=", "A", "\n", "-----", "> ", "\u00e9"))
    content = text.encode("utf-8", "surrogatepass")
    if chance.random() < 0.1:
        content = mutate_bytes(chance, content)
    options = chance.choice(((), ("--replace",), ("--keep", "later"), ("--keep", "earlier")))
    command = ("orders", "import", "orders.txt", "content", "--yes", *options)
    return Case("orders", world, {"orders.txt": content}, command)


def _published(chance: Random) -> Case:
    """The record of published turns, or what lies beside it."""
    world = WORLDS["published"]
    path = chance.choice([path for path in world if "/published" in path])
    content = world[path]
    if path.endswith(".json") and chance.random() < 0.6:
        mutated = _as_json(mutate_tree(chance, json.loads(content)))
    else:
        mutated = _mutated_file(chance, path, content)
    return Case("published", "published", {path: mutated})


def _as_json(tree: Any) -> bytes:
    return json.dumps(tree, default=str, skipkeys=True).encode("utf-8", "surrogatepass")


def _keys(chance: Random) -> Case:
    """The key file."""
    path = f"content/{KEY_FILE}"
    content = WORLDS["sealed"][path]
    if chance.random() < 0.7:
        mutated = _as_json(mutate_tree(chance, json.loads(content)))
    else:
        mutated = mutate_bytes(chance, content)
    return Case("keys", "sealed", {path: mutated})


def _themes(chance: Random) -> Case:
    """A template, the settings, a language file, a drawing or a stylesheet of a theme."""
    world = WORLDS["theme"]
    own = [path for path in world if path.startswith("content/themes/")]
    path = chance.choice(own)
    content = world[path]
    if path.endswith(".yaml") and chance.random() < 0.6:
        mutated = as_yaml(chance, mutate_tree(chance, parsed(content)))
    elif chance.random() < 0.1:
        mutated = mutate_bytes(chance, content)
    else:
        snippets = YAML_SNIPPETS if path.endswith(".yaml") else TEMPLATE_SNIPPETS
        mutated = mutate_text(chance, content.decode(), snippets).encode("utf-8", "surrogatepass")
    return Case("themes", "theme", {path: mutated})


_DRAWINGS: Final = (
    b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><image href="file:///etc/passwd"/></svg>',
    b'<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><svg>&b;</svg>',
    b"%PDF-1.4\n", b"PK\x03\x04", b"\x00\x00\x00\x20ftypavif", b"BM", b"II*\0", b"<html>", b"",
)  # fmt: skip


def _pictures(chance: Random) -> Case:
    """Pictures: mutated, cut, swapped with each other's names, bombs, and files of other kinds."""
    world = WORLDS["pictures"]
    path = chance.choice([path for path in world if path.startswith("content/media/")])
    content = world[path]
    match chance.randrange(6):
        case 0:
            mutated = content[: chance.randrange(len(content))]
        case 1:
            mutated = chance.choice(tuple(TOLD.values()))
        case 2:
            mutated = chance.choice(_DRAWINGS)
        case 3:
            mutated = _bomb(chance)
        case _:
            mutated = mutate_bytes(chance, content)
    return Case("pictures", "pictures", {path: mutated})


def _bomb(chance: Random) -> bytes:
    """A PNG that says it is large, with pixels that unpack to much, or not enough."""
    wide, high = (chance.choice((0, 1, 4, 30_000, 100_000, 2**31 - 1)) for _ in range(2))
    depth, colour = chance.choice((1, 8, 16, 3)), chance.choice((0, 2, 3, 6, 9))
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", wide, high, depth, colour, 0, 0, 0))
    pixels = zlib.compress(bytes(chance.choice((0, 100, 20_000_000))), 1)
    profile = chunk(b"iCCP", b"x\0\0" + zlib.compress(bytes(10_000_000), 1))
    middle = profile if chance.random() < 0.3 else b""
    return png()[:8] + head + middle + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


_FAULTS: Final = (
    "flip",
    "flip",
    "flip",
    "cut",
    "cut",
    "grow",
    "foreign",
    "foreign",
    "gone",
    "folder",
)


def _cache(chance: Random) -> Case:
    """Entries of the cache: bits flipped, cut, longer, of another entry, gone, or a folder."""
    world = chance.choice(("shadow", "freeform", "pictures", "sealed"))
    faults = tuple(
        CacheFault(chance.randrange(10_000), chance.choice(_FAULTS), round(chance.random(), 4))
        for _ in range(chance.choice((1, 3, 10, 40)))
    )
    edited: dict[str, bytes | None] = {}
    if chance.random() < 0.5:
        path = chance.choice([path for path in WORLDS[world] if "/turns/" in path])
        edited[path] = WORLDS[world][path].replace(b"title: ", b"title: New ", 1)
    return Case("cache", world, edited, cache_faults=faults)


#: The maker of the cases of each kind.
KINDS: Final[Mapping[str, Callable[[Random], Case]]] = {
    "content": _content,
    "orders": _orders,
    "published": _published,
    "keys": _keys,
    "themes": _themes,
    "pictures": _pictures,
    "cache": _cache,
}
