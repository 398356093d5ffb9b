// Orders sealed to the game master: text that only the campaign's key opens, to be sent where
// others read along. The format is that of chronicle/seal/orders.py; both run the same vectors.

const BEGIN = "-----BEGIN CHRONICLE ORDERS-----";
const END = "-----END CHRONICLE ORDERS-----";
const VERSION = 1;
const STEP = 1024;
const LENGTH = 4;
const CURVE = { name: "ECDH", namedCurve: "P-256" };

const utf8 = new TextEncoder();
const subtle = crypto.subtle;

/**
 * A text sealed to a point (base64url), armoured. `pair` is a key pair made for it, which must not
 * be used a second time.
 */
export async function sealed(text, point, pair = undefined) {
  const { privateKey, publicKey } =
    pair ?? (await subtle.generateKey(CURVE, false, ["deriveBits"]));
  const gm = pointOf(point);
  const own = new Uint8Array(await subtle.exportKey("raw", publicKey));
  const other = await subtle.importKey("raw", gm, CURVE, false, []);
  const shared = await subtle.deriveBits({ name: "ECDH", public: other }, privateKey, 256);
  const front = joined([VERSION], own);
  const key = await boxKey(shared, joined(own, gm));
  const how = { name: "AES-GCM", iv: new Uint8Array(12), additionalData: front };
  const box = new Uint8Array(await subtle.encrypt(how, key, padded(utf8.encode(text))));
  return armoured(joined(front, box));
}

async function boxKey(shared, salt) {
  const from = await subtle.importKey("raw", shared, "HKDF", false, ["deriveKey"]);
  const how = { name: "HKDF", hash: "SHA-256", salt, info: utf8.encode("chronicle orders 1") };
  return subtle.deriveKey(how, from, { name: "AES-GCM", length: 256 }, false, ["encrypt"]);
}

/** The text after its length, filled up so that its size tells little. */
function padded(content) {
  const room = Math.ceil((LENGTH + content.length) / STEP) * STEP;
  const bytes = new Uint8Array(room);
  new DataView(bytes.buffer).setUint32(0, content.length);
  bytes.set(content, LENGTH);
  return bytes;
}

function armoured(bytes) {
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return [BEGIN, ...btoa(letters).match(/.{1,64}/g), END, ""].join("\n");
}

function pointOf(text) {
  const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

function joined(...parts) {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
