// Opens the search by its button or the key `/`, and has it loaded then, not before. A plain script:
// from a disk a browser loads neither modules nor what they would search, and the button stays away.
(() => {
  "use strict";
  const button = document.querySelector('[data-part="seek"]');
  const drawn = document.querySelector('template[data-part="finder"]');
  if (!button || !drawn || location.protocol === "file:" || !globalThis.HTMLDialogElement) return;
  let dialog = null;
  let loading = null;

  const open = () => {
    if (!dialog) {
      dialog = drawn.content.firstElementChild.cloneNode(true);
      dialog.addEventListener("click", ({ target }) => {
        if (target === dialog || target.closest('a, [data-part="close"]')) dialog.close();
      });
      document.body.append(dialog);
    }
    if (!dialog.open) dialog.showModal();
    dialog.querySelector("input").select();
    loading ??= import("./finder.js")
      .then((finder) => finder.search(dialog, drawn.dataset))
      .then((isWhole) => {
        // The next opening tries again.
        if (!isWhole) loading = null;
      })
      .catch(() => {
        loading = null;
        dialog.querySelector('[role="status"]').textContent = drawn.dataset.unreached;
      });
  };

  button.addEventListener("click", open);
  addEventListener("keydown", (event) => {
    // The field of a search just closed has the focus until the next frame.
    const field = event.target.closest?.("input, textarea, select, [contenteditable]");
    const isTyping = field?.getClientRects().length;
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    event.preventDefault();
    open();
  });
  button.hidden = false;
})();
