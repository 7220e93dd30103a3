import { measured } from "../../../outbound/measured.ts";
import type { Context } from "../../context.ts";

/**
 * Fetches a client id metadata document through the guarded client, since the requester chooses the address:
 * no private networks, at most 5 KiB, no redirects. `signal` is the library's, after 2.5 seconds.
 */
export async function fetchDocument(
  context: Pick<Context, "outbound" | "meter" | "tracer">,
  url: string,
  { headers = {}, signal = null }: Pick<RequestInit, "headers" | "signal"> = {},
): Promise<Response> {
  const fetch = measured(context, "app", context.outbound.fetch);
  return fetch(url, { headers, signal, redirect: "error", maxBytes: 5 * 1024 });
}
