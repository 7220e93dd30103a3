import { ConfigError } from "./config-error.ts";

/** An OAuth client registered with a vendor. */
export interface VendorClient {
  clientId: string;
  clientSecret: string;
}

/** Clients and replacement addresses by connector id. */
export interface VendorSettings {
  clients: Readonly<Record<string, VendorClient>>;
  urls: Readonly<Record<string, string>>;
}

/**
 * Reads `GROUNDPLAN_<ID>_CLIENT_ID`, `_CLIENT_SECRET` and `_OAUTH_URL` for any id. Errors never repeat a
 * secret.
 */
export function vendorSettings(
  names: readonly string[],
  text: (name: string) => string | null,
  url: (name: string) => string | null,
): VendorSettings {
  const clients: Record<string, VendorClient> = {};
  const urls: Record<string, string> = {};
  const vendors = new Set(names.flatMap((name) => setting.exec(name)?.[1] ?? []));
  vendors.delete("OIDC"); // The sign-in issuer has its own settings.
  for (const vendor of vendors) {
    const id = vendor.toLowerCase();
    const base = url(`GROUNDPLAN_${vendor}_OAUTH_URL`);
    if (base !== null) urls[id] = base;
    const clientId = text(`GROUNDPLAN_${vendor}_CLIENT_ID`);
    const clientSecret = text(`GROUNDPLAN_${vendor}_CLIENT_SECRET`);
    if (clientId === null && clientSecret === null) continue;
    if (clientId === null || clientSecret === null)
      throw new ConfigError(
        `GROUNDPLAN_${vendor}_CLIENT_ID and GROUNDPLAN_${vendor}_CLIENT_SECRET belong together. Set both, or leave both out.`,
      );
    clients[id] = { clientId, clientSecret };
  }
  return { clients, urls };
}

const setting = /^GROUNDPLAN_([A-Z\d]+)_(?:CLIENT_ID|CLIENT_SECRET|OAUTH_URL)$/;
