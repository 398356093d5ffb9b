// Opens sealed dossiers with a phrase, and shows their pages in the place of this one.

import { markCurrent, nodesOf, readRoute, relink, routeTo, showPictures } from "./leaves.js";
import { beginSession, bringDrafts, canKeep, keep, keepBeside, kept, keptBeside } from "./memory.js";
import { forget, lock, remember, remembered, unremember, whenLocked } from "./memory.js";
import { fromBase64, lockedIn, readings, slotOf, stretched, toBase64 } from "./sealed.js";
import { dossiersOf, fetchKeyring, Unreached } from "./volume.js";

const HOME = "index.html";
const SEARCH = "search";
const PAUSE = 200;

const part = (name) => document.querySelector(`[data-part="${name}"]`);
const root = document.documentElement;
const main = document.getElementById("main");
const header = document.querySelector("header.site");
const form = part("unlock");
const field = part("phrase");
const desk = part("desk");
const status = part("status");
const query = part("query");
const tools = part("tools");
const words = part("words").dataset;

/** What is open: the login, its slot, its dossiers, the one that is read. */
let open = null;
/** Revokes the pictures of the page that is shown. */
let leave = () => undefined;
/** Counts the pages that were asked for, so that only the latest is shown. */
let asked = 0;
/** How far down each page in the tab's history was left, by a key in its state. */
const scrolled = read(kept("scrolled"));
/** The key of the page that is shown. */
let entry = "";

// Opening

async function begin() {
  const phrase = takeInvite();
  if (phrase) return openWith(phrase);
  try {
    const known = (await loginOfTab()) ?? (await remembered())?.login;
    if (!known) return ask("");
    say(words.opening);
    if (await enter(known)) return await follow(false);
    await forget();
    ask(words.stale);
  } catch (error) {
    ask(sentence(error));
  }
}

async function loginOfTab() {
  const login = kept("login");
  try {
    return login === null ? null : await lockedIn(fromBase64(login));
  } catch {
    // What is spoilt the phrase makes anew.
    return null;
  }
}

async function openWith(typed) {
  if (root.dataset.lock === "busy") return;
  if (root.dataset.lock === "locked") root.dataset.lock = "busy";
  say(words.stretching);
  try {
    const ring = await fetchKeyring();
    for (const phrase of readings(typed)) {
      const login = await stretched(phrase, ring.salt, ring.rounds);
      if (!(await enter(await lockedIn(login), ring))) continue;
      keep("login", toBase64(login));
      return await follow(true);
    }
    ask(words.wrong);
  } catch (error) {
    ask(sentence(error));
  }
}

/** Opens all that a login may read; whether there is anything. */
async function enter(login, ring) {
  const dossiers = await dossiersOf(ring ?? (await fetchKeyring()), login);
  if (!dossiers) return false;
  const slot = await slotOf(login);
  const chosen = dossiers.find((one) => one.faction === kept("dossier"));
  const dossier = chosen ?? (dossiers.length === 1 ? dossiers[0] : null);
  await dossier?.begin();
  beginSession();
  open = { login, slot, dossiers, dossier };
  part("keep").checked = (await remembered())?.slot === slot;
  part("all").hidden = dossiers.length === 1;
  part("all").href = routeTo("");
  field.value = "";
  // Outside of what is replaced, where it goes on saying what happens.
  status.classList.add("unseen");
  desk.after(status);
  desk.hidden = false;
  // It can be searched before its first page is there.
  if (dossier) desk.dataset.open = "true";
  document.body.classList.add("reading");
  root.dataset.lock = "open";
  return true;
}

/** Shows the form with a sentence, the phrase selected for another try. */
function ask(said) {
  if (open) return tell(said, true);
  root.dataset.lock = "locked";
  say(said);
  const isWrong = said !== "";
  field.setAttribute("aria-invalid", String(isWrong));
  if (isWrong) field.select();
  if (isWrong || document.activeElement === document.body) field.focus();
}

function say(said) {
  status.textContent = said;
}

function sentence(error) {
  return error instanceof Unreached ? words.unreached : words.broken;
}

function takeInvite() {
  const phrase = globalThis.chronicleInvite;
  delete globalThis.chronicleInvite;
  return phrase;
}

// Reading

/** Shows what the address asks for; ``moved`` when the reader went there. */
async function follow(moved) {
  const route = readRoute(location.hash);
  if (!route && location.hash) return undefined;
  const path = route?.path ?? "";
  if (!open.dossier) return choose(path, moved);
  if (!path) {
    if (open.dossiers.length > 1 && route) return choose(path, moved);
    history.replaceState(null, "", routeTo(HOME));
    return follow(moved);
  }
  if (path === SEARCH) return search();
  return turnTo(path, route.anchor, moved);
}

