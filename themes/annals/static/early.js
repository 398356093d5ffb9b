// Runs before anything is drawn, as a plain script, so that it runs from a disk too: takes the
// phrase of an invite link out of the address, and says what stands in the way of opening.
(() => {
  "use strict";
  const root = document.documentElement;
  // What a server prints that listens at every address of a computer.
  const UNSPECIFIED = ["0.0.0.0", "[::]"];

  const takeInvite = () => {
    const found = /^#k=(.*)$/s.exec(location.hash);
    if (!found) return;
    history.replaceState(null, "", location.href.split("#")[0]);
    let phrase = found[1];
    try {
      phrase = decodeURIComponent(phrase);
    } catch {
      // A stray per cent sign: the phrase is taken as it stands, and will not open anything.
    }
    globalThis.chronicleInvite = phrase;
  };

  const obstacle = () => {
    if (location.protocol === "file:") return "disk";
    if (!globalThis.isSecureContext || !globalThis.crypto?.subtle)
      return UNSPECIFIED.includes(location.hostname) ? "unspecified" : "insecure";
    const isNewEnough = "noModule" in HTMLScriptElement.prototype && globalThis.DecompressionStream;
    return isNewEnough ? "" : "stalled";
  };

  const leadToTrusted = () => {
    const link = document.querySelector('[data-when="unspecified"] a');
    if (!link) return;
    link.href = location.href;
    link.hostname = "localhost";
    link.textContent = link.href;
  };

  takeInvite();
  addEventListener("hashchange", takeInvite);
  root.dataset.lock = obstacle() || "opening";
  if (root.dataset.lock === "unspecified") addEventListener("DOMContentLoaded", leadToTrusted);
  addEventListener(
    "error",
    (event) => {
      // One that was not loaded, or one that threw.
      const isOurs =
        event.target instanceof HTMLScriptElement || event.filename?.startsWith(location.origin);
      if (isOurs && root.dataset.lock === "opening") root.dataset.lock = "stalled";
    },
    true,
  );
})();
