import { createClient } from "../../../client/src/client.ts";
import { takePreloaded } from "./preloaded.ts";

/** `keepalive` lets a delete finish after the page is left. */
const send: typeof globalThis.fetch = async (address, init = {}) =>
  (await takePreloaded(init.method ?? "GET", String(address))) ??
  globalThis.fetch(address, { ...init, keepalive: init.method === "DELETE" });

export const client = createClient({ url: location.origin, fetch: send });

/** In milliseconds. */
const longest = 10_000;

/** Checks `/readyz` once, whereas the client would retry. */
export const answersNow = (): Promise<boolean> =>
  globalThis.fetch("/readyz", { redirect: "manual", signal: AbortSignal.timeout(longest) }).then(
    // A proxy may block this path; the service is up all the same.
    ({ status }) => status < 500,
    () => false,
  );
