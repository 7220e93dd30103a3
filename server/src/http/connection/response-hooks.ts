import { logRequest } from "../../log.ts";
import type { ServerContext } from "../server-context.ts";

export interface CompletedResponse {
  requestId: string;
  /** Absent for unparsable requests. */
  method?: string | undefined;
  path?: string | undefined;
  status: number;
  /** Milliseconds, if measured. */
  ms?: number;
  /** Id of a valid credential. */
  credential?: string | undefined;
  /** Why a request was unparsable. */
  broken?: string | undefined;
}

/** Metrics labels of a response. */
export interface Counted {
  /** Template of its route. */
  route: string;
  /** Seconds, if meaningful. */
  seconds?: number;
}

interface ResponseHook {
  /** Returns headers for every response. */
  headers?(requestId: string): Record<string, string>;
  /** Called once per completed response. */
  onResponse?(context: ServerContext, response: CompletedResponse, counted: Counted): void;
}

/**
 * Hooks of all responses, from the router, the cache (`cached-responses.ts`) or for unparsable requests
 * (`error-reply.ts`).
 */
const hooks: readonly ResponseHook[] = [
  { headers: (requestId) => ({ "x-request-id": requestId }) },
  { headers: () => ({ "cache-control": "private, no-cache", "x-content-type-options": "nosniff" }) },
  { onResponse: ({ log }, response) => logRequest(log, response) },
  {
    onResponse: ({ meter }, { method = "", status }, { route, seconds }) =>
      meter?.request(route, method, status, seconds),
  },
];

export const commonHeaders = (requestId: string): Record<string, string> =>
  Object.assign({}, ...hooks.map((hook) => hook.headers?.(requestId)));

/** One label for all unknown paths, which are arbitrary. */
const noRoute: Counted = { route: "none" };

export function runOnResponse(
  context: ServerContext,
  response: CompletedResponse,
  counted: Counted = noRoute,
): void {
  for (const hook of hooks) hook.onResponse?.(context, response, counted);
}
