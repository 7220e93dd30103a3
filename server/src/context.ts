import type { Config } from "./config/config.ts";
import { openDatabase } from "./dispatch/database.ts";
import type { Writer } from "./dispatch/writer.ts";
import type { JobRunner } from "./jobs/runner.ts";
import { startJobs } from "./jobs/runner.ts";
import type { Log } from "./log.ts";
import { type OpenTracker, openTracker } from "./modules/push/trackers/open.ts";
import type { Outbound } from "./outbound/client.ts";
import { lateOutbound } from "./outbound/late.ts";
import type { Keyring } from "./secrets/keyring.ts";
import { provideKeyring } from "./secrets/start.ts";
import type { Db } from "./storage/dialect.ts";

/** What a process holds; the composition root wires it and has no logic. */
export interface Context {
  config: Config;
  log: Log;
  db: Db;
  writer: Writer;
  keyring: Keyring;
  outbound: Outbound;
  openTracker: OpenTracker;
  jobs: JobRunner;
  /** The service's address, without a slash at the end. */
  publicUrl(): string;
  /** Told once the process listens. */
  listensOn(address: string): void;
  /** How many requests, arrived whole, have not had their whole answer. */
  atWork: number;
  /** Ends when the process drains. */
  draining: AbortSignal;
  /** No new work: jobs end at the next step, waiting requests answer. */
  drain(): Promise<void>;
  /** Closes what is open; `drain` comes first. */
  close(): Promise<void>;
}

export interface Overrides {
  openTracker?: OpenTracker;
  openDatabase?: typeof openDatabase;
  /** Called when the writer is broken for good. */
  onBroken?: (error: Error) => void;
}

/** Opens everything. `jobs: "off"`: runs no jobs; another process does. */
export async function createContext(
  config: Config,
  log: Log,
  options: Overrides & { jobs?: "on" | "off" } = {},
): Promise<Context> {
  const onBroken = options.onBroken ?? ((error) => log.fatal({ err: error }, "the writer broke"));
  const database = await (options.openDatabase ?? openDatabase)(config, onBroken);
  try {
    const keyring = await provideKeyring(config, database);
    const outbound = lateOutbound({ allowPrivateNetwork: config.allowPrivateNetwork });
    const draining = new AbortController();
    let address = `http://localhost:${config.port}`;
    const context: Context = {
      config,
      log,
      db: database.db,
      writer: database.writer,
      keyring,
      outbound,
      openTracker: options.openTracker ?? openTracker,
      jobs: { wake: () => {}, stop: async () => {} },
      publicUrl: () => config.publicUrl ?? address,
      listensOn: (listening) => {
        address = listening;
      },
      atWork: 0,
      draining: draining.signal,
      async drain() {
        draining.abort();
        await context.jobs.stop();
      },
      async close() {
        await context.drain();
        await outbound.close();
        await database.close();
      },
    };
    if (options.jobs !== "off") context.jobs = startJobs(context);
    return context;
  } catch (error) {
    await database.close();
    throw error;
  }
}
