import { version } from "@groundplan/contract";
import type { Client, RequestOptions } from "@modelcontextprotocol/client";
import { OutboundError } from "../../../outbound/errors.ts";
import { failureOf, type McpFailure } from "./failure.ts";
import { guardedFetch, type Heard, type Services } from "./guarded-fetch.ts";

/** A server and what proves who calls it. */
export interface Peer {
  workspaceId: string;
  url: string;
  token: string | null;
}

export interface Limits {
  /** The milliseconds for the whole conversation. */
  ms: number;
  /** The most bytes of all answers together, after decompression. */
  maxBytes: number;
  signal?: AbortSignal;
}

/** The most pages of a list that are read. */
export const mostPages = 20;

type Use<T> = (client: Client, options: RequestOptions) => Promise<T>;
type Meant<T> = (error: unknown, heard: Heard) => T | McpFailure;

/**
 * Opens a conversation with an MCP server of either era of the protocol, uses it, and ends it. It takes no longer than
 * its limits, whatever the server does; the caller has a place for it (`places.ts`). Throws McpFailure where the server can't be used; errors of `use` that the
 * server's words caused go through `meant`, which may keep them.
 */
export async function withClient<T>(
  services: Services,
  { url, token }: Peer,
  { ms, maxBytes, signal }: Limits,
  use: Use<T>,
  meant: Meant<T> = (_, heard) => failureOf(heard),
): Promise<T> {
  // It is loaded with the first use: a start waits for none.
  const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const ending = new AbortController();
  const { fetch, heard } = guardedFetch(services, maxBytes, (failure) => ending.abort(failure));
  const end = () => {
    heard.failure ??= new OutboundError("timeout");
    ending.abort(heard.failure);
  };
  const timer = setTimeout(end, ms);
  signal?.addEventListener("abort", end);
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch,
    requestInit: token === null ? {} : { headers: { authorization: `Bearer ${token}` } },
    reconnectionOptions: {
      ...{ maxRetries: 0, initialReconnectionDelay: 1000 },
      ...{ maxReconnectionDelay: 1000, reconnectionDelayGrowFactor: 1 },
    },
  });
  const client = new Client(
    { name: "groundplan", version },
    {
      versionNegotiation: { mode: "auto", probe: { timeoutMs: ms, maxRetries: 0 } },
      inputRequired: { autoFulfill: false },
      // A schema of a server is data: nothing here is compiled from it.
      jsonSchemaValidator: { getValidator: takenAsItIs },
      listMaxPages: mostPages,
    },
  );
  const ended = new Promise<never>((_, reject) => {
    ending.signal.addEventListener("abort", () => reject(ending.signal.reason));
  });
  const options: RequestOptions = { timeout: ms, maxTotalTimeout: ms, signal: ending.signal };
  const talk = async () => {
    await client.connect(transport, options);
    // A server of the older era refuses the first question of the newer one: that status says nothing of what follows.
    heard.isGreeted = true;
    heard.status = null;
    return use(client, options);
  };
  try {
    return await Promise.race([talk(), ended]);
  } catch (error) {
    const meaning = meant(error, heard);
    if (meaning instanceof Error) throw meaning;
    return meaning;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
    void leave(transport, client);
  }
}

const takenAsItIs = () => (data: unknown) => ({
  ...{ valid: true as const, errorMessage: undefined },
  data: data as never,
});

/** Ends a session that the server may have begun, without waiting for its answer. */
async function leave(
  transport: { terminateSession(): Promise<void>; sessionId?: string | undefined },
  client: Client,
): Promise<void> {
  if (transport.sessionId !== undefined) await transport.terminateSession().catch(() => {});
  await client.close().catch(() => {});
}
