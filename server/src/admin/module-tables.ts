import type { BackupOf } from "../module.ts";
import { modules } from "../modules/index.ts";
import type { Tables } from "../storage/tables.ts";

export type Values = Record<string, string | number | null | undefined>;

/** The tables of all modules, and how a backup treats each. */
export const moduleTables = modules.flatMap(
  // The type of `tables` says that its keys are names of tables.
  ({ tables = {} }) => Object.entries(tables) as [keyof Tables, BackupOf<Values>][],
);
