// Elements of a page.

export const byId = (id) => document.getElementById(id);

/** Make an element: attributes whose value is false or null are left out. */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value !== false && value !== null) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

/** Show a text in an element that hides when it is empty. */
export function say(element, text) {
  element.textContent = text;
  element.hidden = !text;
}

/** Capitalize the first letter of a text. */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** How long ago something was. */
export function ago(seconds) {
  const spans = [["day", 86400], ["hour", 3600], ["minute", 60]];
  const passed = Date.now() / 1000 - seconds;
  const [unit, length] = spans.find(([, each]) => passed >= each) ?? ["", 0];
  if (!unit) return "just now";
  return new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(-Math.floor(passed / length), unit);
}

const SVG = "http://www.w3.org/2000/svg";

/** Make an element of SVG. */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** Elements of SVG from their text: as XML, in which nothing runs. */
export function fragment(text) {
  const parsed = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${text}</svg>`, "image/svg+xml");
  const found = document.createDocumentFragment();
  found.append(...document.importNode(parsed.documentElement, true).childNodes);
  return found;
}
