import type { Db } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { findByLinkToken, linkTokenOpener, newLinkToken } from "../identity/link-tokens.ts";
import { findByToken, type LinkRow } from "./store.ts";

const links = { table: "read_links", prefix: "plan_read_" };

export const newToken = (context: Context, cell: Pick<LinkRow, "workspace_id" | "id">) =>
  newLinkToken(context, links, cell);

/** Returns the tokens of links; null for those that were restored without. */
export async function tokensOf(
  context: Context,
  workspaceId: string,
  rows: readonly LinkRow[],
): Promise<(string | null)[]> {
  if (rows.every(({ sealed_token }) => sealed_token === null)) return rows.map(() => null);
  const open = await linkTokenOpener(context, links, workspaceId);
  return rows.map((row) => (row.sealed_token === null ? null : open(row, row.sealed_token)));
}

/** The plan or spec that a working link shows. */
export interface LinkedText {
  workspace_id: string;
  /** Link id. */
  id: string;
  plan_id: string;
  /** "" for the plan. */
  spec_id: string;
  names: 0 | 1;
  sub_plans: 0 | 1;
}

/** Returns a link's target; null if unknown, removed, expired, dark or switched off, all in the same time. */
export const findLinkedText = (db: Db, token: string): Promise<LinkedText | null> =>
  findByLinkToken(db, token, findByToken);
