// Elements and the words in them.

/** An element with these properties and children. */
export function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** A text, with what stands in backticks as code. */
export function words(text) {
  const made = document.createDocumentFragment();
  text.split(/`([^`]+)`/).forEach((part, index) => {
    made.append(index % 2 ? element("code", {}, part) : part);
  });
  return made;
}
