import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import { type Commits, subscribers } from "./commits.ts";
import type { Db } from "./dialect.ts";

const channel = "groundplan_commits";
/** The milliseconds within which several commits of this process are told to the others at once. */
const gather = 10;
/** The milliseconds after which subscribers look anyway, since what was told may have been lost. */
const lookEvery = 2000;

/**
 * Returns the commits of a PostgreSQL database. Processes tell each other by `NOTIFY`, after the commit and beside it:
 * within a transaction, PostgreSQL would make all that notify commit one after the other. One connection listens, as
 * long as somebody subscribes.
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
      // A process that is not told looks by itself, a little later.
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

/** Listens until its end, and connects again a second after a connection broke. */
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
      // The database does not answer; whoever reads from it says so.
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
