// Before a page is drawn: applies the reader's choice of light or dark colours and asks for the fonts.
// And what the browser keeps for all scripts, none of which asks its storages itself.
(() => {
  "use strict";
  const KEY = "chronicle-scheme";
  const MENU = '[popovertarget="site-menu"]';
  const root = document.documentElement;

  /**
   * One of the browser's storages, for names that begin with a prefix. Any access may be refused; then
   * there is nothing in it.
   */
  const storage = (kind, prefix) => {
    const tried = (use, refused) => {
      try {
        return use(globalThis[kind]);
      } catch {
        return refused;
      }
    };
    const names = () => tried(Object.keys, []).filter((name) => name.startsWith(prefix));
    return {
      get: (name) => tried((it) => it.getItem(prefix + name), null),
      /** Says whether it was kept. */
      set: (name, text) => tried((it) => it.setItem(prefix + name, text) === undefined, false),
      remove: (name) => tried((it) => it.removeItem(prefix + name)),
      names: () => names().map((name) => name.slice(prefix.length)),
      clear: () => names().forEach((name) => tried((it) => it.removeItem(name))),
    };
  };
  // The names hold the site's path, since several chronicles may lie on one host.
  const site = `chronicle ${new URL("..", document.currentScript.src).pathname} `;
  const tab = storage("sessionStorage", site);
  const device = storage("localStorage", site);
  const shared = storage("localStorage", "");
  globalThis.chronicleStorage = { tab, device, site };

  // What this tab keeps of a dossier ends when another tab locks: at once, or before the next page.
  const forgetLocked = () => {
    const session = tab.get("session");
    if (session !== null && session !== device.get("session")) tab.clear();
  };
  forgetLocked();
  addEventListener("storage", forgetLocked);

  const apply = (scheme) => {
    if (scheme) root.dataset.scheme = scheme;
    else delete root.dataset.scheme;
  };

  const chosen = shared.get(KEY) ?? "";
  apply(chosen);

  // A font that came later would move lines. A theme of system fonts fetches none.
  const family = getComputedStyle(root).getPropertyValue("--serif");
  for (const style of ["", "italic ", "600 "])
    document.fonts.load(`${style}1em ${family}`).catch(() => {}); // the system's font stays

  // Where a browser has no popovers, a click opens the menu, and the next one closes it.
  const show = (button) => {
    root.dataset.menu = button ? "open" : "closed";
    document.querySelector(".site-menu-button")?.setAttribute("aria-expanded", String(!!button));
  };
  if (!("popover" in root)) {
    show(null);
    addEventListener("click", ({ target }) =>
      show(root.dataset.menu === "closed" && target.closest(".site-menu-button")),
    );
    addEventListener("keydown", ({ key }) => key === "Escape" && show(null));
  }

  addEventListener("DOMContentLoaded", () => {
    const label = document.querySelector('[data-part="scheme"]');
    if (!label) return;
    const field = label.querySelector("select");
    field.value = chosen;
    label.hidden = false;
    field.addEventListener("change", () => {
      apply(field.value);
      // Without storage a choice holds for its page.
      field.nextElementSibling.hidden = shared.set(KEY, field.value);
    });
  });
})();
