import { ForeignKeyError } from "../storage/foreign-keys.ts";
import { AdminError } from "./admin-error.ts";

/** The error of a backup that says of itself that it is whole, but does not fit. Its message is a part of a sentence. */
export class MisfitError extends Error {}

/** Matches the codes with which a database refuses values, or rows that contradict each other or its rules. */
const refusedRows = /^(22|23|54|SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE))/;

/** Returns the operator's version of an error that the rows of a backup caused; other errors stay as they are. */
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
