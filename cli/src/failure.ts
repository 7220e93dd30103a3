import { ApiError, ConnectionError } from "../../client/src/index.ts";
import { printable } from "./output.ts";

/** An expected failure. Its message says what to do, and the command ends with exit code 1. */
export class Failure extends Error {
  override readonly name = "Failure";
  /** The lines that are listed below the message. */
  readonly parts: readonly string[];

  constructor(
    message: string,
    { parts = [], ...options }: ErrorOptions & { parts?: readonly string[] } = {},
  ) {
    super(message, options);
    this.parts = parts;
  }
}

/** Returns what a person reads about an expected failure; undefined for any other error, which is a defect. */
export function explain(error: unknown): string | undefined {
  if (error instanceof ApiError) {
    const { message, code, requestId } = error;
    const isNamed = requestId === null || message.includes(requestId);
    const where = isNamed ? code : `${code}, request ${requestId}`;
    return printable(`${message} (${where})`) + wrongParts(error.details);
  }
  if (error instanceof Failure) return printable(error.message) + listed(error.parts);
  return error instanceof ConnectionError ? printable(error.message) : undefined;
}

const listed = (parts: readonly string[]) => parts.map((part) => `\n  ${printable(part)}`).join("");

/** Returns the details of an `invalid_request`, one per line. */
function wrongParts(details: unknown): string {
  if (!Array.isArray(details)) return "";
  return listed(
    details
      .filter((part) => typeof part?.path === "string" && typeof part.message === "string")
      .map(({ path, message }) => `${path || "/"} ${message}`),
  );
}
