// Dossiers as they lie on the host: fetched, opened with a login, and their pages by path.

import {
  blobName,
  Broken,
  bundleIn,
  keyAt,
  openBlob,
  readBook,
  readKeyring,
  textOf,
} from "./sealed.js";

/** A file that could not be fetched. */
export class Unreached extends Error {}

/** The keyring as it is on the host now. */
export async function fetchKeyring() {
  return readKeyring(textOf(await fetched("keyring.json")));
}

/** The dossiers that a login opens, none of them read yet; null when it has none. */
export async function dossiersOf(ring, login) {
  const bundle = await bundleIn(ring, login);
  return bundle && bundle.dossiers.map((found) => new Dossier(found));
}

/** Has a `book` with the front page once it is begun; other files are fetched when needed. */
class Dossier {
  constructor(found) {
    this.found = found;
    this.book = null;
    this.parts = new Map();
  }

  /** Reads what is shown first. */
  async begin() {
    if (!this.book) await this.readBook();
  }

  async readBook() {
    const { book, pictures } = readBook(await this.opened("book", 0));
    this.book = JSON.parse(book);
    this.pictures = pictures;
  }

  get faction() {
    return this.found.faction;
  }

  get name() {
    return this.book.name;
  }

  /** A page's `{title, key, main}`; null when the dossier has none at this path. */
  async page(path) {
    await this.begin();
    const turn = this.turnOf(path);
    let { pages } = this.book;
    if (this.book.paths.includes(path)) ({ pages } = await this.part("pages", 0));
    else if (turn) ({ pages } = await this.part("turn", turn));
    return Object.hasOwn(pages, path) ? pages[path] : null;
  }

  /** The pages that still change as `[path, page]`. */
  async changing() {
    const { pages } = await this.part("pages", 0);
    return Object.entries({ ...this.book.pages, ...pages });
  }

  /** Whether a path may lead to a page of this dossier. */
  mayHave(path) {
    const { pages, paths } = this.book;
    return Object.hasOwn(pages, path) || paths.includes(path) || this.turnOf(path) > 0;
  }

  /** The pages of turns as `[path, page]`, from one turn down to another. */
  async between(last, first) {
    const numbers = Array.from({ length: last - first + 1 }, (_, before) => last - before);
    // Not kept: all of a long campaign is more than a reader's device wants to hold.
    const read = (number) => this.parts.get(`turn ${number}`) ?? this.read("turn", number);
    const turns = await Promise.all(numbers.map(read));
    return turns.flatMap(({ pages }) => Object.entries(pages));
  }

  /** Whether there is a secret picture at a path. */
  hasPicture(path) {
    return Object.hasOwn(this.book.pictures, path);
  }

  /** A secret picture's bytes and kind; null for a picture that lies open. */
  async picture(path) {
    if (!this.hasPicture(path)) return null;
    let found = await this.openedPicture(path);
    if (!found) {
      // The pictures have other keys since the book was fetched.
      await this.readBook();
      if (this.hasPicture(path)) found = await this.openedPicture(path);
    }
    if (!found) throw new Broken(path);
    return new Blob([found], { type: this.book.pictures[path][1] });
  }

  async openedPicture(path) {
    const [name, key] = this.pictures[this.book.pictures[path][0]];
    return openBlob(key, "picture", 0, await fetched(name));
  }

  /** The turn whose pages a path is among: paths say it last. */
  turnOf(path) {
    const turn = Number(/(\d+)\.html$/.exec(path)?.[1] ?? 0);
    return turn <= this.book.turns ? turn : 0;
  }

  part(path, number) {
    const name = `${path} ${number}`;
    if (!this.parts.has(name)) {
      const read = this.read(path, number);
      this.parts.set(name, read);
      // What failed to be fetched may be there at the next try.
      read.catch(() => this.parts.delete(name));
    }
    return this.parts.get(name);
  }

  async read(path, number) {
    return JSON.parse(textOf(await this.opened(path, number)));
  }

  async opened(path, number) {
    const name = await blobName(this.found.seat, path, number);
    const key = path === "turn" ? keyAt(this.found, number) : keyAt(this.found);
    const text = await openBlob(key, path, number, await fetched(name));
    if (text === null) throw new Broken(name);
    return text;
  }
}

async function fetched(name) {
  let answer;
  try {
    // The names stay while the content changes, so that a stored answer has to be asked after.
    answer = await fetch(`sealed/${name}`, { cache: "no-cache", credentials: "omit" });
  } catch {
    throw new Unreached(name);
  }
  if (!answer.ok) throw new Unreached(name);
  return new Uint8Array(await answer.arrayBuffer());
}
