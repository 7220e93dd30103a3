import { announcePresence } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { action, disclosesNothing } from "../../dispatch/handlers.ts";
import type { Context } from "../context.ts";
import { type Discussion, documentFor } from "../documents/access.ts";
import { peopleAt } from "./people.ts";
import { presenceOf } from "./presence.ts";

/** An action, since it writes nothing to the database. */
export const presenceAnnounce = action(
  announcePresence,
  async (context: Context, actor, { params, query, body }) => {
    const place = await placeOf(context, actor, params.documentId, query);
    presenceOf(context).note({ ...place, userId: actor.userId, state: body.state });
    return { body: await answer(context, place) };
  },
  {
    discloses: disclosesNothing,
    // An `Idempotency-Key` stores nobody's presence either.
    replay: {
      keep: () => null,
      answer: async (context: Context, actor, { params, query }) =>
        answer(context, await placeOf(context, actor, params.documentId, query)),
    },
  },
);

async function placeOf({ db }: Context, actor: Actor, documentId: string, query: Discussion) {
  const { workspaceId, id } = await documentFor(db, actor, documentId, query);
  return { workspaceId, documentId: id };
}

async function answer(context: Context, place: Awaited<ReturnType<typeof placeOf>>) {
  const { people } = await peopleAt(context.db, presenceOf(context).board, place);
  return { people };
}
