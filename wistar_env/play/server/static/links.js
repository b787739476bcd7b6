// The links of a new game, to be sent to its players; the server cannot show them again.

import { make, say } from "./elements.js";
import { linkOf } from "./seat.js";

const ELSEWHERE = "This address works on this machine only. To let others connect, run wistar serve --host 0.0.0.0.";
const LOCAL = ["localhost", "127.0.0.1", "[::1]"];

async function copy(field, button) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy"); // without TLS, browsers have no clipboard
  }
  button.textContent = "Copied";
}

function row({ seat, secret }, { id, seats }) {
  const { name } = seats[seat];
  const field = make("input", { readonly: true, value: linkOf(id, secret), "aria-label": `Link of ${name}` });
  const button = make("button", { type: "button", "aria-label": `Copy the link of ${name}` }, "Copy");
  button.addEventListener("click", () => copy(field, button));
  return make("li", {}, make("span", {}, name), field, button);
}

/** Go to a game that has begun; first show the links of its people, if there are some. */
export async function goTo(begun) {
  const own = begun.links.find(({ seat }) => seat === begun.you);
  if (!own) return location.assign(`/games/${begun.id}`);
  const hint = make("p", { class: "hint" });
  const dialog = make(
    "dialog",
    { id: "links", class: "links", "aria-labelledby": "links-title" },
    make("h2", { id: "links-title" }, "Send the links"),
    make("p", {}, "Each link lets whoever opens it play that seat. The links are shown only now."),
    make("ul", {}, ...begun.links.map((each) => row(each, begun))),
    hint,
    make("button", { class: "primary", onclick: () => dialog.close() }, "Take your seat"),
  );
  say(hint, LOCAL.includes(location.hostname) ? ELSEWHERE : "");
  document.body.append(dialog);
  dialog.showModal();
  await new Promise((done) => dialog.addEventListener("close", done, { once: true }));
  return location.assign(linkOf(begun.id, own.secret));
}
