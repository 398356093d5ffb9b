/* What the pages of the desk do: give commands, save texts, follow changes, show a reader's pages. */
const { root, preview, page } = document.body.dataset;
const by = (id) => document.getElementById(id);
const say = (text) => { by("status").textContent = text; };

const send = (path, value, method = "POST") => fetch(root + path, {
  method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(value),
});

/* ── What a command printed ── */

const show = (head, ran) => {
  by("said-head").textContent = ran.code ? `${head}: this did not work` : head;
  by("said-text").textContent = [ran.err, ran.out].filter((it) => it.trim()).join("\n").trim() || "Done.";
  by("said").showModal();
};

let isBusy = false;
const run = async (name, given = {}) => {
  say("Working…");
  isBusy = true;
  try {
    const answer = await send(`run/${name}`, given);
    if (!answer.ok) throw new Error(await answer.text());
    say("");
    return await answer.json();
  } catch (error) {
    say(`The desk did not answer: ${error.message}`);
    return null;
  } finally {
    isBusy = false;
  }
};

for (const form of document.querySelectorAll("form[data-run]")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { run: name, question, head } = form.dataset;
    if (question && !confirm(question)) return;
    const button = form.querySelector("button");
    button.disabled = true;
    const ran = await run(name, Object.fromEntries(new FormData(form)));
    button.disabled = false;
    if (!ran) return;
    show(head, ran);
    by("said").addEventListener("close", () => location.reload(), { once: true });
  });
}

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
  if (event.origin !== new URL(preview).origin || !by("letter")) return;
  if (typeof event.data?.orders !== "string") return;
  by("letter").value = event.data.orders;
  by("mail").requestSubmit(by("mail").querySelector("[value='try-orders']"));
});

by("undo").addEventListener("click", async () => {
  const answer = await send("undo", {});
  const { said } = await answer.json();
  sessionStorage.setItem("said", said);
  location.reload();
});
say(sessionStorage.getItem("said") ?? "");
sessionStorage.removeItem("said");

/* ── The pages of a reader ── */

const reader = by("reader");
const wanted = new URLSearchParams(location.search).get("faction");
if (wanted) sessionStorage.setItem("reader", wanted);
const last = sessionStorage.getItem("reader");
if ([...reader.options].some((it) => it.value === last)) reader.value = last;
const look = () => {
  sessionStorage.setItem("reader", reader.value);
  const faction = !["everyone", "gm"].includes(reader.value);
  by("shown").src = `${preview}${reader.value}/${page === "orders" && faction ? "orders.html" : ""}`;
};
reader.addEventListener("change", look);
look();

/* ── A text that is edited: each change is written at once, one after the other ── */

const text = by("text");
if (text) {
  let isSaving = false, waits = false, timer;
  const own = crypto.randomUUID();
  const problems = (found) => {
    by("problems").replaceChildren(...found.map((it) => {
      const row = document.createElement("li");
      row.className = it.error ? "error" : "";
      row.textContent = `${it.line ? `line ${it.line}: ` : ""}${it.text}${it.help ? ` – ${it.help}` : ""}`;
      return row;
    }));
  };
  const save = async () => {
    clearTimeout(timer);
    if (isSaving) { waits = true; return; }
    isSaving = true;
    const sent = text.value;
    try {
      const answer = await send(`text/${text.dataset.path}`, { text: sent, version: text.dataset.version, page: own }, "PUT");
      const got = await answer.json();
      if (answer.ok) {
        text.dataset.version = got.version;
        if (got.text !== null && text.value === sent) text.value = got.text;
        by("saved").textContent = "Saved.";
        problems(got.tasks);
      } else if (confirm("This file was changed elsewhere, in the same lines. OK: keep your text. Cancel: take the other.")) {
        text.dataset.version = got.version;
        waits = true;
      } else {
        text.dataset.version = got.version;
        text.value = got.text;
      }
    } catch (error) {
      by("saved").textContent = `Not saved: ${error.message}. Your text is still here; it is tried again.`;
      timer = setTimeout(save, 2000);
    }
    isSaving = false;
    if (waits) { waits = false; save(); }
  };
  text.addEventListener("input", () => {
    by("saved").textContent = "Saving…";
    clearTimeout(timer);
    timer = setTimeout(save, 150);
  });
  addEventListener("beforeunload", (event) => {
    if (by("saved").textContent !== "Saved.") event.preventDefault();
  });
  if (text.dataset.line) {
    const start = text.value.split("\n").slice(0, text.dataset.line - 1).join("\n").length + 1;
    text.focus();
    text.setSelectionRange(start, start);
  }
}

/* ── Changes made elsewhere ── */

if (!text) {
  const changes = new EventSource(`${root}changes?${document.body.dataset.stamp}`);
  changes.addEventListener("changed", () => {
    // What a command printed is read first, and then the page is loaded anew.
    if (!isBusy && !by("said").open && !by("letter")?.value) location.reload();
  });
  addEventListener("pagehide", () => changes.close());
}
