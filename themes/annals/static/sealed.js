// How sealed files are opened, by the browser's own cryptography. Nothing here touches the page.
// Keys and texts are Uint8Arrays; a login may also be a CryptoKey that can't be taken out again.

const LABEL = "chronicle/1";
/** What is authenticated with a blob, by its first four bytes; the texts of CHR2 are compressed. */
const DEFLATED = "CHR2";
const BOUND = new Map([
  ["CHR1", `${LABEL} blob`],
  [DEFLATED, `${LABEL} deflated blob`],
]);
const MARK = 4;
const SALT = 32;
const LENGTH = 8;
const TAG = 16;
const LEAST_ROUNDS = 600000;
/** No text is longer; whatever decompresses to more is not read. */
const MOST_BYTES = 64 * 1024 * 1024;

const utf8 = new TextEncoder();
const subtle = globalThis.crypto?.subtle;

/** Sealed files that lack something or were changed. */
export class Broken extends Error {}

export const bytesOf = (text) => utf8.encode(text);
export const textOf = (bytes) => new TextDecoder("utf-8", { fatal: true }).decode(bytes);
export const fromBase64 = (text) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
export const toBase64 = (bytes) => btoa(String.fromCharCode(...bytes));
export const toHex = (bytes) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** A phrase as it is used, however it was typed. */
export function normalised(phrase) {
  const folded = Array.from(phrase.normalize("NFKC"), (char) =>
    char.toLowerCase().toUpperCase().toLowerCase(),
  );
  return folded
    .join("")
    .replace(/[\s\p{Pd}_,.\x1c-\x1f\x85\u2212\u200b\u2060\ufeff]+/gu, " ")
    .trim();
}

/** What may stand around a phrase that was pasted: quotation marks, brackets and those of Markdown. */
const AROUND = "[\\s\\p{Ps}\\p{Pe}\\p{Pi}\\p{Pf}\"'\\x60´*_~|>.,;\\u200b-\\u200f\\u2060]+";
const BARE = new RegExp(`^${AROUND}|${AROUND}$`, "gu");

