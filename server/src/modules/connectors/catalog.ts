import type { TrackerTarget } from "@groundplan/contract";
import { invalid, notFound } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import { connectorIdOf, findServer, type ServerRow, slugOf } from "../mcp-servers/access.ts";
import type { TrackerDefinition } from "../trackers/definition.ts";
import { trackers } from "../trackers/registry.ts";
import { type CuratedServer, curatedServers } from "./curated.ts";

/** The facts that the catalog has of every connector. */
interface Common {
  id: string;
  label: string;
  vendor: string | null;
  description: string | null;
  /** `workspace`: one key serves everybody. `personal`: each person connects accounts of their own. */
  connectScope: "personal" | "workspace";
  auth: { oauth: boolean; oauthOnly: boolean; acceptsApiKey: boolean };
  /** True where it is on until somebody switches it off. */
  startsOn: boolean;
}

export type TrackerEntry = Common & { kind: "tracker"; tracker: TrackerDefinition };
/** An MCP server; `server` is the row of an own one, `curated` the entry of a well-known one. */
export type McpEntry = Common & { kind: "mcp"; url: string } & (
    | { server: ServerRow; curated: null }
    | { server: null; curated: CuratedServer }
  );
export type CatalogEntry = TrackerEntry | McpEntry;

/** The connectors that every workspace has, in their order. */
export const fixedEntries: readonly CatalogEntry[] = [
  ...trackers.map(entryOfTracker),
  ...curatedServers.map(entryOfCurated),
];

const fixedById = new Map(fixedEntries.map((entry) => [entry.id, entry]));

/** Returns a connector of the workspace: a tracker, a curated server or its own. Throws 404 where there is none. */
export async function catalogEntry(db: Db, workspaceId: string, connectorId: string): Promise<CatalogEntry> {
  const entry = await findEntry(db, workspaceId, connectorId);
  if (!entry) throw notFound("connector");
  return entry;
}

export async function findEntry(
  db: Db,
  workspaceId: string,
  connectorId: string,
): Promise<CatalogEntry | null> {
  const fixed = fixedById.get(connectorId);
  if (fixed) return fixed;
  const slug = slugOf(connectorId);
  const server = slug === null ? undefined : await findServer(db, workspaceId, slug);
  return server ? entryOfServer(server) : null;
}

/** Returns what people know a connector as, without the database: of an own server its slug. */
export const labelOf = (connectorId: string): string =>
  fixedById.get(connectorId)?.label ?? slugOf(connectorId) ?? connectorId;

/** Returns the tracker of a connector. Throws 404 for a connector of another kind. */
export function trackerEntry(connectorId: string): TrackerDefinition {
  const entry = fixedById.get(connectorId);
  if (entry?.kind !== "tracker") throw notFound("tracker");
  return entry.tracker;
}

function entryOfTracker(tracker: TrackerDefinition): TrackerEntry {
  const { id, label, vendor, description } = tracker;
  const auth = { oauth: false, oauthOnly: false, acceptsApiKey: true };
  return {
    ...{ kind: "tracker", id, label, vendor, description, connectScope: "workspace", auth },
    ...{ startsOn: true, tracker },
  };
}

function entryOfCurated(curated: CuratedServer): McpEntry {
  const { id, label, vendor, description, url } = curated;
  const oauth = curated.auth === "oauth";
  const acceptsApiKey = curated.keySource !== undefined;
  return {
    ...{ kind: "mcp", id, label, vendor, description, url, server: null, curated, startsOn: false },
    connectScope: oauth ? "personal" : "workspace",
    auth: { oauth, oauthOnly: oauth && !acceptsApiKey, acceptsApiKey },
  };
}

/** Returns the entry of an own server. One without a token that lets people in by OAuth is connected by each of them. */
export function entryOfServer(server: ServerRow): McpEntry {
  const hasToken = server.auth_mode === "bearer";
  const oauth = !hasToken && server.offers_oauth === 1;
  const { label, description, url } = server;
  return {
    ...{ kind: "mcp", id: connectorIdOf(server), label, vendor: null, description, url },
    ...{ server, curated: null, startsOn: true },
    connectScope: oauth ? "personal" : "workspace",
    auth: { oauth, oauthOnly: oauth, acceptsApiKey: hasToken },
  };
}

/**
 * Returns a target as one text, under which the ledger keeps what was pushed. Throws 400 for a target of another
 * tracker's kind.
 */
export function targetName(
  { targetField, targetCase, label }: TrackerDefinition,
  target: TrackerTarget,
): string {
  const name = (target as Record<string, string | undefined>)[targetField];
  if (name === undefined) throw invalid("/target", `must be {"${targetField}"} for ${label}`);
  return targetCase === "lower" ? name.toLowerCase() : name.toUpperCase();
}
