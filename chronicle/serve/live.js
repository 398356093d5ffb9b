/* Reloads a page of a live preview when there is something new to see. No site has this in it. */
(() => {
  const stamp = document.currentScript.dataset.stamp;
  let word = null;

  // A browser keeps few connections to one host: pages that nobody looks at let go of theirs.
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
