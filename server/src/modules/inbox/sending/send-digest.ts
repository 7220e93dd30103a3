import { command } from "../../../dispatch/commands.ts";
import { type NoticesOf, planDigest } from "../../../inbox-items/add-notices.ts";
import { dueDigest, nextDigest } from "../../../inbox-items/digest-time.ts";
import { type JobKind, type JobRun, RunLater } from "../../../jobs/runner.ts";
import type { Tx } from "../../../storage/dialect.ts";
import type { Context } from "../../context.ts";
import { keepSettings, settingsOf } from "../settings.ts";
import { mailDigest } from "./mail-notices.ts";
import { readNotices } from "./read-notices.ts";
import { digestNotices, settle } from "./store.ts";

type Member = Omit<NoticesOf, "channel">;

/** Notices of a daily mail; the rest goes with the next one. */
const mostInDigest = 200;
const longestSeconds = 24 * 3600;

/** Sends a member's daily mail of what is unread, once each local day. After a crash it may be sent twice. */
export const digestJob: JobKind<Context> = {
  attempts: 10,
  async run(context: Context, member: Member, { signal }: JobRun) {
    const rows = await digestNotices(context.db, member, mostInDigest);
    if (rows.length === 0) return;
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
    const isSent =
      notices.size > 0 &&
      (await mailDigest(context, member, { date, notices: [...notices.values()] }, signal));
    const seqs = rows.map(({ seq }) => seq);
    await context.writer.run(endDigest, {
      ...member,
      sent: isSent ? seqs.filter((seq) => notices.has(seq)) : [],
      dropped: isSent ? seqs.filter((seq) => !notices.has(seq)) : seqs,
      date: isSent ? date : null,
    });
  },
  async giveUp({ db, writer }: Context, member: Member) {
    const rows = await digestNotices(db, member, mostInDigest);
    await writer.run(endDigest, { ...member, sent: [], dropped: rows.map(({ seq }) => seq), date: null });
  },
};

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
