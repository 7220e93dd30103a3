import { deleteMcpServer } from "@groundplan/contract";
import { write } from "../../dispatch/handlers.ts";
import { appendEvents } from "../../events/append.ts";
import { connectorIdOf, ownedServer } from "./access.ts";
import { endGrantsOf } from "./end-grants.ts";

/**
 * Deletes a server with its token, grants, registered client, tools and switches, so that its slug can start
 * afresh.
 */
export const serverDelete = write(deleteMcpServer, async (tx, actor, { params }) => {
  const server = await ownedServer(tx, actor, params.slug);
  const { workspaceId } = actor;
  await tx
    .deleteFrom("mcp_servers")
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", server.id)
    .execute();
  for (const table of ["connector_toolsets", "project_toolsets", "registered_clients"] as const)
    await tx
      .deleteFrom(table)
      .where("workspace_id", "=", workspaceId)
      .where("connector_id", "=", connectorIdOf(server))
      .execute();
  await endGrantsOf(tx, workspaceId, connectorIdOf(server));
  await appendEvents(tx, actor, [
    { type: "mcp_server.deleted", subjectId: server.id, data: { slug: server.slug } },
  ]);
  return { deleted: true as const };
});
