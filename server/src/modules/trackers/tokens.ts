import type { Fetch, Init } from "../../outbound/client.ts";
import { TrackerError } from "./tracker.ts";

/** The tokens of a grant by OAuth, as calls need them. All throw `TrackerError` where there is none. */
export interface Tokens {
  /** Returns an access token that has not expired. */
  current(): Promise<string>;
  /** Returns another one in the place of one that was refused. */
  renew(refused: string): Promise<string>;
  /** Ends the grant, of which even a new token was refused. */
  end(refused: string): Promise<never>;
}

/** A grant by OAuth, in the place of a key. */
export interface Granted {
  /** The address that the API is called at with these tokens. */
  baseUrl: string;
  /** The address at which people see the site, where that is another one. */
  webUrl: string | null;
  /** The id of GitHub's installation that was chosen. */
  installation: string | null;
  tokens: Tokens;
}

/**
 * Returns `fetch` with the access token in each request that names a credential. A refused token is replaced once: a
 * call that was refused for it has done nothing, so that even a create may be sent again.
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

/** Returns true for an answer that refuses the token; Linear may say it with 400. */
async function isRefused(response: Response): Promise<boolean> {
  if (response.status === 401) return true;
  if (response.status !== 400) return false;
  const text = await response.clone().text();
  return text.includes('"AUTHENTICATION_ERROR"');
}

/** Returns the error for a grant that has ended: a push sleeps until somebody connects again. */
export const grantEnded = (label: string): TrackerError =>
  new TrackerError("refused", "ended", `${label} ended the connection. Connect again in the settings.`);
