import type { EventData, EventType } from "@groundplan/contract";
import { type Db, isOneOf } from "../../../storage/dialect.ts";
import { specHandle } from "../../handles.ts";
import type { EventRow } from "../store.ts";
import { type Happening, wordsOf } from "./words.ts";

export type NameOf = Happening<EventType>["nameOf"];

/** Returns what an event's actor did, completing their name; without its data, in general words. */
export function textOf(row: EventRow, isWhole: boolean, nameOf: NameOf): string {
  const data = isWhole ? (JSON.parse(row.data) as EventData) : null;
  const spec = row.spec_number === null ? "the plan" : specHandle(row.spec_number);
  // The data is that of the row's type.
  return wordsOf(row.type as EventType, { data, spec, nameOf } as never);
}

/** Returns the current names of the people whom these events name. */
export async function namesOf(db: Db, workspaceId: string, rows: readonly EventRow[]): Promise<NameOf> {
  const ids = rows.flatMap(({ type, data }) => {
    if (!namingTypes.has(type)) return [];
    const { userId, to } = JSON.parse(data) as { userId?: string; to?: string | null };
    return [userId, to];
  });
  const named = [...new Set(ids.flatMap((id) => id ?? []))];
  if (named.length === 0) return () => somebody;
  const people = await db
    .selectFrom("memberships")
    .innerJoin("users", "users.id", "memberships.user_id")
    .select(["users.id", "users.name"])
    .where("memberships.workspace_id", "=", workspaceId)
    .where(isOneOf(db, "users.id", named))
    .execute();
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return (id) => names.get(id ?? "") ?? somebody;
}

const somebody = "somebody";

/** Their data names a person as `userId` or `to`. */
const namingTypes: ReadonlySet<string> = new Set([
  ...(["plan.shared", "plan.unshared", "plan.owner_changed", "plan.lead_changed"] as const),
  "spec.assigned",
] satisfies EventType[]);
