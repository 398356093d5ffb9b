// The search of the public pages: an index that is made here, of what lies beside the pages. The
// latest turns are there first; earlier ones come in parts while the reader searches already.

import MiniSearch from "./vendor/minisearch.js";
import { beginning, folded, pieces } from "./search.js";

const MOST = 30;
const OPTIONS = {
  fields: ["title", "words", "kind"],
  processTerm: (term) => folded(term),
  searchOptions: {
    boost: { title: 3 },
    combineWith: "AND",
    prefix: true,
    // One slip of the pen in five letters, and two letters in each other's place from six on.
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
  for (const thing of found.things) things.push({ ...thing, at: new URL(thing.at, address).href });
  const added = things.slice(first).map((thing, nth) => ({ id: first + nth, ...thing }));
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
    const found = index.search(query.value).map(({ id, terms }) => ({ ...things[id], terms }));
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

/** A link with the kind of a thing, its title, and its words round the first that was found. */
function result({ at, kind, title, words, terms }) {
  const link = document.createElement("a");
  link.href = at;
  const sought = beginning(terms);
  link.append(line("kind", [[kind, false]]));
  if (title) link.append(line("title", pieces({ text: title, plain: folded(title) }, sought)));
  if (words) link.append(line("words", pieces({ text: words, plain: folded(words) }, sought)));
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
