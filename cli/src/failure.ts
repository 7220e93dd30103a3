import { ApiError, ConnectionError } from "../../client/src/errors.ts";
import { type ExitCode, exitCodeOf, exitCodes } from "./exit-codes.ts";
import { printable } from "./output.ts";
import { fieldInOurWords, inOurWords, ownSentence } from "./words.ts";

interface FailureOptions extends ErrorOptions {
  parts?: readonly string[];
  exitCode?: ExitCode;
}

/** An expected failure, whose message says what to do. */
export class Failure extends Error {
  override readonly name = "Failure";
  /** Lines to list below the message. */
  readonly parts: readonly string[];
  /** The given exit code, otherwise its cause's. */
  readonly exitCode: ExitCode;

  constructor(message: string, { parts = [], exitCode, ...options }: FailureOptions = {}) {
    super(message, options);
    this.parts = parts;
    this.exitCode = exitCode ?? exitCodeFor(options.cause);
  }
}

export function exitCodeFor(error: unknown): ExitCode {
  if (error instanceof ApiError) return exitCodeOf(error.status);
  return error instanceof Failure ? error.exitCode : exitCodes.failure;
}

/** Returns the message of an expected failure; undefined for a defect. */
export function explain(error: unknown): string | undefined {
  if (error instanceof ApiError) {
    const { code, requestId } = error;
    // A sentence about one field needs no list of fields.
    const [, single] = /^\/\S+: (\p{Lu}.*)$/su.exec(error.message) ?? [];
    const parts = single === undefined ? wrongParts(error.details) : "";
    // The parts repeat what follows the colon.
    const sentence = parts === "" ? (single ?? error.message) : error.message.replace(/: \/.*$/s, ".");
    const message = ownSentence(code) ?? inOurWords(sentence);
    const isNamed = requestId === null || message.includes(requestId);
    const where = isNamed ? code : `${code}, request ${requestId}`;
    return printable(`${message} (${where})`) + parts;
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
      .map(({ path, message }) => `${fieldInOurWords(path)} ${inOurWords(message)}`.trim()),
  );
}
