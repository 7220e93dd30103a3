import { timingSafeEqual } from "node:crypto";
import { now } from "../../ids.ts";
import { open, type SecretCell, seal } from "../../secrets/seal.ts";
import { workspaceKey } from "../../secrets/workspace-key.ts";
import type { Db } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { hashSecret, newSecret } from "./key-format.ts";

/** A table of public links, with the prefix of their tokens. */
export interface LinkTable {
  table: string;
  prefix: string;
}

interface Cell {
  workspace_id: string;
  id: string;
}

const cellOf = ({ table }: LinkTable, { workspace_id: workspaceId, id: rowId }: Cell): SecretCell => ({
  workspaceId,
  table,
  column: "sealed_token",
  rowId,
});

/** Creates a public link's token and its stored form. */
export async function newLinkToken(context: Context, links: LinkTable, cell: Cell) {
  const token = newSecret(links.prefix);
  const key = await workspaceKey(context, cell.workspace_id);
  return { token, token_hash: hashSecret(token), sealed_token: seal(key, cellOf(links, cell), token) };
}

/** Returns a function that opens the sealed tokens of a workspace's links. */
export async function linkTokenOpener(
  context: Context,
  links: LinkTable,
  workspaceId: string,
): Promise<(cell: Cell, sealed: string) => string> {
  const key = await workspaceKey(context, workspaceId);
  return (cell, sealed) => open(key, cellOf(links, cell), sealed);
}

/** Finds the target of a working link by its token, in the same time whatever it finds. */
export async function findByLinkToken<Row extends { token_hash: string }>(
  db: Db,
  token: string,
  find: (db: Db, wanted: { hash: string; now: string }) => Promise<readonly Row[]>,
): Promise<Row | null> {
  const hash = hashSecret(token);
  const [found] = await find(db, { hash, now: now() });
  if (!found || !timingSafeEqual(Buffer.from(found.token_hash), Buffer.from(hash))) return null;
  return found;
}
