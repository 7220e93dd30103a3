import type { Config } from "../../../config/config.ts";
import type { TrackerOAuth } from "../../trackers/oauth.ts";
import { adapterOf, trackers } from "../../trackers/registry.ts";

/** Returns undefined for MCP servers. */
export const oauthOf = (connectorId: string): TrackerOAuth | undefined =>
  trackers.find(({ id }) => id === connectorId)?.oauth;

/** Returns null if the operator configured none. */
export function vendorOf({ vendors: { clients, urls } }: Pick<Config, "vendors">, connectorId: string) {
  const client = clients[connectorId];
  const vendor = oauthOf(connectorId);
  if (!client || !vendor) return null;
  const { scope, more } = vendor;
  return { ...vendor.endpoints(urls[connectorId] ?? null), scope, more, client };
}

export const apiOf = ({ trackerUrls }: Pick<Config, "trackerUrls">, connectorId: string): string =>
  trackerUrls[connectorId] ?? adapterOf(connectorId).oauth.apiUrl;
