// Puts the HTML of a dossier's pages into the page that is open: as nodes of a document that runs
// no script, with its links as routes and its pictures opened.

const ANYWHERE = "https://site.invalid/";

/** The route of a path with its anchor: `#/turns/3.html:e4`. */
export function routeTo(path, anchor = "") {
  return `#/${path}${anchor && `:${anchor}`}`;
}

/** The path and anchor that a route leads to; null when the hash is no route. */
export function readRoute(hash) {
  const found = /^#\/([^:]*)(?::(.*))?$/s.exec(hash);
  return found && { path: found[1], anchor: decoded(found[2] ?? "") };
}

/** The nodes of some HTML, as they would stand on the page at this path. */
export function nodesOf(html, path, dossier) {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  for (const idle of parsed.querySelectorAll("script, base, meta, link, style")) idle.remove();
  // Addresses of pictures are relative to the page, not to where it is shown.
  for (const image of parsed.querySelectorAll("img, image")) {
    const from = image.localName === "img" ? "src" : "href";
    image.dataset.src = image.getAttribute(from) ?? "";
    // A dossier has each picture at one size.
    for (const name of [from, "srcset", "sizes"]) image.removeAttribute(name);
  }
  const piece = document.createDocumentFragment();
  piece.append(...Array.from(parsed.body.childNodes, (node) => document.importNode(node, true)));
  relink(piece, path, dossier);
  return piece;
}

/** Has the links below a node lead to routes where the dossier has the page. */
export function relink(node, path, dossier) {
  for (const link of node.querySelectorAll("a[href]")) {
    const target = targetOf(link.getAttribute("href"), path);
    if (!target) continue;
    const isPage = dossier.mayHave(target.path);
    link.setAttribute("href", isPage ? routeTo(target.path, target.anchor) : target.path);
    if (isPage) link.dataset.path = target.path;
    // A secret picture has no address until it is opened.
    else if (dossier.hasPicture(target.path)) link.removeAttribute("href");
  }
}

/** Fetches the pictures below a node; hands back what revokes the addresses of secret ones. */
export function showPictures(node, path, dossier) {
  const urls = [];
  let left = false;
  const put = async (image, target) => {
    const picture = await dossier.picture(target);
    if (left) return;
    const address = picture ? URL.createObjectURL(picture) : target;
    if (picture) urls.push(address);
    image.setAttribute(image.localName === "img" ? "src" : "href", address);
    if (picture) image.closest("a.enlarge")?.setAttribute("href", address);
  };
  for (const image of node.querySelectorAll("[data-src]")) {
    // A picture that can't be had leaves its words.
    put(image, targetOf(image.dataset.src, path)?.path ?? "").catch(() => undefined);
  }
  return () => {
    left = true;
    urls.forEach((url) => URL.revokeObjectURL(url));
  };
}

/** Marks the links that lead here, and those to the section that this is in. */
export function markCurrent(links, path) {
  const folder = path.includes("/") ? path.split("/")[0] : "";
  const above = folder ? [`${folder}/index.html`, `${folder}.html`] : [];
  for (const link of links) {
    const own = link.dataset.path;
    if (own === path) link.setAttribute("aria-current", "page");
    else if (above.includes(own)) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

function targetOf(address, path) {
  if (/^[a-z][a-z0-9+.-]*:/i.test(address)) return null;
  const url = new URL(address, ANYWHERE + path);
  if (url.origin !== new URL(ANYWHERE).origin) return null;
  return { path: decoded(url.pathname.slice(1)), anchor: decoded(url.hash.slice(1)) };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
