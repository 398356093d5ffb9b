// The search of the public pages: an index that is made here, of what lies beside the pages. The
// latest turns are there first; earlier ones come in parts while the reader searches already.

import MiniSearch from "./vendor/minisearch.js";
import { pieces } from "./search.js";
import "./words.js";

const { beginning, folded, isAnywhere, termsOf, wordsOf } = globalThis.chronicleWords;
const MOST = 30;
const OPTIONS = {
  fields: ["title", "words", "kind"],
  tokenize: termsOf,
  processTerm: (term) => term,
  searchOptions: {
    tokenize: wordsOf,
    boost: { title: 3 },
    combineWith: "AND",
    prefix: true,
    // One typo in five letters, and two letters in each other's place from six on.
    fuzzy: (term) => (term.length > 4 ? 0.25 : false),
    maxFuzzy: 2,
  },
};

/** All that is found so far, and the addresses of what is still to be had, the latest turns first. */
const index = new MiniSearch(OPTIONS);
const things = [];
const waiting = [];
/** Shows what is found by now, and says that there is `more` to come or that it can't be had. */
let renew = null;

/**
 * Has a dialog search. Rejects when there is nothing to search; otherwise says at the end whether
 * all turns could be had.
 */
export async function search(dialog, words) {
  if (!renew) {
    dialog.querySelector('[role="status"]').textContent = words.loading;
    await take(new URL(words.index, location.href));
    renew = begun(dialog, words);
  }
  while (waiting.length) {
    renew(words.more);
    try {
      await take(waiting[0]);
    } catch {
      renew(words.partly);
      return false;
    }
    waiting.shift();
  }
  renew("");
  return true;
}

/** Takes in one part of the index, with the names of others. */
async function take(address) {
  // Asked for anew each time, which costs little: pages don't name its state, so that they stay.
  const response = await fetch(address, { cache: "no-cache" });
  if (!response.ok) throw new Error(`${response.status}`);
  const found = await response.json();
  const first = things.length;
  const added = found.things.map((thing, nth) => {
    const title = thing.title.normalize();
    const words = thing.words.normalize();
    const own = { plain: folded(words), heading: folded(title) };
    things.push({ ...thing, ...own, title, words, at: new URL(thing.at, address).href });
    return { id: first + nth, title: own.heading, words: own.plain, kind: folded(thing.kind) };
  });
  // In pieces, between which the reader can go on typing.
  await index.addAllAsync(added, { chunkSize: 200 });
  waiting.push(...found.parts.map((part) => new URL(part, address)));
}

/** Begins to search; hands back what shows the results anew. */
function begun(dialog, words) {
  const status = dialog.querySelector('[role="status"]');
  const query = dialog.querySelector("input");
  const list = dialog.querySelector("ol");
  let more = "";
  let isBehind = false;

  const show = () => {
    const found = find(query.value);
    list.replaceChildren(...found.slice(0, MOST).map(result));
    isBehind = false;
    const said = query.value.trim() ? counted(found.length, words) : words.idle;
    const whole = more ? `${said.replace(/[^\p{P}]$/u, "$&.")} ${more}` : said;
    // What is said again is read out again.
    if (status.textContent !== whole) status.textContent = whole;
  };
  query.addEventListener("input", () => {
    show();
    list.scrollTop = 0;
  });
  query.addEventListener("focus", () => isBehind && show());
  dialog.addEventListener("keydown", (event) => step(event, query, list));

  return (still) => {
    more = still;
    // Nothing is moved from under the focus of a reader who goes through the results.
    isBehind = list.contains(document.activeElement);
    if (!isBehind) show();
  };
}

/** The things that have all words, the best first, each with what to mark in it. */
function find(typed) {
  const words = wordsOf(typed);
  const anywhere = words.filter(isAnywhere);
  const indexed = words.filter((word) => !isAnywhere(word)).join(" ");
  if (!words.length) return [];
  const patterns = anywhere.map((word) => beginning([word]));
  const has = (text) => patterns.every((pattern) => text.search(pattern) >= 0);
  const found = index.search(indexed || MiniSearch.wildcard, {
    filter: ({ id }) => has(`${things[id].heading}\n${things[id].plain}`),
    boostDocument: (id) => (has(things[id].heading) ? 3 : 1),
  });
  return found.map(({ id, terms }) => ({ ...things[id], sought: [...anywhere, ...terms] }));
}

/** A link with the kind of a thing, its title, and its words round the first that was found. */
function result({ at, kind, title, words, heading, plain, sought }) {
  const link = document.createElement("a");
  link.href = at;
  const marked = beginning(sought);
  link.append(line("kind", [[kind, false]]));
  if (title) link.append(line("title", pieces({ text: title, plain: heading }, marked)));
  if (words) link.append(line("words", pieces({ text: words, plain }, marked)));
  const item = document.createElement("li");
  item.append(link);
  return item;
}

function line(name, parts) {
  const span = document.createElement("span");
  span.className = name;
  for (const [shown, isFound] of parts) {
    const mark = isFound ? document.createElement("mark") : document.createTextNode("");
    mark.textContent = shown;
    span.append(mark);
  }
  return span;
}

function counted(things, words) {
  if (things < 2) return things ? words.one : words.none;
  return (things > MOST ? words.most : words.other).replace("{n}", String(things));
}

/** The arrows go through the results, from the field and back; Enter in the field takes the first. */
function step(event, query, list) {
  const links = [...list.querySelectorAll("a")];
  const at = links.indexOf(document.activeElement);
  if (event.key === "Enter" && document.activeElement === query) {
    links[0]?.click();
  } else if (event.key === "ArrowDown") {
    links[Math.min(at + 1, links.length - 1)]?.focus();
  } else if (event.key === "ArrowUp" && at >= 0) {
    (links[at - 1] ?? query).focus();
  } else {
    return;
  }
  event.preventDefault();
}
