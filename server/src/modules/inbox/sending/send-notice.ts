import type { JobKind, JobRun } from "../../../jobs/runner.ts";
import type { Context } from "../../context.ts";
import { pushNotice } from "../devices/push-notice.ts";
import { mailNotice } from "./mail-notices.ts";
import { readNotices } from "./read-notices.ts";
import {
  isSwept,
  type NoticeKey,
  settleNotices,
  sweepBefore,
  sweepNotices,
  triesOfSending,
  waitingNotice,
} from "./store.ts";

/** Slow receivers leave the other slots free. */
const share = { atOnce: 2 };

/** Sends one notice, by what its member may read now. After a crash it may be sent twice. */
export const sendJob: JobKind<Context> = {
  attempts: triesOfSending,
  share,
  async run(context: Context, key: NoticeKey, { signal }: JobRun) {
    const row = await waitingNotice(context.db, key);
    if (!row) return;
    const notice = (await readNotices(context, key, [row])).get(key.seq);
    const send = key.channel === "mail" ? mailNotice : pushNotice;
    const state = notice ? await send(context, { key, notice, row }, signal) : "dropped";
    await context.writer.run(settleNotices, { ...key, seqs: [key.seq], state });
  },
  async giveUp({ writer }: Context, key: NoticeKey) {
    await writer.run(settleNotices, { ...key, seqs: [key.seq], state: "failed" });
  },
};

export async function sweepNoticesJob({ writer }: Context): Promise<void> {
  while (!isSwept(await writer.run(sweepNotices, sweepBefore())));
}
