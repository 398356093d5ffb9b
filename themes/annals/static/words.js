// What a search takes for a word, in any script: of the public pages, of opened dossiers and of long
// lists on the order sheet. It is no module, so that it runs on pages opened from a disk.
(() => {
  "use strict";
  /** Marks and invisible signs that are left out when a word is typed. */
  const UNTYPED =
    "\\u0300-\\u036f\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7" +
    "\\u0640\\u064b-\\u065f\\u0670\\ufe00-\\ufe0f\\p{Cf}";
  const APOSTROPHES = "'`\\u00b4\\u02b9\\u02bb\\u02bc\\u2018\\u2019\\u201b\\u2032\\ua78b\\ua78c\\uff07";
  /** Letters of scripts that put no blanks between words, and signs: a word may begin at each. */
  const UNSPACED =
    ["Han", "Hiragana", "Katakana", "Bopomofo", "Thai", "Lao", "Khmer", "Myanmar"]
      .concat(["Tai_Le", "New_Tai_Lue", "Tai_Tham", "Tai_Viet", "Javanese", "Balinese"])
      .map((name) => `\\p{Script=${name}}`)
      .join("") + "\\u30fc\\p{S}";

  const WORD = new RegExp(`[\\p{L}\\p{N}\\p{M}\\p{S}${UNTYPED}${APOSTROPHES}]+`, "gu");
  const LEFT_OUT = new RegExp(`[${UNTYPED}]`, "gu");
  const PARTING = new RegExp(`[${APOSTROPHES}]+`, "gu");
  const ANYWHERE = new RegExp(`[${UNSPACED}]+`, "u");
  const BEFORE = `(?:^|[^\\p{L}\\p{N}\\p{M}\\p{Cf}]|[${UNSPACED}${APOSTROPHES}])[${UNTYPED}]*`;

  /** Letters without case and marks, as many as there were; the text has them composed (NFC). */
  function folded(text) {
    return text.replace(/[^\x00-\x7f]/g, bare).toLowerCase();
  }

  function bare(char) {
    const form = char >= "\uff01" && char <= "\uff5e" ? "NFKD" : "NFD";
    const base = char.normalize(form).replace(LEFT_OUT, "").toLowerCase().replace("ς", "σ");
    return base.length === char.length ? base : char;
  }

  /** The words of what somebody types; an apostrophe in a word may be left out. */
  function wordsOf(typed) {
    const words = folded(typed.normalize()).match(WORD) ?? [];
    return words.map((word) => word.replace(LEFT_OUT, "").replace(PARTING, "")).filter(Boolean);
  }

  /** What an index has for a folded text: its words and what they are after an apostrophe. */
  function termsOf(plain) {
    const words = (plain.match(WORD) ?? []).flatMap((word) =>
      word.replace(LEFT_OUT, "").replace(/[`´]/g, "'").split(ANYWHERE),
    );
    return words.flatMap((word) => {
      const parts = word.split(PARTING);
      return parts.map((_, first) => parts.slice(first).join("")).filter(Boolean);
    });
  }

  /** Whether a word is in no index, because a part of it may stand anywhere in a text. */
  function isAnywhere(word) {
    return ANYWHERE.test(word);
  }

  /** A pattern that finds any of these words in a folded text, where a word begins. */
  function beginning(words) {
    const spelt = words.map((word) => {
      const gap = `[${UNTYPED}${APOSTROPHES}${isAnywhere(word) ? "\\s" : ""}]*`;
      return [...word].map((char) => char.replace(/[\\^$.*+?()[\]{}|/]/, "\\$&")).join(gap);
    });
    return new RegExp(`(${BEFORE}|(?=[${UNSPACED}]))(${spelt.join("|")})`, "gu");
  }

  globalThis.chronicleWords = { beginning, folded, isAnywhere, termsOf, wordsOf };
})();
