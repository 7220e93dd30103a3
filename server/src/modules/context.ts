import type { Config } from "../config/config.ts";
import type { LongReads } from "../dispatch/long-reads.ts";
import type { Writer } from "../dispatch/writer.ts";
import type { Extract } from "../extract/extract.ts";
import type { Log } from "../log.ts";
import type { Outbound } from "../outbound/client.ts";
import type { Keyring } from "../secrets/keyring.ts";
import type { Commits } from "../storage/commits.ts";
import type { Db } from "../storage/dialect.ts";
import type { Observed } from "../tracer.ts";
import type { OpenTracker } from "./trackers/registry.ts";

/** The parts of the process that modules may use. */
export interface Context extends Observed {
  config: Config;
  log: Log;
  /** The connection for reading; it can't write. */
  db: Db;
  longReads: LongReads;
  writer: Writer;
  commits: Commits;
  keyring: Keyring;
  outbound: Outbound;
  /** Reads documents that others wrote, in a process of its own for each. */
  extract: Extract;
  openTracker: OpenTracker;
  /** `wake` makes the runner look at once for jobs that were enqueued just now. */
  jobs: { wake(): void };
  /** Returns the service's address, without a slash at the end. */
  publicUrl(): string;
  /** Aborted when the process drains. */
  draining: AbortSignal;
}
