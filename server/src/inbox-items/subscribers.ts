import type { Subscription, SubscriptionState } from "@groundplan/contract";
import { type Expression, sql } from "kysely";
import { type Db, isFoundBy, type Tx } from "../storage/dialect.ts";
import { type Param, statement } from "../storage/statement.ts";
import type { NotifyingEvent } from "./notifying-types.ts";

type About = Pick<NotifyingEvent, "subjectId" | "planId" | "data">;

/** Returns who follows or mutes an event's spec or plan; the nearest state counts, a parent plan's last. */
export async function subscribersOf(
  tx: Tx,
  workspaceId: string,
  { subjectId, planId = null, data }: About,
): Promise<Map<string, SubscriptionState>> {
  const documentId = "documentId" in data ? data.documentId : subjectId;
  const rows = await statesOf(tx, { workspaceId, subjectId: documentId, planId });
  // The nearest comes last.
  return new Map(rows.map(({ user_id, state }) => [user_id, state]));
}

/** Returns a member's own state for a plan or spec, and the one that it inherits. */
export async function subscriptionOf(
  db: Db,
  { userId, ...subject }: Subject & { userId: string },
): Promise<Subscription> {
  const rows = (await statesOf(db, subject)).filter(({ user_id }) => user_id === userId);
  const own = rows.find(({ subject_id }) => subject_id === subject.subjectId);
  const inherited = rows.findLast(({ subject_id }) => subject_id !== subject.subjectId);
  return { state: own?.state ?? null, inherited: inherited?.state ?? null };
}

/** Forgets who follows or mutes plans or specs that are gone for good; `subjects` selects their ids. */
export async function forgetSubscriptions(
  tx: Tx,
  workspaceId: string,
  subjects: Expression<unknown>,
): Promise<void> {
  await tx
    .deleteFrom("subscriptions")
    .where("workspace_id", "=", workspaceId)
    .where(isFoundBy(tx, "subject_id", subjects))
    .execute();
}

interface Subject {
  workspaceId: string;
  subjectId: string;
  planId: string | null;
}

/** Selects the states of a subject, its plan and the plans above, the nearest last. */
const statesOf = statement((db, param: Param<Subject>) =>
  db
    .withRecursive("line(id, parent_id, depth)", (query) =>
      query
        .selectFrom("plans")
        .select(["id", "parent_plan_id as parent_id", sql<number>`1`.as("depth")])
        .where("workspace_id", "=", param("workspaceId"))
        .where("id", "=", param("planId"))
        .unionAll(
          query
            .selectFrom("line")
            .innerJoin("plans", "plans.id", "line.parent_id")
            .select([
              "plans.id",
              "plans.parent_plan_id as parent_id",
              sql<number>`line.depth + 1`.as("depth"),
            ])
            .where("plans.workspace_id", "=", param("workspaceId")),
        ),
    )
    .selectFrom("subscriptions")
    .leftJoin("line", "line.id", "subscriptions.subject_id")
    .select(["subscriptions.user_id", "subscriptions.subject_id", "subscriptions.state"])
    .where("subscriptions.workspace_id", "=", param("workspaceId"))
    .where((where) =>
      where.or([
        where("subscriptions.subject_id", "=", param("subjectId")),
        isFoundBy(db, "subscriptions.subject_id", sql`(select id from line)`),
      ]),
    )
    .orderBy(sql`coalesce(line.depth, 0)`, "desc"),
);
