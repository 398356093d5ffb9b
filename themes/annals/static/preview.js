// Shows a page's title and first words beside a link to it, to whoever rests on the link with a
// pointer or the keyboard. Only pages of the same edition are looked at, each of them once.
(() => {
  "use strict";
  const DELAY = 300;
  const PAGES = /^(?:turns|factions|places|people|items|pages)\/(?!index\.)[^/]+\.html$/;
  const GAP = 8;
  const root = new URL("../", document.currentScript.src);
  const main = document.querySelector("main");
  // From a disk no page may be fetched.
  if (!main || root.protocol === "file:") return;
  const fetched = new Map();
  let card = null;
  let shown = null;
  let timer = 0;

  main.addEventListener("pointerover", ({ target, pointerType }) => {
    if (pointerType !== "touch") aim(target.closest("a[href]"));
  });
  main.addEventListener("pointerout", ({ target }) => target.closest("a[href]") && leave());
  main.addEventListener("focusin", ({ target }) => target.matches(":focus-visible") && aim(target));
  main.addEventListener("focusout", hide);
  main.addEventListener("click", hide);
  addEventListener("keydown", ({ key }) => key === "Escape" && hide());
  addEventListener("scroll", hide, { passive: true });

  function aim(link) {
    const address = link && addressOf(link);
    if (!address) return;
    clearTimeout(timer);
    if (link !== shown) timer = setTimeout(() => show(link, address), DELAY);
  }

  /** Time to go over to the card, which stays as long as the pointer is on it. */
  function leave() {
    clearTimeout(timer);
    timer = setTimeout(hide, DELAY);
  }

  /** The address of the edition's page that a link leads to; null for any other, and this one. */
  function addressOf(link) {
    const url = new URL(link.getAttribute("href") ?? "", document.baseURI);
    const isHere = url.pathname === location.pathname;
    if (isHere || !url.href.startsWith(root.href)) return null;
    return PAGES.test(url.pathname.slice(root.pathname.length)) ? url.href.split("#")[0] : null;
  }

  async function show(link, address) {
    const mine = timer;
    if (!fetched.has(address)) fetched.set(address, wordsOf(address));
    const words = await fetched.get(address);
    if (!words) fetched.delete(address);
    if (!words || mine !== timer) return;
    hide();
    card ??= make();
    card.firstElementChild.textContent = words.title;
    card.lastElementChild.textContent = words.first;
    card.hidden = false;
    shown = link;
    link.setAttribute("aria-describedby", card.id);
    place(link.getClientRects()[0] ?? link.getBoundingClientRect());
  }

  async function wordsOf(address) {
    try {
      const response = await fetch(address);
      if (!response.ok) return null;
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const title = page.querySelector("h1").textContent.replace(/\s+/g, " ").trim();
      const first = page.querySelector('meta[name="description"]').content;
      return { title, first: first === title ? "" : first };
    } catch {
      return null;
    }
  }

  function make() {
    const made = document.createElement("div");
    made.className = "preview";
    made.id = "preview";
    made.setAttribute("role", "tooltip");
    made.append(document.createElement("strong"), document.createElement("span"));
    made.addEventListener("pointerenter", () => clearTimeout(timer));
    made.addEventListener("pointerleave", leave);
    document.body.append(made);
    return made;
  }

  /** Under the link, or over it where there is no room below; never over an edge. */
  function place(link) {
    const { offsetWidth: width, offsetHeight: height } = card;
    const { clientWidth, clientHeight } = document.documentElement;
    const isRoom = link.bottom + GAP + height <= clientHeight;
    const top = isRoom ? link.bottom + GAP : Math.max(GAP, link.top - GAP - height);
    card.style.top = `${top}px`;
    card.style.left = `${Math.max(GAP, Math.min(link.left, clientWidth - width - GAP))}px`;
  }

  function hide() {
    clearTimeout(timer);
    timer = 0;
    if (!shown) return;
    shown.removeAttribute("aria-describedby");
    shown = null;
    card.hidden = true;
  }
})();
