import type { Config } from "../config/config.ts";
import type { LongReads } from "../dispatch/concurrency/long-reads.ts";
import type { Writer } from "../dispatch/writer.ts";
import type { Extract } from "../extract/extract.ts";
import type { Log } from "../log.ts";
import type { Outbound } from "../outbound/client.ts";
import type { Keyring } from "../secrets/keyring.ts";
import type { Commits } from "../storage/commits.ts";
import type { Db } from "../storage/dialect.ts";
import type { Notices } from "../storage/notices.ts";
import type { Observed } from "../tracer.ts";
import type { OpenTracker } from "./trackers/registry.ts";

/** The parts of the process available to modules. */
export interface Context extends Observed {
  config: Config;
  log: Log;
  /** Read-only. */
  db: Db;
  longReads: LongReads;
  writer: Writer;
  commits: Commits;
  notices: Notices;
  keyring: Keyring;
  outbound: Outbound;
  /** Reads untrusted documents, each in its own process. */
  extract: Extract;
  openTracker: OpenTracker;
  /** `wake` starts newly enqueued jobs immediately. */
  jobs: { wake(): void };
  /** Without a trailing slash. */
  publicUrl(): string;
  /** Aborted when the process drains. */
  draining: AbortSignal;
}
