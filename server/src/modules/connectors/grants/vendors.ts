import type { Config } from "../../../config/config.ts";
import type { VendorClient } from "../../../config/vendors.ts";

/** The addresses of a vendor's authorization server, and what it is asked for. */
export interface Vendor {
  authorize: string;
  token: string;
  /** The address of RFC 7009; null where the vendor has none, or another way. */
  revoke: string | null;
  scope: string;
  /** More parameters of the authorization's address. */
  more: Readonly<Record<string, string>>;
}

/** The paths below an operator's other base are the vendors' own. */
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
    scope: "repo", // GitHub apps have permissions instead, and pay no heed to it.
    more: {},
  }),
};

/** Returns the vendor of a connector, and as which client it knows this service; null where the operator set none. */
export function vendorOf(
  { vendors: { clients, urls } }: Pick<Config, "vendors">,
  connectorId: string,
): (Vendor & { client: VendorClient }) | null {
  const client = clients[connectorId];
  const vendor = vendors[connectorId];
  return client && vendor ? { ...vendor(urls[connectorId] ?? null), client } : null;
}

/** Returns the address at which a tracker's API takes tokens of OAuth. */
export function apiOf({ trackerUrls }: Pick<Config, "trackerUrls">, connectorId: string): string {
  return trackerUrls[connectorId] ?? vendorApis[connectorId] ?? "";
}

const vendorApis: Readonly<Record<string, string>> = {
  linear: "https://api.linear.app",
  jira: "https://api.atlassian.com",
  github: "https://api.github.com",
};

/** Returns the address that lists the sites of Jira which a token is for. */
export const jiraSites = ({ vendors: { urls } }: Pick<Config, "vendors">): string =>
  `${urls.jira ?? "https://api.atlassian.com"}/oauth/token/accessible-resources`;
