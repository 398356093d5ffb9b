/* What the page for a new campaign does: name languages, and give the command. */
const form = document.getElementById("start"), status = document.getElementById("status");
for (const it of form.elements.language.options) {
  it.textContent = new Intl.DisplayNames([it.value], { type: "language" }).of(it.value);
}
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = form.querySelector("button");
  button.disabled = true;
  status.textContent = "Creating the campaign…";
  try {
    const answer = await fetch(`${form.dataset.root}run/start`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(Object.fromEntries(new FormData(form))),
    });
    const ran = await answer.json();
    if (ran.code) throw new Error(ran.err.trim().replace(/^[^]*Error: /, ""));
    location.reload();
  } catch (error) {
    status.textContent = `This did not work: ${error.message}`;
    button.disabled = false;
  }
});
