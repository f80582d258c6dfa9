// Elements of the page: found by id, or made. Text is always text, never markup.

const SVG = "http://www.w3.org/2000/svg";

export function at(id) {
  return document.getElementById(id);
}

export function make(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

export function draw(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** Change text only where it differs, so that screen readers hear changes and nothing else. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
  element.hidden = text === "";
}

export function write(id, text) {
  const element = at(id);
  if (element.textContent !== text) element.textContent = text;
}
