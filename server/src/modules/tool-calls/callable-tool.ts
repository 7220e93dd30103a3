import type { Actor } from "../../actor.ts";
import { ApiError, notFound, ofField } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import { findEntry, type McpEntry } from "../connectors/catalog.ts";
import { hasGrant, noGrant } from "../connectors/grants/grant-rows.ts";
import { offOf, policyOf, readSwitches, type Switches } from "../connectors/policy.ts";
import { connectorIdOf } from "../mcp-servers/access.ts";
import { findTool, type ToolRow, toolsOf } from "../mcp-servers/tools.ts";
import { readableProject, requireMember } from "../projects/access.ts";

export interface Called {
  /** An own server's slug, or a connector's id. */
  slug: string;
  tool: string;
  projectSlug?: string | undefined;
}

export interface Callable {
  entry: McpEntry;
  tool: ToolRow;
  projectId: string | null;
}

/**
 * Returns a tool that the actor may call now. Throws 404, 403 for viewers, 403 `tool_disabled` with the
 * reason, or 409 if tools are listed only after connecting.
 */
export async function callableTool(db: Db, actor: Actor, called: Called): Promise<Callable> {
  const { workspaceId } = actor;
  const entry = await serverEntry(db, workspaceId, called.slug);
  const tool = await findTool(db, { workspaceId, connectorId: entry.id }, called.tool);
  const { projectSlug } = called;
  const project =
    projectSlug === undefined
      ? null
      : await ofField("/projectSlug", () => readableProject(db, actor, projectSlug));
  if (!tool && (await hasTools(db, workspaceId, entry.id))) throw notFound("tool");
  requireMember(actor);
  const switches = await readSwitches(db, workspaceId, entry, project);
  if (!tool) throw await whyUnread(db, actor, entry, switches);
  const { enabled, reason } = policyOf(switches, tool);
  if (!enabled.effective)
    throw disabled(offOf(switches.connector, entry.label)?.sentence ?? words[reason ?? "tool_off"]);
  return { entry, tool, projectId: project?.id ?? null };
}

const hasTools = async (db: Db, workspaceId: string, connectorId: string) =>
  (await toolsOf(db, workspaceId, [connectorId])).size > 0;

/**
 * Returns the error for a tool whose server was never listed: its switch is off, or the caller has not
 * connected an account.
 */
async function whyUnread(db: Db, actor: Actor, entry: McpEntry, { connector }: Switches): Promise<ApiError> {
  const off = offOf(connector, entry.label);
  if (off) return disabled(off.sentence);
  if (entry.connectScope === "personal" && !(await hasGrant(db, actor, entry))) return noGrant(entry);
  return notFound("tool");
}

const words = {
  workspace_off: "The connector is switched off. An owner of the workspace switches it on.",
  project_off: "The connector is switched off in this project. A member switches it on.",
  tool_off: "The tool is switched off. An owner, or a member for the project, switches it on.",
  changed:
    "The server changed the tool since it was switched on. An owner looks at it and switches it on again.",
  new_write_tool: "The tool is new and can write. An owner looks at it and switches it on.",
};

const disabled = (sentence: string) => new ApiError("tool_disabled", sentence);

/** Returns an own server by slug, or any by connector id. */
async function serverEntry(db: Db, workspaceId: string, slug: string): Promise<McpEntry> {
  const own = await findEntry(db, workspaceId, connectorIdOf({ slug }));
  const entry = own ?? (await findEntry(db, workspaceId, slug));
  if (entry?.kind !== "mcp") throw notFound("MCP server");
  return entry;
}
