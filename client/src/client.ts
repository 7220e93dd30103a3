import { type Endpoint, type Reply, type Request, version } from "@groundplan/contract";
import { ApiError, ConnectionError, notGroundplan, unreachable } from "./errors.ts";
import { type AnyRequest, addressOf, bodyOf } from "./http-request.ts";
import { newKey } from "./new-key.ts";
import { rawFileOf } from "./raw-file.ts";
import { repeatable, sleep, tries, waitBefore } from "./retry.ts";

export interface ClientOptions {
  /** Base address, such as `http://localhost:4500`. */
  url: string;
  /** An API key or access token, or a function called per request. Only `GET /v1` works without. */
  apiKey?: string | (() => Promise<string>) | undefined;
  fetch?: typeof globalThis.fetch;
  userAgent?: string;
  /** Milliseconds before the first retry; later waits are longer. */
  firstWait?: number;
  /** Called before each wait that `Retry-After` asks for. */
  onWait?: (wait: AskedWait) => void;
}

export interface AskedWait {
  milliseconds: number;
  /** 429 for the rate limit, 503 while the service is unavailable. */
  status: number;
}

export interface CallOptions {
  signal?: AbortSignal;
  /**
   * Milliseconds for the call with all retries: one minute by default, ten with a file, whose download
   * counts.
   */
  timeout?: number;
  /** Idempotency key, to make a write repeatable across calls. Generated per call for a POST by default. */
  idempotencyKey?: string;
  /** Further headers, such as `If-Match` or `Prefer`. */
  headers?: Record<string, string>;
}

export interface RawRequest {
  headers?: Record<string, string>;
  /** JSON unless `headers` say otherwise. */
  body?: string | Uint8Array<ArrayBuffer> | undefined;
  signal?: AbortSignal;
}

type Item<List> = List extends readonly (infer One)[] ? One : never;

export interface Client {
  /**
   * Sends a request and returns the reply. Throws `ApiError` or `ConnectionError`. A file is a stream that
   * breaks off with the connection.
   */
  call<E extends Endpoint>(endpoint: E, request: Request<E>, options?: CallOptions): Promise<Reply<E>>;
  /** Yields the items of a list under `key`, page by page. */
  pages<E extends Endpoint, Key extends keyof Reply<E>>(
    endpoint: E,
    request: Request<E>,
    key: Key,
    options?: CallOptions,
  ): AsyncGenerator<Item<Reply<E>[Key]>>;
  /**
   * Sends one request without retries or redirects, and returns the response whatever its status. `path`
   * begins with a slash. Throws `ConnectionError`.
   */
  send(method: string, path: string, request?: RawRequest): Promise<Response>;
}

