"use strict";
// Elements of the page and of its pictures.

const $ = (selector) => document.querySelector(selector);
const make = (name, attributes = {}, ...inside) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...inside);
  return element;
};
/** A search in words, from its spec, such as ``mcts:simulations=400,memory_mb=16``. */
function searchInWords(spec) {
  const [, name, rest] = spec.match(/^(\w+):?(.*)$/) ?? [];
  const options = new Map((rest ?? "").split(",").map((each) => each.split("=")));
  const simulations = Number(options.get("simulations"));
  if (name !== "mcts" || !simulations) return spec;
  const by = options.has("network") ? ` and the network ${options.get("network")}` : "";
  return `a search with ${simulations.toLocaleString("en")} simulations${by}`;
}
const drawn = (name, attributes = {}, ...inside) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...inside);
  return element;
};
