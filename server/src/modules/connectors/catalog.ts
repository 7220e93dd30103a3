import type { TrackerTarget } from "@groundplan/contract";
import { invalid, notFound } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import { connectorIdOf, findServer, type ServerRow, slugOf } from "../mcp-servers/access.ts";
import type { TrackerDefinition } from "../trackers/definition.ts";
import { trackers } from "../trackers/registry.ts";
import { type CuratedServer, curatedServers } from "./curated.ts";

interface Common {
  id: string;
  label: string;
  vendor: string | null;
  description: string | null;
  /** `workspace`: one key for everybody. `personal`: users connect their own accounts. */
  connectScope: "personal" | "workspace";
  auth: { oauth: boolean; oauthOnly: boolean; acceptsApiKey: boolean };
  /** True if on by default. */
  startsOn: boolean;
}

export type TrackerEntry = Common & { kind: "tracker"; tracker: TrackerDefinition };
/** An MCP server, either the workspace's own (`server`) or a well-known one (`curated`). */
export type McpEntry = Common & { kind: "mcp"; url: string } & (
    | { server: ServerRow; curated: null }
    | { server: null; curated: CuratedServer }
  );
export type CatalogEntry = TrackerEntry | McpEntry;

export const fixedEntries: readonly CatalogEntry[] = [
  ...trackers.map(entryOfTracker),
  ...curatedServers.map(entryOfCurated),
];

const fixedById = new Map(fixedEntries.map((entry) => [entry.id, entry]));

/** Throws 404 if it is neither a tracker, a curated nor an own server. */
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

/** Returns the slug for own servers, to avoid the database. */
export const labelOf = (connectorId: string): string =>
  fixedById.get(connectorId)?.label ?? slugOf(connectorId) ?? connectorId;

/** Throws 404 for other kinds of connectors. */
export function trackerEntry(connectorId: string): TrackerDefinition {
  const entry = fixedById.get(connectorId);
  if (entry?.kind !== "tracker") throw notFound("tracker");
  return entry.tracker;
}

function entryOfTracker(tracker: TrackerDefinition): TrackerEntry {
  const { id, label, vendor, description } = tracker;
  const auth = { oauth: false, oauthOnly: false, acceptsApiKey: true };
  return {
    kind: "tracker",
    id,
    label,
    vendor,
    description,
    connectScope: "workspace",
    auth,
    startsOn: true,
    tracker,
  };
}

function entryOfCurated(curated: CuratedServer): McpEntry {
  const { id, label, vendor, description, url } = curated;
  const oauth = curated.auth === "oauth";
  const acceptsApiKey = curated.keySource !== undefined;
  return {
    kind: "mcp",
    id,
    label,
    vendor,
    description,
    url,
    server: null,
    curated,
    startsOn: false,
    connectScope: oauth ? "personal" : "workspace",
    auth: { oauth, oauthOnly: oauth && !acceptsApiKey, acceptsApiKey },
  };
}

/** Returns an own server's entry. With OAuth and no token, users connect it individually. */
export function entryOfServer(server: ServerRow): McpEntry {
  const hasToken = server.auth_mode === "bearer";
  const oauth = !hasToken && server.offers_oauth === 1;
  const { label, description, url } = server;
  return {
    kind: "mcp",
    id: connectorIdOf(server),
    label,
    vendor: null,
    description,
    url,
    server,
    curated: null,
    startsOn: true,
    connectScope: oauth ? "personal" : "workspace",
    auth: { oauth, oauthOnly: oauth, acceptsApiKey: hasToken },
  };
}

/** Returns a target's key in the ledger. Throws 400 for another tracker's target. */
export function targetName(
  { targetField, targetCase, label }: TrackerDefinition,
  target: TrackerTarget,
): string {
  const name = (target as Record<string, string | undefined>)[targetField];
  if (name === undefined) throw invalid("/target", `must be {"${targetField}"} for ${label}`);
  return targetCase === "lower" ? name.toLowerCase() : name.toUpperCase();
}
