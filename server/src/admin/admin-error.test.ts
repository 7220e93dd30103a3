import { expect, it } from "vitest";
import { deserializeError, serializeError } from "../dispatch/serialized-error.ts";
import { ApiError, notFound } from "../errors.ts";
import { adminErrorOf } from "./admin-error.ts";

it.each([
  ["SQLITE_FULL", "The database's disk is full (SQLITE_FULL It broke). Free disk space there, then"],
  ["53100", "The database's disk is full (53100 It broke). Free disk space there, then"],
  ["SQLITE_IOERR_WRITE", "The database's disk failed or is full (SQLITE_IOERR_WRITE It broke). Look after"],
  ["SQLITE_READONLY", "This user may not write the database's files (SQLITE_READONLY It broke). Give"],
  ["SQLITE_BUSY", "Something else holds the database (SQLITE_BUSY It broke). Wait a moment, then"],
  ["ECONNRESET", "The database can't take writes now (ECONNRESET It broke). Look after its server, then"],
])("a database that fails with %s gives an error that tells the operator what to do", (code, sentence) => {
  const error = deserializeError(serializeError(Object.assign(new Error("It broke"), { code })));
  if (!(error instanceof ApiError)) throw error;
  expect(adminErrorOf(error).message).toContain(sentence);
});

it("a refusal keeps its own message", () => {
  expect(adminErrorOf(notFound("plan")).message).toBe(notFound("plan").message);
});
