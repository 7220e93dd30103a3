import type { VendorClient } from "../../config/vendors.ts";
import type { Fetch } from "../../outbound/client.ts";

/** OAuth at a tracker's vendor, by clients that operators register there. */
export interface TrackerOAuth {
  /** Vendors' paths stay the same below an operator's base URL. */
  endpoints(base: string | null): VendorEndpoints;
  scope: string;
  /** Further parameters of the consent URL. */
  more: Readonly<Record<string, string>>;
  /** The API that the tokens are for. */
  apiUrl: string;
  /** Null if a sign-in opens all there is. */
  sites: SiteList | null;
  /** Revokes one access token if the vendor has no RFC 7009 endpoint. */
  revokeAccess: ((at: TokenApi, token: string) => Promise<void>) | null;
}

interface VendorEndpoints {
  authorize: string;
  token: string;
  /** The RFC 7009 endpoint; null if the vendor has none or another way. */
  revoke: string | null;
}

export interface TokenApi {
  fetch: Fetch;
  apiUrl: string;
  client: VendorClient;
}

/** The list of the sites that an access token opens. */
interface SiteList {
  address(apiUrl: string, base: string | null): string;
  /** Statuses of a list without sites, whose token opens all there is; null if it always has some. */
  none: readonly number[] | null;
  /** Finds the list in the vendor's answer, which is null for one of `none`. */
  entries(answer: unknown): unknown;
  /** Returns null for other entries. */
  read(entry: Readonly<Record<string, unknown>>, apiUrl: string): Site | null;
}

/** A Jira site or a GitHub app installation. */
export interface Site {
  id: string;
  label: string;
  /** The names that `connect` accepts for it, in lower case. */
  names: string[];
  facts: VendorFacts;
}

/** Public facts for using a tracker's grant. */
export interface VendorFacts {
  kind: "vendor";
  baseUrl: string;
  /** The site's address for browsers, if different. */
  webUrl: string | null;
  /** The chosen installation, for vendors that have them. */
  installation: string | null;
}
