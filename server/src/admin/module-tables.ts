import type { BackupOf } from "../module.ts";
import { modules } from "../modules/index.ts";
import type { Tables } from "../storage/tables.ts";

export type Values = Record<string, string | number | null | undefined>;

/** The tables of all modules, with their treatment in backups. */
export const moduleTables = modules.flatMap(
  // The type of `tables` restricts its keys to table names.
  ({ tables = {} }) => Object.entries(tables) as [keyof Tables, BackupOf<Values>][],
);
