import { timingSafeEqual } from "node:crypto";
import { now } from "../../ids.ts";
import { open, type SecretCell, seal } from "../../secrets/seal.ts";
import { workspaceKey } from "../../secrets/workspace-key.ts";
import type { Db } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { hashSecret, newSecret } from "../identity/key-format.ts";
import { findByToken, type ShareRow } from "./store.ts";

type Cell = Pick<ShareRow, "workspace_id" | "id">;

const cellOf = ({ workspace_id: workspaceId, id: rowId }: Cell): SecretCell => ({
  workspaceId,
  table: "prototype_shares",
  column: "sealed_token",
  rowId,
});

/** Creates a link's token and its stored form. */
export async function newToken(context: Context, cell: Cell) {
  const token = newSecret("plan_share_");
  const key = await workspaceKey(context, cell.workspace_id);
  return { token, token_hash: hashSecret(token), sealed_token: seal(key, cellOf(cell), token) };
}

export async function tokensOf(
  context: Context,
  workspaceId: string,
  rows: readonly ShareRow[],
): Promise<string[]> {
  if (rows.length === 0) return [];
  const key = await workspaceKey(context, workspaceId);
  return rows.map((row) => open(key, cellOf(row), row.sealed_token));
}

export const addressOf = ({ config, publicUrl }: Pick<Context, "config" | "publicUrl">, token: string) =>
  `${config.prototypeUrl ?? publicUrl()}/p/${token}/`;

/** An active link's target. */
export interface Linked {
  workspace_id: string;
  plan_id: string;
  /** Link id. */
  id: string;
  entry: string;
}

/** Returns a link's target; null if unknown, revoked, expired or dark, all in the same time. */
export async function findLinked(db: Db, token: string): Promise<Linked | null> {
  const hash = hashSecret(token);
  const [found] = await findByToken(db, { hash, now: now() });
  if (!found || !timingSafeEqual(Buffer.from(found.token_hash), Buffer.from(hash))) return null;
  return found;
}
