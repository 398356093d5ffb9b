// Zooms the map, by buttons, keys, wheel and two fingers. Shows the map, and the table below it, as they were at the end of any turn. Every sign on the map
// says in which turns it stands: `data-first`, and `data-last` where it has an end. Plays the turns as
// a film, until its end or until the reader touches the map or a control. A plain script,
// so that it runs from a disk; the reader of sealed dossiers calls it for the maps that it shows.
// `#turn-3`, or an anchor that is handed in, asks for a turn; an earlier one has a page of its own.
const zoomMap = (anchor) => {
  const bar = document.querySelector('[data-part="zoom"]');
  if (!bar) return;
  const sheet = document.querySelector(".map-sheet");
  const canvas = sheet.firstElementChild;
  const { width, height } = canvas.firstElementChild.viewBox.baseVal;
  let zoom = 1;

  // The point at (x, y) of the sheet stays where it is.
  const set = (wanted, x = sheet.clientWidth / 2, y = sheet.clientHeight / 2) => {
    const least = sheet.clientWidth / width;
    const most = Math.max(2, 3 / least);
    const before = zoom;
    const left = sheet.scrollLeft + x;
    const top = sheet.scrollTop + y;
    zoom = Math.min(Math.max(wanted, 1), most);
    sheet.style.aspectRatio = `${width} / ${height}`;
    canvas.style.setProperty("--zoom", zoom);
    canvas.style.setProperty("--text", Math.min(1, 1 / (zoom * least)));
    // The names of a small map are made for a phone.
    canvas.style.setProperty("--far", Math.min(1, 372 / (zoom * sheet.clientWidth)));
    sheet.scrollTo((left * zoom) / before - x, (top * zoom) / before - y);
    for (const button of bar.querySelectorAll("button")) {
      const isAtEnd = zoom === (button.dataset.zoom === "in" ? most : 1);
      button.setAttribute("aria-disabled", String(isAtEnd));
    }
  };

  const change = (to) => set({ in: zoom * 1.5, out: zoom / 1.5, whole: 1 }[to]);

  bar.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (button) change(button.dataset.zoom);
  });
  sheet.addEventListener("keydown", (event) => {
    const to = { "+": "in", "=": "in", "-": "out", 0: "whole" }[event.key];
    if (!to || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    change(to);
  });

  const spot = (x, y) => {
    const box = sheet.getBoundingClientRect();
    return [x - box.left, y - box.top];
  };
  // A trackpad tells of two fingers as of a wheel with this key.
  const wheel = (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    set(zoom * Math.exp(-event.deltaY / 200), ...spot(event.clientX, event.clientY));
  };
  sheet.addEventListener("wheel", wheel, { passive: false });

  const apart = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  let pinch;
  sheet.addEventListener("touchstart", ({ touches }) => {
    pinch = touches.length === 2 && zoom / apart(touches);
  });
  const move = (event) => {
    const { touches } = event;
    if (!pinch || touches.length !== 2) return;
    event.preventDefault();
    const [a, b] = touches;
    const middle = spot((a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2);
    set(pinch * apart(touches), ...middle);
  };
  sheet.addEventListener("touchmove", move, { passive: false });

  bar.hidden = false;
  set(1);
  const place = anchor.startsWith("place-") && document.getElementById(anchor);
  if (!place) return;
  set((width / sheet.clientWidth) * 1.2);
  place.scrollIntoView({ block: "center", inline: "center" });
};
globalThis.chronicleMap = (anchor = location.hash.slice(1)) => {
  zoomMap(anchor);
  const steps = document.querySelector('[data-part="steps"]');
  if (!steps) return;
  const slider = steps.querySelector("input");
  const captions = [...document.querySelectorAll("[data-turn]")];
  const signs = [...document.querySelectorAll(".map-sheet [data-first]")];
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const first = Number(slider.min);
  const last = Number(slider.max);
  let shown = last;

  const stands = ({ dataset }, turn) =>
    Number(dataset.first) <= turn && turn <= Number(dataset.last ?? last);

  const fade = (sign, ...opacity) => !still.matches && sign.animate({ opacity }, { duration: 600 });

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

  const captionOf = (turn) => captions.find(({ dataset }) => Number(dataset.turn) === turn);

  const show = (turn, isFirst) => {
    shown = turn;
    for (const sign of signs) set(sign, turn, isFirst);
    list(turn);
    for (const caption of captions) caption.hidden = Number(caption.dataset.turn) !== turn;
    slider.value = String(turn);
    slider.setAttribute("aria-valuetext", captionOf(turn).querySelector("p").textContent);
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

  const player = steps.querySelector('[data-to="play"]');
  const [playing, paused] = [player.dataset.other, player.getAttribute("aria-label")];
  let timer = 0;

  const run = (ms) => {
    clearTimeout(timer);
    timer = ms && setTimeout(play, ms);
    player.classList.toggle("playing", ms > 0);
    player.setAttribute("aria-label", ms ? playing : paused);
    // A film is not read out.
    captions[0].parentElement.setAttribute("aria-live", ms ? "off" : "polite");
  };
  const pause = () => timer && run(0);

  // The next turn for as long as its caption takes to read; after the last, from the first on.
  const play = () => {
    if (document.hidden || still.matches || !steps.isConnected) return run(0);
    show(shown === last ? first : shown + 1);
    run(shown === last ? 0 : 1500 + 40 * captionOf(shown).textContent.trim().length);
  };

  slider.addEventListener("input", () => show(Number(slider.value)));
  steps.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (button === player) return timer ? pause() : play();
    if (button) show(aim(button.dataset.to, shown));
  });
  const touch = ({ target }) => player.contains(target) || pause();
  for (const event of ["click", "input"]) steps.parentElement.addEventListener(event, touch);
  for (const event of ["pointerdown", "keydown", "wheel"])
    document.querySelector(".map-sheet").addEventListener(event, touch, { passive: true });
  steps.hidden = false;
  const wanted = Number(/^turn-(\d+)$/.exec(anchor)?.[1]);
  show(wanted >= first && wanted <= last ? wanted : last, true);
  const elsewhere = wanted < first && [...document.querySelectorAll('[data-part="earlier"] a')];
  const link = elsewhere && elsewhere.find((one) => wanted <= Number(one.dataset.last));
  // In an opened dossier the address is a route, which has another sign before its anchor.
  if (link) location.replace(link.href + (link.hash ? ":" : "#") + anchor);
};
globalThis.chronicleMap();
