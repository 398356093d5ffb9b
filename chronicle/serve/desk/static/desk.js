/* What the pages of the desk do: give commands, save texts, follow changes, show a reader's pages. */
const { root, preview, page } = document.body.dataset;
const by = (id) => document.getElementById(id);
let saidAt = 0;
const say = (text) => {
  by("status").textContent = text;
  saidAt = Date.now();
};

/** How many requests have no answer yet; a reload of the page would lose it. */
let requests = 0;

/** The answer to a request with a value; throws what went wrong, in words. */
const fetchJson = async (path, value, method = "POST", expected = [200]) => {
  const isFile = value instanceof Blob;
  const headers = { "Content-Type": isFile ? "application/octet-stream" : "application/json" };
  requests += 1;
  try {
    const answer = await fetch(root + path, { method, headers, body: isFile ? value : JSON.stringify(value) });
    if (!answer.headers.get("Content-Type").startsWith("application/json")) {
      throw new Error((await answer.text()).trim());
    }
    const got = await answer.json();
    if (!expected.includes(answer.status)) throw new Error(got.error || answer.statusText);
    return { ...got, isSaved: answer.status === 200 };
  } finally {
    requests -= 1;
  }
};

/** What the desk says to a request, or what went wrong. */
const ask = async (path, value, method) => {
  try {
    return await fetchJson(path, value, method);
  } catch (error) {
    say(`This did not work: ${error.message}`);
    return null;
  }
};

const sendPicture = (file) => ask(`pictures/${encodeURIComponent(file.name)}`, file);

/** Does something when a form is submitted; not again until that is done. */
const onSubmit = (form, act) => {
  let isActing = false;
  form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (isActing) return;
    isActing = true;
    try {
      await act(event);
    } finally {
      isActing = false;
    }
  });
};
// The second press of a double click on a button that submits.
document.addEventListener("click", (event) => {
  if (event.detail > 1 && event.target.closest("main form button")) event.preventDefault();
});

/* ── A question ── */

/** Which of two answers a question is given: `yes`, `no`, or neither where it is closed. */
const choose = (question, yes, no = "Cancel") => {
  const dialog = by("asked"), [first, second] = dialog.querySelectorAll("button");
  by("asked-text").textContent = question;
  [first.textContent, second.textContent] = [yes, no];
  dialog.returnValue = "";
  dialog.showModal();
  // No key that is typed meanwhile answers it. `autofocus` would act when the page loads.
  by("asked-text").focus();
  return new Promise((done) => {
    dialog.addEventListener("close", () => done(dialog.returnValue), { once: true });
  });
};
const isAgreed = async (question, yes) => !question || await choose(question, yes) === "yes";

/* ── What a command printed ── */

const show = (head, ran) => {
  by("said-head").textContent = ran.code ? `${head}: this did not work` : head;
  by("said-text").textContent = [ran.err, ran.out].filter((it) => it.trim()).join("\n").trim() || "Done.";
  by("said").showModal();
};

const run = async (name, given = {}) => {
  say("Working…");
  const ran = await ask(`run/${name}`, given);
  if (ran) say("");
  return ran;
};

for (const form of document.querySelectorAll("form[data-run]")) {
  onSubmit(form, async () => {
    const { run: name, question, head } = form.dataset;
    if (!await isAgreed(question, head)) return;
    const ran = await run(name, Object.fromEntries(new FormData(form)));
    if (!ran) return;
    show(head, ran);
    // After a mistake, what was typed is there to be corrected.
    if (!ran.code) by("said").addEventListener("close", () => location.reload(), { once: true });
  });
}

// A campaign without a time zone gets that of the browser, unless it is none of a place.
const zone = document.querySelector("[name='zone']");
const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone && /^(?!Etc)\w+\//.test(own)) zone.defaultValue = own;

by("mail")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { value, textContent } = event.submitter;
  const ran = await run(value, { text: by("letter").value });
  if (!ran) return;
  const isTaken = value === "import-orders" && !ran.code;
  by("changes").hidden = false;
  by("changes").textContent = [ran.err, ran.out].filter((it) => it.trim()).join("\n").trim();
  say(ran.code ? `${textContent}: this did not work` : isTaken ? "The orders are in the turn." : "");
  if (isTaken) by("letter").value = "";
});

