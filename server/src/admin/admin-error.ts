import { deserializeError, serializeError } from "../dispatch/serialized-error.ts";
import { ApiError } from "../errors.ts";

/** A refused admin command, with a message that says what to do. */
export class AdminError extends Error {}

/** Problems and remedies by prefix of the database's error code, SQLite's then PostgreSQL's. */
const remedies: [RegExp, string, string][] = [
  [/^(SQLITE_FULL|53100)/, "The database's disk is full", "Free disk space there"],
  [/^SQLITE_IOERR/, "The database's disk failed or is full", "Look after the disk"],
  [/^SQLITE_(READONLY|CANTOPEN)/, "This user may not write the database's files", "Give it the right to"],
  [/^SQLITE_(BUSY|LOCKED)/, "Something else holds the database", "Wait a moment"],
  [/./, "The database can't take writes now", "Look after its server"],
];

/** Returns the operator's version of an error, which names the cause instead of "wait a moment". */
export function adminErrorOf(error: ApiError): AdminError {
  const reason = error.code === "unavailable" ? String(error.cause) : "";
  const [, problem, toDo] = remedies.find(([code]) => code.test(reason)) ?? [];
  const sentence = problem ? `${problem} (${reason}). ${toDo}, then run the command again.` : error.message;
  return new AdminError(sentence, { cause: error });
}

/** Explains database errors that an operator can fix; returns others unchanged. */
export function explained(error: unknown): unknown {
  const { code = "" } = error as { code?: string };
  if (/^(SQLITE_(CORRUPT|NOTADB)|XX00[12])/.test(code))
    return new AdminError(damaged(code), { cause: error });
  const known = deserializeError(serializeError(error));
  return known instanceof ApiError ? adminErrorOf(known) : error;
}

const damaged = (code: string) =>
  `The database is damaged (${code}). Stop the service, keep its files, and restore the last backup into a new one.`;
