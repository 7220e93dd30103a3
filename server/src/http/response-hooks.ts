import { logRequest } from "../log.ts";
import type { ServerContext } from "./server-context.ts";

/** A complete response, as the hooks get it. */
export interface CompletedResponse {
  requestId: string;
  /** Absent where a request was not understood. */
  method?: string | undefined;
  path?: string | undefined;
  status: number;
  /** The duration in milliseconds, where it was measured. */
  ms?: number;
  /** The credential's id, if the request had one that is valid. */
  credential?: string | undefined;
  /** The reason why a request was not understood. */
  broken?: string | undefined;
}

/** Metrics tell this of a response. */
export interface Counted {
  /** The template of its route. */
  route: string;
  /** The duration, where it says something about the service. */
  seconds?: number;
}

interface ResponseHook {
  /** Returns headers that each response carries. */
  headers?(requestId: string): Record<string, string>;
  /** Is called for each response once it is complete. */
  onResponse?(context: ServerContext, response: CompletedResponse, counted: Counted): void;
}

/**
 * The hooks of every response, whether it comes from the router or from the cache (`cached-responses.ts`), or answers a
 * request that was not understood (`error-reply.ts`): whatever all responses carry or cause is one more hook here.
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

/** Returns the headers that every response carries. */
export const commonHeaders = (requestId: string): Record<string, string> =>
  Object.assign({}, ...hooks.map((hook) => hook.headers?.(requestId)));

/** The one route of all requests that have none: their paths are anybody's words. */
const noRoute: Counted = { route: "none" };

/** Runs the hooks of a complete response. */
export function runOnResponse(
  context: ServerContext,
  response: CompletedResponse,
  counted: Counted = noRoute,
): void {
  for (const hook of hooks) hook.onResponse?.(context, response, counted);
}
