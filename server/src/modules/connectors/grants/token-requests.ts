import type { FailureReason } from "@groundplan/contract";
import type { TokenEndpointResponse } from "oauth4webapi";
import type { Fetch } from "../../../outbound/client.ts";
import { failureReasonOf } from "../../../outbound/errors.ts";
import { type Authority, oauth } from "./authority.ts";
import type { GrantedTokens } from "./facts.ts";

const timeoutMs = 10_000;
const maxBytes = 256 * 1024;

/**
 * A failed token request. `refused`: the code or refresh token is void; `client`: the vendor rejects our
 * client; `unavailable`: unknown, may be retried.
 */
export class TokenError extends Error {
  readonly why: "refused" | "client" | "unavailable";
  readonly reason: FailureReason;
  constructor(why: TokenError["why"], reason: FailureReason = "status") {
    super(`a request for tokens failed: ${why}`);
    this.why = why;
    this.reason = reason;
  }
}

/** Exchanges a code for tokens. `answer` is the callback's query, with checked state and issuer. */
export async function exchangeCode(
  authority: Authority,
  answer: URLSearchParams,
  { redirectUri, verifier }: { redirectUri: string; verifier: string },
): Promise<GrantedTokens> {
  const { authorizationCodeGrantRequest, processAuthorizationCodeResponse } = await oauth();
  const { server, client, auth, more } = authority;
  return asking(async () => {
    const options = { ...(await optionsOf(authority)), additionalParameters: { ...more } };
    const response = await authorizationCodeGrantRequest(
      ...([server, client, auth, answer, redirectUri, verifier, options] as const),
    );
    return tokensIn(await processAuthorizationCodeResponse(server, client, response), null);
  });
}

/** Refreshes a pair. If the vendor sends no refresh token, the previous one stays. */
export async function refreshPair(
  authority: Authority,
  { refresh, clientSecret }: { refresh: string; clientSecret: string | null },
): Promise<GrantedTokens> {
  const { refreshTokenGrantRequest, processRefreshTokenResponse } = await oauth();
  const { server, client, auth, more } = authority;
  return asking(async () => {
    const options = { ...(await optionsOf(authority)), additionalParameters: { ...more } };
    const response = await refreshTokenGrantRequest(server, client, auth, refresh, options);
    const { tokens, expiresAt } = tokensIn(
      await processRefreshTokenResponse(server, client, response),
      clientSecret,
    );
    return { tokens: { ...tokens, refresh: tokens.refresh ?? refresh }, expiresAt };
  });
}

export async function revokeToken(authority: Authority, token: string): Promise<void> {
  const { revocationRequest, processRevocationResponse } = await oauth();
  const { server, client, auth } = authority;
  await processRevocationResponse(
    await revocationRequest(server, client, auth, token, await optionsOf(authority)),
  );
}

async function optionsOf({ fetch, isInsecure }: Authority) {
  const { allowInsecureRequests, customFetch } = await oauth();
  return {
    [customFetch]: (url: string, init: object) => readably(fetch)(url, init),
    [allowInsecureRequests]: isInsecure,
    signal: () => AbortSignal.timeout(timeoutMs),
  };
}

/**
 * Wraps `fetch` to normalize vendors' answers: GitHub sends errors with status 200, and Linear has sent
 * scopes as a list.
 */
const readably =
  (fetch: Fetch): Fetch =>
  async (url, init) => {
    const response = await fetch(url, { ...init, redirect: "manual", maxBytes });
    const text = await response.text();
    const { status } = response;
    const fields = fieldsIn(text);
    // A challenge header would hide the body's error.
    const headers = { "content-type": response.headers.get("content-type") ?? "text/plain" };
    if (!fields || status !== 200) return new Response(status === 204 ? null : text, { status, headers });
    const { scope: _, id_token: __, expires_in: seconds, ...rest } = fields;
    const lasts = Number(seconds ?? Number.NaN);
    // An invalid lifetime must not lose the pair, since the previous one may be void.
    const expiry = Number.isFinite(lasts) ? { expires_in: Math.max(0, lasts) } : {};
    const isError = typeof rest.error === "string" && rest.access_token === undefined;
    return Response.json({ ...rest, ...expiry }, { status: isError ? 400 : 200 });
  };

function fieldsIn(text: string): Record<string, unknown> | null {
  try {
    const data: unknown = JSON.parse(text);
    return typeof data === "object" && data !== null && !Array.isArray(data)
      ? (data as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

const longestSeconds = 366 * 24 * 3600;

function tokensIn(answer: TokenEndpointResponse, clientSecret: string | null): GrantedTokens {
  const { access_token: access, refresh_token: refresh = null, expires_in: seconds } = answer;
  for (const token of [access, refresh])
    if (token !== null && !/^[\x21-\x7e]{1,8000}$/.test(token)) throw new TokenError("unavailable");
  const lasts = seconds === undefined ? null : Math.min(Math.max(seconds, 0), longestSeconds);
  return {
    tokens: { access, refresh, clientSecret },
    expiresAt: lasts === null ? null : new Date(Date.now() + lasts * 1000).toISOString(),
  };
}

/** Runs a request, keeping the vendor's answer out of the error. */
async function asking(request: () => Promise<GrantedTokens>): Promise<GrantedTokens> {
  try {
    return await request();
  } catch (error) {
    throw error instanceof TokenError
      ? error
      : new TokenError(whyOf(error), failureReasonOf(error) ?? "status");
  }
}

const refusals = ["invalid_grant", "bad_refresh_token", "bad_verification_code"];
const ofClient = ["invalid_client", "unauthorized_client", "incorrect_client_credentials"];

function whyOf(thrown: unknown): TokenError["why"] {
  const { error, error_description: words, status } = thrown as Record<string, unknown>;
  if (typeof error !== "string") return status === 401 ? "client" : "unavailable";
  if (refusals.includes(error)) return "refused";
  // Atlassian's error for a used or expired refresh token.
  if (error === "unauthorized_client" && /refresh_token/.test(String(words))) return "refused";
  return ofClient.includes(error) ? "client" : "unavailable";
}
