// Makes a form of the order sheet: what is chosen stands below as YAML, to be copied. It is a plain
// script, so that it runs on pages opened from a disk; the reader of sealed dossiers loads it too.
globalThis.chronicleOrders = () => {
  "use strict";
  const page = document.querySelector("[data-orders]");
  const sheet = page?.querySelector("[data-orders-sheet]");
  if (!sheet || sheet.hidden) return;
  const words = page.dataset;
  const base = new URL(".", location.href).pathname;
  // Begins like all that the reader forgets when it is locked.
  const store = `chronicle ${base} orders ${words.campaign} ${words.faction} ${words.turn}`;
  let filled = {};
  let before = null;
  try {
    filled = JSON.parse(sessionStorage.getItem(store)) ?? {};
  } catch {
    // Then nothing outlives the page.
  }

  // The sheet as it is read

  const textIn = (node, name) =>
    node.querySelector(`:scope > .${name}, :scope > p > .${name}`)?.textContent.trim() ?? "";
  const gapsOf = (node) => {
    const swapped = node.dataset.gaps.replace(/["`]/g, (it) => (it === '"' ? "`" : '"'));
    return JSON.parse(swapped).values();
  };
  const menus = new Map();
  for (const menu of sheet.querySelectorAll(".menu")) {
    menus.set(
      Number(menu.id.match(/\d+$/)[0]),
      Array.from(menu.querySelectorAll("li"), (it) => [it.dataset.value, said(it)]),
    );
  }

  const hints = new Map(
    Array.from(sheet.querySelectorAll("[data-key]"), (it) => [it.dataset.key, it.lastChild.textContent]),
  );

  function said(node) {
    return [textIn(node, "name"), textIn(node, "notes")].filter(Boolean).join(" – ");
  }

  /** What may be filled in below a list of blanks; gaps are taken in the order of the sheet. */
  function partsIn(list, gaps) {
    const keys = list.dataset.set?.split(" ") ?? [];
    const settled = keys.map((key) => ({ kind: "settled", key, value: gaps.next().value }));
    return [...settled, ...Array.from(list.children, (item) => partIn(item, gaps))];
  }

  function partIn(item, gaps) {
    const kind = Object.keys(kinds).find((one) => one in item.dataset);
    const part = { ...item.dataset, kind, key: item.dataset[kind] };
    part.label = item.querySelector(":scope > b")?.textContent ?? "";
    part.hint = hints.get(part.key) ?? "";
    if (kind === "pick" || kind === "picks") {
      const [menu, now = "", ...odds] = [gaps.next().value].flat();
      part.now = now;
      part.choices = menus.get(menu).map(([value, name], at) => [value, name, odds[at] ?? ""]);
    } else if (kind === "one") {
      part.who = textIn(item, "whom");
      part.notes = textIn(item, "notes");
      part.cases = Array.from(item.querySelector(":scope > .cases").children, (one) => ({
        name: said(one),
        notes: textIn(one, "notes"),
        hint: textIn(one, "hint"),
        odds: gaps.next().value,
        parts: partsIn(one.querySelector(":scope > ul"), gaps),
      }));
    } else if (item.lastElementChild.matches("ul")) {
      part.parts = partsIn(item.querySelector(":scope > ul"), gaps);
    }
    return part;
  }

  function doerIn(section) {
    return {
      ...section.dataset,
      kind: "one",
      label: section.querySelector("h3").textContent,
      notes: textIn(section, "notes"),
      hint: textIn(section, "hint"),
      cases: Array.from(section.querySelectorAll(".deeds > li"), (item) => {
        const way = document.getElementById(`way-${item.dataset.way}`);
        return {
          name: said(way),
          notes: textIn(way, "notes"),
          hint: textIn(way, "hint"),
          rule: way.querySelector(".rule"),
          odds: textIn(item, "odds"),
          // Of many ways few are taken.
          get parts() {
            return partsIn(way.querySelector(":scope > ul"), gapsOf(item));
          },
        };
      }),
    };
  }

  // The form

  const form = page
    .querySelector("[data-orders-form]")
    .content.cloneNode(true)
    .querySelector("form");
  const tool = (name) => form.querySelector(`[data-do="${name}"]`);

  function element(name, given = {}, ...within) {
    const made = Object.assign(document.createElement(name), given);
    made.append(...within);
    return made;
  }

  const odds = (text) =>
    text && (text.includes("%") ? text : words.perCent.replace("{n}", text));
  const shown = (name, chance) => [name, odds(chance)].filter(Boolean).join(" · ");
  const small = (className, text) => (text ? [element("span", { className }, text)] : []);

  function named(part) {
    const needed = "needed" in part ? [" ", ...small("needed", words.needed)] : [];
    return element("span", { className: "label" }, part.label, ...needed);
  }

  /** A control with its name; what is typed in is kept under its place in the form. */
  function field(part, at, control) {
    control.required = "needed" in part;
    control.value = filled[at] ?? (part.kind === "pick" ? part.now : "");
    control.addEventListener("input", () => changed(at, control.value));
    const label = element("label", { className: "field" }, named(part), control);
    if (part.hint) label.append(...small("hint", part.hint));
    return label;
  }

  function changed(at, value) {
    filled[at] = value;
    before = null;
    tool("again").textContent = words.again;
    tell();
  }

  const options = (choices, first) => [
    ...(first === null ? [] : [element("option", { value: "" }, first)]),
    ...choices.map(([value, name, chance]) => element("option", { value }, shown(name, chance))),
  ];

  /** Options with those that begin alike, up to a colon, put together: some lists are long. */
  function grouped(made) {
    const nodes = [];
    for (const option of made) {
      const [label, rest] = option.text.split(": ", 2);
      const alike = nodes.at(-1)?.[0] === label && rest !== undefined;
      if (alike) nodes.at(-1).push(option);
      else nodes.push([rest === undefined ? null : label, option]);
    }
    return nodes.flatMap(([label, ...some]) =>
      some.length > 1 ? [element("optgroup", { label }, ...some)] : some,
    );
  }

  /**
   * Of each kind of blank its control, and how it writes what it holds under its key: `into` is
   * the mapping that it stands in, `lacks` gets the names of what is still missing.
   */
  const kinds = {
    settled: ({ key, value }) => ({ write: (into) => void (into[key] = value) }),
    pick(part, at) {
      const isSure = part.now || ("needed" in part && part.choices.length === 1);
      const first = isSure ? null : "needed" in part ? words.choose : words.left;
      const control = element("select", {}, ...options(part.choices, first));
      const node = field(part, at, control);
      // What was chosen may be gone since.
      if (control.selectedIndex < 0) control.value = part.now;
      if (control.selectedIndex < 0) control.selectedIndex = 0;
      const write = (into, lacks) => {
        const { value } = control;
        if (value && ("needed" in part || value !== part.now)) into[part.key] = scalar(value);
        else if ("needed" in part) lacks.push(part.label);
      };
      return { node, write };
    },
    picks(part, at) {
      const known = part.choices.map(([value]) => value);
      let chosen = (filled[at] ?? []).filter((value) => known.includes(value));
      const boxes = part.choices.map(([value, name, chance]) => {
        const box = element("input", { type: "checkbox", value, checked: chosen.includes(value) });
        box.addEventListener("change", () => {
          chosen = chosen.filter((one) => one !== value);
          if (box.checked) chosen.push(value);
          limit();
          changed(at, chosen);
        });
        return [box, element("label", { className: "tick" }, box, " ", shown(name, chance))];
      });
      const limit = () => {
        const isFull = part.most && chosen.length >= Number(part.most);
        for (const [box] of boxes) box.disabled = Boolean(isFull) && !box.checked;
      };
      limit();
      const node = element(
        "fieldset",
        { className: "field ticks" },
        element("legend", {}, named(part)),
        ...small("hint", part.hint),
        ...boxes.map(([, label]) => label),
      );
      const write = (into, lacks) => {
        if (chosen.length) into[part.key] = [...(into[part.key] ?? []), ...chosen.map(scalar)];
        else if ("needed" in part) lacks.push(part.label);
      };
      return { node, write };
    },
    count(part, at) {
      const { least: min, most: max, usual = "" } = part;
      const given = { type: "number", inputMode: "numeric", min, max, placeholder: usual };
      const control = element("input", given);
      part.label += ` (${min}–${max})`;
      const write = (into, lacks) => {
        const isWrong = control.validity.badInput || !control.checkValidity();
        control.setAttribute("aria-invalid", String(isWrong && control.value !== ""));
        if (isWrong) lacks.push(part.label);
        else if (control.value !== "") into[part.key] = Number(control.value);
      };
      return { node: field(part, at, control), write };
    },
    words(part, at) {
      const isLong = "long" in part;
      const control = element(isLong ? "textarea" : "input", isLong ? { rows: 3 } : {});
      const write = (into, lacks) => {
        const text = control.value.trim();
        if (text) into[part.key] = text;
        else if ("needed" in part) lacks.push(part.label);
      };
      return { node: field(part, at, control), write };
    },
    group(part, at) {
      const { nodes, write } = all(part.parts, at);
      const legend = element("legend", {}, named(part));
      const hint = small("hint", part.hint);
      const node = nodes.length
        ? element("fieldset", { className: "group" }, legend, ...hint, ...nodes)
        : null;
      const writeAll = (into, lacks) => {
        const inner = { ...into[part.key] };
        write(inner, lacks);
        if (Object.keys(inner).length) into[part.key] = inner;
      };
      return { node, write: writeAll };
    },
    entry(part, at) {
      const { nodes, write } = all(part.parts, at);
      const writeOne = (into, lacks) => {
        const inner = {};
        write(inner, lacks);
        if (!part.if || part.if in inner) into[part.key] = [...(into[part.key] ?? []), inner];
      };
      return { node: element("div", { className: "entry" }, ...nodes), write: writeOne };
    },
    one(part, at) {
      const isOpen = "open" in part;
      const opened = element("div", { className: "opened" });
      const choices = part.cases.map(({ name, odds: chance }, n) => [String(n), name, chance]);
      const control = element("select", {}, ...grouped(options(choices, part.nothing)));
      let write = () => undefined;
      const open = () => {
        const chosen = part.cases[control.value];
        if (!chosen) {
          opened.replaceChildren();
          write = () => undefined;
          return;
        }
        const inner = all(chosen.parts, `${at}/${chosen.name}`);
        write = inner.write;
        // A narrow screen cuts off what is chosen, so what it costs is said again.
        const about = [...small("notes", chosen.notes), ...small("hint", chosen.hint)];
        if (chosen.rule && !isOpen) about.unshift(chosen.rule.cloneNode(true), " ");
        const told = about.length ? [element("p", { className: "way-about" }, ...about)] : [];
        opened.replaceChildren(...told, ...inner.nodes);
      };
      // A way is known by its name, since others may come before it in another build.
      const was = part.cases.findIndex(({ name }) => name === filled[at]);
      control.selectedIndex = isOpen ? 1 : was + 1;
      control.setAttribute("aria-label", [part.who, part.label].filter(Boolean).join(": "));
      control.addEventListener("change", () => {
        changed(at, part.cases[control.value]?.name ?? "");
        open();
        tell();
      });
      open();
      const legend = element("legend", {}, ...small("doer-name", part.who || part.label));
      const about = [part.who && part.label, part.notes].filter(Boolean).join(" – ");
      if (about) legend.append(" ", ...small("notes", about));
      const hint = small("hint", part.hint);
      const fields = [...hint, isOpen ? "" : control, opened];
      const node = element("fieldset", { className: "doer" }, legend, ...fields);
      const writeChosen = (into, lacks) => {
        const lacking = [];
        write(into, lacking);
        lacks.push(...lacking.map((one) => `${part.who || part.label} – ${one}`));
      };
      return { node, write: writeChosen };
    },
  };

  /** Blanks side by side. */
  function all(parts, at) {
    const made = parts.map((part) =>
      kinds[part.kind](part, `${at}/${part.key || part.who || part.label}`),
    );
    return {
      nodes: made.flatMap(({ node }) => node ?? []),
      write: (into, lacks) => made.forEach(({ write }) => write(into, lacks)),
    };
  }

  // What comes of it

  /** What YAML would take for the end of a line, or not print. */
  const ODD = /[\x00-\x09\x0b-\x1f\x7f-\xa0\xad\u2028\u2029\ufeff\ufffe\uffff]|\p{Cs}/u;

  /** The value of a choice as YAML has it where it stands bare. */
  function scalar(value) {
    if (value === "true" || value === "false") return value === "true";
    return /^(?:0|-?[1-9]\d*)$/.test(value) ? Number(value) : value;
  }

  function yaml(value, indent) {
    if (Array.isArray(value)) {
      if (value.every((one) => typeof one !== "object")) {
        return ` [${value.map(plain).join(", ")}]\n`;
      }
      const inner = `${indent}  `;
      const items = value.map((one) => yaml(one, inner).replace(/^\n\s*/, " "));
      return `\n${items.map((item) => `${indent}-${item}`).join("")}`;
    }
    if (typeof value === "object") {
      if (!Object.keys(value).length) return " {}\n";
      const lines = Object.entries(value).map(
        ([key, one]) => `${indent}${plain(key)}:${yaml(one, `${indent}  `)}`,
      );
      return `\n${lines.join("")}`;
    }
    const isBlock = /^\S.*\n/.test(value) && !/ $/m.test(value) && !ODD.test(value);
    if (isBlock) return ` |-\n${value.replace(/^(?=.)/gm, indent)}\n`;
    return ` ${plain(value)}\n`;
  }

  function plain(value) {
    const isName = /^[a-z][\w-]*(?:\/[\w-]+)*$/i.test(value);
    if (typeof value !== "string") return String(value);
    if (isName && !/^(?:null|true|false|yes|no|on|off|y|n)$/i.test(value)) return value;
    const whole = value.toWellFormed?.() ?? value;
    return JSON.stringify(whole).replace(
      new RegExp(ODD, "gu"),
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
  }

  let write = () => undefined;
  let lacking = "";

  function tell() {
    const orders = {};
    const lacks = [];
    write(orders, lacks);
    const isEmpty = !Object.keys(orders).length;
    tool("out").value =
      `# ${words.comment.replace(/\s+/g, " ")}\ncampaign: ${plain(words.campaign)}\n` +
      `turn: ${words.turn}\nfaction: ${words.faction}\n` +
      `orders:${isEmpty ? " {}\n" : yaml(orders, "  ")}`;
    tool("out").rows = Math.min(24, tool("out").value.split("\n").length);
    const what = new Intl.ListFormat(document.documentElement.lang).format(new Set(lacks));
    lacking = lacks.length ? words.lacking.replace("{what}", () => what) : "";
    say(lacking || (isEmpty ? words.empty : words.whole));
    tool("state").classList.toggle("is-lacking", lacks.length > 0);
    try {
      sessionStorage.setItem(store, JSON.stringify(filled));
    } catch {
      // As above.
    }
  }

  // What is said again is not said to those who listen.
  function say(text) {
    if (tool("state").textContent !== text) tool("state").textContent = text;
  }

  async function hand(text, done) {
    try {
      await navigator.clipboard.writeText(text);
      say([done, lacking].filter(Boolean).join(" "));
    } catch {
      tool("out").value = text;
      tool("out").focus();
      tool("out").select();
      say(words.selected);
    }
  }

  function build() {
    const doers = Array.from(sheet.querySelectorAll(".doer"), doerIn);
    const rest = sheet.querySelector("[data-rest]");
    const own = rest ? partsIn(rest.querySelector("ul"), gapsOf(rest)) : [];
    const acting = all(doers.map((one) => ({ ...one, key: one.label })), "");
    const standing = all(own, "rest");
    const heading = (id) => element("h2", {}, sheet.querySelector(id).textContent);
    tool("fields").replaceChildren();
    if (doers.length) tool("fields").append(heading("#doers"), ...acting.nodes);
    if (own.length) {
      const around = element("div", { className: "standing" }, ...standing.nodes);
      tool("fields").append(heading("#rest"), around);
    }
    write = (into, lacks) => {
      standing.write(into, lacks);
      acting.write(into, lacks);
    };
    tell();
  }

  tool("copy").addEventListener("click", () => {
    tell();
    hand(tool("out").value, words.copied);
  });
  tool("seal")?.addEventListener("click", async () => {
    tell();
    let sealed;
    try {
      const seal = await import("./orders-seal.js");
      sealed = await seal.sealed(tool("out").value, words.point);
    } catch {
      return say(words.unsealed);
    }
    return hand(sealed, words.sealed);
  });
  tool("down").addEventListener("click", () => tool("out").focus());
  tool("again").addEventListener("click", () => {
    const was = before;
    before = was ? null : filled;
    filled = was ?? {};
    build();
    tool("again").textContent = before ? words.back : words.again;
    say(before ? words.cleared : words.restored);
  });
  form.addEventListener("submit", (event) => event.preventDefault());

  build();
  sheet.hidden = true;
  sheet.before(form);
};
globalThis.chronicleOrders();
