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
})();
