import { timingSafeEqual } from "node:crypto";
import { now } from "../../ids.ts";
import { open, type Place, seal } from "../../secrets/seal.ts";
import { workspaceKey } from "../../secrets/workspace-key.ts";
import type { Db } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { hashSecret, newSecret } from "../identity/key-format.ts";
import { findByToken, type ShareRow } from "./store.ts";

type Cell = Pick<ShareRow, "workspace_id" | "id">;

const placeOf = ({ workspace_id: workspaceId, id: rowId }: Cell): Place => ({
  workspaceId,
  table: "prototype_shares",
  column: "sealed_token",
  rowId,
});

/** Makes the token of a new link, with what the database keeps of it. */
export async function newToken(context: Context, cell: Cell) {
  const token = newSecret("plan_share_");
  const key = await workspaceKey(context, cell.workspace_id);
  return { token, token_hash: hashSecret(token), sealed_token: seal(key, placeOf(cell), token) };
}

/** Returns the tokens of links of one workspace. */
export async function tokensOf(
  context: Context,
  workspaceId: string,
  rows: readonly ShareRow[],
): Promise<string[]> {
  if (rows.length === 0) return [];
  const key = await workspaceKey(context, workspaceId);
  return rows.map((row) => open(key, placeOf(row), row.sealed_token));
}

/** Returns the address of a link. */
export const addressOf = ({ config, publicUrl }: Pick<Context, "config" | "publicUrl">, token: string) =>
  `${config.prototypeUrl ?? publicUrl()}/p/${token}/`;

/** This is what a link shows. */
export interface Linked {
  workspace_id: string;
  plan_id: string;
  /** The id of the link. */
  id: string;
  entry: string;
}

/**
 * Returns what a link shows; null for one that is unknown, revoked, expired or dark. All of these are found out by the
 * same statement, so that none takes another time.
 */
export async function findLinked(db: Db, token: string): Promise<Linked | null> {
  const hash = hashSecret(token);
  const [found] = await findByToken(db, { hash, now: now() });
  if (!found || !timingSafeEqual(Buffer.from(found.token_hash), Buffer.from(hash))) return null;
  return found;
}
