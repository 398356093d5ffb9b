/* What helps to write: names for links, pictures, and parts that are for fewer readers. */

const MOST_NAMES = 8;

/**
 * Completes `[[` by name in a text area. The list is below it: arrows choose, Enter or Tab takes a
 * name, Escape closes. Focus stays in the text, which names the chosen option to assistive programs.
 */
export function completeNames(area, names) {
  const list = document.createElement("ul");
  Object.assign(list, { id: `${area.id}-names`, role: "listbox", hidden: true, className: "names" });
  list.ariaLabel = "Links";
  area.after(list);
  area.setAttribute("aria-autocomplete", "list");
  area.setAttribute("aria-haspopup", "listbox");
  area.setAttribute("aria-controls", list.id);
  let chosen = 0;

  const opened = () => /\[\[([^[\]|\n]*)$/.exec(area.value.slice(0, area.selectionStart));
  const close = () => {
    list.hidden = true;
    area.removeAttribute("aria-activedescendant");
  };
  const choose = (index) => {
    chosen = (index + list.children.length) % list.children.length;
    for (const [at, it] of [...list.children].entries()) it.ariaSelected = String(at === chosen);
    area.setAttribute("aria-activedescendant", list.children[chosen].id);
  };
  const take = (name) => {
    const start = area.selectionStart - opened()[1].length;
    const end = area.selectionStart;
    const isClosed = area.value.startsWith("]]", end);
    area.setRangeText(isClosed ? name : `${name}]]`, start, end, "end");
    if (isClosed) area.selectionStart = area.selectionEnd += 2;
    close();
  };
  const show = () => {
    const typed = area.selectionStart === area.selectionEnd ? opened()?.[1].toLowerCase() : undefined;
    const fitting = typed === undefined ? [] : names.filter((it) => it.toLowerCase().includes(typed));
    fitting.sort((one, other) => other.toLowerCase().startsWith(typed) - one.toLowerCase().startsWith(typed));
    if (!fitting.length) { close(); return; }
    list.replaceChildren(...fitting.slice(0, MOST_NAMES).map((name, index) => {
      const option = document.createElement("li");
      Object.assign(option, { id: `${list.id}-${index}`, role: "option", textContent: name });
      return option;
    }));
    list.hidden = false;
    list.scrollIntoView({ block: "nearest" });
    choose(0);
  };

  area.addEventListener("input", show);
  area.addEventListener("click", show);
  area.addEventListener("blur", close);
  area.addEventListener("keydown", (event) => {
    if (list.hidden || event.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") choose(chosen + (event.key === "ArrowDown" ? 1 : -1));
    else if (event.key === "Enter" || event.key === "Tab") take(list.children[chosen].textContent);
    else if (event.key === "Escape") close();
    else {
      if (/^(Arrow|Home|End|Page)/.test(event.key)) close();
      return;
    }
    event.preventDefault();
  });
  // Before the text loses the focus.
  list.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    const option = event.target.closest("li");
    if (option) take(option.textContent);
  });
}

/** Puts a text into a text area, and chooses those of its words that are still to be written. */
export function insertInto(area, text, from = text.length, to = text.length) {
  const start = area.selectionStart;
  area.setRangeText(text, start, area.selectionEnd, "end");
  area.focus();
  area.setSelectionRange(start + from, start + to);
  area.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * Takes pictures that are dropped on an element, or chosen with a field for files.
 *
 * `send(file)` resolves to the answer of the desk; `insert(markdown, point)` puts the Markdown where
 * the picture was dropped, or at the cursor.
 */
export function takePictures(element, field, { send, insert, say }) {
  const take = async (files, point) => {
    let place = point;
    for (const file of files) {
      say(`Adding ${file.name}…`);
      const answer = await send(file);
      if (!answer) return;
      if (answer.said) { say(answer.said); return; }
      insert(answer.markdown, place);
      place = undefined;
      say("The picture is in the campaign. Say in the brackets what it shows, for who can't see it.");
    }
  };
  const isOfFiles = (event) => event.dataTransfer.types.includes("Files");
  element.addEventListener("dragover", (event) => {
    if (isOfFiles(event)) event.preventDefault();
  }, true);
  element.addEventListener("drop", (event) => {
    if (!isOfFiles(event)) return;
    // The editor would take the file for a text.
    event.preventDefault();
    event.stopPropagation();
    take([...event.dataTransfer.files], { x: event.clientX, y: event.clientY });
  }, true);
  field.addEventListener("change", async () => {
    const files = [...field.files];
    field.value = "";
    await take(files);
  });
}

/** Puts the chosen part of a text into a block that only these readers read. */
export function hideSelection(area, readers) {
  const { value, selectionStart: start, selectionEnd: end } = area;
  const part = value.slice(start, end).replace(/^\n+|\n+$/g, "");
  const most = Math.max(2, ...[...part.matchAll(/^[ \t]*(:{3,})/gm)].map((it) => it[1].length));
  const colons = ":".repeat(most + 1);
  const before = !start || value.slice(0, start).endsWith("\n") ? "" : "\n";
  const after = end === value.length || value.startsWith("\n", end) ? "" : "\n";
  const head = `${before}${colons} secret ${readers.join(", ")}\n`;
  insertInto(area, `${head}${part}\n${colons}${after}`, head.length, head.length + part.length);
}

/**
 * Lists beside the preview what the last turn newly makes known to each reader, while it is open.
 * `load()` resolves to that; returns a function that lists it anew, once changes have come to rest.
 */
export function listLearned(details, preview, load) {
  let timer;
  const element = (name, properties, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };
  const list = async () => {
    const found = await load();
    if (!found) return;
    const item = (folder, { kind, text, anchor }) => {
      const href = `${preview}${folder}/turns/${found.turn}.html#${anchor}`;
      return element("li", {}, `${kind}: `, element("a", { href, target: "shown", textContent: text }));
    };
    const parts = found.readers.flatMap(({ folder, name, things }) => [
      element("h2", { textContent: folder === "everyone" ? name : `${name}, in addition` }),
      things.length ? element("ul", {}, ...things.map((it) => item(folder, it))) : element("p", { textContent: "Nothing." }),
    ]);
    const head = found.turn ? `In turn ${found.turn}:` : "No turn has been played yet, or its files have errors.";
    details.replaceChildren(details.firstElementChild, element("div", {}, element("p", { textContent: head }), ...parts));
  };
  details.open = sessionStorage.getItem("learned") === "open";
  details.addEventListener("toggle", () => {
    sessionStorage.setItem("learned", details.open ? "open" : "");
    if (details.open) list();
  });
  return () => {
    clearTimeout(timer);
    if (details.open) timer = setTimeout(list, 500);
  };
}
