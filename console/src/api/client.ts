import { createClient } from "../../../client/src/client.ts";
import { takeEarly } from "./early.ts";

/** `keepalive` lets a delete finish after the page is left. */
const send: typeof globalThis.fetch = async (address, init = {}) =>
  (await takeEarly(init.method ?? "GET", String(address))) ??
  globalThis.fetch(address, { ...init, keepalive: init.method === "DELETE" });

/** The typed client of this origin; the browser adds the session cookie. */
export const client = createClient({ url: location.origin, fetch: send });

/** The timeout of the health check, in milliseconds. */
const longest = 10_000;

/** Checks once, without retries, whether the service and its database respond. */
export const answersNow = (): Promise<boolean> =>
  globalThis.fetch("/readyz", { redirect: "manual", signal: AbortSignal.timeout(longest) }).then(
    // If a proxy blocks `/readyz` with a 4xx status, the service is still reachable.
    ({ status }) => status < 500,
    () => false,
  );