async function turnTo(path, anchor, moved) {
  const { dossier } = open;
  const mine = ++asked;
  let page;
  try {
    page = await dossier.page(path);
  } catch (error) {
    if (mine === asked) tell(sentence(error), moved);
    return;
  }
  if (mine !== asked) return;
  if (!page) return void tell(words.missing, moved);
  const nodes = nodesOf(page.main, path, dossier);
  await tellNews(nodes, dossier.faction);
  // Fetched by those who order something, or look at a map.
  if (page.key === "orders")
    await Promise.all([import("./words.js"), import("./orders.js")]).catch(() => undefined);
  if (page.key.startsWith("map")) await import("./map.js").catch(() => undefined);
  if (page.key === "turn") await import("./turn-map.js").catch(() => undefined);
  if (header.dataset.of !== dossier.faction)
    await bringDrafts(open.slot, dossier.faction, dossier.book.turns);
  if (mine !== asked) return;
  frame(dossier, path);
  show(nodes, page.key, page.title);
  main.dataset.path = path;
  leave = showPictures(main, path, dossier);
  globalThis.chronicleMap?.(anchor);
  globalThis.chronicleTurnMap?.();
  globalThis.chronicleOrders?.(drafts);
  // After the form, whose bar says the deadline too.
  globalThis.chronicleDeadline?.();
  arrive(anchor, moved);
}

/** What is filled in on order sheets: in the tab, and where the login is remembered on the device. */
const drafts = {
  get: kept,
  set(name, text) {
    const isKept = keep(name, text);
    // The device keeps what the tab shows.
    if (isKept) keepBeside(open.slot, name, text);
    return isKept;
  },
};

/** Says on the front page what is new since the last visit, where this device remembers one. */
async function tellNews(nodes, faction) {
  const section = nodes.querySelector('[data-part="since"]');
  if (!section || !globalThis.chronicleSince) return;
  const name = `visit ${faction}`;
  const visit = globalThis.chronicleSince(section, await keptBeside(open.slot, name));
  await keepBeside(open.slot, name, visit);
}

/** The header as on the pages of the edition, with this page marked in it. */
function frame(dossier, path) {
  if (header.dataset.of !== dossier.faction) {
    header.dataset.of = dossier.faction;
    const nodes = nodesOf(dossier.book.header, HOME, dossier);
    const badge = nodes.querySelector(".badge");
    part("whose").replaceChildren(...(badge?.childNodes ?? [dossier.name]));
    badge?.remove();
    header.replaceChildren(nodes);
    relink(document.querySelector("footer.site"), HOME, dossier);
  }
  desk.dataset.open = "true";
  if (path) tools.hidePopover?.();
  header.querySelector("[popover]")?.hidePopover?.();
  markCurrent(document.querySelectorAll("header.site a, footer.site a"), path);
}

function show(nodes, key, title) {
  leave();
  leave = () => undefined;
  main.replaceChildren(nodes);
  delete main.dataset.path;
  document.body.className = `page-${key} reading`;
  document.title = title;
  say(title);
}

/**
 * To the top and into the page, to a place on it, or to where it was left; on opening the reader is
 * left in peace.
 */
function arrive(anchor, moved) {
  const aim = anchor && main.querySelector(`#${CSS.escape(anchor)}`);
  entry = history.state?.entry;
  const top = scrolled[entry];
  scrollTo({ top: top ?? 0, behavior: "instant" });
  if (aim) {
    aim.classList.add("aimed");
    aim.tabIndex = -1;
    if (top === undefined) aim.scrollIntoView({ behavior: "instant" });
    aim.focus({ preventScroll: true });
  } else if (moved) {
    main.focus({ preventScroll: true });
  }
  if (entry) return;
  entry = crypto.randomUUID();
  history.replaceState({ ...history.state, entry }, "");
}

/** Notes how far down the page is that is about to be left. */
function depart() {
  if (entry) scrolled[entry] = scrollY;
  entry = "";
}

