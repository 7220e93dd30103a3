import { command } from "../../../dispatch/commands.ts";
import { type NoticesOf, planDigest } from "../../../inbox-items/add-notices.ts";
import { dueDigest, nextDigest } from "../../../inbox-items/digest-time.ts";
import { type JobKind, type JobRun, RunLater } from "../../../jobs/runner.ts";
import type { Tx } from "../../../storage/dialect.ts";
import type { Context } from "../../context.ts";
import { keepSettings, settingsOf } from "../settings.ts";
import { mailDigest } from "./mail-notices.ts";
import { readNotices } from "./read-notices.ts";
import { digestNotices, settle, settleNotices, triesOfSending } from "./store.ts";

type Member = Omit<NoticesOf, "channel">;

/** Notices of a daily mail; the rest goes with the next one. */
const mostInDigest = 200;
const longestSeconds = 24 * 3600;

/** Sends a member's daily mail of what is unread, once each local day. After a crash it may be sent twice. */
export const digestJob: JobKind<Context> = {
  attempts: triesOfSending,
  async run(context: Context, member: Member, { signal }: JobRun) {
    while (!(await sendSome(context, member, signal))) signal.throwIfAborted();
  },
  /** Leaves what waits to the next daily mail. */
  async giveUp({ writer }: Context, member: Member) {
    await writer.run(endDigest, { ...member, sent: [], dropped: [], date: null });
  },
};

/** Sends the oldest that wait, or drops them if all were read. Returns false if more must be looked at. */
async function sendSome(context: Context, member: Member, signal: AbortSignal): Promise<boolean> {
  const rows = await digestNotices(context.db, member, mostInDigest);
  if (rows.length === 0) return true;
  const settings = await settingsOf(context.db, member);
  const now = Temporal.Now.instant();
  const date = dueDigest(settings, now);
  if (date === null) {
    const seconds = now.until(nextDigest(settings, now).at).total("seconds");
    throw new RunLater(Math.min(Math.ceil(seconds), longestSeconds), "the daily mail is not due yet");
  }
  const of = { ...member, channel: "mail" as const };
  const isUnread = (item: { is_read: number; outside: number }) => item.is_read === 0 || item.outside === 1;
  const notices = await readNotices(context, of, rows, isUnread);
  const seqs = rows.map(({ seq }) => seq);
  if (notices.size === 0) {
    await context.writer.run(settleNotices, { ...of, seqs, state: "dropped" });
    return false;
  }
  const isSent = await mailDigest(context, member, { date, notices: [...notices.values()] }, signal);
  await context.writer.run(endDigest, {
    ...member,
    sent: isSent ? seqs.filter((seq) => notices.has(seq)) : [],
    dropped: isSent ? seqs.filter((seq) => !notices.has(seq)) : seqs,
    date: isSent ? date : null,
  });
  return true;
}

interface Ending extends Member {
  sent: number[];
  dropped: number[];
  /** The local date of a mail that was sent. */
  date: string | null;
}

/** Notes what a daily mail contained, and plans the next one if more waits. */
export const endDigest = command(
  "notices.endDigest",
  ({ workspaceId }: Ending) => workspaceId,
  async (tx: Tx, { sent, dropped, date, ...member }: Ending) => {
    await settle(tx, { ...member, channel: "mail", seqs: sent, state: "sent" });
    await settle(tx, { ...member, channel: "mail", seqs: dropped, state: "dropped" });
    const before = await settingsOf(tx, member);
    const settings = { ...before, digested_on: date ?? before.digested_on };
    if (date !== null) await keepSettings(tx, member, settings);
    if ((await digestNotices(tx, member, 1)).length > 0) await planDigest(tx, member, settings);
  },
);
