import { createClient } from "../../../client/src/client.ts";
import { takeEarly } from "./early.ts";

/** A delete is still sent when the page is left meanwhile. */
const send: typeof globalThis.fetch = async (address, init = {}) =>
  (await takeEarly(init.method ?? "GET", String(address))) ??
  globalThis.fetch(address, { ...init, keepalive: init.method === "DELETE" });

/** The typed client of the service that this page comes from; it sends the session's cookie by itself. */
export const client = createClient({ url: location.origin, fetch: send });

/** An answer that takes longer, in milliseconds, is none. */
const longest = 10_000;

/** Tells whether the service and its database answer at this moment: the client would ask again until they do. */
export const answersNow = (): Promise<boolean> =>
  globalThis.fetch("/readyz", { redirect: "manual", signal: AbortSignal.timeout(longest) }).then(
    // A proxy that keeps this address to itself says so by another status, and the service is there.
    ({ status }) => status < 500,
    () => false,
  );
