import { getToolset } from "@groundplan/contract";
import { read } from "../../dispatch/handlers.ts";
import type { ToolDefinition } from "../mcp-servers/tools.ts";
import { toolsOf } from "../mcp-servers/tools.ts";
import { readableProject } from "../projects/access.ts";
import { catalogEntry } from "./catalog.ts";
import { policyOf, readSwitches } from "./policy.ts";

export const toolsetGet = read(getToolset, async (db, actor, { params, query }) => {
  const { workspaceId } = actor;
  const entry = await catalogEntry(db, workspaceId, params.connectorId);
  const project =
    query.projectSlug === undefined ? null : await readableProject(db, actor, query.projectSlug);
  const switches = await readSwitches(db, workspaceId, entry, project);
  const tools = (await toolsOf(db, workspaceId, [entry.id])).get(entry.id) ?? [];
  return {
    connectorId: entry.id,
    enabled: switches.connector,
    tools: tools.map((row) => {
      const { title, description, inputSchema } = JSON.parse(row.definition) as ToolDefinition;
      return {
        name: row.name,
        access: row.access,
        ...policyOf(switches, row),
        ...(title === undefined ? {} : { title }),
        description,
        inputSchema,
      };
    }),
  };
});
