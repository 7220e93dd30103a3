import type { Site, TokenApi, TrackerOAuth } from "../oauth.ts";

export const githubOAuth: TrackerOAuth = {
  endpoints: (base) => ({
    authorize: `${base ?? "https://github.com"}/login/oauth/authorize`,
    token: `${base ?? "https://github.com"}/login/oauth/access_token`,
    revoke: null,
  }),
  scope: "repo", // GitHub apps ignore it in favor of permissions.
  more: {},
  apiUrl: "https://api.github.com",
  sites: {
    address: (apiUrl) => `${apiUrl}/user/installations?per_page=100`,
    none: [403, 404], // An OAuth app has no installations.
    entries: (answer) => (answer as { installations?: unknown } | null)?.installations ?? [],
    read: readInstallation,
  },
  revokeAccess,
};

function readInstallation({ id, account }: Readonly<Record<string, unknown>>, baseUrl: string): Site | null {
  const login = (account as { login?: unknown } | null)?.login;
  if (!Number.isSafeInteger(id) || typeof login !== "string") return null;
  return {
    id: String(id),
    label: login.slice(0, 200),
    names: [login.toLowerCase()],
    facts: { kind: "vendor", baseUrl, webUrl: null, installation: String(id) },
  };
}

/** Deletes one token. Deleting the grant would end the user's tokens in other workspaces. */
async function revokeAccess(
  { fetch, apiUrl, client: { clientId, clientSecret } }: TokenApi,
  token: string,
): Promise<void> {
  const url = `${apiUrl}/applications/${encodeURIComponent(clientId)}/token`;
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
  const { status } = await fetch(url, {
    method: "DELETE",
    headers: { authorization: `Basic ${basic}`, "content-type": "application/json" },
    body: JSON.stringify({ access_token: token }),
    redirect: "manual",
    signal: AbortSignal.timeout(10_000),
  });
  // 404 and 422 mean that the token no longer exists.
  if (![204, 404, 422].includes(status)) throw new Error(`GitHub answered ${status} to a revocation`);
}
