import { randomBytes } from "node:crypto";
import { open, type SecretCell, seal } from "../../secrets/seal.ts";
import { workspaceKey } from "../../secrets/workspace-key.ts";
import type { Context } from "../context.ts";
import type { WebhookKey } from "./store.ts";

/** A signing secret; a rotated one is valid until its end. */
interface Secret {
  secret: string;
  until?: string;
}

const alongMs = 24 * 3600_000;
/** Secrets that sign together. */
const mostSecrets = 4;

const cellOf = ({ workspaceId, webhookId: rowId }: WebhookKey): SecretCell => ({
  workspaceId,
  rowId,
  table: "webhooks",
  column: "sealed_secrets",
});

/**
 * Returns a new secret and the stored form with predecessors, which sign along for 24 hours. `sealed` is the
 * current stored form.
 */
export async function newSecret(
  context: Context,
  key: WebhookKey,
  sealed: string | null,
): Promise<{ secret: string; sealed: string }> {
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  const until = new Date(Date.now() + alongMs).toISOString();
  const before = sealed === null ? [] : await secretsOf(context, key, sealed);
  const along = before.map((one) => ({ ...one, until: one.until ?? until })).slice(0, mostSecrets - 1);
  const all: Secret[] = [{ secret }, ...along];
  const dataKey = await workspaceKey(context, key.workspaceId);
  return { secret, sealed: seal(dataKey, cellOf(key), JSON.stringify(all)) };
}

/** Returns active secrets, newest first. */
export async function signingSecrets(context: Context, key: WebhookKey, sealed: string): Promise<string[]> {
  return (await secretsOf(context, key, sealed)).map(({ secret }) => secret);
}

async function secretsOf(context: Context, key: WebhookKey, sealed: string): Promise<Secret[]> {
  const dataKey = await workspaceKey(context, key.workspaceId);
  const all = JSON.parse(open(dataKey, cellOf(key), sealed)) as Secret[];
  const now = new Date().toISOString();
  return all.filter(({ until }) => until === undefined || until > now);
}
