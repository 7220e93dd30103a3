import * as connectors from "./connectors.ts";
import * as context from "./context.ts";
import * as dependencies from "./dependencies.ts";
import * as documents from "./documents.ts";
import type { Endpoint } from "./endpoint.ts";
import * as graph from "./graph.ts";
import * as identity from "./identity.ts";
import * as instructions from "./instructions.ts";
import * as mcpServers from "./mcp-servers.ts";
import * as notifications from "./notifications.ts";
import * as plans from "./plans.ts";
import * as projects from "./projects.ts";
import * as prototypes from "./prototypes.ts";
import * as push from "./push.ts";
import * as skills from "./skills.ts";
import * as specs from "./specs.ts";

export * from "./connectors.ts";
export * from "./context.ts";
export * from "./dependencies.ts";
export * from "./documents.ts";
export * from "./graph.ts";
export * from "./identity.ts";
export * from "./instructions.ts";
export * from "./mcp-servers.ts";
export * from "./notifications.ts";
export * from "./plans.ts";
export * from "./projects.ts";
export * from "./prototypes.ts";
export * from "./push.ts";
export * from "./skills.ts";
export * from "./specs.ts";

const modules = [
  identity,
  projects,
  plans,
  specs,
  dependencies,
  graph,
  connectors,
  push,
  context,
  instructions,
  skills,
  mcpServers,
  documents,
  notifications,
  prototypes,
];

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === "object" && value !== null && "method" in value && "path" in value && "reply" in value;

/** Every declared endpoint, built or planned. */
export const endpoints: readonly Endpoint[] = modules.flatMap((module) =>
  Object.values(module).filter(isEndpoint),
);
