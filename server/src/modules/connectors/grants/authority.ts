import type { AuthorizationServer, Client, ClientAuth } from "oauth4webapi";
import { ApiError } from "../../../errors.ts";
import type { Fetch } from "../../../outbound/client.ts";
import { measured } from "../../../outbound/measured.ts";
import type { Context } from "../../context.ts";
import type { GrantFacts, ServerFacts } from "./facts.ts";
import { vendorOf } from "./vendors.ts";

export interface Authority {
  server: AuthorizationServer;
  client: Client;
  auth: ClientAuth;
  fetch: Fetch;
  /** True for an operator-set address without TLS. */
  isInsecure: boolean;
  more: Readonly<Record<string, string>>;
}

export const oauth = () => import("oauth4webapi");

/** Throws 409 if the operator configured none. */
export async function vendorAuthority(context: Context, connectorId: string): Promise<Authority> {
  const vendor = vendorOf(context.config, connectorId);
  if (!vendor)
    throw new ApiError("not_configured", "Signing in there is not set up here. Connect with an `apiKey`.");
  const { ClientSecretPost } = await oauth();
  const { origin, protocol } = new URL(vendor.authorize);
  return {
    server: {
      issuer: origin,
      authorization_endpoint: vendor.authorize,
      token_endpoint: vendor.token,
      ...(vendor.revoke === null ? {} : { revocation_endpoint: vendor.revoke }),
    },
    client: { client_id: vendor.client.clientId },
    auth: ClientSecretPost(vendor.client.clientSecret),
    fetch: measured(context, "tracker", context.outbound.trustedFetch),
    isInsecure: protocol === "http:",
    more: {},
  };
}

/** Calls through the guarded client. */
export async function serverAuthority(
  context: Context,
  { server, clientId, clientAuth, resource }: ServerFacts,
  clientSecret: string | null,
): Promise<Authority> {
  const { ClientSecretBasic, ClientSecretPost, None } = await oauth();
  const auth = {
    none: () => None(),
    client_secret_post: () => ClientSecretPost(clientSecret ?? ""),
    client_secret_basic: () => ClientSecretBasic(clientSecret ?? ""),
  }[clientAuth];
  return {
    server: { ...server },
    client: { client_id: clientId },
    auth: auth(),
    fetch: measured(context, "mcp", context.outbound.fetch),
    isInsecure: context.config.allowPrivateNetwork !== false,
    more: { resource },
  };
}

export const authorityOf = (
  context: Context,
  connectorId: string,
  facts: GrantFacts,
  clientSecret: string | null,
): Promise<Authority> =>
  facts.kind === "server"
    ? serverAuthority(context, facts, clientSecret)
    : vendorAuthority(context, connectorId);
