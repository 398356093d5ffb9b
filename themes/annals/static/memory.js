// What is kept of a login: for the life of the tab, and on the device where the reader wishes so.

const { tab, device, site } = globalThis.chronicleStorage;
const NAME = site.trim();
const STORE = "logins";
/** A word in the tab and on the device; where they differ, what the tab keeps is deleted. */
const SESSION = "session";
/** The name of a draft of orders, with its faction and turn. */
const DRAFT = /^orders .* (\S+) (\d+)$/s;

/** Something kept for the life of the tab; null when there is none, or nothing can be kept. */
export function kept(what) {
  return tab.get(what);
}

/** Keeps something for the life of the tab or until any tab locks; says whether it was kept. */
export function keep(what, text) {
  // Nothing is kept that another tab could not have this one forget.
  return tab.get(SESSION) !== null && tab.set(what, text);
}

/** Has this tab keep something, where the browser lets us. */
export function beginSession() {
  const word = device.get(SESSION) ?? crypto.randomUUID();
  if (device.set(SESSION, word)) tab.set(SESSION, word);
}

/** Whether this browser keeps anything. */
export function canKeep() {
  const can = device.set("trial", "") && tab.set("trial", "");
  device.remove("trial");
  tab.remove("trial");
  return can;
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
    for (const name of tab.names()) if (DRAFT.test(name)) store.put(tab.get(name), name);
    return store.put({ login, slot }, "login");
  });
}

/** What was kept beside the login of a slot; null where that is not remembered. */
export async function keptBeside(slot, name) {
  try {
    if ((await remembered())?.slot !== slot) return null;
    return (await asked("readonly", (store) => store.get(name))) ?? null;
  } catch {
    return null;
  }
}

/** Keeps something beside the login of a slot; where that is not remembered, nothing is kept. */
export async function keepBeside(slot, name, what) {
  try {
    await asked("readwrite", (store) => {
      const login = store.get("login");
      login.onsuccess = () => login.result?.slot === slot && store.put(what, name);
      return login;
    });
  } catch {
    // Then it ends with the tab.
  }
}

/** Brings a faction's drafts of orders to this tab, and deletes those of turns that are over. */
export async function bringDrafts(slot, faction, turns) {
  const isOver = (name) => {
    const [, whose, turn] = DRAFT.exec(name) ?? [];
    return whose === faction && turn <= turns;
  };
  for (const name of tab.names()) if (isOver(name)) tab.remove(name);
  if ((await remembered())?.slot !== slot) return;
  try {
    await asked("readwrite", (store) => {
      const rows = store.openCursor();
      rows.onsuccess = () => {
        const row = rows.result;
        if (!row) return;
        if (isOver(row.key)) row.delete();
        else if (DRAFT.test(row.key) && tab.get(row.key) === null) keep(row.key, row.value);
        row.continue();
      };
      return rows;
    });
  } catch {
    // Then the tab has its own.
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
  tab.clear();
  await unremember();
}

/** Forgets all, in every tab and on this device. */
export async function lock() {
  await forget();
  device.remove(SESSION);
}

/** Calls back when another tab has locked. */
export function whenLocked(then) {
  addEventListener("storage", ({ key }) => {
    if (key === site + SESSION && device.get(SESSION) === null) then();
  });
}

function asked(mode, ask) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(NAME, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const base = opening.result;
      try {
        const transaction = base.transaction(STORE, mode);
        const answer = ask(transaction.objectStore(STORE));
        transaction.oncomplete = () => resolve(answer.result);
        transaction.onerror = transaction.onabort = () => reject(transaction.error);
      } catch (error) {
        reject(error);
      }
      // Once the transaction is over.
      base.close();
    };
  });
}
