/** Every resource with its endpoints. A new one is one more line here. */
export * from "./connectors.ts";
export * from "./context.ts";
export * from "./dependencies.ts";
export * from "./documents.ts";
export * from "./graph.ts";
export * from "./identity.ts";
export * from "./imports.ts";
export * from "./instructions.ts";
export * from "./mcp-servers.ts";
export * from "./notifications.ts";
export * from "./oauth-connections.ts";
export * from "./plans.ts";
export * from "./projects.ts";
export * from "./prototypes.ts";
export * from "./push.ts";
export * from "./skills.ts";
export * from "./specs.ts";
