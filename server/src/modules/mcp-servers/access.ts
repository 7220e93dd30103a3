import type { Actor } from "../../actor.ts";
import { notFound } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import { requireOwner } from "../projects/access.ts";
import { findServer, type ServerRow } from "./store.ts";

export { findServer, listServerRows, type ServerRow } from "./store.ts";

const prefix = "x_";

export const connectorIdOf = ({ slug }: Pick<ServerRow, "slug">): string => `${prefix}${slug}`;

/** Returns the server's slug in a connector id; null for other kinds. */
export const slugOf = (connectorId: string): string | null =>
  connectorId.startsWith(prefix) ? connectorId.slice(prefix.length) : null;

/** Returns a server, which every member can read. */
export async function readableServer(db: Db, actor: Actor, slug: string): Promise<ServerRow> {
  const server = await findServer(db, actor.workspaceId, slug);
  if (!server) throw notFound("MCP server");
  return server;
}

/** Returns a server for a change, which takes an owner. */
export async function ownedServer(db: Db, actor: Actor, slug: string): Promise<ServerRow> {
  const server = await readableServer(db, actor, slug);
  requireOwner(actor, "change an MCP server");
  return server;
}
