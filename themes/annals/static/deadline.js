// Says behind the deadline how long it is until then, in the language of the page. It is no module,
// so that it runs on pages opened from a disk too; the reader of sealed dossiers calls it as well.
globalThis.chronicleDeadline = () => {
  const STEPS = [
    [2 * 24 * 60, "day", 24 * 60],
    [2 * 60, "hour", 60],
    [0, "minute", 1],
  ];
  const shown = document.querySelector(".deadline time");
  const places = [...document.querySelectorAll(".left[data-over]")];
  if (!shown || !places[0]) return;

  const ticking = setInterval(tell, 30000);
  tell();

  function tell() {
    if (!shown.isConnected) return clearInterval(ticking);
    const minutes = Math.floor((Date.parse(shown.dateTime) - Date.now()) / 60000);
    const [, unit, size] = STEPS.find(([least]) => minutes >= least) ?? [];
    const words = new Intl.RelativeTimeFormat(document.documentElement.lang);
    for (const left of places)
      left.textContent = unit ? words.format(Math.floor(minutes / size), unit) : left.dataset.over;
    if (!unit) clearInterval(ticking);
    return undefined;
  }
};
globalThis.chronicleDeadline();
