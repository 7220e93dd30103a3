import { type Client, ConnectionError, createClient, version } from "../../../client/src/index.ts";
import type { Login } from "./stored-logins.ts";

const clientId = "groundplan-cli";

/** Fields of OAuth answers that the command reads (RFC 6749, RFC 8628). */
export interface OAuthAnswer {
  access_token?: string;
  refresh_token?: string;
  expires_in?: number;
  device_code?: string;
  user_code?: string;
  verification_uri?: string;
  interval?: number;
  error?: string;
}

const anonymous = (url: string): Client => createClient({ url, userAgent: `groundplan-cli/${version}` });

/** Posts a form to an OAuth endpoint. Throws `ConnectionError` if no such service answers. */
export async function sendForm(
  url: string,
  path: string,
  fields: Record<string, string>,
): Promise<OAuthAnswer> {
  const response = await anonymous(url).send("POST", path, {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: String(new URLSearchParams({ client_id: clientId, ...fields })),
    signal: AbortSignal.timeout(30_000),
  });
  const text = await response.text();
  if (text === "" && response.ok) return {};
  try {
    const answer = JSON.parse(text) as OAuthAnswer;
    if (response.ok || typeof answer.error === "string") return answer;
  } catch {
    // Not an OAuth answer.
  }
  throw new ConnectionError(
    `${url} answered ${response.status}, and not as a service that one can sign in to. Check the address.`,
  );
}

/** Returns the login in an answer, if it holds one. */
export function loginIn({ access_token, refresh_token, expires_in = 0 }: OAuthAnswer): Login | undefined {
  if (typeof access_token !== "string" || typeof refresh_token !== "string") return undefined;
  return {
    accessToken: access_token,
    refreshToken: refresh_token,
    expiresAt: Date.now() + expires_in * 1000,
  };
}

export const revoke = (url: string, { refreshToken }: Login): Promise<OAuthAnswer> =>
  sendForm(url, "/oauth/revoke", { token: refreshToken, token_type_hint: "refresh_token" });
