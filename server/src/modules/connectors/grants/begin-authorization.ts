import { randomBytes } from "node:crypto";
import type { Actor } from "../../../actor.ts";
import type { Context } from "../../context.ts";
import { beginAttempt } from "./attempts.ts";
import { oauth, vendorAuthority } from "./authority.ts";
import { callbackOf } from "./callback-address.ts";
import { vendorOf } from "./vendors.ts";

export interface GrantRequest {
  connectorId: string;
  site: string | null;
  returnTo: string;
}

/** Returns the URL of the vendor's consent page. */
export async function beginAtVendor(context: Context, actor: Actor, wanted: GrantRequest): Promise<string> {
  const { server, client } = await vendorAuthority(context, wanted.connectorId);
  const vendor = vendorOf(context.config, wanted.connectorId);
  const more = { scope: vendor?.scope ?? "", ...vendor?.more };
  return beginAuthorization(context, actor, wanted, {
    endpoint: server.authorization_endpoint ?? "",
    clientId: client.client_id,
    more,
    facts: {},
  });
}

interface AuthorizationRequest {
  /** The server's authorization endpoint. */
  endpoint: string;
  clientId: string;
  /** Further query parameters. */
  more: Readonly<Record<string, string>>;
  /** Facts that are no secrets, stored for the callback. */
  facts: unknown;
}

/**
 * Stores an attempt and returns the URL of the consent page. Binds the state to the user, and to the console
 * session if any. Vendors without PKCE ignore the challenge; discovered servers must support it.
 */
export async function beginAuthorization(
  context: Context,
  actor: Actor,
  { connectorId, site, returnTo }: GrantRequest,
  { endpoint, clientId, more, facts }: AuthorizationRequest,
  { clientSecret }: { clientSecret: string | null } = { clientSecret: null },
): Promise<string> {
  const { calculatePKCECodeChallenge, generateRandomCodeVerifier } = await oauth();
  const state = newState();
  const verifier = generateRandomCodeVerifier();
  const sessionId = actor.signedInAt === null ? null : actor.credentialId;
  const secret = { verifier, clientSecret };
  await beginAttempt(context, state, {
    connectorId,
    actor,
    sessionId,
    site,
    returnTo,
    facts,
    secret,
    choices: null,
  });
  const url = new URL(endpoint);
  const query = {
    ...more,
    response_type: "code",
    client_id: clientId,
    redirect_uri: callbackOf(context, connectorId),
    state,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(query)) if (value !== "") url.searchParams.set(name, value);
  return url.href;
}

export const newState = (): string => randomBytes(32).toString("base64url");
