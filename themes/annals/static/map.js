// Shows the map, and the table below it, as they were at the end of any turn. Every sign on the map
// says in which turns it stands: `data-first`, and `data-last` where it has an end. A plain script,
// so that it runs from a disk; the reader of sealed dossiers calls it for the maps that it shows.
// `#turn-3`, or an anchor that is handed in, asks for a turn; an earlier one has a page of its own.
globalThis.chronicleMap = (anchor = location.hash.slice(1)) => {
  const steps = document.querySelector('[data-part="steps"]');
  if (!steps) return;
  const slider = steps.querySelector("input");
  const captions = [...document.querySelectorAll("[data-turn]")];
  const signs = [...document.querySelectorAll(".map-sheet [data-first]")];
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const first = Number(slider.min);
  const last = Number(slider.max);
  let shown = last;

  const stands = ({ dataset }, turn) =>
    Number(dataset.first) <= turn && turn <= Number(dataset.last ?? last);

  const fade = (sign, ...opacity) => !isStill && sign.animate({ opacity }, { duration: 600 });

  const set = (sign, turn, isFirst) => {
    const stood = !sign.hasAttribute("display");
    const isThere = stands(sign, turn);
    sign.classList.toggle("changed", isThere && turn > first && Number(sign.dataset.first) === turn);
    if (stood === isThere) return;
    const hide = () => stands(sign, shown) || sign.setAttribute("display", "none");
    if (isThere) sign.removeAttribute("display");
    const fading = !isFirst && fade(sign, ...(isThere ? [0, 1] : [1, 0]));
    if (isThere) return;
    if (fading) fading.onfinish = hide;
    else hide();
  };

  const rows = [...document.querySelectorAll(".map-list tr[data-first]")].map((row) => ({
    row,
    runs: [...row.querySelectorAll(".was")],
    now: row.querySelector('[data-part="now"]'),
    before: row.querySelector("details"),
  }));
  const head = document.querySelector(".map-list .map-now");

  const list = (turn) => {
    if (head) head.textContent = head.textContent.replace(/\d+/, turn);
    for (const { row, runs, now, before } of rows) {
      row.hidden = Number(row.dataset.first) > turn;
      now?.replaceChildren(...runs.filter((run) => stands(run, turn)));
      if (!before) continue;
      const past = runs.filter((run) => Number(run.dataset.last) < turn);
      before.replaceChildren(before.firstElementChild, ...past);
      before.hidden = !past.length;
    }
  };

  const show = (turn, isFirst) => {
    shown = turn;
    for (const sign of signs) set(sign, turn, isFirst);
    list(turn);
    for (const caption of captions) caption.hidden = Number(caption.dataset.turn) !== turn;
    slider.value = String(turn);
    const caption = captions.find((one) => !one.hidden).querySelector("p");
    slider.setAttribute("aria-valuetext", caption.textContent);
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
    if (button) show(aim(button.dataset.to, shown));
  });
  steps.hidden = false;
  const wanted = Number(/^turn-(\d+)$/.exec(anchor)?.[1]);
  show(wanted >= first && wanted <= last ? wanted : last, true);
  const elsewhere = wanted < first && [...document.querySelectorAll('[data-part="earlier"] a')];
  const link = elsewhere && elsewhere.find((one) => wanted <= Number(one.dataset.last));
  // In an opened dossier the address is a route, which has another sign before its anchor.
  if (link) location.replace(link.href + (link.hash ? ":" : "#") + anchor);
};
globalThis.chronicleMap();
