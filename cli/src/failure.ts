import { ApiError, ConnectionError } from "@groundplan/client";
import { printable } from "./output.ts";

/** An expected failure: a sentence that says what to do. It ends the command with exit code 1. */
export class Failure extends Error {
  override readonly name = "Failure";
}

/** What a person reads about an expected failure; undefined for any other, which is a defect. */
export function explain(error: unknown): string | undefined {
  if (error instanceof ApiError) {
    const { message, code, requestId } = error;
    const isNamed = requestId === null || message.includes(requestId);
    const where = isNamed ? code : `${code}, request ${requestId}`;
    return printable(`${message} (${where})`) + wrongParts(error.details);
  }
  return error instanceof Failure || error instanceof ConnectionError ? printable(error.message) : undefined;
}

/** The list that `invalid_request` carries, a line each. */
function wrongParts(details: unknown): string {
  if (!Array.isArray(details)) return "";
  return details
    .filter((part) => typeof part?.path === "string" && typeof part.message === "string")
    .map(({ path, message }) => `\n  ${printable(`${path || "/"} ${message}`)}`)
    .join("");
}
