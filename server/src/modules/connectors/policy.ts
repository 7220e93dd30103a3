import type { PolicyState, ToolReason } from "@groundplan/contract";
import { ApiError } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import { type ToolRow, toolsetsOf } from "../mcp-servers/tools.ts";
import type { TrackerDefinition } from "../trackers/definition.ts";
import type { CatalogEntry } from "./catalog.ts";

export type Switchable = Pick<CatalogEntry, "id" | "label" | "startsOn">;

export const trackerSwitch = ({ id, label }: TrackerDefinition): Switchable => ({
  id,
  label,
  startsOn: true,
});

export type ForProject = { id: string } | null;

/** Null if on; `sentence` is a message. */
export type Off = { reason: "workspace_off" | "project_off"; sentence: string } | null;

export interface Switches {
  connector: PolicyState;
  tools: ReadonlyMap<string, boolean>;
}

/** Treats off at any level as off: a project can't override the workspace. */
const stateOf = (workspace: boolean, project: boolean | null): PolicyState => ({
  workspace,
  project,
  effective: workspace && project !== false,
});

export async function readSwitches(
  db: Db,
  workspaceId: string,
  { id, startsOn }: Pick<Switchable, "id" | "startsOn">,
  project: ForProject,
): Promise<Switches> {
  const enabled = (await toolsetsOf(db, workspaceId, [id])).get(id)?.enabled ?? Number(startsOn);
  const rows = project
    ? await db
        .selectFrom("project_toolsets")
        .select(["tool", "enabled"])
        .where("workspace_id", "=", workspaceId)
        .where("project_id", "=", project.id)
        .where("connector_id", "=", id)
        .execute()
    : [];
  const tools = new Map(rows.map((row) => [row.tool, row.enabled === 1]));
  const ofProject = tools.get(wholeConnector) ?? null;
  tools.delete(wholeConnector);
  return { connector: stateOf(enabled === 1, ofProject), tools };
}

/** The key of a project's switch for a whole connector; no tool's name. */
export const wholeConnector = "";

/** Checks the workspace, then the given project. */
export async function whereOff(
  db: Db,
  workspaceId: string,
  entry: Switchable,
  project: ForProject,
): Promise<Off> {
  const { connector } = await readSwitches(db, workspaceId, entry, project);
  return offOf(connector, entry.label);
}

export function offOf({ workspace, effective }: PolicyState, label: string): Off {
  if (effective) return null;
  return workspace
    ? {
        reason: "project_off",
        sentence: `${label} is switched off in this project. A member switches it on.`,
      }
    : {
        reason: "workspace_off",
        sentence: `${label} is switched off. An owner of the workspace switches it on.`,
      };
}

export async function projectsOff(db: Db, workspaceId: string, connectionId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("project_toolsets")
    .innerJoin("connections", (join) =>
      join
        .onRef("connections.workspace_id", "=", "project_toolsets.workspace_id")
        .onRef("connections.connector_id", "=", "project_toolsets.connector_id"),
    )
    .select("project_toolsets.project_id")
    .where("connections.workspace_id", "=", workspaceId)
    .where("connections.id", "=", connectionId)
    .where("project_toolsets.tool", "=", wholeConnector)
    .where("project_toolsets.enabled", "=", 0)
    .execute();
  return rows.map(({ project_id }) => project_id);
}

/** Throws 409 `not_connected`, naming the level. */
export async function requireOn(
  db: Db,
  workspaceId: string,
  entry: Switchable,
  project: ForProject,
): Promise<void> {
  const off = await whereOff(db, workspaceId, entry, project);
  if (off) throw new ApiError("not_connected", off.sentence);
}

export interface ToolPolicy {
  enabled: PolicyState;
  changed: boolean;
  reason?: ToolReason;
}

/** Includes the connector's switches. */
export function policyOf({ connector, tools }: Switches, { name, state }: ToolRow): ToolPolicy {
  const own = tools.get(name) ?? null;
  const enabled = stateOf(connector.workspace && state === "on", connector.project === false ? false : own);
  const reason = reasonOf(connector, state, own);
  return { enabled, changed: state === "changed", ...(reason === null ? {} : { reason }) };
}

function reasonOf(connector: PolicyState, state: ToolRow["state"], own: boolean | null): ToolReason | null {
  if (!connector.workspace) return "workspace_off";
  if (connector.project === false) return "project_off";
  if (state === "changed") return "changed";
  if (state === "new") return "new_write_tool";
  return state === "off" || own === false ? "tool_off" : null;
}
