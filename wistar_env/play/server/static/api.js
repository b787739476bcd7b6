// Requests to the server; error responses throw Rejected with the reason.

import { seatHeaders } from "./seat.js";

export class Rejected extends Error {
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
}

async function answered(response) {
  if (response.status === 204 || response.status === 304) return null;
  if (response.ok) return response.json();
  let detail = `${response.status} ${response.statusText}`;
  try {
    detail = (await response.json()).detail ?? detail;
  } catch {
    // Not JSON: keep the status line.
  }
  throw new Rejected(response.status, detail);
}

async function reached(path, { headers = {}, ...options } = {}) {
  try {
    return await fetch(path, { cache: "no-store", headers: { ...seatHeaders(), ...headers }, ...options });
  } catch {
    throw new Rejected(0, "The server does not respond; is it still running?");
  }
}

export async function get(path) {
  return answered(await reached(path));
}

export async function send(path, body, method = "POST") {
  const headers = { "Content-Type": "application/json" };
  return answered(await reached(path, { method, headers, body: JSON.stringify(body) }));
}

export async function remove(path, headers = {}) {
  return answered(await reached(path, { method: "DELETE", headers }));
}

export async function upload(path, file) {
  const headers = { "Content-Type": "application/x-ndjson" };
  return answered(await reached(path, { method: "POST", headers, body: file }));
}

/** Poll a resource: null if it has not changed. */
export class Watched {
  #tag = "";

  /** Send a change that is answered with the resource. */
  async send(path, body, method = "POST") {
    const headers = { "Content-Type": "application/json" };
    const response = await reached(path, { method, headers, body: JSON.stringify(body) });
    const found = await answered(response);
    this.#tag = response.headers.get("ETag") ?? "";
    return found;
  }

  async get(path) {
    const response = await reached(path, { headers: this.#tag ? { "If-None-Match": this.#tag } : {} });
    const found = await answered(response);
    this.#tag = response.headers.get("ETag") ?? this.#tag;
    return found;
  }

  forget() {
    this.#tag = "";
  }
}