// Orders from a faction's sheet in the preview.
addEventListener("message", (event) => {
  if (event.source !== by("shown").contentWindow || !by("letter")) return;
  if (event.origin !== new URL(preview).origin || typeof event.data?.orders !== "string") return;
  by("letter").value = [by("letter").value.trim(), event.data.orders].filter(Boolean).join("\n\n");
  by("mail").requestSubmit(by("mail").querySelector("[value='try-orders']"));
});

/** Loads this page again, which then says something. */
const reloadSaying = (said) => {
  sessionStorage.setItem("said", said);
  location.reload();
};

const stepOver = async (word) => {
  const answer = await ask(word, {});
  if (answer) reloadSaying(answer.said);
};
for (const button of document.querySelectorAll("[data-step]")) {
  button.addEventListener("click", () => stepOver(button.dataset.step));
}
document.addEventListener("keydown", (event) => {
  const key = event.key.toLowerCase(), isHeld = event.ctrlKey || event.metaKey;
  if (!isHeld || event.altKey || !["z", "y"].includes(key)) return;
  // Text fields have their own steps.
  if (event.target.closest("input, textarea, select, [contenteditable], #text")) return;
  event.preventDefault();
  stepOver(key === "y" || event.shiftKey ? "redo" : "undo");
});
say(sessionStorage.getItem("said") ?? "");
sessionStorage.removeItem("said");

/* ── The pages of a reader ── */

const reader = by("reader");
const wanted = new URLSearchParams(location.search).get("faction");
if (wanted) sessionStorage.setItem("reader", wanted);
const last = sessionStorage.getItem("reader");
if ([...reader.options].some((it) => it.value === last)) reader.value = last;
// The page of the site that shows what is worked on.
const lookedAt = () => {
  if (page === "orders") return ["everyone", "gm"].includes(reader.value) ? "" : "orders.html";
  if (page === "writing") return by("entry").dataset.shown ?? "";
  const path = page === "world" ? "places.yaml" : by("text")?.dataset.path ?? "";
  const turn = /^turns\/0*(\d+)\.yaml$/.exec(path);
  if (turn) return `turns/${turn[1]}.html`;
  if (path === "places.yaml" || path === "map.yaml") return "map.html";
  return path.includes("/") ? path.replace(/\.\w+$/, ".html") : "";
};
const look = () => {
  sessionStorage.setItem("reader", reader.value);
  by("shown").src = `${preview}${reader.value}/${lookedAt()}`;
};
reader.addEventListener("change", look);
look();

for (const button of document.querySelectorAll("[data-reader]")) {
  button.addEventListener("click", () => {
    reader.value = button.dataset.reader;
    look();
    by("shown").scrollIntoView({ block: "nearest" });
  });
}

/* ── What readers newly learn ── */

let learn = () => {};
if (by("learned")) {
  const { listLearned } = await import("./writing.js");
  learn = listLearned(by("learned"), preview, async () => {
    const answer = await fetch(`${root}learned`);
    return answer.ok ? answer.json() : null;
  });
}

/* ── A text that is edited: each change is written at once, one after the other ── */

