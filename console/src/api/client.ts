import { createClient } from "../../../client/src/client.ts";
import { takeEarly } from "./early.ts";

/** A delete is still sent when the page is left meanwhile. */
const send: typeof globalThis.fetch = async (address, init = {}) =>
  (await takeEarly(init.method ?? "GET", String(address))) ??
  globalThis.fetch(address, { ...init, keepalive: init.method === "DELETE" });

/** The typed client of the service that this page comes from; it sends the session's cookie by itself. */
export const client = createClient({ url: location.origin, fetch: send });