/** The phrases that somebody may mean, the likeliest first: without a label, an address or marks. */
export function readings(typed) {
  let named = typed.replace(/^.*(?:#k=|[:\uff1a])/s, "");
  try {
    if (typed.includes("#k=")) named = decodeURIComponent(named);
  } catch {
    // It is taken as it stands.
  }
  const found = [named.replace(BARE, ""), typed.replace(BARE, ""), typed];
  return [...new Map(found.map((one) => [normalised(one), one])).values()];
}

/** The login of a phrase: 32 bytes, after so many rounds that guessing is slow. */
export async function stretched(phrase, salt, rounds) {
  const typed = bytesOf(normalised(phrase));
  const key = await subtle.importKey("raw", typed, "PBKDF2", false, ["deriveBits"]);
  const how = { name: "PBKDF2", hash: "SHA-256", salt, iterations: rounds };
  return new Uint8Array(await subtle.deriveBits(how, key, 256));
}

/** A login as a key from which others are derived, and which can't be taken out. */
export function lockedIn(login) {
  return subtle.importKey("raw", login, "HKDF", false, ["deriveBits"]);
}

/** Bytes derived from a key under some words. */
export async function derived(key, words, salt = new Uint8Array(), length = 32) {
  const from = key instanceof CryptoKey ? key : await lockedIn(key);
  const info = bytesOf(`${LABEL} ${words.join("\0")}`);
  const how = { name: "HKDF", hash: "SHA-256", salt, info };
  return new Uint8Array(await subtle.deriveBits(how, from, 8 * length));
}

/** The file name of a blob: its seat's key and its place, a logical path and a number. */
export async function blobName(seat, path, number) {
  const how = { name: "HMAC", hash: "SHA-256" };
  const key = await subtle.importKey("raw", seat, how, false, ["sign"]);
  const mark = await subtle.sign("HMAC", key, bytesOf(`${path}\0${number}`));
  return `${toHex(new Uint8Array(mark)).slice(0, 32)}.bin`;
}

/** The text of a blob; null when the key or the place is another, or a byte was changed. */
export async function openBlob(key, path, number, blob) {
  const start = MARK + SALT;
  const mark = String.fromCharCode(...blob.subarray(0, MARK));
  if (!BOUND.has(mark) || blob.length < start + LENGTH + TAG) return null;
  const raw = await derived(key, ["blob"], blob.slice(MARK, start));
  const box = await subtle.importKey("raw", raw, "AES-GCM", false, ["decrypt"]);
  const additionalData = bytesOf(`${BOUND.get(mark)}\0${path}\0${number}`);
  let padded;
  try {
    const how = { name: "AES-GCM", iv: new Uint8Array(12), additionalData };
    padded = new Uint8Array(await subtle.decrypt(how, box, blob.subarray(start)));
  } catch {
    return null;
  }
  const length = Number(new DataView(padded.buffer).getBigUint64(0));
  if (length > padded.length - LENGTH) return null;
  const content = padded.slice(LENGTH, LENGTH + length);
  return mark === DEFLATED ? inflated(content) : content;
}

/** A text that was compressed; null when it is damaged or longer than any text is. */
async function inflated(content) {
  const stream = new Blob([content]).stream().pipeThrough(new DecompressionStream("deflate"));
  const reader = stream.getReader();
  const parts = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      if (length > MOST_BYTES) {
        await reader.cancel();
        return null;
      }
      parts.push(value);
    }
  } catch {
    return null;
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** A keyring as it was fetched; throws Broken for one of another kind, or too weakly stretched. */
export function readKeyring(text) {
  let ring;
  try {
    ring = JSON.parse(text);
  } catch {
    throw new Broken("keyring.json");
  }
  const sound = ring.version === 3 && ring.kdf?.name === "PBKDF2-HMAC-SHA256";
  if (!sound || !(ring.kdf.rounds >= LEAST_ROUNDS)) throw new Broken("keyring.json");
  const [salt, stamp] = [ring.salt, ring.stamp].map(fromBase64);
  return { rounds: ring.kdf.rounds, salt, stamp, slots: ring.slots };
}

/** The slot in which a login's bundle lies in a keyring, if there is one; an id of the login. */
export async function slotOf(login, stamp) {
  return toHex(await derived(login, ["slot"], stamp)).slice(0, 32);
}

/** What a login may read: `{player, dossiers}`; null when the keyring has nothing for it. */
export async function bundleIn(ring, login) {
  const slot = await slotOf(login, ring.stamp);
  if (!Object.hasOwn(ring.slots, slot)) return null;
  const key = await derived(login, ["bundle"], ring.stamp);
  const text = await openBlob(key, "bundle", 0, fromBase64(ring.slots[slot]));
  if (text === null) throw new Broken("keyring.json");
  const bundle = JSON.parse(textOf(text));
  const dossiers = bundle.dossiers.map(({ faction, seat, keys }) => ({
    faction,
    seat: fromBase64(seat),
    keys: keys.map(([turn, key]) => [turn, fromBase64(key)]),
  }));
  return { player: bundle.player, dossiers };
}

/** A book as it was sealed: its text, and on the last line `[file name, key]` of its pictures. */
export function readBook(bytes) {
  const text = textOf(bytes);
  const end = text.lastIndexOf("\n");
  const pictures = JSON.parse(text.slice(end + 1));
  return {
    book: text.slice(0, end),
    pictures: pictures.map(([name, key]) => [name, fromBase64(key)]),
  };
}

/** The key that the blob of a turn was sealed with; without a turn the latest. */
export function keyAt(dossier, turn = Infinity) {
  return dossier.keys.findLast(([first]) => first <= turn)?.[1] ?? dossier.keys[0][1];
}
