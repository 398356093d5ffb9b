// Tells a turn on the map beside its text: the map goes to each place as the passage that names it
// comes by, and the arms of its holders change. A plain script, so that it runs from a disk; the
// reader of sealed dossiers calls it for the turns that it shows.
globalThis.chronicleTurnMap = () => {
  const figure = document.querySelector('[data-part="turn-map"]');
  if (!figure || !globalThis.IntersectionObserver) return;
  const sheet = figure.querySelector("svg");
  const view = sheet.querySelector(".turn-view");
  const { width, height } = sheet.viewBox.baseVal;
  const stops = [];
  for (const goal of sheet.querySelectorAll(".goal")) {
    const { place, told } = goal.dataset;
    for (const passage of told.split(" ").map((id) => document.getElementById(id))) {
      // Of a passage that links to the place, the link is where it is told.
      const node = passage?.querySelector(`a[href*="places/${place}.html"]`) ?? passage;
      if (node) stops.push({ goal, place, node, isPassed: false });
    }
  }
  const { DOCUMENT_POSITION_FOLLOWING: after, DOCUMENT_POSITION_PRECEDING: before } = Node;
  stops.sort(({ node }, other) => {
    const place = node.compareDocumentPosition(other.node);
    return Boolean(place & before) - Boolean(place & after);
  });
  const changing = [...sheet.querySelectorAll("[data-of]")];
  let isAtEnd = false;

  const within = (least, value, most) => Math.min(Math.max(least, value), most);

  // The map as it is once the stops up to this one are passed; before the first, all of it.
  const show = (index) => {
    const stop = stops[index];
    const [left, top, right, bottom] = stop?.goal.dataset.box.split(" ").map(Number) ?? [
      0,
      0,
      width,
      height,
    ];
    const zoom = Math.min(width / (right - left), height / (bottom - top));
    const x = within(0, (left + right - width / zoom) / 2, width - width / zoom);
    const y = within(0, (top + bottom - height / zoom) / 2, height - height / zoom);
    view.style.transform = `scale(${zoom}) translate(${-x}px, ${-y}px)`;
    sheet.classList.toggle("near", zoom > 1.5);
    for (const goal of figure.querySelectorAll("[data-place]"))
      goal.classList.toggle("now", goal.dataset.place === stop?.place);
    const passed = new Set(stops.slice(0, index + 1).map(({ place }) => place));
    for (const one of changing) one.classList.toggle("passed", isAtEnd || passed.has(one.dataset.of));
  };

  const follow = () =>
    show(isAtEnd ? stops.length - 1 : stops.findLastIndex(({ isPassed }) => isPassed));

  // The line that passages pass is a third above the lower edge; what is above the window is past.
  const passing = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries)
        for (const stop of stops) if (stop.node === target) stop.isPassed = isIntersecting;
      follow();
    },
    { rootMargin: "99999px 0px -34% 0px" },
  );
  for (const { node } of stops) passing.observe(node);
  // The last passages of a page can't come so high.
  const ending = new IntersectionObserver(([{ isIntersecting }]) => {
    isAtEnd = isIntersecting && scrollY > 0;
    follow();
  });
  const end = figure.parentElement.querySelector(".steps");
  if (end) ending.observe(end);
  figure.parentElement.addEventListener("focusin", ({ target }) => {
    const index = stops.findLastIndex(({ node }) => node.contains(target));
    if (index >= 0) show(index);
  });
  sheet.classList.add("told");
};
globalThis.chronicleTurnMap();
