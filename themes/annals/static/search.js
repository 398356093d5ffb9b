// Finds words in the pages of an opened dossier, by how they begin: all of them on a page. The search
// of the public pages shows what it finds in the same way.

import "./words.js";

const { beginning, folded, wordsOf } = globalThis.chronicleWords;
const AROUND = 90;
/** As many turns are fetched and read at once. */
const PART = 24;
const BLOCKS = "h1,h2,h3,h4,h5,h6,p,blockquote,li,dt,dd,figcaption,caption,td,th,div,section,br";

/** What can be searched of a dossier: its changing pages, and its turns, the latest first. */
export class Index {
  constructor(dossier) {
    this.dossier = dossier;
    this.home = dossier.book.pages["index.html"]?.title ?? "";
    this.left = dossier.book.turns;
    this.turns = [];
    this.changing = null;
    this.coming = null;
  }

  /** Whether nothing is taken in yet. */
  get isBare() {
    return !this.changing;
  }

  /** Takes in the next part; whoever asks meanwhile waits for the same. */
  more() {
    this.coming ??= this.next().finally(() => (this.coming = null));
    return this.coming;
  }

  async next() {
    const last = this.left;
    const first = Math.max(1, last - PART + 1);
    const pages = await this.dossier.between(last, first);
    this.changing ??= indexOf(await this.dossier.changing(), this.home);
    this.turns.push(...indexOf(pages, this.home));
    this.left = first - 1;
  }

  /** The pages where a word begins with each of these, as far as they are taken in. */
  find(words) {
    return find([...this.turns, ...this.changing], words);
  }
}

/** What can be searched of pages `[path, {title, key, main}]`; ``home`` is the front page's title. */
export function indexOf(pages, home) {
  // What is said as of a turn is said on the pages of the turns.
  const own = pages.filter(([, { key }]) => key !== "as_of" && key !== "map_then");
  return own.map(([path, page]) => {
    const text = textOf(page.main);
    const title = shortened(page.title, home).normalize();
    return { path, title, text, plain: folded(text), heading: folded(title) };
  });
}

/** The pages where a word begins with each of these, with their title and a piece of text. */
export function find(index, words) {
  const sought = wordsOf(words);
  if (!sought.length) return [];
  const begins = sought.map((word) => beginning([word]));
  const named = (page) => begins.every((word) => page.heading.search(word) >= 0);
  const has = (page) =>
    begins.every((word) => page.plain.search(word) >= 0 || page.heading.search(word) >= 0);
  const found = index.filter(has);
  return [...found.filter(named), ...found.filter((page) => !named(page))].map((page) => ({
    path: page.path,
    title: page.title,
    pieces: pieces(page, beginning(sought)),
  }));
}

/** A stretch of a page round the first word that is found, as `[text, is found]`. */
export function pieces({ text, plain }, words) {
  const first = Math.max(0, plain.search(words));
  // Cut at blanks; where a script has none, between letters.
  const early = text.indexOf(" ", first - AROUND);
  const begun = early >= 0 && early <= first ? early + 1 : first - AROUND;
  const start = first > AROUND ? whole(text, begun) : 0;
  const late = text.lastIndexOf(" ", start + 3 * AROUND);
  const ended = late > first ? late : whole(text, start + 3 * AROUND);
  const end = text.length - start <= 3 * AROUND ? text.length : ended;
  const shown = [[start ? "… " : "", false]];
  let at = start;
  for (const { index, 1: before, 2: word } of plain.slice(start, end).matchAll(words)) {
    const from = start + index + before.length;
    shown.push([text.slice(at, from), false], [text.slice(from, from + word.length), true]);
    at = from + word.length;
  }
  return [...shown, [text.slice(at, end) + (end < text.length ? " …" : ""), false]];
}

/** A place in a text, moved out of a letter that is stored in two halves. */
function whole(text, at) {
  return /[\udc00-\udfff]/.test(text[at]) ? at - 1 : at;
}

function textOf(html) {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  // Drawings have no words; menus and a link to its own place none that are the page's.
  for (const idle of body.querySelectorAll('svg, nav, a[href^="#"]')) idle.remove();
  for (const picture of body.querySelectorAll("img")) picture.replaceWith(` ${picture.alt} `);
  for (const block of body.querySelectorAll(BLOCKS)) block.after(" ");
  return body.textContent.replace(/\s+/g, " ").trim().normalize();
}

/** A page's title without the campaign's, which every one ends with. */
function shortened(title, home) {
  if (!home || title === home || !title.endsWith(home)) return title;
  return title.slice(0, -home.length).replace(/[\s–—|:·-]+$/, "");
}
