import { randomBytes } from "node:crypto";
import type { Actor } from "../../../actor.ts";
import type { Context } from "../../context.ts";
import { beginAttempt } from "./attempts.ts";
import { oauth, vendorAuthority } from "./authority.ts";
import { callbackOf } from "./callback-address.ts";
import { vendorOf } from "./vendors.ts";

/** The connector that a person wants to connect, and the way. */
export interface Wanted {
  connectorId: string;
  site: string | null;
  returnTo: string;
}

/** Begins a way to a tracker's vendor, and returns the address at which people let this service in. */
export async function beginAtVendor(context: Context, actor: Actor, wanted: Wanted): Promise<string> {
  const { server, client } = await vendorAuthority(context, wanted.connectorId);
  const vendor = vendorOf(context.config, wanted.connectorId);
  const more = { scope: vendor?.scope ?? "", ...vendor?.more };
  return begin(context, actor, wanted, {
    ...{ authorize: server.authorization_endpoint ?? "", clientId: client.client_id, more, facts: {} },
  });
}

/** The address of an authorization, and what it is asked for. */
interface Asked {
  authorize: string;
  clientId: string;
  more: Readonly<Record<string, string>>;
  /** The facts that the callback has to know, and that are no secret. */
  facts: unknown;
}

/**
 * Begins a way: its state is bound to who began it, and to their session where the console did. Vendors that do not know
 * PKCE pass over it; servers that were discovered have to know it.
 */
export async function begin(
  context: Context,
  actor: Actor,
  { connectorId, site, returnTo }: Wanted,
  { authorize, clientId, more, facts }: Asked,
  { clientSecret }: { clientSecret: string | null } = { clientSecret: null },
): Promise<string> {
  const { calculatePKCECodeChallenge, generateRandomCodeVerifier } = await oauth();
  const state = newState();
  const verifier = generateRandomCodeVerifier();
  const sessionId = actor.signedInAt === null ? null : actor.credentialId;
  const secret = { verifier, clientSecret };
  await beginAttempt(context, state, {
    ...{ connectorId, actor, sessionId, site, returnTo, facts, secret, choices: null },
  });
  const url = new URL(authorize);
  const query = {
    ...more,
    ...{ response_type: "code", client_id: clientId, redirect_uri: callbackOf(context, connectorId), state },
    ...{ code_challenge: await calculatePKCECodeChallenge(verifier), code_challenge_method: "S256" },
  };
  for (const [name, value] of Object.entries(query)) if (value !== "") url.searchParams.set(name, value);
  return url.href;
}

/** Returns 256 random bits. */
export const newState = (): string => randomBytes(32).toString("base64url");
