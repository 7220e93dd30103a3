import type { Answer, JsonObject } from "../common/answers.ts";
import type { JiraFault } from "./faults.ts";
import type { JiraAccount, JiraSite } from "./site.ts";

/** An authenticated request. `params` by template name. */
export type Call = {
  method: string;
  /** With its query. */
  path: string;
  query: URLSearchParams;
  /** The body if it is an object, else empty. */
  body: JsonObject;
  /** The raw body. */
  raw: unknown;
  /** The file of a multipart body that was sent by a program. */
  file: { name: string; type: string; bytes: Buffer } | undefined;
  account: JiraAccount;
  params: Record<string, string>;
  fault: JiraFault | undefined;
  /** Counts a write to issues; throws 429 over the limit. */
  writes(ids: string[]): void;
};

export type Route = {
  method: string;
  /** Relative to `/rest/api/3`. */
  template: string;
  handle: (site: JiraSite, call: Call) => Answer;
};

/** Reads a query list, repeated or comma-separated. */
export const listed = (query: URLSearchParams, name: string): string[] =>
  query
    .getAll(name)
    .flatMap((value) => value.split(","))
    .filter((value) => value !== "");

export const param = (call: Call, name: string) => call.params[name] ?? "";

/** Pages by `startAt` and `maxResults`. */
export function pageOf<T>(items: T[], query: URLSearchParams, otherwise: number) {
  const startAt = Number(query.get("startAt") ?? 0);
  const maxResults = Number(query.get("maxResults") ?? otherwise);
  const page = items.slice(startAt, startAt + maxResults);
  return { page, startAt, maxResults, total: items.length };
}
