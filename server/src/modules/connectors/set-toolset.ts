import { type EventData, type Input, setToolset } from "@groundplan/contract";
import { write } from "../../dispatch/handlers.ts";
import { invalid } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { enqueue } from "../../jobs/queue.ts";
import type { Tx } from "../../storage/dialect.ts";
import { requireKnown, setSwitches } from "../mcp-servers/tools.ts";
import { editableProject, requireOwner } from "../projects/access.ts";
import { findConnection, isConnected } from "./access.ts";
import { type CatalogEntry, catalogEntry } from "./catalog.ts";
import { readSwitches, wholeConnector } from "./policy.ts";
import { dedupeKeyOf, isProbed, jobKindOfProbe, type ProbeJob } from "./probes/due.ts";
import { jobKindOfReconnected, type Reconnected } from "./reconnected.ts";

type Body = Input<typeof setToolset>["body"];
type Changed = EventData<"connector.toolset_changed">;

/** Switches a connector or its tools in the workspace or a project, effective with the next request. */
export const toolsetSet = write(setToolset, async (tx, actor, { params, body }) => {
  const { workspaceId } = actor;
  const entry = await catalogEntry(tx, workspaceId, params.connectorId);
  const inProject = body.projectSlug !== undefined;
  const project = inProject ? await editableProject(tx, actor, body.projectSlug ?? "") : null;
  if (!project) requireOwner(actor, "switch a connector on or off for the workspace");
  const data = project
    ? await setInProject(tx, { workspaceId, projectId: project.id, connectorId: entry.id }, body)
    : await setAtWorkspace(tx, workspaceId, entry, body);
  if (project && data?.enabled !== undefined && data.enabled !== false)
    await catchUp(tx, { workspaceId, connectorId: entry.id }, entry);
  if (data)
    await appendEvents(tx, actor, [
      {
        type: "connector.toolset_changed",
        subjectId: project?.id ?? workspaceId,
        data,
        ...(project ? { projectId: project.id } : {}),
      },
    ]);
  return { connectorId: entry.id, enabled: (await readSwitches(tx, workspaceId, entry, project)).connector };
});

async function setAtWorkspace(
  tx: Tx,
  workspaceId: string,
  entry: CatalogEntry,
  { enabled, tools = {} }: Body,
): Promise<Changed | null> {
  if (enabled === null)
    throw invalid("/enabled", "is null, which clears a project's switch: name the project");
  const switches = Object.entries(tools).map(([name, on]) => {
    const path = pathOf(name);
    if (on === null) throw invalid(path, "is null, which clears a project's switch: name the project");
    return { name, enabled: on, path };
  });
  const key = { workspaceId, connectorId: entry.id };
  const switched = await setSwitches(tx, key, enabled, switches, entry.startsOn);
  if (switched?.enabled) await catchUp(tx, key, entry);
  return switched && { connectorId: entry.id, ...switched };
}

/** Enqueues work missed while a connector was off: reading tools, taking over changes, sleeping pushes. */
async function catchUp(tx: Tx, key: ProbeJob, entry: CatalogEntry): Promise<void> {
  const { workspaceId } = key;
  if (isProbed(entry))
    await enqueue(tx, { kind: jobKindOfProbe, workspaceId, payload: key, dedupeKey: dedupeKeyOf(key) });
  if (entry.kind !== "tracker") return;
  const connection = await findConnection(tx, workspaceId, entry.id);
  if (!connection || !isConnected(connection)) return;
  const payload: Reconnected = { workspaceId, connectionId: connection.id };
  await enqueue(tx, { kind: jobKindOfReconnected, workspaceId, payload });
}

interface InProject {
  workspaceId: string;
  projectId: string;
  connectorId: string;
}

async function setInProject(tx: Tx, key: InProject, { enabled, tools = {} }: Body): Promise<Changed | null> {
  const names = Object.keys(tools);
  await requireKnown(
    tx,
    key,
    names.map((name) => ({ name, path: pathOf(name) })),
  );
  const changed: Changed = { connectorId: key.connectorId, on: [], off: [], cleared: [] };
  let isChanged = false;
  const wanted: [string, boolean | null][] = Object.entries(tools);
  if (enabled !== undefined) wanted.push([wholeConnector, enabled]);
  for (const [tool, on] of wanted) {
    if (!(await setOne(tx, key, tool, on))) continue;
    isChanged = true;
    if (tool === wholeConnector) changed.enabled = on;
    else changed[on === null ? "cleared" : on ? "on" : "off"]?.push(tool);
  }
  return isChanged ? changed : null;
}

/** Returns false for a no-op. */
async function setOne(
  tx: Tx,
  { workspaceId, projectId, connectorId }: InProject,
  tool: string,
  on: boolean | null,
): Promise<boolean> {
  const key = { workspace_id: workspaceId, project_id: projectId, connector_id: connectorId, tool };
  const row = await tx
    .selectFrom("project_toolsets")
    .select("enabled")
    .where((where) => where.and(key))
    .executeTakeFirst();
  if ((row === undefined ? null : row.enabled === 1) === on) return false;
  if (on === null)
    await tx
      .deleteFrom("project_toolsets")
      .where((where) => where.and(key))
      .execute();
  else
    await tx
      .insertInto("project_toolsets")
      .values({ ...key, enabled: Number(on) })
      .onConflict((conflict) =>
        conflict
          .columns(["workspace_id", "project_id", "connector_id", "tool"])
          .doUpdateSet({ enabled: Number(on) }),
      )
      .execute();
  return true;
}

const pathOf = (tool: string) => `/tools/${tool.replaceAll("~", "~0").replaceAll("/", "~1")}`;
