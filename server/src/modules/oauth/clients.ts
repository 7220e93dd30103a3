import { isVisible } from "@groundplan/contract";
import type { ClientMetadata } from "oidc-provider";
import { command } from "../../dispatch/commands.ts";
import { fold } from "../../fold.ts";
import { now } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";

export const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code";

/** The apps that are known without registration. Their ids are part of the command line that was shipped. */
export const ownClients: readonly ClientMetadata[] = [
  {
    client_id: "groundplan-cli",
    client_name: "Groundplan command line",
    grant_types: [deviceGrant, "refresh_token"],
    response_types: [],
    redirect_uris: [],
    token_endpoint_auth_method: "none",
  },
];

/** Returns true for another app with a name that people would take for that of one of ours. */
export function hasOwnName({ client_id: id, client_name: name }: ClientMetadata): boolean {
  const letters = (text: unknown) => fold(String(text)).replace(/[^\p{L}\p{N}]/gu, "");
  return ownClients.some(
    ({ client_id, client_name }) => client_id !== id && letters(client_name) === letters(name),
  );
}

/** Keeps an app that registered itself. `metadata` is JSON, a secret in it already a hash. */
export const addClient = command(
  "oauth.addClient",
  () => null,
  async (tx: Tx, { id, metadata }: { id: string; metadata: string }) => {
    await tx.insertInto("oauth_clients").values({ id, metadata, created_at: now() }).execute();
  },
);

const mostCharacters = 100;

/**
 * Returns what an app is called: the name that it gives itself, on one line and without anything that would change how
 * the sentence around it reads; else its host, else its id.
 */
export function nameOf({
  clientId,
  clientName,
}: {
  clientId: string;
  clientName?: string | undefined;
}): string {
  const shown = (clientName ?? "")
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim()
    .slice(0, mostCharacters)
    .toWellFormed();
  if (isVisible(shown)) return shown;
  return hostOf(clientId) ?? clientId;
}

/** Returns the host whose document names an app; null for an app that registered itself. */
export const hostOf = (clientId: string): string | null =>
  /^https:\/\//i.test(clientId) ? (URL.parse(clientId)?.host ?? null) : null;
