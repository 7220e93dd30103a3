import type { Site, TrackerOAuth } from "../oauth.ts";

const apiUrl = "https://api.atlassian.com";

export const jiraOAuth: TrackerOAuth = {
  endpoints: (base) => ({
    authorize: `${base ?? "https://auth.atlassian.com"}/authorize`,
    token: `${base ?? "https://auth.atlassian.com"}/oauth/token`,
    revoke: null,
  }),
  scope: "read:jira-work write:jira-work read:jira-user offline_access",
  more: { audience: "api.atlassian.com", prompt: "consent" },
  apiUrl,
  sites: {
    address: (_, base) => `${base ?? apiUrl}/oauth/token/accessible-resources`,
    none: null,
    entries: (answer) => answer,
    read: readSite,
  },
  revokeAccess: null,
};

/** Skips other products' sites, which Atlassian lists without Jira scopes. */
function readSite({ id, name, url, scopes }: Readonly<Record<string, unknown>>, api: string): Site | null {
  const address = typeof url === "string" ? URL.parse(url) : null;
  const isOfJira = Array.isArray(scopes) && scopes.includes("write:jira-work");
  if (typeof id !== "string" || !/^[\w-]{1,100}$/.test(id) || !address || !isOfJira) return null;
  if (!/^https?:$/.test(address.protocol)) return null;
  const { host } = address;
  return {
    id,
    label: `${String(name ?? host).slice(0, 200)} (${host})`,
    names: [host, host.replace(/\.atlassian\.net$/, "")],
    facts: { kind: "vendor", baseUrl: `${api}/ex/jira/${id}`, webUrl: address.origin, installation: null },
  };
}
