import { measured } from "../../../outbound/measured.ts";
import type { Context } from "../../context.ts";
import type { Site, VendorFacts } from "../../trackers/oauth.ts";
import { adapterOf } from "../../trackers/registry.ts";
import { TokenError } from "./token-requests.ts";
import { apiOf } from "./vendors.ts";

const maxBytes = 1024 * 1024;
const timeoutMs = 10_000;
const mostSites = 100;

/** Counts a vendor without sites as one. */
export async function sitesOf(context: Context, connectorId: string, token: string): Promise<Site[]> {
  const { sites: list } = adapterOf(connectorId).oauth;
  const baseUrl = apiOf(context.config, connectorId);
  const facts: VendorFacts = { kind: "vendor", baseUrl, webUrl: null, installation: null };
  const whole: Site = { id: "", label: "", names: [], facts };
  if (!list) return [whole];
  const url = list.address(baseUrl, context.config.vendors.urls[connectorId] ?? null);
  const answer = await ask(context, url, token, list.none ?? []);
  const sites = listOf(list.entries(answer)).flatMap((entry) => list.read(entry, baseUrl) ?? []);
  return list.none && sites.length === 0 ? [whole] : sites;
}

/** Queries a vendor; null for the given "none" statuses. */
async function ask(context: Context, url: string, token: string, none: readonly number[]): Promise<unknown> {
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
