import { deserializeError, serializeError } from "../dispatch/serialized-error.ts";
import { ApiError } from "../errors.ts";

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

/** Returns the operator's version of an error of the database that an operator can do something about. */
export function explained(error: unknown): unknown {
  const { code = "" } = error as { code?: string };
  if (/^(SQLITE_(CORRUPT|NOTADB)|XX00[12])/.test(code))
    return new AdminError(damaged(code), { cause: error });
  const known = deserializeError(serializeError(error));
  return known instanceof ApiError ? adminErrorOf(known) : error;
}

const damaged = (code: string) =>
  `The database is damaged (${code}). Stop the service, keep what is there, and restore the last backup into a new one.`;
