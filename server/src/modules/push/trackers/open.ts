import type { Config } from "../../../config/config.ts";
import type { Outbound } from "../../../outbound/client.ts";
import { entryOf } from "../../connectors/catalog.ts";
import { type Governor, ungoverned } from "../governor.ts";
import { readGithubHook } from "./github/hook.ts";
import type { ReadHook } from "./hook.ts";
import { readJiraHook } from "./jira/hook.ts";
import { readLinearHook } from "./linear/hook.ts";
import type { Adapter, Capacity, Tracker } from "./tracker.ts";

interface Entry {
  /** Loaded with its first use: a start waits for none, and the writer's thread needs none. */
  load: () => Promise<Adapter>;
  readHook: ReadHook;
  capacity: Capacity;
  /** The address that the operator set, if any. */
  operatorUrl: (config: Config) => string | null;
  /** The vendor's own; null where each customer has one (Jira's site). */
  vendorUrl: string | null;
}

const boundless: Capacity = { children: null, needs: null };

const adapters: Record<string, Entry> = {
  linear: {
    load: async () => (await import("./linear/tracker.ts")).linearTracker,
    readHook: readLinearHook,
    capacity: boundless,
    operatorUrl: (config) => config.linearApiUrl,
    vendorUrl: "https://api.linear.app",
  },
  jira: {
    load: async () => (await import("./jira/tracker.ts")).jiraTracker,
    readHook: readJiraHook,
    // Jira counts 2,000 links of an issue, both directions together.
    capacity: { children: null, needs: 1000 },
    operatorUrl: (config) => config.jiraApiUrl,
    vendorUrl: null,
  },
  github: {
    load: async () => (await import("./github/tracker.ts")).githubTracker,
    readHook: readGithubHook,
    // GitHub's documented limits of sub-issues and of each side of a dependency.
    capacity: { children: 100, needs: 50 },
    operatorUrl: (config) => config.githubApiUrl,
    vendorUrl: "https://api.github.com",
  },
};

export function adapterOf(connectorId: string): Entry {
  const entry = adapters[connectorId];
  if (!entry) throw new Error(`no adapter for ${connectorId}`);
  return entry;
}

/** What a target of this provider holds at most. */
export const capacityOf = (provider: string): Capacity => adapterOf(entryOf(provider).id).capacity;

export interface Credential {
  connectorId: string;
  secret: string;
  /** The host that the connection is for. */
  site: string;
  account: string | null;
  governor?: Governor;
}

export type OpenTracker = (
  services: { config: Config; outbound: Outbound },
  credential: Credential,
) => Promise<Tracker>;

/** The adapter of a connector. What an operator or a vendor runs is trusted; a site that people name is not. */
export const openTracker: OpenTracker = async ({ config, outbound }, credential) => {
  const { connectorId, secret, site, account, governor = ungoverned } = credential;
  const { load, operatorUrl, vendorUrl } = adapterOf(connectorId);
  const trusted = operatorUrl(config) ?? vendorUrl;
  const baseUrl = trusted ?? `https://${site}`;
  const fetch = trusted === null ? outbound.fetch : outbound.trustedFetch;
  const open = await load();
  return open({ baseUrl, fetch, secret, account, governor });
};

/** The host that a connector's calls go to; null where it is the site that people name. */
export function trackerSite(config: Config, connectorId: string): string | null {
  const { operatorUrl, vendorUrl } = adapterOf(connectorId);
  const url = operatorUrl(config) ?? vendorUrl;
  return url === null ? null : new URL(url).host;
}
