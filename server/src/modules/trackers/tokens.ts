import type { Fetch, Init } from "../../outbound/client.ts";
import { TrackerError } from "./tracker.ts";

/** The tokens of an OAuth grant. All methods throw `TrackerError` if there is none. */
export interface Tokens {
  /** Returns an unexpired access token. */
  current(): Promise<string>;
  /** Replaces a refused token. */
  renew(refused: string): Promise<string>;
  /** Ends a grant whose renewed token was refused, too. */
  end(refused: string): Promise<never>;
}

/** An OAuth grant, used instead of a key. */
export interface Granted {
  /** The API's address with these tokens. */
  baseUrl: string;
  /** The site's address for browsers, if different. */
  webUrl: string | null;
  /** The chosen GitHub installation. */
  installation: string | null;
  tokens: Tokens;
}

/**
 * Wraps `fetch` to authorize requests. A refused token is replaced once; the refused call did nothing, so
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

/** Recognizes a refused token; Linear may use 400. */
async function isRefused(response: Response): Promise<boolean> {
  if (response.status === 401) return true;
  if (response.status !== 400) return false;
  const text = await response.clone().text();
  return text.includes('"AUTHENTICATION_ERROR"');
}

/** Returns the error for a revoked grant: a push sleeps until a reconnect. */
export const grantEnded = (label: string): TrackerError =>
  new TrackerError("refused", "ended", `${label} ended the connection. Connect again in the settings.`);
