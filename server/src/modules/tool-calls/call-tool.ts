import { callTool, type ToolResult } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { command } from "../../dispatch/commands.ts";
import { action, disclosesNothing } from "../../dispatch/handlers.ts";
import { upstreamFailed } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { reloadActor } from "../identity/credential-kinds.ts";
import { McpFailure } from "../mcp-servers/client/failure.ts";
import { inTurn } from "../mcp-servers/client/slots.ts";
import { type Callable, type Called, callableTool } from "./callable-tool.ts";
import { refused } from "./cap-result.ts";
import { calling, credentialFor } from "./credential-for.ts";
import { useTool } from "./use-tool.ts";

/**
 * Calls a tool for a member. Appends an event before anything is sent, with the tool's name but no contents.
 * Switches are checked with it.
 */
export const toolCall = action(
  callTool,
  async (context: Context, actor, { params, body }, { signal }) => {
    const called: Called = { ...params, projectSlug: body.projectSlug };
    for (;;) {
      const { entry, tool } = await callableTool(context.db, actor, called);
      const credential = await credentialFor(context, actor, entry, body.grantId);
      const result = await inTurn(context.outbound, actor, signal, async () => {
        const noted = await context.writer.run(noteCall, { actor, called, reached: reachedBy(entry) });
        if (!noted) return null;
        return calling(credential, (token) => {
          const peer = { workspaceId: actor.workspaceId, url: entry.url, token };
          return useTool(context, peer, tool, body.arguments ?? {}, signal);
        }).catch((error) => inWords(error, entry));
      });
      // The token is bound to the server as read; a changed address is read again.
      if (result !== null) return { body: { result } };
    }
  },
  { discloses: disclosesNothing },
);

/** Identifies how a server is reached: address and revision. */
const reachedBy = ({ url, server }: Callable["entry"]) => `${server?.revision ?? 0} ${url}`;

interface Noted {
  actor: Actor;
  called: Called;
  reached: string;
}

/** Records a permitted call. Returns false if the server is reached differently by now. */
export const noteCall = command(
  "toolCalls.note",
  ({ actor }: Noted) => actor.workspaceId,
  async (tx: Tx, { actor: before, called, reached }: Noted) => {
    const actor = await reloadActor(tx, before);
    const { entry, tool, projectId } = await callableTool(tx, actor, called);
    if (reachedBy(entry) !== reached) return false;
    await appendEvents(tx, actor, [
      {
        type: "tool.called",
        subjectId: entry.server?.id ?? actor.workspaceId,
        projectId,
        data: { connectorId: entry.id, tool: tool.name },
      },
    ]);
    return true;
  },
);

/** Returns a message for a too large answer; rethrows other failures. */
function inWords(error: unknown, { id, label }: Callable["entry"]): ToolResult {
  if (!(error instanceof McpFailure)) throw error;
  if (error.status === "too_large") return refused(`The answer of ${label} is larger than allowed.`, true);
  throw upstreamFailed(id, error.reason, `${label} could not be used. ${error.message}`);
}
