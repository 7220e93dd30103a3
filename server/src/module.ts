import type { EventType } from "@groundplan/contract";
import type { Command } from "./dispatch/commands.ts";
import type { Handler } from "./dispatch/handlers.ts";
import type { JobKind } from "./jobs/runner.ts";
import type { Tables } from "./storage/tables.ts";

/** One part of the service as the others see it: its handlers, commands, jobs, tables and event types. */
export interface Module<C = never> {
  name: string;
  handlers?: readonly Handler<C>[];
  commands?: readonly Command[];
  /** The kinds of jobs by the names that the rows of the queue hold. */
  jobs?: Readonly<Record<string, JobKind<C>>>;
  /** The tables that belong to the module; each belongs to exactly one. */
  tables?: readonly (keyof Tables)[];
  /** The types of events that the module writes; each belongs to exactly one module. */
  events?: readonly EventType[];
}
