import { version } from "@groundplan/contract";
import type { Client, RequestOptions } from "@modelcontextprotocol/client";
import { OutboundError } from "../../../outbound/errors.ts";
import { failureOf, type McpFailure } from "./failure.ts";
import { guardedFetch, type Heard, type Services } from "./guarded-fetch.ts";

/** A server and its credential. */
export interface Peer {
  workspaceId: string;
  url: string;
  token: string | null;
}

export interface Limits {
  /** Milliseconds for the whole conversation. */
  ms: number;
  /** Bytes of all answers together, decompressed. */
  maxBytes: number;
  signal?: AbortSignal;
}

/** Pages read of a list. */
export const mostPages = 20;

type Use<T> = (client: Client, options: RequestOptions) => Promise<T>;
type Meant<T> = (error: unknown, heard: Heard) => T | McpFailure;

/**
 * Runs `use` in a conversation with an MCP server of either protocol era, within strict limits. The caller
 * holds a slot (`places.ts`). Throws McpFailure; `meant` decides whether errors caused by the server's words
 * are kept.
 */
export async function withClient<T>(
  services: Services,
  { url, token }: Peer,
  { ms, maxBytes, signal }: Limits,
  use: Use<T>,
  meant: Meant<T> = (_, heard) => failureOf(heard),
): Promise<T> {
  // Loaded on first use to keep the start fast.
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
      maxRetries: 0,
      initialReconnectionDelay: 1000,
      maxReconnectionDelay: 1000,
      reconnectionDelayGrowFactor: 1,
    },
  });
  const client = new Client(
    { name: "groundplan", version },
    {
      versionNegotiation: { mode: "auto", probe: { timeoutMs: ms, maxRetries: 0 } },
      inputRequired: { autoFulfill: false },
      // Server schemas are data and never compiled.
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
    // Older servers refuse the new era's first request, which says nothing about later ones.
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
  valid: true as const,
  errorMessage: undefined,
  data: data as never,
});

/** Terminates a session without waiting. */
async function leave(
  transport: { terminateSession(): Promise<void>; sessionId?: string | undefined },
  client: Client,
): Promise<void> {
  if (transport.sessionId !== undefined) await transport.terminateSession().catch(() => {});
  await client.close().catch(() => {});
}
