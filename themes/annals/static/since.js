// Says on the front page what is new since the reader's last visit: the turns with what is in them,
// and corrections. What it keeps are numbers and days, in the storage of this browser alone. A plain
// script, so that it runs from a disk; the reader of sealed dossiers calls it with what it keeps.
(() => {
  "use strict";
  const { device } = globalThis.chronicleStorage;

  const today = () => {
    const now = new Date();
    const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
    return parts.map((part) => String(part).padStart(2, "0")).join("-");
  };

  const said = (day) => {
    const [year, month, date] = day.split("-").map(Number);
    const words = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "long" });
    return words.format(new Date(year, month - 1, date));
  };

  const counted = (text) =>
    Object.fromEntries((text.match(/\d+:\d+/g) ?? []).map((pair) => pair.split(":").map(Number)));

  const isSound = (visit, turn) =>
    Number.isInteger(visit?.turn) && visit.turn <= turn && /^\d{4}-\d\d-\d\d$/.test(visit.day);

  const turnOf = ({ dataset }) => Number(dataset.turn);

  // All of one day is one visit: a page that is loaded again shows the same, and so do two tabs.
  const beforeToday = (kept) => (kept?.day === today() ? kept.before : kept);

  const show = (section, before, corrections) => {
    const part = (name) => section.querySelector(`[data-part="${name}"]`);
    const rows = [...section.querySelectorAll("[data-number]")];
    for (const row of rows) row.hidden = Number(row.dataset.number) <= before.turn;
    rows[0].firstElementChild.hidden = rows[1]?.hidden ?? true;
    const corrected = [...section.querySelectorAll("[data-corrected]")];
    for (const row of corrected) {
      const turn = Number(row.dataset.corrected);
      const isNew = corrections[turn] > (before.corrections?.[turn] ?? 0);
      row.hidden = !isNew || turn > before.turn;
    }
    const more = part("more");
    if (more) more.hidden = Number(rows.at(-1).dataset.number) <= before.turn + 1;
    section.querySelector("h2").textContent = section.dataset.since.replace("{day}", said(before.day));
    part("nothing").hidden = [...rows, ...corrected].some((row) => !row.hidden);
    // Turns that were missed lead the page.
    const head = section.getRootNode().querySelector(".now > header");
    if (before.turn < turnOf(section)) head?.after(section);
  };

  /** Fits the section to the visit that was kept; hands back what to keep of this one. */
  globalThis.chronicleSince = (section, kept) => {
    const turn = turnOf(section);
    const visit = { turn, corrections: counted(section.dataset.corrections), day: today() };
    const before = beforeToday(kept);
    const isKnown = isSound(before, turn);
    if (isKnown) show(section, before, visit.corrections);
    const { turn: last, corrections, day } = before ?? {};
    return { ...visit, before: isKnown ? { turn: last, corrections, day } : null };
  };

  let kept = null;
  try {
    kept = JSON.parse(device.get("seen"));
  } catch {
    // What is spoilt is as good as nothing.
  }
  // What comes to lead the page is not seen before it does.
  const root = document.documentElement;
  const [turn, before] = [turnOf(document.currentScript), beforeToday(kept)];
  root.toggleAttribute("data-missed", isSound(before, turn) && before.turn < turn);
  addEventListener("DOMContentLoaded", () => {
    root.removeAttribute("data-missed");
    const section = document.querySelector('[data-part="since"]');
    // Where nothing can be kept, the page goes on saying what the latest turn brought.
    if (section) device.set("seen", JSON.stringify(globalThis.chronicleSince(section, kept)));
  });
})();
