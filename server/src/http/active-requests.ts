import type { ServerResponse } from "node:http";
import type { ServerContext } from "./server-context.ts";

/**
 * Counts a request as active until its whole answer has left or its connection has closed. Returns false where its
 * client left before: a response that is closed already would never be counted down, and nobody waits for it.
 */
export function trackRequest(context: ServerContext, response: ServerResponse): boolean {
  if (response.destroyed) return false;
  context.activeRequests++;
  response.once("close", () => context.activeRequests--);
  return true;
}
