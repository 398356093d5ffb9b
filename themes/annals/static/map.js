// Shows the map as it was at the end of any turn. Every sign on it says in which turns it stands:
// `data-first`, and `data-last` where it has an end. A plain script, so that it runs from a disk;
// the reader of sealed dossiers calls it for the maps that it shows.
// `#turn-3`, or an anchor that is handed in, asks for a turn; an earlier one has a page of its own.
globalThis.chronicleMap = (anchor = location.hash.slice(1)) => {
  const figure = document.querySelector(".map");
  const steps = figure?.querySelector('[data-part="steps"]');
  if (!steps) return;
  const slider = steps.querySelector("input");
  const captions = [...figure.querySelectorAll("[data-turn]")];
  const signs = [...figure.querySelectorAll("[data-first]")];
  const first = Number(slider.min);
  const last = Number(slider.max);

  const show = (turn) => {
    for (const sign of signs) {
      const { first, last: end = last } = sign.dataset;
      const stands = Number(first) <= turn && turn <= Number(end);
      if (stands) sign.removeAttribute("display");
      else sign.setAttribute("display", "none");
    }
    for (const caption of captions) caption.hidden = Number(caption.dataset.turn) !== turn;
    slider.value = String(turn);
    slider.setAttribute("aria-valuetext", captions.find((caption) => !caption.hidden).textContent);
    // Not disabled at the ends, where that would take the focus away.
    for (const button of steps.querySelectorAll("button")) {
      button.setAttribute("aria-disabled", String(aim(button.dataset.to, turn) === turn));
    }
  };

  const aim = (to, turn) =>
    ({
      first,
      back: Math.max(first, turn - 1),
      forward: Math.min(last, turn + 1),
      last,
    })[to];

  slider.addEventListener("input", () => show(Number(slider.value)));
  steps.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (button) show(aim(button.dataset.to, Number(slider.value)));
  });
  steps.hidden = false;
  const wanted = Number(/^turn-(\d+)$/.exec(anchor)?.[1]);
  show(wanted >= first && wanted <= last ? wanted : last);
  const elsewhere = wanted < first && [...document.querySelectorAll('[data-part="earlier"] a')];
  const link = elsewhere && elsewhere.find((one) => wanted <= Number(one.dataset.last));
  // In an opened dossier the address is a route, which has another sign before its anchor.
  if (link) location.replace(link.href + (link.hash ? ":" : "#") + anchor);
};
globalThis.chronicleMap();
