import type { Db } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { findByLinkToken, linkTokenOpener, newLinkToken } from "../identity/link-tokens.ts";
import { findByToken, type ShareRow } from "./store.ts";

const links = { table: "prototype_shares", prefix: "plan_share_" };

export const newToken = (context: Context, cell: Pick<ShareRow, "workspace_id" | "id">) =>
  newLinkToken(context, links, cell);

export async function tokensOf(
  context: Context,
  workspaceId: string,
  rows: readonly ShareRow[],
): Promise<string[]> {
  if (rows.length === 0) return [];
  const open = await linkTokenOpener(context, links, workspaceId);
  return rows.map((row) => open(row, row.sealed_token));
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
export const findLinked = (db: Db, token: string): Promise<Linked | null> =>
  findByLinkToken(db, token, findByToken);
