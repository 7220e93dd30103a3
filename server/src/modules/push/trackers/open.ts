import type { Config } from "../../../config/config.ts";
import type { Outbound } from "../../../outbound/client.ts";
import { createClient } from "./github/client.ts";
import { githubTracker } from "./github/tracker.ts";
import type { Tracker } from "./tracker.ts";

export type OpenTracker = (
  services: { config: Config; outbound: Outbound },
  credential: { connectorId: string; secret: string },
) => Tracker;

/** The adapter of a connector. */
export const openTracker: OpenTracker = ({ config, outbound }, { connectorId, secret }) => {
  if (connectorId !== "github") throw new Error(`no adapter for ${connectorId}`);
  return githubTracker(createClient(config.githubApiUrl, secret, outbound.trustedFetch));
};

/** The host that a connector's calls go to. */
export function trackerSite(config: Pick<Config, "githubApiUrl">, connectorId: string): string {
  if (connectorId !== "github") throw new Error(`no adapter for ${connectorId}`);
  return new URL(config.githubApiUrl).host;
}
