// What is kept of a login: for the life of the tab, and on the device where the reader wishes so.
// The names hold the site's path, since several chronicles may lie on one host.

const BASE = new URL(".", location.href).pathname;
const NAME = `chronicle ${BASE}`;
const STORE = "logins";

/** Something kept for the life of the tab; null when there is none, or nothing can be kept. */
export function kept(what) {
  try {
    return sessionStorage.getItem(`${NAME} ${what}`);
  } catch {
    return null;
  }
}

/** Keeps something for the life of the tab, where the browser lets us. */
export function keep(what, text) {
  try {
    sessionStorage.setItem(`${NAME} ${what}`, text);
  } catch {
    // Then the next page of this tab asks for the phrase again.
  }
}

/** What this device remembers: `{login, slot}` with a key that can't be taken out; or null. */
export async function remembered() {
  try {
    return (await asked("readonly", (store) => store.get("login"))) ?? null;
  } catch {
    return null;
  }
}

/** Remembers a login on this device and nothing of others'; throws where the browser refuses. */
export function remember(login, slot) {
  return asked("readwrite", (store) => {
    store.clear();
    return store.put({ login, slot }, "login");
  });
}

/** What was kept of a reader's last visit to a dossier; null where no login is remembered. */
export async function lastVisit(faction) {
  try {
    if (!(await remembered())) return null;
    return (await asked("readonly", (store) => store.get(`visit ${faction}`))) ?? null;
  } catch {
    return null;
  }
}

/** Keeps a visit beside the login that is remembered; where none is, nothing is kept. */
export async function keepVisit(faction, visit) {
  try {
    if (!(await remembered())) return;
    await asked("readwrite", (store) => store.put(visit, `visit ${faction}`));
  } catch {
    // Then the next visit shows what the latest turn brought.
  }
}

/** Takes a login from the device's memory. */
export function unremember() {
  return new Promise((resolve) => {
    const gone = indexedDB.deleteDatabase(NAME);
    gone.onsuccess = gone.onerror = gone.onblocked = resolve;
  }).catch(() => undefined);
}

/** Forgets all, in this tab and on this device. */
export async function forget() {
  forgetTab();
  await unremember();
}

/** Has the other tabs lock too. */
export function lockOthers() {
  channel?.postMessage("lock");
}

/** Calls back when another tab has locked. */
export function whenLocked(then) {
  channel?.addEventListener("message", () => {
    forgetTab();
    then();
  });
}

const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(NAME) : null;

function forgetTab() {
  try {
    for (const name of Object.keys(sessionStorage)) {
      if (name.startsWith(`${NAME} `)) sessionStorage.removeItem(name);
    }
  } catch {
    // Where nothing can be kept there is nothing to forget.
  }
}

function asked(mode, ask) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(NAME, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const base = opening.result;
      const transaction = base.transaction(STORE, mode);
      const answer = ask(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(answer.result);
      transaction.onerror = transaction.onabort = () => reject(transaction.error);
      transaction.addEventListener("complete", () => base.close());
    };
  });
}
