// The seat by link of this tab. Its secret follows the # of the address, which browsers never send.

const PREFIX = "wistar-seat:";
const KEY = `${PREFIX}${location.pathname}`;
const MARK = "#seat=";

function inAddress() {
  return location.hash.startsWith(MARK) ? decodeURIComponent(location.hash.slice(MARK.length)) : "";
}

/** The secret in the address, or the one stored in this tab if the address has none. */
function found() {
  const secret = inAddress();
  try {
    if (!secret) return sessionStorage.getItem(KEY) ?? "";
    sessionStorage.setItem(KEY, secret);
  } catch {
    // storage is off
  }
  return secret;
}

const secret = found();
// Opening the link of another seat in this tab changes only the #, so reload the page.
addEventListener("hashchange", () => {
  if (inAddress() && inAddress() !== secret) location.reload();
});

const headers = (own) => (own ? { "Wistar-Seat": own } : {});

/** The headers of requests of this seat. */
export const seatHeaders = () => headers(secret);

/** The headers of requests about another game, in which this tab may have had a seat. */
export function headersOf(id) {
  try {
    return headers(sessionStorage.getItem(`${PREFIX}/games/${id}`));
  } catch {
    return {}; // storage is off
  }
}

/** The address of a seat. */
export const linkOf = (id, own) => `${location.origin}/games/${id}${MARK}${own}`;