function read(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

/** A page of our own with one sentence. */
function tell(said, moved) {
  const piece = part("telling").content.cloneNode(true);
  piece.querySelector("p").textContent = said;
  show(piece, "unlock", words.title);
  say(said);
  arrive("", moved);
}

/** Offers the dossiers by what everybody knows of their factions, before any is fetched. */
async function choose(path, moved) {
  const mine = ++asked;
  const unknown = open.dossiers.filter((one) => !powerOf(one));
  try {
    await Promise.all(unknown.map((one) => one.begin()));
  } catch (error) {
    if (mine === asked) tell(sentence(error), moved);
    return;
  }
  if (mine !== asked) return;
  const piece = part("chooser").content.cloneNode(true);
  const list = piece.querySelector("ul");
  for (const dossier of open.dossiers) {
    const button = document.createElement("button");
    button.type = "button";
    const power = powerOf(dossier);
    const name = document.createElement("span");
    name.textContent = power ? power.dataset.name : dossier.name;
    button.append(...(power ? power.cloneNode(true).childNodes : []), name);
    button.addEventListener("click", () => pick(dossier, path));
    const item = document.createElement("li");
    item.append(button);
    list.append(item);
  }
  delete desk.dataset.open;
  part("whose").replaceChildren(words.whose);
  header.dataset.of = "";
  show(piece, "unlock", words.title);
  arrive("", moved);
}

/** The shield and name of a dossier's faction; null when not everybody knows it. */
function powerOf({ faction }) {
  return part("powers").content.querySelector(`[data-power="${CSS.escape(faction)}"]`);
}

function pick(dossier, path) {
  open.dossier = dossier;
  keep("dossier", dossier.faction);
  if (location.hash === routeTo(path || HOME)) follow(true);
  else location.hash = routeTo(path || HOME);
}

// Searching

let wait = 0;

query.addEventListener("input", () => {
  clearTimeout(wait);
  wait = setTimeout(() => {
    const sought = query.value;
    if (location.hash === routeTo(SEARCH)) history.replaceState({ ...history.state, sought }, "");
    else {
      depart();
      history.pushState({ sought }, "", routeTo(SEARCH));
    }
    search();
  }, PAUSE);
});

part("search").addEventListener("submit", (event) => {
  event.preventDefault();
  const first = main.querySelector(".found a");
  if (location.hash === routeTo(SEARCH) && first) first.focus();
});

addEventListener("keydown", (event) => {
  const isTyping = event.target.closest?.("input, textarea, select, [contenteditable]");
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
  if (!desk.dataset.open) return;
  event.preventDefault();
  if (part("more").offsetWidth) tools.showPopover();
  query.focus();
});

tools.addEventListener("toggle", ({ newState }) => newState === "open" && query.focus());

async function search() {
  const { dossier } = open;
  const mine = ++asked;
  const sought = history.state?.sought ?? "";
  if (document.activeElement !== query) query.value = sought;
  let isShown = false;
  try {
    await dossier.begin();
    if (!dossier.index) say(words.searching);
    // Fetched by those who search, and by nobody else.
    const { Index } = await import("./search.js").catch(() => {
      throw new Unreached();
    });
    dossier.index ??= new Index(dossier);
    const { index } = dossier;
    if (index.isBare) await index.more();
    while (mine === asked) {
      present(index, sought, isShown);
      isShown = true;
      if (!index.left) return;
      await index.more();
    }
  } catch (error) {
    if (mine === asked) tell(sentence(error), false);
  }
}

/** Shows what is found; where it `isShown` already and more has come, nobody's focus is lost. */
function present(index, sought, isShown) {
  const found = index.find(sought);
  const piece = part("found").content.cloneNode(true);
  const counts = sought.trim() ? counted(found.length) : words.searchIdle;
  const said = index.left ? `${counts.replace(/[^\p{P}]$/u, "$&.")} ${words.searchMore}` : counts;
  piece.querySelector("p").textContent = said;
  piece.querySelector("ol").append(...found.map(result));
  if (isShown) {
    const held = document.activeElement?.closest(".found a")?.getAttribute("href");
    main.replaceChildren(piece);
    if (held) main.querySelector(`.found a[href="${held}"]`)?.focus({ preventScroll: true });
  } else {
    frame(open.dossier, "");
    show(piece, "unlock", words.searchTitle);
    arrive("", false);
  }
  // What is said again is read out again.
  if (status.textContent !== said) say(said);
}

function counted(pages) {
  if (pages < 2) return pages ? words.foundOne : words.foundNone;
  return words.foundOther.replace("{n}", String(pages));
}

function result({ path, title, pieces }) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = routeTo(path);
  link.textContent = title;
  const text = document.createElement("p");
  for (const [shown, isFound] of pieces) {
    const mark = isFound ? document.createElement("mark") : document.createTextNode("");
    mark.textContent = shown;
    text.append(mark);
  }
  const heading = document.createElement("h2");
  heading.append(link);
  item.append(heading, text);
  return item;
}

// What the reader presses

form.addEventListener("submit", (event) => {
  event.preventDefault();
  openWith(field.value);
});

part("show").addEventListener("click", ({ currentTarget }) => {
  const isShown = currentTarget.getAttribute("aria-pressed") !== "true";
  currentTarget.setAttribute("aria-pressed", String(isShown));
  field.type = isShown ? "text" : "password";
});

part("keep").addEventListener("change", async ({ currentTarget }) => {
  try {
    await (currentTarget.checked ? remember(open.login, open.slot) : unremember());
    say(currentTarget.checked ? words.kept : words.unkept);
  } catch {
    currentTarget.checked = false;
    say(words.cantKeep);
  }
});

part("lock").addEventListener("click", async () => {
  await lock();
  leaveClean();
});

document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});

function leaveClean() {
  open = null;
  history.replaceState(null, "", location.href.split("#")[0]);
  location.reload();
}

// Where something stands in the way it has been said, and nothing is tried.
const isAble = root.dataset.lock === "opening";

addEventListener("hashchange", () => {
  if (!isAble) return;
  const phrase = takeInvite();
  if (phrase) openWith(phrase);
  else if (open) {
    depart();
    follow(true);
  }
});
addEventListener("pagehide", () => {
  if (!open) return;
  depart();
  keep("scrolled", JSON.stringify(scrolled));
});

// A page that comes back from the browser's store may have been locked meanwhile.
addEventListener("pageshow", (event) => event.persisted && location.reload());
whenLocked(() => open && leaveClean());
history.scrollRestoration = "manual";
if (!canKeep()) part("keeps").textContent = words.keepsNothing;
if (isAble) begin();
