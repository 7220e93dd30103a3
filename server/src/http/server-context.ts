import type { Context } from "../modules/context.ts";

export interface ServerContext extends Context {
  /** Number of fully received requests with unsent answers. */
  activeRequests: number;
}
