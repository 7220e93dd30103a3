import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import { type Commits, subscribers } from "./commits.ts";
import type { Db } from "./dialect.ts";

const channel = "groundplan_commits";
/** Milliseconds for which commits are coalesced into one notification. */
const gather = 10;
/** Milliseconds after which subscribers poll anyway, since notifications may be lost. */
const lookEvery = 2000;

/**
 * Signals a PostgreSQL database's commits. Processes notify each other after commits and outside of
 * transactions, since `NOTIFY` within one serializes them. One connection listens while anyone subscribes.
 */
export function postgresCommits(url: string, write: Db): Commits {
  const own = randomUUID();
  let telling: Promise<void> | null = null;
  let again = false;
  let listener: { end(): void } | null = null;
  let timer: NodeJS.Timeout | undefined;

  const { subscribe, wakeAll } = subscribers(
    () => {
      timer = setInterval(wakeAll, lookEvery).unref();
      listener = listen(url, own, () => wakeAll());
    },
    () => {
      clearInterval(timer);
      listener?.end();
    },
  );
  const tell = async () => {
    do {
      await new Promise((resolve) => setTimeout(resolve, gather));
      again = false;
      // Processes that miss it poll.
      await sql`select pg_notify(${channel}, ${own})`.execute(write).catch(() => {});
    } while (again);
  };
  return {
    subscribe,
    committed() {
      wakeAll();
      again = true;
      telling ??= tell().finally(() => {
        telling = null;
      });
    },
    async close() {
      clearInterval(timer);
      listener?.end();
      await telling;
    },
  };
}

/** Listens until ended, reconnecting after a second. */
function listen(url: string, own: string, wake: () => void): { end(): void } {
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
    connecting.on("notification", ({ payload }) => payload === own || wake());
    try {
      await connecting.connect();
      await connecting.query(`listen ${channel}`);
      wake();
      await broken.promise;
    } catch {
      // The database is down; readers report it.
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
