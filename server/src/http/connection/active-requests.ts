import type { ServerResponse } from "node:http";
import type { ServerContext } from "../server-context.ts";

/**
 * Counts a request as active until its answer is sent or its connection closes. Returns false for a response
 * closed already, which would never be counted down.
 */
export function trackRequest(context: ServerContext, response: ServerResponse): boolean {
  if (response.destroyed) return false;
  context.activeRequests++;
  response.once("close", () => context.activeRequests--);
  return true;
}