const text = by("text");
if (text) {
  const { createEditor } = await import("./editor.js");
  const given = JSON.parse(by("given").textContent);
  const { path, line } = text.dataset;
  const findings = (found) => found.map((it) => ({
    ...it, line: it.line || 1, message: it.text, severity: it.error ? "error" : "warning",
  }));
  let { version } = text.dataset, found = findings(given.problems);
  let written = given.text, isWanted = false, saving = null;
  // What is typed with pauses of less than ten seconds is one step to undo.
  let step = crypto.randomUUID(), last = 0;
  const stepOf = (now) => {
    if (now - last > 10_000) step = crypto.randomUUID();
    last = now;
    return step;
  };

  const saveOnce = async (sent) => {
    const value = { text: sent, version, page: stepOf(Date.now()) };
    const answer = await fetchJson(`text/${path}`, value, "PUT", [200, 409]);
    if (answer.isSaved) {
      found = findings(answer.tasks);
      learn();
      ({ version } = answer);
      written = answer.text ?? sent;
      if (answer.text === null) return;
      if (editor.text() === sent) editor.setText(answer.text);
      // What was typed meanwhile is without the changes of others: it began as what was sent.
      else [version, written, isWanted] = [answer.sent, sent, true];
      return;
    }
    const question = "This file was changed elsewhere, in the same lines.";
    const chosen = await choose(question, "Keep your text", "Take the other text");
    if (chosen === "no") {
      [version, written] = [answer.version, answer.text];
      editor.setText(answer.text);
    } else {
      if (chosen === "yes") ({ version } = answer);
      // Without an answer, it is asked again.
      isWanted = true;
    }
  };
  const write = async () => {
    while (isWanted) {
      isWanted = false;
      const sent = editor.text();
      if (sent === written) break;
      try {
        await saveOnce(sent);
      } catch (error) {
        by("saved").textContent = `Not saved: ${error.message}. Your text is still here; it is tried again.`;
        await new Promise((done) => setTimeout(done, 2000));
        isWanted = true;
      }
    }
  };
  // One after the other; who waits for it has what was typed until then written.
  const save = () => (saving ??= write().finally(() => {
    saving = null;
    by("saved").textContent = isWanted ? "Saving…" : "Saved.";
    if (isWanted) save();
  }));
  let timer;
  const editor = createEditor({
    parent: text,
    text: given.text,
    language: path.endsWith(".md") ? "markdown" : "yaml",
    label: `Text of ${path}`,
    schema: given.schema ?? undefined,
    onChange() {
      by("saved").textContent = "Saving…";
      isWanted = true;
      clearTimeout(timer);
      timer = setTimeout(save, 30);
    },
    async diagnostics() {
      if (isWanted || saving) await save();
      return found;
    },
    async complete(kind, prefix) {
      const start = prefix.toLowerCase();
      return kind === "link" ? given.names.filter((it) => it.toLowerCase().includes(start)) : [];
    },
  });
  const { takePictures } = await import("./writing.js");
  takePictures(text, by("picture"), { say, send: sendPicture, insert: editor.insert });
  addEventListener("beforeunload", (event) => {
    if (by("saved").textContent !== "Saved.") event.preventDefault();
  });
  if (line) editor.focus(Number(line));
}

/* ── Changes made elsewhere ── */

/** Whether something is typed or shown on this page that a reload would lose. */
const isInUse = () => requests > 0 || page === "world" || by("said").open || by("asked").open
  || by("changes")?.hidden === false
  || [...document.querySelectorAll("main :is(input, textarea)")].some(
    (it) => it.value !== it.defaultValue || it.checked !== it.defaultChecked,
  );

if (!text) {
  let changes = null, isLeft = false;
  // A reload would take back where a link leads.
  addEventListener("beforeunload", () => (isLeft = true));
  /** Loads the page again as soon as nothing is lost by it; what it has just said stays. */
  const follow = () => {
    if (isLeft) return;
    if (isInUse()) setTimeout(follow, 500);
    else reloadSaying(Date.now() - saidAt < 5000 ? by("status").textContent : "");
  };
  // Browsers limit the connections to one host, so hidden pages close theirs.
  const listen = () => {
    changes?.close();
    if (document.visibilityState === "hidden") return;
    changes = new EventSource(`${root}changes?${document.body.dataset.stamp}`);
    changes.addEventListener("changed", () => {
      changes.close();
      follow();
    });
  };
  document.addEventListener("visibilitychange", listen);
  addEventListener("pagehide", () => changes?.close());
  listen();
}

/* ── What is done on the board ── */

for (const form of document.querySelectorAll("form[data-post]")) {
  onSubmit(form, async () => {
    const fields = new FormData(form), given = Object.fromEntries(fields);
    if (fields.has("for")) given.for = fields.getAll("for");
    const answer = await ask(form.dataset.post, given);
    if (!answer) return;
    if (answer.said) say(answer.said);
    else reloadSaying(form.dataset.said);
  });
}

