// Before a page is drawn: applies the reader's choice of light or dark colours and asks for the fonts.
(() => {
  "use strict";
  const KEY = "chronicle-scheme";
  const root = document.documentElement;

  const apply = (scheme) => {
    if (scheme) root.dataset.scheme = scheme;
    else delete root.dataset.scheme;
  };

  let chosen = "";
  try {
    chosen = localStorage.getItem(KEY) ?? "";
  } catch {
    // Without storage a choice holds for its page.
  }
  apply(chosen);

  // A font that came later would move lines. A theme of system fonts fetches none.
  const family = getComputedStyle(root).getPropertyValue("--serif");
  for (const style of ["", "italic ", "600 "])
    document.fonts.load(`${style}1em ${family}`).catch(() => {}); // the system's font stays

  // Where a browser has no popovers, a click opens the menu, and the next one closes it.
  const show = (button) => {
    root.dataset.menu = button ? "open" : "closed";
    document.querySelector("[popovertarget]")?.setAttribute("aria-expanded", String(!!button));
  };
  if (!("popover" in root)) {
    show(null);
    addEventListener("click", ({ target }) =>
      show(root.dataset.menu === "closed" && target.closest("[popovertarget]")),
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
      localStorage.setItem(KEY, field.value);
    });
  });
})();
