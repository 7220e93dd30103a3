import type { Config } from "../../../config/config.ts";
import type { VendorClient } from "../../../config/vendors.ts";

export interface Vendor {
  authorize: string;
  token: string;
  /** The RFC 7009 endpoint; null if the vendor has none or another way. */
  revoke: string | null;
  scope: string;
  more: Readonly<Record<string, string>>;
}

/** Vendors' paths stay the same below an operator's base URL. */
const vendors: Readonly<Record<string, (base: string | null) => Vendor>> = {
  linear: (base) => ({
    authorize: `${base ?? "https://linear.app"}/oauth/authorize`,
    token: `${base ?? "https://api.linear.app"}/oauth/token`,
    revoke: `${base ?? "https://api.linear.app"}/oauth/revoke`,
    scope: "read,write", // Linear separates scopes by commas.
    more: {},
  }),
  jira: (base) => ({
    authorize: `${base ?? "https://auth.atlassian.com"}/authorize`,
    token: `${base ?? "https://auth.atlassian.com"}/oauth/token`,
    revoke: null,
    scope: "read:jira-work write:jira-work read:jira-user offline_access",
    more: { audience: "api.atlassian.com", prompt: "consent" },
  }),
  github: (base) => ({
    authorize: `${base ?? "https://github.com"}/login/oauth/authorize`,
    token: `${base ?? "https://github.com"}/login/oauth/access_token`,
    revoke: null,
    scope: "repo", // GitHub apps ignore it in favor of permissions.
    more: {},
  }),
};

/** Returns null if the operator configured none. */
export function vendorOf(
  { vendors: { clients, urls } }: Pick<Config, "vendors">,
  connectorId: string,
): (Vendor & { client: VendorClient }) | null {
  const client = clients[connectorId];
  const vendor = vendors[connectorId];
  return client && vendor ? { ...vendor(urls[connectorId] ?? null), client } : null;
}

export function apiOf({ trackerUrls }: Pick<Config, "trackerUrls">, connectorId: string): string {
  return trackerUrls[connectorId] ?? vendorApis[connectorId] ?? "";
}

const vendorApis: Readonly<Record<string, string>> = {
  linear: "https://api.linear.app",
  jira: "https://api.atlassian.com",
  github: "https://api.github.com",
};

export const jiraSites = ({ vendors: { urls } }: Pick<Config, "vendors">): string =>
  `${urls.jira ?? "https://api.atlassian.com"}/oauth/token/accessible-resources`;
