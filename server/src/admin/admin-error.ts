import type { ApiError } from "../errors.ts";

/** The error of an admin command that refuses: one sentence that says what to do. */
export class AdminError extends Error {}

/** The problems and remedies by the start of the database's own error code, SQLite's and then PostgreSQL's. */
const remedies: [RegExp, string, string][] = [
  [/^(SQLITE_FULL|53100)/, "The database's disk is full", "Free disk space there"],
  [/^SQLITE_IOERR/, "The database's disk failed or is full", "Look after the disk"],
  [/^SQLITE_(READONLY|CANTOPEN)/, "This user may not write the database's files", "Give it the right to"],
  [/^SQLITE_(BUSY|LOCKED)/, "Something else holds the database", "Wait a moment"],
  [/./, "The database can't take writes now", "Look after its server"],
];

/**
 * Returns the operator's version of an error. The answer to a caller ("wait a moment") leaves out the reason; this one
 * names it and says what to do.
 */
export function adminErrorOf(error: ApiError): AdminError {
  const reason = error.code === "unavailable" ? String(error.cause) : "";
  const [, problem, toDo] = remedies.find(([code]) => code.test(reason)) ?? [];
  const sentence = problem ? `${problem} (${reason}). ${toDo}, then run the command again.` : error.message;
  return new AdminError(sentence, { cause: error });
}
