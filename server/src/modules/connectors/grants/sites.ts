import { measured } from "../../../outbound/measured.ts";
import type { Context } from "../../context.ts";
import type { VendorFacts } from "./facts.ts";
import { TokenError } from "./token-requests.ts";
import { apiOf, jiraSites } from "./vendors.ts";

/** A Jira site or a GitHub app installation. */
export interface Site {
  id: string;
  label: string;
  /** The names that `connect` accepts for it, in lower case. */
  names: string[];
  facts: VendorFacts;
}

const maxBytes = 1024 * 1024;
const timeoutMs = 10_000;
const mostSites = 100;

/** Counts a vendor without sites as one. */
export async function sitesOf(context: Context, connectorId: string, token: string): Promise<Site[]> {
  const baseUrl = apiOf(context.config, connectorId);
  const whole: Site = {
    id: "",
    label: "",
    names: [],
    facts: { kind: "vendor", baseUrl, webUrl: null, installation: null },
  };
  if (connectorId === "jira") return sitesOfJira(context, token);
  if (connectorId !== "github") return [whole];
  const installations = await installationsOf(context, baseUrl, token);
  return installations.length === 0 ? [whole] : installations;
}

/** Lists Jira's sites. Atlassian also lists other products' sites, without Jira scopes. */
async function sitesOfJira(context: Context, token: string): Promise<Site[]> {
  const baseUrl = apiOf(context.config, "jira");
  const listed = await ask(context, jiraSites(context.config), token);
  return listOf(listed).flatMap(({ id, name, url, scopes }): Site[] => {
    const address = typeof url === "string" ? URL.parse(url) : null;
    const isOfJira = Array.isArray(scopes) && scopes.includes("write:jira-work");
    if (typeof id !== "string" || !/^[\w-]{1,100}$/.test(id) || !address || !isOfJira) return [];
    if (!/^https?:$/.test(address.protocol)) return [];
    const { host } = address;
    return [
      {
        id,
        label: `${String(name ?? host).slice(0, 200)} (${host})`,
        names: [host, host.replace(/\.atlassian\.net$/, "")],
        facts: {
          kind: "vendor",
          baseUrl: `${baseUrl}/ex/jira/${id}`,
          webUrl: address.origin,
          installation: null,
        },
      },
    ];
  });
}

/** Lists a user's installations of a GitHub app; an OAuth app has none. */
async function installationsOf(context: Context, baseUrl: string, token: string): Promise<Site[]> {
  const listed = await ask(context, `${baseUrl}/user/installations?per_page=100`, token, [403, 404]);
  const list = (listed as { installations?: unknown } | null)?.installations ?? [];
  return listOf(list).flatMap(({ id, account }): Site[] => {
    const login = (account as { login?: unknown } | null)?.login;
    if (!Number.isSafeInteger(id) || typeof login !== "string") return [];
    const facts: VendorFacts = { kind: "vendor", baseUrl, webUrl: null, installation: String(id) };
    return [{ id: String(id), label: login.slice(0, 200), names: [login.toLowerCase()], facts }];
  });
}

/** Queries a vendor; null for the given "none" statuses. */
async function ask(context: Context, url: string, token: string, none: number[] = []): Promise<unknown> {
  const fetch = measured(context, "tracker", context.outbound.trustedFetch);
  const headers = { accept: "application/json", authorization: `Bearer ${token}` };
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, { headers, redirect: "manual", maxBytes, signal });
    if (none.includes(response.status)) return null;
    if (response.status === 200) return JSON.parse(await response.text());
  } catch {
    // The cause doesn't help users, and may contain vendor data.
  }
  throw new TokenError("unavailable");
}

function listOf(data: unknown): Record<string, unknown>[] {
  if (!Array.isArray(data)) throw new TokenError("unavailable");
  return data.filter((one) => typeof one === "object" && one !== null).slice(0, mostSites);
}
