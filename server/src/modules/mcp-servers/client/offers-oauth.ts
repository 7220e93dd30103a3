import { measured } from "../../../outbound/measured.ts";
import type { Services } from "./guarded-fetch.ts";

const mostBytes = 64 * 1024;
const wellKnown = "/.well-known/oauth-protected-resource";

/**
 * Tests whether a server that answered 401 names an authorization server (RFC 9728), in its challenge or at
 * well-known addresses.
 */
export async function offersOAuth(
  services: Services,
  url: string,
  challenge: string | null,
  signal: AbortSignal,
): Promise<boolean> {
  const { origin, pathname } = new URL(url);
  const named = /\bresource_metadata="?([^",\s]+)"?/i.exec(challenge ?? "")?.[1];
  const path = pathname === "/" ? "" : pathname;
  const addresses = [...(named ? [named] : []), `${origin}${wellKnown}${path}`, `${origin}${wellKnown}`];
  for (const address of new Set(addresses)) if (await namesIssuer(services, address, signal)) return true;
  return false;
}

async function namesIssuer(services: Services, address: string, signal: AbortSignal): Promise<boolean> {
  try {
    const fetch = measured(services, "mcp", services.outbound.fetch);
    const headers = { accept: "application/json" };
    const answer = await fetch(address, { headers, signal, redirect: "manual", maxBytes: mostBytes });
    if (!answer.ok) return false;
    const { authorization_servers: issuers } = (await answer.json()) as { authorization_servers?: unknown };
    return Array.isArray(issuers) && issuers.some((issuer) => typeof issuer === "string");
  } catch {
    return false; // Missing or invalid metadata.
  }
}