for (const link of document.querySelectorAll("a[data-shown]")) {
  link.addEventListener("click", () => {
    reader.value = link.dataset.shown;
    sessionStorage.setItem("reader", reader.value);
    // On narrow pages the preview is below.
    by("shown").scrollIntoView({ block: "nearest" });
  });
}

/* ── Entries of a turn ── */

const entry = by("entry");
if (entry) {
  const kind = entry.elements.kind;
  const shape = () => {
    for (const part of entry.querySelectorAll("[data-for]")) {
      part.hidden = !part.dataset.for.split(" ").includes(kind.value);
    }
  };
  // A player of two factions is one reader.
  const count = (chips) => {
    const names = [...chips.querySelectorAll("input:checked")].map((it) => it.value);
    const own = [...chips.querySelectorAll("[data-players]")]
      .filter((it) => it.checked || names.includes("factions"))
      .flatMap((it) => it.dataset.players.split(" ").filter(Boolean));
    const players = [...new Set(own)].sort();
    const said = `${players.length} ${players.length === 1 ? "player" : "players"} will read it`;
    chips.querySelector("output").textContent = names.includes("everyone") ? "The whole world will read it."
      : players.length ? `${said}: ${players.join(", ")}.`
      : names.length ? "No player will read it." : "";
  };
  kind.addEventListener("change", shape);
  entry.addEventListener("change", (event) => {
    const chips = event.target.closest("[data-readers]");
    if (chips) count(chips);
  });
  const { completeNames, hideSelection, insertInto, takePictures } = await import("./writing.js");
  const area = entry.elements.text;
  completeNames(area, JSON.parse(by("names").textContent));
  takePictures(area, by("picture"), {
    say, send: sendPicture, insert: (markdown) => insertInto(area, markdown, 2, markdown.indexOf("](")),
  });
  by("hide").addEventListener("click", () => {
    const readers = [...document.querySelectorAll("[name='secret']:checked")].map((it) => it.value);
    if (readers.length) hideSelection(area, readers);
    else say("Choose who reads the part.");
  });
  onSubmit(entry, async () => {
    const given = {};
    for (const [name, value] of new FormData(entry)) {
      const part = entry.querySelector(`[name="${name}"]`).closest("[data-for]");
      if (part?.hidden || name === "secret") continue;
      if (name === "for" || name === "heard_by") (given.for ??= []).push(value);
      else given[name] = value;
    }
    const answer = await ask(`add/${kind.value}`, given);
    if (answer) say(answer.said || "It is in the turn.");
    learn();
    if (answer && !answer.said) { entry.elements.text.value = ""; for (const it of entry.querySelectorAll("[name='title']")) it.value = ""; }
  });
  shape();
}

/* ── Dice from the table ── */

by("thrower")?.addEventListener("change", async (event) => {
  const answer = await ask("dice", { dice: event.target.value });
  if (answer) reloadSaying(answer.said || (event.target.value === "ask" ? "You are asked for the faces." : "The program throws the dice."));
});

const dice = by("dice");
if (dice) {
  const make = (name, values, ...inner) => {
    const made = Object.assign(document.createElement(name), values);
    made.append(...inner);
    return made;
  };
  const rowOf = (roll) => {
    const thrown = roll.dice.map((it) => `${it.count}d${it.sides}`).join(" + ");
    return make("label", {}, `${roll.action || roll.id}: ${thrown} `, make("small", { textContent: roll.id }),
      make("input", { name: roll.id, defaultValue: roll.faces.join(" "), inputMode: "numeric", autocomplete: "off" }));
  };
  const list = async () => {
    // Without a word: what was done before it is still said.
    const ran = await ask("run/dice", {});
    if (!ran) return;
    const rolls = ran.code ? [] : JSON.parse(ran.out).rolls.filter((it) => it.dice.length);
    const needed = rolls.filter((it) => it.state === "needed"), rest = rolls.filter((it) => it.state !== "needed");
    if (!rolls.length) dice.textContent = ran.code ? ran.err : "No dice to throw.";
    else {
      const save = make("button", { textContent: "Write the faces down", className: "main" });
      const done = make("p", {}, "All dice are there. ", make("a", { href: root, textContent: "To the board" }));
      dice.replaceChildren(...(needed.length ? [] : [done]), ...[...needed, ...rest].map(rowOf), make("div", { className: "row" }, save));
    }
  };
  await list();
  onSubmit(dice, async () => {
    const given = {};
    for (const [name, value] of new FormData(dice)) {
      if (value.trim()) given[name] = value.trim().split(/[\s,]+/).map(Number);
    }
    if (!Object.keys(given).length) { say("There are no faces yet."); return; }
    const answer = await ask("rolls", given);
    if (!answer) return;
    if (!answer.said) await list();
    say(answer.said || "The faces are in the turn.");
  });
}

