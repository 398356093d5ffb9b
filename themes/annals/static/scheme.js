// Applies the reader's choice of light or dark colours before anything is drawn, and offers it.
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
