import { isVisible } from "@groundplan/contract";
import type { ClientMetadata } from "oidc-provider";
import { command } from "../../../dispatch/commands.ts";
import { fold } from "../../../fold.ts";
import { now } from "../../../ids.ts";
import type { Tx } from "../../../storage/dialect.ts";

export const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code";

/** The service's own command line. */
export const commandLine = "groundplan-cli";

/** Built-in apps. Their ids are part of released command lines. */
export const ownClients: readonly ClientMetadata[] = [
  {
    client_id: commandLine,
    client_name: "Groundplan command line",
    grant_types: [deviceGrant, "refresh_token"],
    response_types: [],
    redirect_uris: [],
    token_endpoint_auth_method: "none",
  },
];

/** Tests for another app with a confusingly similar name to one of ours. */
export function hasOwnName({ client_id: id, client_name: name }: ClientMetadata): boolean {
  const letters = (text: unknown) => fold(String(text)).replace(/[^\p{L}\p{N}]/gu, "");
  return ownClients.some(
    ({ client_id, client_name }) => client_id !== id && letters(client_name) === letters(name),
  );
}

/** Stores a registered app. `metadata` is JSON with hashed secrets. */
export const addClient = command(
  "oauth.addClient",
  () => null,
  async (tx: Tx, { id, metadata }: { id: string; metadata: string }) => {
    await tx.insertInto("oauth_clients").values({ id, metadata, created_at: now() }).execute();
  },
);

const mostCharacters = 100;

/**
 * Returns an app's display name: its own, on one line without misleading characters, otherwise its host or
 * id.
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

/** Returns the host of a client id metadata document; null for registered apps. */
export const hostOf = (clientId: string): string | null =>
  /^https:\/\//i.test(clientId) ? (URL.parse(clientId)?.host ?? null) : null;
