import { measured } from "../../outbound/measured.ts";
import type { Context } from "../context.ts";

/**
 * Fetches the document that a client id names. The address comes from whoever asks, so the guarded client fetches it:
 * never from a private network, at most 5 KiB, and without following a redirect. `signal` is the library's, which
 * waits 2.5 seconds.
 */
export async function fetchDocument(
  context: Pick<Context, "outbound" | "meter" | "tracer">,
  url: string,
  { headers = {}, signal = null }: Pick<RequestInit, "headers" | "signal"> = {},
): Promise<Response> {
  const fetch = measured(context, "app", context.outbound.fetch);
  return fetch(url, { headers, signal, redirect: "error", maxBytes: 5 * 1024 });
}
