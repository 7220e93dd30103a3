import type { Fetch, Init } from "../../outbound/client.ts";
import { TrackerError } from "./tracker.ts";

/** Methods throw `TrackerError` if there is no token. */
export interface Tokens {
  current(): Promise<string>;
  /** Replaces a refused token. */
  renew(refused: string): Promise<string>;
  /** Ends a grant whose renewed token was refused. */
  end(refused: string): Promise<never>;
}

/** An OAuth grant, used instead of a key. */
export interface Granted {
  baseUrl: string;
  /** The address for browsers, if different. */
  webUrl: string | null;
  installation: string | null;
  tokens: Tokens;
}

/**
 * Returns `fetch` with the access token. A refused token is replaced once; the refused call did nothing, so
 * even a create may be repeated.
 */
export function authorized(fetch: Fetch, tokens: Tokens): Fetch {
  return async (url, init = {}) => {
    if (!new Headers(init.headers).has("authorization")) return fetch(url, init);
    const token = await tokens.current();
    const response = await fetch(url, withToken(init, token));
    if (!(await isRefused(response))) return response;
    const next = await tokens.renew(token);
    const again = await fetch(url, withToken(init, next));
    return (await isRefused(again)) ? tokens.end(next) : again;
  };
}

function withToken(init: Init, token: string): Init {
  const headers = new Headers(init.headers);
  headers.set("authorization", `Bearer ${token}`);
  return { ...init, headers };
}

/** Recognizes 401, and Linear's 400. */
async function isRefused(response: Response): Promise<boolean> {
  if (response.status === 401) return true;
  if (response.status !== 400) return false;
  const text = await response.clone().text();
  return text.includes('"AUTHENTICATION_ERROR"');
}

/** Puts a push to sleep until a reconnect. */
export const grantEnded = (label: string): TrackerError =>
  new TrackerError("refused", "ended", `${label} ended the connection. Connect again in the settings.`);
