// Shows the order sheet as a form; what is chosen becomes a text to copy. It is no module, so that
// it runs on pages opened from a disk; the reader of sealed dossiers loads it too.

/**
 * Orders as lines that programs for mail may wrap, quote and indent. The format is that of
 * chronicle/authoring/order_text.py; both run the same cases.
 */
globalThis.chronicleOrderText = ({ turn, faction, campaign, orders }) => {
  const lines = [`turn=${turn} faction=${faction} campaign: ${campaign}`];
  const isMapping = (value) => value.constructor === Object;
  const isShort = (value) =>
    value.replace
      ? /^(?!(?:true|false|null)$)[a-z][a-z0-9_-]*(?:\/[a-z0-9_-]+)*$/.test(value)
      : !isMapping(value);

  /** Adds the lines of a mapping: what is short and a text, then what remains. */
  function add(place, values) {
    const short = [];
    const long = [];
    const inner = [];
    function put(at, value) {
      const keys = Object.keys(value);
      if (isMapping(value) && (!place || /\.\d/.test(at))) inner.push([at, value]);
      else if (isMapping(value)) {
        for (const key of keys) put(`${at}/${key}`, value[key]);
        if (!keys[0]) short.push(`${at}={}`);
      } else if (value.every?.(isShort)) short.push(`${at}=[${value}]`);
      else if (value.every) value.forEach((one, nth) => put(`${at}.${nth + 1}`, one));
      else if (isShort(value)) short.push(`${at}=${value}`);
      else for (const line of value.split("\n")) long.push(`${at}: ${line}`);
    }
    for (const key in values) put(key, values[key]);
    if (place || short[0] || long[0]) lines.push([place, ...short, long.shift()].join(" "));
    for (const text of long) lines.push(`${place} ${text}`);
    for (const [at, one] of inner) add(place ? `${place}/${at}` : at, one);
  }

  /** A checksum of the words of a line: FNV-1a, without the last eight bits. */
  function checksum(line) {
    const words = line
      .normalize("NFKC")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}>|]+/gu, (run) => (/\s/.test(run) ? " " : "-"))
      .replace(/^[ -]+|[ -]+$/g, "");
    let sum = 0x811c9dc5;
    for (const sign of words) sum = Math.imul(sum ^ sign.codePointAt(0), 0x1000193);
    return (sum >>> 8).toString(16).padStart(6, "0");
  }

  add("", orders);
  const texts = lines.map((line) =>
    line
      .replace(/[\u200b\u2060\ufeff\xad]/g, "")
      .replace(/[\s\p{Cc}]+/gu, " ")
      .trim(),
  );
  const numbered = texts.map((text, nth) => `[${nth + 1}] ${text}\n`);
  return `${numbered.join("")}[end ${texts.map(checksum).join(" ")}]\n`;
};

