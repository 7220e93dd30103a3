import type { FailureReason } from "@groundplan/contract";
import type { AuthorizationServer } from "oauth4webapi";
import { upstreamFailed } from "../../../../errors.ts";
import { failureReasonOf } from "../../../../outbound/errors.ts";
import { measured } from "../../../../outbound/measured.ts";
import type { Context } from "../../../context.ts";
import type { McpEntry } from "../../catalog.ts";
import { oauth } from "../authority.ts";

export interface Discovered {
  resource: string;
  server: AuthorizationServer;
  /** Scopes to request; "" if the server names none. */
  scope: string;
}

const maxBytes = 256 * 1024;
const mostScopes = 50;
const mostCharacters = 2000;
const wellKnown = "/.well-known/oauth-protected-resource";

/**
 * Finds an MCP server's authorization server from its 401 answer (RFC 9728), else from well-known URLs. The
 * metadata must be about this server and issuer. Bounded by `signal`.
 */
export async function discover(
  context: Context,
  { id, url, label }: Pick<McpEntry, "id" | "url" | "label">,
  signal: AbortSignal,
): Promise<Discovered> {
  const { named, scope: asked, failed } = await challengeOf(context, url, signal);
  const { origin, pathname } = new URL(url);
  const path = pathname === "/" ? "" : pathname;
  const addresses = new Set([
    ...(named ? [named] : []),
    `${origin}${wellKnown}${path}`,
    `${origin}${wellKnown}`,
  ]);
  for (const address of addresses) {
    const found = await jsonAt(context, address, signal);
    const issuers = found?.authorization_servers;
    const resource = found?.resource;
    if (typeof resource !== "string" || !isAbout(resource, url) || !Array.isArray(issuers)) continue;
    const scopes = Array.isArray(found?.scopes_supported) ? found.scopes_supported : [];
    for (const issuer of issuers.slice(0, 3)) {
      const server = typeof issuer === "string" ? await serverAt(context, issuer, signal) : null;
      if (server) return { resource, server, scope: asked ?? inWords(scopes) };
    }
  }
  const reason = signal.aborted ? "timeout" : failed;
  const sentence = `${label} does not say who lets people in, so it can't be connected. Try again later.`;
  throw upstreamFailed(id, reason ?? "status", sentence);
}

const inWords = (scopes: readonly unknown[]): string => scopes.filter(isScope).slice(0, mostScopes).join(" ");

const isScope = (text: unknown): boolean =>
  typeof text === "string" && /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/.test(text);

async function challengeOf(
  context: Context,
  url: string,
  signal: AbortSignal,
): Promise<{ named?: string; scope?: string; failed: FailureReason | null }> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  let failed: FailureReason | null = null;
  const init = { method: "POST", headers, body, statusOnly: true, signal };
  const answer = await call(context, url, init, (reason) => {
    failed = reason;
  });
  const challenge = answer?.status === 401 ? (answer.headers.get("www-authenticate") ?? "") : "";
  const named = /\bresource_metadata="?([^",\s]+)"?/i.exec(challenge)?.[1];
  const scope = inWords(/\bscope="([^"]*)"/i.exec(challenge)?.[1]?.split(" ") ?? []);
  return { ...(named === undefined ? {} : { named }), ...(scope ? { scope } : {}), failed };
}

/** Returns true if tokens for the resource cover this URL. */
function isAbout(resource: string, url: string): boolean {
  const [named, own] = [URL.parse(resource), new URL(url)];
  if (!named || named.origin !== own.origin || named.hash !== "") return false;
  const base = named.pathname.replace(/\/$/, "");
  return own.pathname === base || own.pathname.startsWith(`${base}/`);
}

/** Returns null if the issuer's metadata is unusable. */
async function serverAt(
  context: Context,
  issuer: string,
  signal: AbortSignal,
): Promise<AuthorizationServer | null> {
  const url = URL.parse(issuer);
  if (!url || !mayBeCalled(context, url.href) || url.search || url.hash) return null;
  const { allowInsecureRequests, customFetch, discoveryRequest, processDiscoveryResponse } = await oauth();
  for (const algorithm of ["oauth2", "oidc"] as const) {
    try {
      const answer = await discoveryRequest(url, {
        algorithm,
        [allowInsecureRequests]: url.protocol === "http:",
        [customFetch]: guarded(context),
        signal,
      });
      const server = await processDiscoveryResponse(url, answer);
      const { authorization_endpoint: authorize = "", token_endpoint: token = "" } = server;
      const { revocation_endpoint: revoke = token, registration_endpoint: register = token } = server;
      const all = [authorize, token, revoke, register];
      // A server that doesn't list S256 may ignore the challenge, which would let a stolen code be used.
      if (all.every((one) => mayBeCalled(context, one)) && hasS256(server)) return server;
    } catch {
      // Not this issuer's metadata.
    }
  }
  return null;
}

const hasS256 = ({ code_challenge_methods_supported: methods }: AuthorizationServer): boolean =>
  methods?.includes("S256") ?? false;

/** Returns true for a TLS URL; others only if private networks are allowed. */
function mayBeCalled({ config }: Context, address: string): boolean {
  const url = address.length > mostCharacters ? null : URL.parse(address);
  if (!url || url.username || url.password) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && config.allowPrivateNetwork !== false);
}

async function jsonAt(
  context: Context,
  address: string,
  signal: AbortSignal,
): Promise<Record<string, unknown> | null> {
  if (!mayBeCalled(context, address)) return null;
  const answer = await call(context, address, { headers: { accept: "application/json" }, signal });
  try {
    const data: unknown = answer?.status === 200 ? await answer.json() : null;
    return typeof data === "object" && data !== null ? (data as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Returns null without an answer, with the reason to `onFailure`. */
async function call(
  context: Context,
  url: string,
  init: Parameters<Context["outbound"]["fetch"]>[1],
  onFailure: (reason: FailureReason | null) => void = () => {},
) {
  try {
    const fetch = measured(context, "mcp", context.outbound.fetch);
    return await fetch(url, { ...init, redirect: "manual", maxBytes });
  } catch (error) {
    onFailure(failureReasonOf(error));
    return null;
  }
}

export const guarded = (context: Context) => (url: string, init: object) =>
  measured(context, "mcp", context.outbound.fetch)(url, { ...init, redirect: "manual", maxBytes });