/* ── Publication ── */

const printed = (text) => {
  by("changes").hidden = false;
  by("changes").textContent = text;
  by("changes").focus();
};
const isMissing = (ran, given) => ran.code && given.remote && /repository not found|nor a folder/.test(ran.err);

for (const form of document.querySelectorAll("form[data-acts]")) {
  onSubmit(form, async (event) => {
    const { value, dataset, textContent } = event.submitter;
    if (!await isAgreed(dataset.question, textContent)) return;
    const given = Object.fromEntries(new FormData(form));
    const ran = await run(value, given);
    if (!ran) return;
    const parts = value.startsWith("plan") ? [ran.out, ran.err] : [ran.err, ran.out];
    const text = parts.filter((it) => it.trim()).join("\n").trim() || "Done.";
    by("create-repository").hidden = !isMissing(ran, given);
    if (ran.code || value.startsWith("plan")) return printed(text);
    // What can be done next has changed.
    sessionStorage.setItem("printed", text);
    location.reload();
  });
}
if (page === "out") {
  const text = sessionStorage.getItem("printed");
  sessionStorage.removeItem("printed");
  if (text) printed(text);
  else if (location.search === "?plan" && !document.querySelector("a[href='#folder'], #needs ~ ul .error")) {
    by("target").requestSubmit(by("target").querySelector("[value='plan-to']"));
  }
  by("create-repository").addEventListener("click", async () => {
    const answer = await ask("repository", { remote: by("target").elements.remote.value });
    if (!answer) return;
    by("create-repository").hidden = !answer.said;
    say(answer.said || "The repository is there: publish the turn.");
  });
  by("announcement")?.addEventListener("toggle", async (event) => {
    const field = event.target.querySelector("textarea");
    if (field.value) return;
    const answer = await fetch(`${root}announcement`);
    field.value = field.defaultValue = (await answer.json()).text;
  });
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    const field = button.closest("details").querySelector("textarea");
    try {
      await navigator.clipboard.writeText(field.value);
      say("Copied.");
    } catch {
      field.select();
      say("Copy the marked text.");
    }
  });
}

onSubmit(by("create"), async (event) => {
  const { kind, name } = Object.fromEntries(new FormData(event.target));
  const answer = await ask(`new/${kind}`, { name });
  if (answer?.path) location.assign(`${root}files/${answer.path}`);
  else if (answer) say(answer.said);
});

/* ── Places ── */

/** Says what was done; if the page has changed by it, it is read again first. */
const after = (said, isChanged) => {
  if (!isChanged) { say(said); return; }
  sessionStorage.setItem("said", said);
  location.reload();
};

onSubmit(by("place"), async (event) => {
  const form = new FormData(event.target), name = form.get("name");
  const given = { name, within: form.get("within"), neighbours: form.getAll("neighbours"), for: form.getAll("for") };
  const answer = await ask("places", given);
  if (answer) after(answer.said || `${name} is in places.yaml.`, !answer.said);
});