/** Shows the order sheet as a form. `drafts` keeps what is filled in. */
globalThis.chronicleOrders = (drafts) => {
  const page = document.querySelector("[data-orders]");
  const sheet = page?.querySelector("[data-orders-sheet]");
  if (!sheet || sheet.hidden) return;
  const { beginning, folded, wordsOf } = globalThis.chronicleWords;
  const words = page.dataset;
  const draft = `orders ${words.campaign} ${words.faction} ${words.turn}`;
  let filled = {};
  let before = null;
  try {
    filled = JSON.parse(drafts.get(draft)) ?? {};
  } catch {
    // What is spoilt is as good as nothing.
  }

  const all = (node, which) => [...node.querySelectorAll(which)];
  const textIn = (node, which) => node.querySelector(which)?.textContent.trim() ?? "";
  const copyOf = (name) => page.querySelector(`[data-orders-${name}]`).content.cloneNode(true);

  function element(name, given, ...within) {
    const made = Object.assign(document.createElement(name), given);
    made.append(...within);
    return made;
  }

  // What the sheet says

  const gapsOf = (node) =>
    JSON.parse(node.dataset.gaps.replace(/["`]/g, (it) => (it === '"' ? "`" : '"')));

  /** The choices of a gap that is filled from a list. */
  const choicesOf = ([menu, , ...odds]) =>
    all(sheet, `#list-${menu} li`).map((it, at) => ({
      ...it.dataset,
      name: textIn(it, ".name"),
      notes: textIn(it, ".notes"),
      odds: odds[at],
    }));

  /** The actions of somebody, as choices with their fields and gaps. */
  function casesOf(node, gaps) {
    const options = node.dataset.doer ? all(all(sheet, ".doer")[node.dataset.doer], "[data-way]") : [];
    return [
      ...options.map((it) => [
        sheet.querySelector(`#way-${it.dataset.way} > template`),
        gapsOf(it),
        it.dataset.odds,
      ]),
      ...all(node, ":scope > template").map((it) => [it, gaps, gaps[it.dataset.gap]]),
    ].map(([{ dataset, content }, own, odds], value) => ({
      ...dataset,
      value,
      content,
      gaps: own,
      odds,
    }));
  }

  // Fields

  /** Of a chance and those by what is staked, which follow behind a `|` each, the first. */
  const chance = (odds) => odds?.split("|")[0];
  const join = (mark, ...some) => some.filter(Boolean).join(mark);
  const textOf = ({ name, notes, odds }) =>
    join(" · ", join(" – ", name, notes), chance(odds));
  const spans = (choice, ...marks) =>
    ["odds", "notes"]
      .filter((it) => choice[it])
      .flatMap((it, at) => [marks[at] ?? " ", element("span", { className: it }, chance(choice[it]))]);

  /** Puts choices into a list, those of one group together; `first` stands for none of them. */
  function fill(select, choices, first, value) {
    const groups = { "": first ? [{ value: "", name: first }] : [] };
    for (const choice of choices) (groups[choice.group ?? ""] ??= []).push(choice);
    for (const [label, some] of Object.entries(groups)) {
      const options = some.map((choice) =>
        element("option", { value: choice.value, choice }, textOf(choice)),
      );
      select.append(...(label ? [element("optgroup", { label }, ...options)] : options));
    }
    select.value = value;
    // What was chosen may be gone since.
    if (select.selectedIndex < 0) select.selectedIndex = 0;
    if (choices.length > 12) search(select, groups);
  }

  /** Replaces a long list by a search in it. */
  function search(select, groups) {
    const [box] = copyOf("search").children;
    const [summary, query, list, nothing] = box.children;
    const label = select.closest("label");
    for (const [group, some] of Object.entries(groups)) {
      const buttons = some.map((choice) => {
        const name = choice.name.replace(`${group}: `, "");
        const said = folded(`${group} ${textOf(choice)}`.normalize());
        return element("button", { type: "button", value: choice.value, said }, name, ...spans(choice));
      });
      list.append(element("div", {}, element("p", { className: "label" }, group), ...buttons));
    }
    const buttons = all(list, "button");
    const close = () => {
      box.open = false;
      summary.focus();
    };
    const show = () => {
      summary.lastElementChild.textContent = select.selectedOptions[0].choice.name;
    };
    summary.prepend(label.querySelector(".label").cloneNode(true));
    show();
    const filter = () => {
      const asked = wordsOf(query.value).map((word) => beginning([word]));
      for (const it of buttons) it.hidden = asked.some((word) => it.said.search(word) < 0);
      nothing.hidden = buttons.some((it) => !it.hidden);
    };
    query.addEventListener("input", filter);
    box.addEventListener("toggle", () => {
      query.value = "";
      filter();
      if (box.open) query.focus();
    });
    box.addEventListener("keydown", (event) => {
      if (event.key === "Escape") close();
      if (event.key !== "Enter" || event.target !== query) return;
      event.preventDefault();
      buttons.find((it) => !it.hidden)?.click();
    });
    list.addEventListener("click", ({ target }) => {
      const chosen = target.closest("button");
      if (!chosen) return;
      select.value = chosen.value;
      select.dispatchEvent(new Event("input", { bubbles: true }));
      show();
      close();
    });
    select.search = summary;
    label.hidden = true;
    label.after(box);
  }

  const typed = (it) => (it.value = filled[it.at] ?? "");

  /** How each kind of field begins, from the gaps that it is among. */
  const kinds = {
    fixed(it, gaps) {
      it.given = gaps[it.dataset.gap];
    },
    pick(it, gaps) {
      const gap = [gaps[it.dataset.gap]].flat();
      const choices = choicesOf(gap);
      it.now = gap[1] ?? "";
      const isSure = it.now || (it.required && choices.length === 1);
      const first = it.required ? words.choose : words.left;
      fill(it, choices, isSure ? "" : first, filled[it.at] ?? it.now);
    },
    picks(it, gaps) {
      const choices = choicesOf([gaps[it.dataset.gap]].flat());
      const boxes = choices.map((choice) =>
        element("input", { type: "checkbox", value: choice.value, choice }),
      );
      for (const box of boxes)
        it.append(element("label", { className: "tick" }, box, element("span", {}, textOf(box.choice))));
      it.chosen = (filled[it.at] ?? []).filter((value) => boxes.some((box) => box.value === value));
      it.show = () => {
        for (const box of boxes) {
          box.checked = it.chosen.includes(box.value);
          box.disabled = !box.checked && it.chosen.length >= (it.dataset.most ?? Infinity);
        }
      };
      it.show();
    },
    count: typed,
    words: typed,
    one(it, gaps) {
      const select = it.querySelector("select");
      const opened = it.querySelector(".opened");
      const cases = casesOf(it, gaps);
      if (select) {
        // An action is known by its name, since others may come before it in another build.
        const was = cases.find(({ name }) => name === filled[it.at]);
        fill(select, cases, select.dataset.nothing, was?.value ?? "");
      }
      it.show = () => {
        it.choice = select ? cases[select.value] : cases[0];
        it.chosen = select ? (it.choice?.name ?? "") : "";
        opened.replaceChildren(it.choice?.content.cloneNode(true) ?? "");
        begin(opened, it.choice?.gaps, `${it.at}/${it.chosen}`);
      };
      it.show();
    },
  };

  /** Begins all fields below a node; what is typed in is kept under their place in the form. */
  function begin(node, gaps, at) {
    for (const it of node.children) {
      const { kind, key } = it.dataset;
      it.at = key ? `${at}/${key}` : at;
      (kinds[kind] ?? begin)(it, gaps, it.at);
    }
  }

  /**
   * Adds what the fields below a node hold to a mapping, and those that lack something to a list.
   * Says whether anything was added.
   */
  function read(node, into, lacks) {
    let isAdded = false;
    const add = (key, value) => {
      into[key] = value;
      isAdded = true;
    };
    for (const it of node.children) {
      const { kind, key } = it.dataset;
      const inner = kind === "group" ? { ...into[key] } : {};
      const isNeeded = it.required || "needed" in it.dataset;
      if (kind === "fixed") add(key, it.given);
      else if (kind === "picks") {
        if (it.chosen.length) add(key, [...(into[key] ?? []), ...it.chosen.map(scalar)]);
        else if (isNeeded) lacks.push(it);
      } else if (kind === "group") {
        if (read(it, inner, lacks)) add(key, inner);
      } else if (kind === "entry") {
        read(it, inner, lacks);
        if (!it.dataset.if || it.dataset.if in inner) add(key, [...(into[key] ?? []), inner]);
      } else if (!kind || kind === "one") {
        if (read(it, into, lacks)) isAdded = true;
      } else {
        const value = it.value.trim();
        const isWrong = it.type === "number" && !it.checkValidity();
        it.setAttribute("aria-invalid", isWrong && !it.validity.valueMissing);
        if (isWrong || (isNeeded && !value)) lacks.push(it);
        else if (value && (isNeeded || value !== it.now))
          add(key, kind === "words" ? value : scalar(value));
      }
    }
    return isAdded;
  }

  /** The value of a choice: a number, true or false where it is one. */
  function scalar(value) {
    return /^(?:true|false|0|-?[1-9]\d*)$/.test(value) ? JSON.parse(value) : value;
  }

  // The form

  const form = copyOf("form");
  const tools = {};
  for (const it of all(form, "[data-do]")) tools[it.dataset.do] = it;
  let lacks = [];
  let left;

  /** Reads all fields, and shows what comes of them. */
  function tell() {
    const orders = {};
    lacks = [];
    let given = 0;
    let whole = 0;
    for (const it of tools.fields.children) {
      const earlier = lacks.length;
      const isAdded = read(it, orders, lacks);
      if (!it.dataset.doer) continue;
      // An action of which nothing is chosen is no order.
      if (it.chosen && !isAdded && lacks.length === earlier) lacks.push(...all(it, ".opened :is(select, input, textarea)").slice(0, 1));
      given += isAdded || lacks.length > earlier;
      whole += isAdded && lacks.length === earlier;
    }
    left = +words.funds;
    all(tools.fields, ".order").forEach(sum);
    say(tools.money, priced(words.funds - left));
    tools.again.textContent = words[before ? "back" : "again"];
    const text = `${words.comment}\n${chronicleOrderText({ ...words, orders })}`;
    tools.out.value = text;
    const state = given ? "count" : Object.keys(orders)[0] ? "whole" : "empty";
    say(tools.state, filledIn(state, { n: whole, all: given }));
    say(tools.missing, lacks[0] ? filledIn("lacking", { what: named(lacks[0]) }) : "");
    tools.unkept.hidden = drafts.set(draft, JSON.stringify(filled));
  }

  const filledIn = (text, values) => words[text].replace(/{(.+?)}/g, (_, key) => values[key]);

  /** Says what is paid of what the faction has, and what the orders so far leave of it. */
  const priced = (cost) => (cost && words.funds ? filledIn("priced", { cost, left }) : "");

  /** Says in the summary of an order what is chosen, how likely it is and what it costs. */
  function sum(order) {
    const changed = all(order, ".opened :checked, [data-rest] :checked").filter(
      (it) => it.value !== (it.closest("select")?.now ?? ""),
    );
    const picked = [order, ...changed].flatMap((it) => it.choice ?? []);
    const odds = picked.findLast((it) => it.odds)?.odds;
    const stake = order.querySelector("[data-stake]");
    const staked = odds?.split("|")[(stake?.value || stake?.placeholder) - stake?.min + 1];
    let cost = 0;
    for (const it of picked) cost += +(it.spent ?? it.cost ?? 0);
    for (const it of all(order, "[data-price]")) {
      // A text is there or not, whatever it says.
      let count = it.min ? it.value || it.placeholder : it.value && 1;
      for (cost += it.dataset.price * count; count > 1; count -= 1) cost += it.dataset.rise * count;
    }
    for (const it of picked) cost *= it.factor ?? 1;
    left -= cost;
    const names = join(", ", ...picked.map((it) => it.name));
    // What has a price says it in its notes too.
    const notes = join(", ", ...picked.map((it) => !it.cost && it.notes), priced(cost));
    const said = spans({ odds: staked ?? odds, notes }, words.colon, ", ");
    say(order.querySelector(".sum"), names || (order.querySelector("select")?.dataset.nothing ?? ""), ...said);
  }

  /** What is said again is not said to those who listen. */
  function say(place, ...parts) {
    const made = element("p", {}, ...parts);
    if (place && place.innerHTML !== made.innerHTML) place.replaceChildren(...made.childNodes);
  }

  function named(field) {
    const label = field.closest(".field").querySelector(".label").firstChild.textContent.trim();
    const order = field.closest(".order");
    return join(" – ", order && textIn(order, ".order-who"), label);
  }

  function focusOn(field) {
    for (let up = field; up; up = up.parentElement.closest("details")) up.open = true;
    (field.search ?? field.querySelector("input") ?? field).focus();
  }

  async function hand(text, done) {
    try {
      await navigator.clipboard.writeText(text);
      say(tools.state, done);
    } catch {
      tools.out.value = text;
      focusOn(tools.out);
      tools.out.select();
      say(tools.state, words.selected);
    }
  }

  /** Sends at once what lacks nothing, and asks first otherwise. */
  function ask(send) {
    tell();
    if (!lacks.length) return send();
    // Within the click: when the question has closed, it is too late for copying in WebKit.
    tools.anyway.onclick = send;
    tools.lacks.replaceChildren(
      ...lacks.map((it, value) => element("li", {}, element("button", { value }, named(it)))),
    );
    tools.ask.returnValue = "";
    tools.ask.showModal();
  }

  tools.ask.onclose = () =>
    tools.ask.returnValue === "copy" || focusOn(lacks[+tools.ask.returnValue]);
  tools.missing.onclick = () => focusOn(lacks[0]);
  tools.copy.onclick = () => ask(() => hand(tools.out.value, words.copied));
  tools.share.hidden = !navigator.share;
  // Who closes the share sheet has changed their mind, and where it is refused Copy is beside it.
  tools.share.onclick = () =>
    ask(() => navigator.share({ text: tools.out.value }).catch(() => {}));
  tools.seal?.addEventListener("click", () =>
    ask(async () => {
      const text = tools.out.value;
      const sealing = import("./orders-seal.js").then((seal) => seal.sealed(text, words.point));
      try {
        // Copied as a promise: WebKit allows copying within the tap alone.
        const sealed = sealing.then((it) => new Blob([it], { type: "text/plain" }));
        await navigator.clipboard.write([new ClipboardItem({ "text/plain": sealed })]);
        say(tools.state, words.sealed);
      } catch {
        sealing.then((it) => hand(it, words.sealed), () => say(tools.state, words.unsealed));
      }
    }),
  );
  tools.again.onclick = () => {
    [before, filled] = [before ? null : filled, before ?? {}];
    build();
    say(tools.state, words[before ? "cleared" : "restored"]);
  };
  tools.form.addEventListener("input", ({ target }) => {
    const field = target.closest("[data-kind]");
    if (!field || target.type === "search") return;
    if (target.type === "checkbox") {
      field.chosen = field.chosen.filter((one) => one !== target.value);
      if (target.checked) field.chosen.push(target.value);
    }
    field.show?.();
    filled[field.at] = field.chosen ?? field.value;
    before = null;
    tell();
  });

  function build() {
    tools.fields.replaceChildren(copyOf("fields"));
    const rest = sheet.querySelector("[data-rest]");
    begin(tools.fields, rest && gapsOf(rest), "");
    tell();
  }

  build();
  sheet.hidden = true;
  sheet.before(form);
};
globalThis.chronicleOrders(globalThis.chronicleStorage.tab);
