import type { Endpoint } from "./endpoint.ts";
import * as resources from "./resources.ts";

export * from "./resources.ts";

const isEndpoint = (value: object): value is Endpoint =>
  "method" in value && "path" in value && "reply" in value;

export const endpoints: readonly Endpoint[] = Object.values<object>(resources).filter(isEndpoint);