const world = by("world");
if (world) {
  const unit = Number(world.dataset.unit);
  const put = (mark, x, y) => {
    Object.assign(mark.dataset, { x, y });
    mark.setAttribute("transform", `translate(${x} ${y})`);
    for (const [end, n] of [["from", 1], ["to", 2]]) {
      for (const line of world.querySelectorAll(`line[data-${end}="${mark.dataset.id}"]`)) {
        line.setAttribute(`x${n}`, x);
        line.setAttribute(`y${n}`, y);
      }
    }
  };
  // Names that would cover others are shown only where one points to.
  const uncrowd = () => {
    const kept = [];
    for (const mark of world.querySelectorAll(".mark")) {
      const it = mark.querySelector("text").getBoundingClientRect();
      const isFree = kept.every((at) =>
        it.right < at.left || at.right < it.left || it.bottom < at.top || at.bottom < it.top);
      mark.classList.toggle("crowded", !isFree);
      if (isFree) kept.push(it);
    }
  };
  uncrowd();
  addEventListener("resize", uncrowd);
  const keep = async (mark) => {
    const { id, x, y } = mark.dataset;
    const rounded = (it) => Math.round(Number(it) * 100) / 100;
    const answer = await ask(`places/${id}`, { x: rounded(x), y: rounded(y) }, "PUT");
    if (!answer) return;
    if (!answer.said) mark.classList.add("given");
    uncrowd();
    say(answer.said || `${mark.getAttribute("aria-label")} is at ${rounded(x)}, ${rounded(y)}.`);
  };
  const pointOf = (event) => new DOMPoint(event.clientX, event.clientY)
    .matrixTransform(world.getScreenCTM().inverse());
  const markAt = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest(".mark");
  const drawn = by("drawn"), drawing = by("drawing"), ways = by("ways");
  const end = (x, y) => { drawn.setAttribute("x2", x); drawn.setAttribute("y2", y); };
  // A finger on a place moves it, elsewhere it scrolls; touch-action does not work within a drawing.
  world.addEventListener("touchstart", (event) => {
    if (event.target.closest(".mark")) event.preventDefault();
  }, { passive: false });
  let held = null;
  world.addEventListener("pointerdown", (event) => {
    const mark = event.target.closest(".mark");
    if (!mark || !event.isPrimary) return;
    const at = pointOf(event), { x, y } = mark.dataset;
    mark.focus();
    held = { mark, x, y, dx: x - at.x, dy: y - at.y, isMoved: false };
    if (drawing.checked) {
      drawn.setAttribute("x1", x);
      drawn.setAttribute("y1", y);
      end(x, y);
      drawn.removeAttribute("hidden");
    }
    world.setPointerCapture(event.pointerId);
  });
  world.addEventListener("pointermove", (event) => {
    if (!held) return;
    const at = pointOf(event);
    if (drawing.checked) end(at.x, at.y);
    else put(held.mark, at.x + held.dx, at.y + held.dy);
    held.isMoved = true;
  });
  world.addEventListener("pointerup", (event) => {
    if (held?.isMoved && drawing.checked) {
      const to = markAt(event);
      if (to && to !== held.mark) setWay(held.mark.dataset.id, to.dataset.id, ways.elements.kind.value);
      else say("A way ends at another place.");
    } else if (held?.isMoved) keep(held.mark);
    held = null;
    drawn.setAttribute("hidden", "");
  });
  world.addEventListener("pointercancel", () => {
    if (held && !drawing.checked) put(held.mark, held.x, held.y);
    held = null;
    drawn.setAttribute("hidden", "");
  });
  const setWay = async (from, to, kind) => {
    const answer = await ask("ways", { from, to, kind });
    if (answer) after(answer.said || "The way is in places.yaml.", !answer.said);
  };
  ways.addEventListener("submit", (event) => {
    event.preventDefault();
    const { from, to, kind } = Object.fromEntries(new FormData(ways));
    setWay(from, to, kind);
  });
  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  let timer;
  world.addEventListener("keydown", (event) => {
    const mark = event.target.closest(".mark"), step = steps[event.key];
    if (!mark || !step) return;
    event.preventDefault();
    put(mark, Number(mark.dataset.x) + step[0] * unit / 4, Number(mark.dataset.y) + step[1] * unit / 4);
    clearTimeout(timer);
    timer = setTimeout(keep, 400, mark);
  });
}
