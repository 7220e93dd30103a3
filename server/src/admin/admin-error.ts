import type { ApiError } from "../errors.ts";

/** What an admin command refuses, in one sentence that says what to do. */
export class AdminError extends Error {}

/** What is wrong and what to do, by the start of the database's own error code: SQLite's, then PostgreSQL's. */
const known: [RegExp, string, string][] = [
  [/^(SQLITE_FULL|53100)/, "The database's disk is full", "Free disk space there"],
  [/^SQLITE_IOERR/, "The database's disk failed or is full", "Look after the disk"],
  [/^SQLITE_(READONLY|CANTOPEN)/, "This user may not write the database's files", "Give it the right to"],
  [/^SQLITE_(BUSY|LOCKED)/, "Something else holds the database", "Wait a moment"],
  [/./, "The database can't take writes now", "Look after its server"],
];

/**
 * What the service tells a caller where it can't answer ("wait a moment") leaves an operator without the reason:
 * this names it and says what to do.
 */
export function adminErrorOf(error: ApiError): AdminError {
  const reason = error.code === "unavailable" ? String(error.cause) : "";
  const [, problem, toDo] = known.find(([code]) => code.test(reason)) ?? [];
  const sentence = problem ? `${problem} (${reason}). ${toDo}, then run the command again.` : error.message;
  return new AdminError(sentence, { cause: error });
}
