export * from "./changelog.ts";
export * from "./common.ts";
export * from "./endpoint.ts";
export * from "./endpoints.ts";
export * from "./errors.ts";
export * from "./openapi.ts";
export * from "./text.ts";
export * from "./version.ts";
