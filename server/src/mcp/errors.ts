import { ApiError } from "../errors.ts";
import { tokensOf } from "../tokens/tokens.ts";
import { oneLine } from "./render/words.ts";

/** A call that works, for a model to copy. */
export interface Attempt {
  tool: string;
  arguments: Record<string, unknown>;
}

/** An error that a model can act on: the fault, its place in the arguments, and the remedy. */
export class ToolError extends Error {
  /** JSON Pointer into the arguments without its first slash, such as `needs/0`; empty for the call. */
  readonly where: string;
  /** A sentence. */
  readonly remedy: string;
  /** A call that works. */
  attempt: Attempt | undefined;
  /** Seconds after which the same call can be repeated. */
  retryAfter: number | undefined;

  constructor(where: string, what: string, remedy = "", attempt?: Attempt) {
    super(what);
    this.where = where;
    this.remedy = remedy;
    this.attempt = attempt;
  }
}

/** Characters of a value in an example; a longer text is one that the model has at hand. Fewer if they don't fit. */
const longestValues = [200, 20];

/** Returns the error as the text of a tool's answer, with the call that works at the end, if it fits in the budget. */
export async function sayError(
  { where, message, remedy, attempt }: ToolError,
  budget: number,
): Promise<string> {
  const place = where === "" ? "" : `${oneLine(where, 200)}:`;
  let said = [place, message, remedy]
    .filter((part) => part !== "")
    .join(" ")
    .replace(loading, "");
  for (const longest of attempt ? longestValues : []) {
    const whole = `${said} Try: ${attempt?.tool} ${jsonOf(attempt?.arguments, longest)}`;
    if ((await tokensOf(whole)) <= budget) return whole;
  }
  while ((await tokensOf(said)) > budget) said = `${said.slice(0, said.length * 0.7)}…`;
  return said;
}

/** Matches the beginnings of images, links and tags in the words of others. */
const loading = /[<[]|(?<=:)\/\//g;

/** Writes arguments as JSON in which no image, link or tag begins. */
function jsonOf(given: unknown, longest: number): string {
  const shorten = (_name: string, value: unknown) =>
    typeof value === "string" && value.length > longest ? "…" : value;
  return JSON.stringify(given, shorten)
    .replaceAll("<", "\\u003c")
    .replaceAll("![", "!\\u005b")
    .replaceAll("](", "]\\u0028")
    .replaceAll("://", ":\\/\\/");
}

/** What `at` knows about the call of an operation. */
interface Place {
  /** Turns the place of a fault in the operation's body into one in the arguments. */
  pathOf?: (path: string) => string;
  attempt?: Attempt;
}

/** Runs an operation for an argument; its errors name that argument, or the place in it. */
export async function at<T>(where: string, work: () => Promise<T>, place: Place = {}): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ApiError ? toToolError(error, where, place) : error;
  }
}

/** Turns an error of the API into one about the arguments of a tool. */
export function toToolError(
  error: ApiError,
  where = "",
  { pathOf = (path) => path, attempt }: Place = {},
): ToolError {
  const [first] = detailsOf(error);
  const path = first === undefined ? "" : pathOf(first.path.replace(/^\//, ""));
  const what = first === undefined ? error.message : `${first.message.replace(/[.?]$/, "")}.`;
  const told = new ToolError(path === "" ? where : path, inOurWords(what), "", attempt);
  const after = error.headers["retry-after"];
  if (after !== undefined) told.retryAfter = Number(after);
  return told;
}

interface Detail {
  path: string;
  message: string;
}

/** Returns the faults that an error names place by place. */
function detailsOf({ details }: ApiError): Detail[] {
  if (!Array.isArray(details)) return [];
  return details.filter(
    (one): one is Detail => typeof one?.path === "string" && typeof one.message === "string",
  );
}

/** Names of arguments by the API's names. */
const ourNames: Record<string, string> = {
  needsFirst: "needs",
  baseRevision: "revision",
  minReadiness: "readiness",
  maxEffort: "effort",
  projectSlug: "project",
  planShortId: "plan",
  "Idempotency-Key": "groundplan/idempotencyKey",
};

/** Returns the argument of a field of the API. */
export const argumentOf = (field: string): string =>
  (Object.hasOwn(ourNames, field) ? ourNames[field] : undefined) ?? field;

const inOurWords = (text: string): string =>
  text
    .replace(/[\w-]+/g, argumentOf)
    .replace(" Check the address and the handle.", "")
    .replace("The claim of the `Claim` header", "This claim");
