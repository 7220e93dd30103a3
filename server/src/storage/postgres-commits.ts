import { sql } from "kysely";
import { type Commits, createSubscribers } from "./commits.ts";
import type { Db } from "./dialect.ts";
import type { Channel } from "./postgres-listener.ts";

const name = "groundplan_commits";
/** Milliseconds for which commits are coalesced into one notification. */
const coalesceMs = 10;
/** Milliseconds after which subscribers poll anyway, since notifications may be lost. */
const pollMs = 2000;

/**
 * Signals a PostgreSQL database's commits. Processes notify each other outside of transactions,
 * since `NOTIFY` inside a transaction serializes commits. Returns also the channel that hears the others.
 */
export function postgresCommits(write: Db, processId: string): Commits & { channel: Channel } {
  let notifying: Promise<void> | null = null;
  let isCommitPending = false;
  let timer: NodeJS.Timeout | undefined;

  const { subscribe, wakeAll } = createSubscribers(
    () => {
      timer = setInterval(wakeAll, pollMs).unref();
    },
    () => clearInterval(timer),
  );
  const notify = async () => {
    do {
      await new Promise((resolve) => setTimeout(resolve, coalesceMs));
      isCommitPending = false;
      // A lost notification is harmless: the other processes poll.
      await sql`select pg_notify(${name}, ${processId})`.execute(write).catch(() => {});
    } while (isCommitPending);
  };
  return {
    subscribe,
    committed() {
      wakeAll();
      isCommitPending = true;
      notifying ??= notify().finally(() => {
        notifying = null;
      });
    },
    async close() {
      clearInterval(timer);
      await notifying;
    },
    channel: {
      name,
      hear: (payload) => payload === processId || wakeAll(),
      onListening: wakeAll,
    },
  };
}
