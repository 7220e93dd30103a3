import type { Context } from "../modules/context.ts";

/** The parts of the process that the HTTP server needs. */
export interface ServerContext extends Context {
  /** The number of requests that arrived whole and whose answers have not left whole. */
  activeRequests: number;
}
