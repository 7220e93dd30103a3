import { exitCodes } from "../exit-codes.ts";
import { Failure } from "../failure.ts";
import { withLock } from "./lock.ts";
import { loginIn, sendForm } from "./oauth.ts";
import { keepRefreshed, type Login, readLogins, removeLogin } from "./stored-logins.ts";

/** Milliseconds before expiry from which a token counts as expired. */
const margin = 30_000;

const isFresh = ({ expiresAt }: Login) => expiresAt - margin > Date.now();

export const hasLogin = (url: string): boolean => readLogins().services[url] !== undefined;

/** Returns an access token for a logged-in service, refreshed if it is about to expire. */
export async function accessToken(url: string): Promise<string> {
  const login = readLogins().services[url];
  if (login && "key" in login) return login.key;
  if (login && isFresh(login)) return login.accessToken;
  return withLock(() => refreshed(url));
}

/** Refreshes a login, unless another process did so while this one waited for the lock. */
async function refreshed(url: string): Promise<string> {
  const login = readLogins().services[url];
  if (!login) throw ended(url);
  if ("key" in login) return login.key;
  if (isFresh(login)) return login.accessToken;
  const answer = await sendForm(url, "/oauth/token", {
    grant_type: "refresh_token",
    refresh_token: login.refreshToken,
  });
  const next = loginIn(answer);
  if (next) {
    keepRefreshed(url, next);
    return next.accessToken;
  }
  if (answer.error === "invalid_grant" || answer.error === "invalid_client") {
    removeLogin(url);
    throw ended(url);
  }
  throw new Failure(`${url} did not refresh the login (${answer.error ?? "no token"}). Try again.`, {
    exitCode: exitCodes.server,
  });
}

const ended = (url: string) =>
  new Failure(`The login at ${url} has ended. Sign in again with \`groundplan login\`.`, {
    exitCode: exitCodes.notSignedIn,
  });
