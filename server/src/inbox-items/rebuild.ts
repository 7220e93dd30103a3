import { command } from "../dispatch/commands.ts";
import { type Db, isOneOf, type Tx } from "../storage/dialect.ts";
import { type ItemLocation, insertItems, locationAsleep, type NotifyingRow, rootOf } from "./add-items.ts";
import { isPersonal, type Recipient } from "./notifying-types.ts";

/** An event with its subject. */
type Subject = NotifyingRow & { subject_id: string };

/** Events held at once. */
const batch = 500;

/**
 * Rebuilds a workspace's inboxes from its events at current locations. Read states and settings are kept.
 * Items from before a removed member's return are dropped.
 */
export const rebuildInbox = command(
  "inbox.rebuild",
  (input: { workspaceId: string }) => input.workspaceId,
  async (tx: Tx, { workspaceId }) => {
    for (const table of ["inbox_items", "inbox_roots"] as const)
      await tx.deleteFrom(table).where("workspace_id", "=", workspaceId).execute();
    const joined = await joinedAt(tx, workspaceId);
    for (let after = 0; ; ) {
      const rows = await notifyingEvents(tx, workspaceId, after);
      const marks = await marksOf(
        tx,
        workspaceId,
        rows.map(({ seq }) => seq),
      );
      for (const row of rows) {
        const recipients = (JSON.parse(row.told) as Recipient[]).filter(
          ({ userId }) => (joined.get(userId) ?? "~") <= row.created_at,
        );
        const location = recipients.length > 0 ? await locationNow(tx, row) : null;
        if (location)
          await insertItems(tx, { ...row, told: JSON.stringify(recipients) }, location, marks.get(row.seq));
      }
      const last = rows.at(-1);
      if (!last || rows.length < batch) return true;
      after = last.seq;
    }
  },
);

const notifyingEvents = async (db: Db, workspaceId: string, after: number): Promise<Subject[]> =>
  await db
    .selectFrom("events")
    .select(["workspace_id", "seq", "type", "subject_id", "project_id", "plan_id"])
    .select(["data", "created_at", "told"])
    .where("workspace_id", "=", workspaceId)
    .where("seq", ">", after)
    .where("told", "is not", null)
    .$narrowType<{ told: string }>()
    .orderBy("seq")
    .limit(batch)
    .execute();

/** Returns when members joined, by user. */
async function joinedAt(db: Db, workspaceId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("memberships")
    .select(["user_id", "joined_at"])
    .where("workspace_id", "=", workspaceId)
    .execute();
  return new Map(rows.map(({ user_id, joined_at }) => [user_id, joined_at]));
}

async function marksOf(
  db: Db,
  workspaceId: string,
  seqs: number[],
): Promise<Map<number, Map<string, string | null>>> {
  const rows = await db
    .selectFrom("inbox_marks")
    .select(["seq", "user_id", "snoozed_until"])
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "seq", seqs))
    .execute();
  const found = Map.groupBy(rows, ({ seq }) => seq);
  return new Map(
    [...found].map(([seq, own]) => [
      seq,
      new Map(own.map(({ user_id, snoozed_until }) => [user_id, snoozed_until])),
    ]),
  );
}

/** Returns the current location of an event's subject, following moves; null if gone. */
async function locationNow(db: Db, row: Subject): Promise<ItemLocation | null> {
  const { workspace_id } = row;
  if (isPersonal(row.type)) return { root_id: workspace_id, plan_id: null };
  const { documentId } = JSON.parse(row.data) as { documentId?: string };
  const subject = documentId === undefined ? row : await discussionNow(db, row);
  if (!subject) return null;
  if (documentId !== undefined && (await isDeletedSpec(db, workspace_id, documentId)))
    return locationAsleep(documentId);
  const { plan_id, project_id } = subject;
  if (plan_id !== null) {
    const root_id = await rootOf(db, workspace_id, plan_id);
    return root_id === null ? null : { root_id, plan_id };
  }
  if (project_id === null) return { root_id: workspace_id, plan_id };
  const project = await db
    .selectFrom("projects")
    .select("id")
    .where("workspace_id", "=", workspace_id)
    .where("id", "=", project_id)
    .executeTakeFirst();
  return project ? { root_id: project_id, plan_id } : null;
}

async function isDeletedSpec(db: Db, workspaceId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom("deleted_specs")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the current location of a thread or suggestion. */
const discussionNow = (db: Db, { workspace_id, type, subject_id }: Subject) =>
  db
    .selectFrom(type.startsWith("suggestion.") ? "suggestions" : "threads")
    .select(["plan_id", "project_id"])
    .where("workspace_id", "=", workspace_id)
    .where("id", "=", subject_id)
    .executeTakeFirst();
