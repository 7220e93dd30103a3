import type { ConsoleEndpoint, EventType } from "@groundplan/contract";
import type { Command, ForgetProject } from "./dispatch/commands.ts";
import type { ConsoleHandler } from "./dispatch/console-handlers.ts";
import type { Handler } from "./dispatch/handlers.ts";
import type { JobKind } from "./jobs/runner.ts";
import type { Gauge } from "./meter.ts";
import type { FileColumn, Tables } from "./storage/tables.ts";

/** A table's treatment in backups (docs/decisions/backup.md). */
export type BackupOf<Row> =
  | "kept"
  /** Kept; without secrets, these values of each row replace its columns. */
  | { keptWith: Partial<Row> | ((row: Row) => Partial<Row>) }
  /** Kept only in backups with secrets. */
  | "secret"
  | "left out";

/** A part of the service: its handlers, commands, jobs, tables and event types. */
export interface Module<C = never> {
  name: string;
  handlers?: readonly Handler<C>[];
  /** Handlers of console endpoints. */
  console?: readonly ConsoleHandler<ConsoleEndpoint, C>[];
  commands?: readonly Command[];
  /** Starts work that lasts while the process runs jobs; returns a function that stops it. */
  background?(context: C): () => Promise<void>;
  /** Subscribes to what other processes tell; called once in every process. */
  hearOthers?(context: C): void;
  /** Job kinds by their stored names. */
  jobs?: Readonly<Record<string, JobKind<C>>>;
  gauges?: readonly Gauge<C>[];
  /** Owned tables and their treatment in backups; every table has exactly one owner. */
  tables?: { readonly [T in keyof Tables]?: BackupOf<Tables[T]> };
  /** Deletes rows of a purged project that no foreign key covers. */
  forgetProject?: ForgetProject;
  /** Columns that reference files; the sweep deletes unreferenced ones. */
  fileColumns?: readonly FileColumn[];
  /** Event types that the module writes; every type has exactly one module. */
  events?: readonly EventType[];
}