export function createClient(options: ClientOptions): Client {
  const url = baseAddress(options.url);
  const headers: Record<string, string> = {
    accept: "application/json",
    "user-agent": options.userAgent ?? `groundplan-client/${version}`,
  };
  const { apiKey } = options;
  if (typeof apiKey === "string") headers.authorization = `Bearer ${credential(apiKey)}`;
  const authorization = async (): Promise<Record<string, string>> =>
    typeof apiKey === "function" ? { authorization: `Bearer ${credential(await apiKey())}` } : {};
  const send = options.fetch ?? globalThis.fetch;

  async function call<E extends Endpoint>(
    endpoint: E,
    request: Request<E>,
    how: CallOptions = {},
  ): Promise<Reply<E>> {
    const timeout = how.timeout ?? (endpoint.multipart || endpoint.raw ? 600_000 : 60_000);
    const deadline = AbortSignal.timeout(timeout);
    const until = Date.now() + timeout;
    const signal = how.signal ? AbortSignal.any([how.signal, deadline]) : deadline;
    const body = bodyOf(endpoint, request as AnyRequest);
    const address = url + addressOf(endpoint, request as AnyRequest);
    const key = how.idempotencyKey ?? (endpoint.method === "POST" ? newKey() : undefined);
    const init = {
      method: endpoint.method,
      headers: {
        ...headers,
        ...(await authorization()),
        ...(typeof body === "string" ? { "content-type": "application/json" } : {}),
        ...(key === undefined ? {} : { "idempotency-key": key }),
        ...how.headers,
      },
      ...(body === undefined ? {} : { body }),
      // Never sends the credential elsewhere.
      redirect: "manual" as const,
      signal,
    };

    try {
      for (let attempt = 0; ; attempt++) {
        const { response, text, failure } = await attemptOnce(send, address, init, endpoint.raw);
        if (response?.ok)
          return (endpoint.raw ? rawFileOf(url, response) : parsed(url, response, text)) as Reply<E>;
        const wait = waitBefore(attempt, options.firstWait ?? 250, response);
        const again =
          attempt + 1 < tries && repeatable(endpoint.method, response) && Date.now() + wait < until;
        if (!again) throw response ? errorOf(url, response, json(text)) : unreachable(url, failure);
        if (response?.headers.has("retry-after"))
          options.onWait?.({ milliseconds: wait, status: response.status });
        await sleep(wait, signal);
      }
    } catch (error) {
      if (error !== deadline.reason || !deadline.aborted) throw error;
      throw new ConnectionError(`${url} did not answer within ${timeout / 1000} seconds. Try again.`, {
        cause: error,
      });
    }
  }

  async function* pages<E extends Endpoint, Key extends keyof Reply<E>>(
    endpoint: E,
    request: Request<E>,
    key: Key,
    how: CallOptions = {},
  ): AsyncGenerator<Item<Reply<E>[Key]>> {
    let query: Record<string, unknown> = { limit: 200, ...request.query };
    while (true) {
      const page = await call(endpoint, { ...request, query }, how);
      const { nextCursor } = page as { nextCursor?: string };
      yield* page[key] as Iterable<Item<Reply<E>[Key]>>;
      if (nextCursor === undefined) return;
      query = { ...query, cursor: nextCursor };
    }
  }

  async function sendOnce(method: string, path: string, request: RawRequest = {}): Promise<Response> {
    if (!path.startsWith("/")) throw new RangeError("A path begins with a slash.");
    const type = request.body === undefined ? {} : { "content-type": "application/json" };
    const init = {
      ...request,
      method,
      headers: { ...headers, ...(await authorization()), ...type, ...request.headers },
    };
    try {
      return await send(url + path, { ...init, body: request.body ?? null, redirect: "manual" });
    } catch (failure) {
      throw request.signal?.aborted ? failure : unreachable(url, failure);
    }
  }

  return { call, pages, send: sendOnce };
}

interface Attempt {
  response: Response | null;
  text: string;
  failure?: unknown;
}

/**
 * Makes one attempt. A truncated answer counts as none; a file's body is left to the caller. Throws only if
 * aborted.
 */
async function attemptOnce(
  send: typeof fetch,
  address: string,
  init: RequestInit & { signal: AbortSignal },
  isFile: boolean,
): Promise<Attempt> {
  try {
    const response = await send(address, init);
    return { response, text: isFile && response.ok ? "" : await response.text() };
  } catch (failure) {
    if (init.signal.aborted) throw init.signal.reason;
    return { response: null, text: "", failure };
  }
}

function parsed(url: string, response: Response, text: string): object {
  const value = json(text);
  if (typeof value !== "object" || value === null) throw notGroundplan(url, response);
  return value;
}

/** Returns the error that the parsed body of a response holds. */
export function errorOf(url: string, response: Response, body: unknown): Error {
  const { error } = (body ?? {}) as {
    error?: { code?: unknown; message?: unknown; details?: unknown };
  };
  if (typeof error?.code !== "string" || typeof error.message !== "string")
    return notGroundplan(url, response);
  const { code, message, details } = error;
  return new ApiError(response.status, { code, message, details }, response.headers.get("x-request-id"));
}

/** Parses JSON; undefined if invalid. */
function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function baseAddress(url: string): string {
  if (!URL.canParse(url) || !/^https?:/i.test(url)) {
    throw new ConnectionError(`"${url}" is not an address. Give one like http://localhost:4500.`);
  }
  return url.replace(/\/+$/, "");
}

function credential(apiKey: string): string {
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new ConnectionError("The API key is empty or not a key. Copy it again.");
  }
  return apiKey;
}
