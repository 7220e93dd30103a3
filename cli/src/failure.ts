import { ApiError, ConnectionError } from "@groundplan/client";
import { printable } from "./output.ts";

/** An expected failure: a sentence that says what to do. It ends the command with exit code 1. */
export class Failure extends Error {
  override readonly name = "Failure";
  /** What is listed below the sentence. */
  readonly parts: readonly string[];

  constructor(
    message: string,
    { parts = [], ...options }: ErrorOptions & { parts?: readonly string[] } = {},
  ) {
    super(message, options);
    this.parts = parts;
  }
}

/** What a person reads about an expected failure; undefined for any other, which is a defect. */
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

/** The list that `invalid_request` carries, a line each. */
function wrongParts(details: unknown): string {
  if (!Array.isArray(details)) return "";
  return listed(
    details
      .filter((part) => typeof part?.path === "string" && typeof part.message === "string")
      .map(({ path, message }) => `${path || "/"} ${message}`),
  );
}
