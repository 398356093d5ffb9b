// The search of the public pages: an index that is made here, of what lies beside the pages.

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

/** Has a dialog search; rejects when what it would search can't be had. */
export async function search(dialog, words) {
  const status = dialog.querySelector('[role="status"]');
  const query = dialog.querySelector("input");
  const list = dialog.querySelector("ol");
  status.textContent = words.loading;
  const address = new URL(words.index, location.href);
  const find = await finderOf(address);

  const show = () => {
    const found = find(query.value);
    const shown = found.slice(0, MOST).map((thing) => result(thing, address));
    list.replaceChildren(...shown);
    list.scrollTop = 0;
    status.textContent = query.value.trim() ? counted(found.length, words) : words.idle;
  };
  query.addEventListener("input", show);
  dialog.addEventListener("keydown", (event) => step(event, query, list));
  show();
}

/** What finds things in the index at an address, best first. */
async function finderOf(address) {
  // Asked for anew each time, which costs little: pages don't name its state, so that they stay.
  const response = await fetch(address, { cache: "no-cache" });
  if (!response.ok) throw new Error(`${response.status}`);
  const things = await response.json();
  const index = new MiniSearch(OPTIONS);
  index.addAll(things.map((thing, id) => ({ id, ...thing })));
  return (query) => index.search(query).map(({ id, terms }) => ({ ...things[id], terms }));
}

/** A link with the kind of a thing, its title, and its words round the first that was found. */
function result({ at, kind, title, words, terms }, address) {
  const link = document.createElement("a");
  link.href = new URL(at, address).href;
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
