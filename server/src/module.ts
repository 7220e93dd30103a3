import type { ConsoleEndpoint, EventType } from "@groundplan/contract";
import type { Command, ForgetProject } from "./dispatch/commands.ts";
import type { ConsoleHandler } from "./dispatch/console-handlers.ts";
import type { Handler } from "./dispatch/handlers.ts";
import type { JobKind } from "./jobs/runner.ts";
import type { Gauge } from "./meter.ts";
import type { FileColumn, Tables } from "./storage/tables.ts";

/** This says how a backup treats the rows of a table (docs/decisions/backup.md). */
export type BackupOf<Row> =
  | "kept"
  /** They are kept; a backup without secrets has these values in their columns. */
  | { keptWith: Partial<Row> }
  /** Only a backup with secrets keeps them. */
  | "secret"
  | "left out";

/** One part of the service as the others see it: its handlers, commands, jobs, tables and event types. */
export interface Module<C = never> {
  name: string;
  handlers?: readonly Handler<C>[];
  /** The handlers of the console's own endpoints. */
  console?: readonly ConsoleHandler<ConsoleEndpoint, C>[];
  commands?: readonly Command[];
  /** Begins work that goes on for as long as the process runs jobs; returns what ends it. */
  background?(context: C): () => Promise<void>;
  /** The kinds of jobs by the names that the rows of the queue hold. */
  jobs?: Readonly<Record<string, JobKind<C>>>;
  /** The metrics show this of the module; it is read when somebody asks for them. */
  gauges?: readonly Gauge<C>[];
  /** The tables that belong to the module, and how a backup treats them; each belongs to exactly one. */
  tables?: { readonly [T in keyof Tables]?: BackupOf<Tables[T]> };
  /** Deletes what belongs to a project that is purged, and that no foreign key deletes. */
  forgetProject?: ForgetProject;
  /** The columns of its tables that name files; the sweep deletes the files that no column names. */
  fileColumns?: readonly FileColumn[];
  /** The types of events that the module writes; each belongs to exactly one module. */
  events?: readonly EventType[];
}
