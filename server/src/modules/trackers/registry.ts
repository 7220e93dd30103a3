import type { Provider, provider } from "@groundplan/contract";
import type { Config } from "../../config/config.ts";
import type { Fetch, Outbound } from "../../outbound/client.ts";
import { measured } from "../../outbound/measured.ts";
import { tellingErrors } from "../../outbound/telling-errors.ts";
import type { Observed } from "../../tracer.ts";
import type { TrackerDefinition } from "./definition.ts";
import { github } from "./github/index.ts";
import { jira } from "./jira/index.ts";
import { type Governor, ungoverned } from "./limits/governor.ts";
import { linear } from "./linear/index.ts";
import { authorized, type Granted } from "./tokens.ts";
import type { Tracker } from "./tracker.ts";

/** Every tracker (decisions section 3, trackers). */
const byProvider = {
  tracker_a: linear,
  tracker_b: jira,
  tracker_c: github,
} satisfies { [P in Provider]: TrackerDefinition & { provider: P; id: IdOf<P> } };

type IdOf<P extends Provider> = {
  [Id in TrackerDefinition["id"]]: (typeof provider.enum)[Id] extends P ? Id : never;
}[TrackerDefinition["id"]];

export const trackers: readonly TrackerDefinition[] = Object.values(byProvider);

/** Throws for an unknown id. */
export function adapterOf(connectorId: string): TrackerDefinition {
  const tracker = trackers.find(({ id }) => id === connectorId);
  if (!tracker) throw new Error(`no adapter for ${connectorId}`);
  return tracker;
}

export const trackerOf = (provider: Provider): TrackerDefinition => byProvider[provider];

export interface Credential {
  connectorId: string;
  secret: string;
  site: string;
  account: string | null;
  governor?: Governor;
  /** Replaces the key. */
  granted?: Granted;
}

export type OpenTracker = (
  services: { config: Config; outbound: Outbound } & Observed,
  credential: Credential,
) => Promise<Tracker>;

/** Trusts operators' and vendors' addresses, but not users' sites. */
export const openTracker: OpenTracker = async (services, credential) => {
  const { config, outbound } = services;
  const { connectorId, secret, site, account, governor = ungoverned, granted } = credential;
  const { load } = adapterOf(connectorId);
  if (granted) {
    const { baseUrl, webUrl, installation, tokens } = granted;
    const open = await load();
    const more = {
      ...(webUrl === null ? {} : { webUrl }),
      ...(installation === null ? {} : { installation }),
    };
    // Other URLs come from the vendor's answers and aren't trusted.
    const call: Fetch = (url, init) => {
      const isApi = new URL(url).origin === new URL(baseUrl).origin;
      return (isApi ? outbound.trustedFetch : outbound.fetch)(url, init);
    };
    const fetch = authorized(measured(services, "tracker", tellingErrors(call)), tokens);
    return open({ baseUrl, ...more, fetch, secret: "-", account: "", governor });
  }
  const trusted = trustedUrl(config, connectorId);
  const baseUrl = trusted ?? `https://${site}`;
  const fetch = tellingErrors(trusted === null ? outbound.fetch : outbound.trustedFetch);
  const open = await load();
  return open({ baseUrl, fetch: measured(services, "tracker", fetch), secret, account, governor });
};

/** Returns null if users name the site. */
export function trackerSite(config: Config, connectorId: string): string | null {
  const url = trustedUrl(config, connectorId);
  return url === null ? null : new URL(url).host;
}

/** Returns null if each customer has an address (Jira's site). */
function trustedUrl({ trackerUrls }: Config, connectorId: string): string | null {
  return trackerUrls[connectorId] ?? adapterOf(connectorId).vendorUrl;
}
