"""What Python sealed the browser opens: the same cryptography in both languages."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping
from typing import Any, Final

import pytest
from playwright.sync_api import BrowserContext

from chronicle.seal import normalise_phrase, open_orders
from chronicle.seal.blobs import DEFLATED, MAX_TEXT_BYTES, open_blob, seal_blob
from tests.browser.sealed_site import Hosted, script_of
from tests.sample_campaigns import CHECKOUT

VECTORS: Final[Mapping[str, Any]] = json.loads(
    (CHECKOUT / "tests" / "seal" / "vectors.json").read_text(encoding="utf-8")
)
#: Runs one vector through the published script.
RUN: Final = """async ([address, kind, one]) => {
  const sealed = await import(address);
  const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const hex = sealed.toHex;
  switch (kind) {
    case "normalise": return { ...one, means: sealed.normalised(one.typed) };
    case "derived": {
      const found = await sealed.derived(bytes(one.key), one.words, undefined, one.length);
      return { ...one, derived: hex(found) };
    }
    case "logins": {
      const login = await sealed.stretched(one.phrase, bytes(one.salt), one.rounds);
      const locked = await sealed.lockedIn(login);
      const bundle_key = hex(await sealed.derived(locked, ["bundle"]));
      return { ...one, login: hex(login), slot: await sealed.slotOf(locked), bundle_key };
    }
    case "names": {
      return { ...one, name: await sealed.blobName(bytes(one.seat), one.path, one.number) };
    }
    case "blobs": {
      const { key, path, number } = one;
      const blob = bytes(one.blob);
      const text = sealed.textOf(await sealed.openBlob(bytes(key), path, number, blob));
      const changed = blob.slice();
      changed[changed.length - 1] ^= 1;
      const shut = [
        await sealed.openBlob(bytes(key), path, number + 1, blob),
        await sealed.openBlob(bytes(key), "else", number, blob),
        await sealed.openBlob(new Uint8Array(32), path, number, blob),
        await sealed.openBlob(bytes(key), path, number, changed),
        await sealed.openBlob(bytes(key), path, number, blob.slice(0, 50)),
      ];
      const marked = blob.slice();
      marked[3] ^= 3;  // CHR1 and CHR2 exchanged
      shut.push(await sealed.openBlob(bytes(key), path, number, marked));
      return shut.every((one) => one === null) ? { ...one, text } : shut;
    }
  }
}"""
#: Opens all that a reader of the vectors' keyring may read.
READ: Final = """async ([address, ring, files, login, turns]) => {
  const sealed = await import(address);
  const bytes = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
  const bundle = await sealed.bundleIn(sealed.readKeyring(ring), bytes(login));
  const read = async (dossier, path, number) => {
    const key = path === "turn" ? sealed.keyAt(dossier, number) : sealed.keyAt(dossier);
    const name = await sealed.blobName(dossier.seat, path, number);
    const blob = sealed.fromBase64(files[`sealed/${name}`]);
    return sealed.openBlob(key, path, number, blob);
  };
  const found = {};
  for (const dossier of bundle.dossiers) {
    const { book, pictures } = sealed.readBook(await read(dossier, "book", 0));
    const pages = sealed.textOf(await read(dossier, "pages", 0));
    found[dossier.faction] = { book, pages, turns: [], pictures: [] };
    for (const [name, key] of pictures) {
      const blob = sealed.fromBase64(files[`sealed/${name}`]);
      const picture = await sealed.openBlob(key, "picture", 0, blob);
      found[dossier.faction].pictures.push(sealed.textOf(picture));
    }
    for (let turn = 1; turn <= turns; turn += 1) {
      found[dossier.faction].turns.push(sealed.textOf(await read(dossier, "turn", turn)));
    }
  }
  return [bundle.player, found];
}"""

#: Seals the vectors' orders with the key pairs given, then one with a pair of the browser's own.
SEAL: Final = """async ([address, orders]) => {
  const { sealed } = await import(address);
  const curve = { name: "ECDH", namedCurve: "P-256" };
  const taken = (jwk, uses) => crypto.subtle.importKey("jwk", jwk, curve, true, uses);
  const found = [];
  for (const { text, point, ephemeral: { d, ...open } } of orders) {
    const privateKey = await taken({ ...open, d }, ["deriveBits"]);
    found.push(await sealed(text, point, { privateKey, publicKey: await taken(open, []) }));
  }
  const twice = [await sealed("moves", orders[0].point), await sealed("moves", orders[0].point)];
  return [found, twice];
}"""


@pytest.mark.parametrize("kind", ["normalise", "derived", "logins", "names", "blobs"])
def test_the_browser_matches_the_crypto_test_vectors(
    context: BrowserContext, hosted: Hosted, kind: str
) -> None:
    page = context.new_page()
    page.goto(hosted.unlock)
    for one in VECTORS[kind]:
        assert page.evaluate(RUN, [script_of(hosted, "sealed"), kind, one]) == one


#: Whether each of some blobs opens.
OPENS: Final = """async ([address, key, blobs]) => {
  const { fromBase64, openBlob } = await import(address);
  const opens = [];
  for (const blob of blobs) {
    opens.push((await openBlob(fromBase64(key), "turn", 1, fromBase64(blob))) !== null);
  }
  return opens;
}"""


def test_the_browser_refuses_what_python_refuses_to_decompress(
    context: BrowserContext, hosted: Hosted
) -> None:
    text, key = b"A raven came. " * 100, bytes(range(32))
    sound = zlib.compress(text)
    contents = [
        sound,
        text,
        b"",
        sound[:-1],
        sound + b"\0",
        sound[:-4] + bytes(4),
        zlib.compress(bytes(MAX_TEXT_BYTES)),
        zlib.compress(bytes(MAX_TEXT_BYTES + 1)),
    ]
    blobs = [seal_blob(key, "turn", 1, one, 100_000, DEFLATED) for one in contents]
    page = context.new_page()
    page.goto(hosted.unlock)
    asked = [script_of(hosted, "sealed"), base64.b64encode(key).decode()]
    found = page.evaluate(OPENS, [*asked, [base64.b64encode(blob).decode() for blob in blobs]])
    assert found == [open_blob(key, "turn", 1, blob) is not None for blob in blobs]
    assert found == [True, *[False] * 5, True, False]


def test_the_browser_opens_the_test_keyring_for_each_reader(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    page.goto(hosted.unlock)
    ring = VECTORS["keyring"]
    for reader in ring["readers"]:
        asked = [script_of(hosted, "sealed"), ring["ring"], ring["files"], reader["login"], 2]
        player, found = page.evaluate(READ, asked)
        assert player == reader["player"]
        assert found == {
            faction: volume
            for faction, volume in ring["volumes"].items()
            if faction in reader["factions"]
        }


def test_python_and_javascript_fold_case_alike(context: BrowserContext, hosted: Hosted) -> None:
    page = context.new_page()
    page.goto(hosted.unlock)
    typed = [f"a{chr(code)}b" for code in (*range(0x20, 0x590), *range(0x1E00, 0x2100))]
    found = page.evaluate(
        "async ([address, typed]) => typed.map((await import(address)).normalised)",
        [script_of(hosted, "sealed"), typed],
    )
    assert found == [normalise_phrase(one) for one in typed]


def test_sealed_orders_from_the_browser_match_the_test_vectors(
    context: BrowserContext, hosted: Hosted
) -> None:
    page = context.new_page()
    page.goto(hosted.unlock)
    orders = VECTORS["orders"]
    found, twice = page.evaluate(SEAL, [script_of(hosted, "orders-seal"), orders])
    assert found == [one["armour"] for one in orders]
    assert twice[0] != twice[1]
    scalar = int(orders[0]["scalar"], 16)
    assert [open_orders(one, scalar) for one in twice] == [b"moves", b"moves"]
