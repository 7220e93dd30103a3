import { announcePresence } from "@groundplan/contract";
import { action, disclosesNothing } from "../../dispatch/handlers.ts";
import type { Context } from "../context.ts";
import { documentFor } from "../documents/access.ts";
import { peopleAt } from "./people.ts";
import { presenceOf } from "./presence.ts";

/** An action, since it writes nothing to the database. */
export const presenceAnnounce = action(
  announcePresence,
  async (context: Context, actor, { params, query, body }) => {
    const { workspaceId, userId } = actor;
    const { id: documentId } = await documentFor(context.db, actor, params.documentId, query);
    const { board, note } = presenceOf(context);
    note({ workspaceId, documentId, userId, state: body.state });
    const { people } = await peopleAt(context.db, board, { workspaceId, documentId });
    return { body: { people } };
  },
  { discloses: disclosesNothing, isRepeatable: true },
);
