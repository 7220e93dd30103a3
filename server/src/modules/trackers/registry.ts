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

/** The id by which the contract calls a provider's connector. */
type IdOf<P extends Provider> = {
  [Id in TrackerDefinition["id"]]: (typeof provider.enum)[Id] extends P ? Id : never;
}[TrackerDefinition["id"]];

export const trackers: readonly TrackerDefinition[] = Object.values(byProvider);

/** Returns a connector's tracker. Throws where no tracker has this id. */
export function adapterOf(connectorId: string): TrackerDefinition {
  const tracker = trackers.find(({ id }) => id === connectorId);
  if (!tracker) throw new Error(`no adapter for ${connectorId}`);
  return tracker;
}

/** Returns a provider's tracker. */
export const trackerOf = (provider: Provider): TrackerDefinition => byProvider[provider];

export interface Credential {
  connectorId: string;
  secret: string;
  /** The host that the connection is for. */
  site: string;
  account: string | null;
  governor?: Governor;
  /** The grant that is used in the place of the key. */
  granted?: Granted;
}

export type OpenTracker = (
  services: { config: Config; outbound: Outbound } & Observed,
  credential: Credential,
) => Promise<Tracker>;

/**
 * Opens the adapter of a connector. Addresses of an operator or a vendor are trusted; a site that people name is not.
 */
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
    // The API is the vendor's or the operator's; a site's own address came with the vendor's answer.
    const call: Fetch = (url, init) => {
      const isApi = new URL(url).origin === new URL(baseUrl).origin;
      return (isApi ? outbound.trustedFetch : outbound.fetch)(url, init);
    };
    const fetch = authorized(measured(services, "tracker", tellingErrors(call)), tokens);
    return open({ ...{ baseUrl, ...more, fetch, secret: "-", account: "", governor } });
  }
  const trusted = trustedUrl(config, connectorId);
  const baseUrl = trusted ?? `https://${site}`;
  const fetch = tellingErrors(trusted === null ? outbound.fetch : outbound.trustedFetch);
  const open = await load();
  return open({ baseUrl, fetch: measured(services, "tracker", fetch), secret, account, governor });
};

/** Returns the host that a connector's calls go to; null where it is the site that people name. */
export function trackerSite(config: Config, connectorId: string): string | null {
  const url = trustedUrl(config, connectorId);
  return url === null ? null : new URL(url).host;
}

/** Returns the address that the operator set, or the vendor's own; null where each customer has one (Jira's site). */
function trustedUrl({ trackerUrls }: Config, connectorId: string): string | null {
  return trackerUrls[connectorId] ?? adapterOf(connectorId).vendorUrl;
}
