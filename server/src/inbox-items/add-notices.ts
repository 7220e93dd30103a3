import { now } from "../ids.ts";
import { enqueue, enqueueBy } from "../jobs/queue.ts";
import type { Tx } from "../storage/dialect.ts";
import { insertInto } from "../storage/statement.ts";
import type { NoticeChannel } from "../storage/tables/inbox.ts";
import type { NotifyingRow } from "./add-items.ts";
import { nextDigest } from "./digest-time.ts";
import type { Told } from "./recipients.ts";

/** Sends a mail or push of one event. */
export const jobKindOfNotices = "notices.send";
/** Sends a member's daily mail. */
export const jobKindOfDigest = "notices.digest";

/** A member's mails or pushes. */
export interface NoticesOf {
  workspaceId: string;
  userId: string;
  channel: NoticeChannel;
}

/** Adds the mails and pushes of an event, in its transaction, with the jobs that send them. */
export async function addNotices(
  tx: Tx,
  { workspace_id, seq }: Pick<NotifyingRow, "workspace_id" | "seq">,
  people: readonly Told[],
): Promise<void> {
  const created_at = now();
  for (const { userId, mail, push, settings } of people) {
    const row = { workspace_id, user_id: userId, seq, state: "waiting" as const, devices: null, created_at };
    if (push) {
      await insertRow(tx, [{ ...row, channel: "push", kind: push, digest: 0, ended_at: null }]);
      await sendSoon(tx, { workspaceId: workspace_id, userId, channel: "push", seq });
    }
    if (!mail) continue;
    const digest = mail.mailing === "digest" ? 1 : 0;
    await insertRow(tx, [{ ...row, channel: "mail", kind: mail.kind, digest, ended_at: null }]);
    if (digest === 0) await sendSoon(tx, { workspaceId: workspace_id, userId, channel: "mail", seq });
    else await planDigest(tx, { workspaceId: workspace_id, userId }, settings);
  }
}

const insertRow = insertInto("notices");

const sendSoon = (tx: Tx, payload: NoticesOf & { seq: number }) =>
  enqueue(tx, { kind: jobKindOfNotices, workspaceId: payload.workspaceId, payload });

/** Ensures that a member's next daily mail is made in time. */
export async function planDigest(
  tx: Tx,
  payload: Omit<NoticesOf, "channel">,
  settings: Parameters<typeof nextDigest>[0],
): Promise<void> {
  const { workspaceId, userId } = payload;
  const from = Temporal.Now.instant();
  const seconds = from.until(nextDigest(settings, from).at).total("seconds");
  await enqueueBy(tx, {
    kind: jobKindOfDigest,
    workspaceId,
    payload,
    dedupeKey: `${jobKindOfDigest} ${workspaceId} ${userId}`,
    delaySeconds: Math.ceil(seconds),
  });
}
