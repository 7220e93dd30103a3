import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import { type Commits, createSubscribers } from "./commits.ts";
import type { Db } from "./dialect.ts";

const channel = "groundplan_commits";
/** Milliseconds for which commits are coalesced into one notification. */
const coalesceMs = 10;
/** Milliseconds after which subscribers poll anyway, since notifications may be lost. */
const pollMs = 2000;

/**
 * Signals a PostgreSQL database's commits. Processes notify each other outside of transactions,
 * since `NOTIFY` inside a transaction serializes commits. One connection listens while anyone subscribes.
 */
export function postgresCommits(url: string, write: Db): Commits {
  const processId = randomUUID();
  let notifying: Promise<void> | null = null;
  let isCommitPending = false;
  let listener: { end(): void } | null = null;
  let timer: NodeJS.Timeout | undefined;

  const { subscribe, wakeAll } = createSubscribers(
    () => {
      timer = setInterval(wakeAll, pollMs).unref();
      listener = listen(url, processId, () => wakeAll());
    },
    () => {
      clearInterval(timer);
      listener?.end();
    },
  );
  const notify = async () => {
    do {
      await new Promise((resolve) => setTimeout(resolve, coalesceMs));
      isCommitPending = false;
      // A lost notification is harmless: the other processes poll.
      await sql`select pg_notify(${channel}, ${processId})`.execute(write).catch(() => {});
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
      listener?.end();
      await notifying;
    },
  };
}

/** Listens until ended, reconnecting after a second. */
function listen(url: string, processId: string, wake: () => void): { end(): void } {
  let ended = false;
  let client: pg.Client | undefined;
  const connect = async () => {
    const connecting = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5000,
      keepAlive: true,
    });
    client = connecting;
    const broken = Promise.withResolvers<void>();
    connecting.on("error", () => broken.resolve());
    connecting.on("end", () => broken.resolve());
    connecting.on("notification", ({ payload }) => payload === processId || wake());
    try {
      await connecting.connect();
      await connecting.query(`listen ${channel}`);
      wake();
      await broken.promise;
    } catch {
      // The database is down; queries report it.
    }
    await connecting.end().catch(() => {});
    if (!ended) setTimeout(() => ended || void connect(), 1000).unref();
  };
  void connect();
  return {
    end() {
      ended = true;
      client?.end().catch(() => {});
    },
  };
}
