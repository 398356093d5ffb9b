/* Reloads a page of the live preview when it has changed. Not part of any built site. */
(() => {
  const stamp = document.currentScript.dataset.stamp;
  let word = null;

  // Browsers limit the connections to one host, so hidden pages close theirs.
  const listen = () => {
    word?.close();
    word = null;
    if (document.visibilityState === "hidden") return;
    word = new EventSource(`/.chronicle/changes?${stamp}`);
    word.addEventListener("changed", () => location.reload());
  };

  document.addEventListener("visibilitychange", listen);
  addEventListener("pageshow", listen);
  addEventListener("pagehide", () => word?.close());

  // In a frame of the desk, orders that are copied from an order sheet are handed to the desk too.
  if (window.parent === window) return;
  document.addEventListener("click", (event) => {
    if (!event.target.closest?.('[data-do="copy"], [data-do="anyway"]')) return;
    setTimeout(() => {
      const text = document.querySelector('[data-do="out"]')?.value;
      if (!text || document.querySelector("dialog[open]")) return;
      window.parent.postMessage({ orders: text }, `http://127.0.0.1:${location.port}`);
    });
  });
})();
