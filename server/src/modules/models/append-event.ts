import type { Actor } from "../../actor.ts";
import { appendEvents } from "../../events/append.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { ModelRow } from "./store.ts";

type Whose = Pick<ModelRow, "id" | "user_id">;

/** Tells owners of a change of the workspace's model, and only its person of one of theirs. */
export async function appendModelEvent(
  tx: Tx,
  actor: Actor,
  { id: subjectId, user_id }: Whose,
  what: "created" | "deleted" | { changed: string[] },
): Promise<void> {
  const event =
    typeof what === "string" ? ({ what, data: {} } as const) : ({ what: "updated", data: what } as const);
  if (user_id === null) await appendEvents(tx, actor, [ofWorkspace(subjectId, event)]);
  else await appendEvents(tx, actor, [ofPerson(subjectId, user_id, event)]);
}

type Event =
  | { what: "created" | "deleted"; data: Record<string, never> }
  | { what: "updated"; data: { changed: string[] } };

const ofWorkspace = (subjectId: string, { what, data }: Event) =>
  what === "updated"
    ? ({ type: "model.updated", subjectId, data } as const)
    : ({ type: `model.${what}`, subjectId, data } as const);

const ofPerson = (subjectId: string, userId: string, { what, data }: Event) =>
  what === "updated"
    ? ({ type: "personal_model.updated", subjectId, data, audience: [userId] } as const)
    : ({ type: `personal_model.${what}`, subjectId, data, audience: [userId] } as const);
