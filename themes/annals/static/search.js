// Finds words in the pages of an opened dossier: all of them, anywhere in a page.

const AROUND = 90;
const BLOCKS = "h1,h2,h3,h4,h5,h6,p,blockquote,li,dt,dd,figcaption,caption,td,th,div,section,br";

/** What can be searched of pages `[path, {title, main}]`. */
export function indexOf(pages) {
  const home = pages.find(([path]) => path === "index.html")?.[1].title ?? "";
  return pages.map(([path, page]) => {
    const text = textOf(page.main);
    const title = shortened(page.title, home);
    return { path, title, text, plain: folded(text), heading: folded(title) };
  });
}

/** The pages that have all the words, with their title and a piece of their text. */
export function find(index, words) {
  const sought = folded(words).split(/\s+/).filter(Boolean);
  if (!sought.length) return [];
  const found = index.filter((page) =>
    sought.every((word) => page.plain.includes(word) || page.heading.includes(word)),
  );
  const named = (page) => sought.every((word) => page.heading.includes(word));
  return [...found.filter(named), ...found.filter((page) => !named(page))].map((page) => ({
    path: page.path,
    title: page.title,
    pieces: pieces(page, sought),
  }));
}

/** A stretch of a page round the first of the words, as `[text, is found]`. */
function pieces({ text, plain }, sought) {
  const places = sought.map((word) => plain.indexOf(word)).filter((at) => at >= 0);
  const first = places.length ? Math.min(...places) : 0;
  const start = first > AROUND ? text.indexOf(" ", first - AROUND) + 1 : 0;
  const rest = text.lastIndexOf(" ", start + 3 * AROUND);
  const end = text.length - start <= 3 * AROUND || rest <= first ? text.length : rest;
  const any = new RegExp(sought.map(literally).join("|"), "g");
  const shown = [[start ? "… " : "", false]];
  let at = start;
  for (const { index, 0: word } of plain.slice(start, end).matchAll(any)) {
    const from = start + index;
    shown.push([text.slice(at, from), false], [text.slice(from, from + word.length), true]);
    at = from + word.length;
  }
  return [...shown, [text.slice(at, end) + (end < text.length ? " …" : ""), false]];
}

/** A word as a pattern that finds it and nothing else. */
const literally = (word) => word.replace(/[^\p{L}\p{N}]/gu, "\\$&");

/** Letters without case and marks, as many as there were. */
function folded(text) {
  const bare = (char) => {
    const base = char.normalize("NFD")[0].toLowerCase();
    return base.length === char.length ? base : char;
  };
  return text.replace(/[^\x00-\x7f]/g, bare).toLowerCase();
}

function textOf(html) {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  // Drawings have no words, and a link to its own place none that are the page's.
  for (const idle of body.querySelectorAll('svg, a[href^="#"]')) idle.remove();
  for (const picture of body.querySelectorAll("img")) picture.replaceWith(` ${picture.alt} `);
  for (const block of body.querySelectorAll(BLOCKS)) block.after(" ");
  return body.textContent.replace(/\s+/g, " ").trim();
}

/** A page's title without the campaign's, which every one ends with. */
function shortened(title, home) {
  if (!home || title === home || !title.endsWith(home)) return title;
  return title.slice(0, -home.length).replace(/[\s–—|:·-]+$/, "");
}
