import { ForeignKeyError } from "../storage/foreign-keys.ts";
import { AdminError } from "./admin-error.ts";

/** A complete backup that doesn't fit the schema. Its message is part of a sentence. */
export class MisfitError extends Error {}

/** Error codes of values or rows that the database rejects. */
const refusedRows = /^(22|23|54|SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE))/;

/** Explains errors caused by a backup's rows; returns others unchanged. */
export function explainMisfit(file: string, error: unknown): unknown {
  const { code = "", message, table } = error as { code?: string; message?: string; table?: string };
  const isOfRows = refusedRows.test(code);
  if (!isOfRows && !(error instanceof MisfitError || error instanceof ForeignKeyError)) return error;
  const why = isOfRows ? `the database refuses rows${table ? ` of ${table}` : ""} (${code})` : message;
  return new AdminError(
    `${file} does not fit the tables of its version: ${why}. Take another copy of it, or another backup.`,
    { cause: error },
  );
}
