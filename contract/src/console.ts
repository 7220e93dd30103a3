import * as consent from "./console/consent.ts";
import type { ConsoleEndpoint } from "./console/endpoint.ts";
import * as invite from "./console/invite.ts";
import * as issuers from "./console/issuers.ts";
import * as mcpAccess from "./console/mcp-access.ts";
import * as passkeys from "./console/passkeys.ts";
import * as session from "./console/session.ts";
import * as signIn from "./console/sign-in.ts";

export * from "./console/consent.ts";
export * from "./console/endpoint.ts";
export * from "./console/invite.ts";
export * from "./console/issuers.ts";
export * from "./console/mcp-access.ts";
export * from "./console/passkeys.ts";
export * from "./console/session.ts";
export * from "./console/sign-in.ts";

const isEndpoint = (value: object): value is ConsoleEndpoint => "needs" in value && "path" in value;

export const consoleEndpoints: readonly ConsoleEndpoint[] = Object.values<object>({
  ...consent,
  ...issuers,
  ...mcpAccess,
  ...passkeys,
  ...invite,
  ...session,
  ...signIn,
}).filter(isEndpoint);
