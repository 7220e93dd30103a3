import type { Outbound, OutboundOptions } from "./client.ts";

/** Returns the guarded client, loaded on first use for a faster, smaller start. */
export function lazyOutbound(options: OutboundOptions): Outbound {
  let loading: Promise<Outbound> | null = null;
  const load = () => {
    loading ??= import("./client.ts").then(({ createOutbound }) => createOutbound(options));
    return loading;
  };
  return {
    fetch: async (url, init) => (await load()).fetch(url, init),
    trustedFetch: async (url, init) => (await load()).trustedFetch(url, init),
    check: async (url) => (await load()).check(url),
    close: async () => (await loading)?.close(),
  };
}
