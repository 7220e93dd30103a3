import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import Provider, { type Configuration } from "oidc-provider";
import { z } from "zod";
import { neverInTheClear } from "../no-secrets.ts";
import { memory } from "./adapter.ts";
import { letIn } from "./let-in.ts";

export interface McpVendor {
  url: string;
  issuer: string;
  provider: Provider;
  /** Answers a request instead of both servers; false lets them answer. */
  instead: (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;
  requests: string[];
  registered: string[];
  /** The lifetime of access tokens in seconds. */
  lasts: number;
  /** The account that grants the next consent; "" refuses. */
  account: string;
  letIn(url: string, account: string): Promise<string>;
  close(): Promise<void>;
}

/** Starts both servers. `documents`: the authorization server supports client metadata documents. */
export async function startMcpVendor({ documents = false } = {}): Promise<McpVendor> {
  const listen = async (handle: (request: IncomingMessage, response: ServerResponse) => unknown) => {
    const server = createServer((request, response) => void handle(request, response)).listen(0, "127.0.0.1");
    await once(server, "listening");
    return { server, base: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  };
  const seen = (request: IncomingMessage, response: ServerResponse) => {
    vendor.requests.push(`${request.method} ${request.url?.split("?")[0]}`);
    return vendor.instead(request, response);
  };

  const tools = createMcpHandler(() => {
    const server = new McpServer({ name: "with accounts", version: "1.0.0" });
    server.registerTool(
      "whoami",
      { description: "Says who calls.", inputSchema: z.object({}), annotations: { readOnlyHint: true } },
      (context) => ({ content: [{ type: "text" as const, text: String(accountOf(context)) }] }),
    );
    return server;
  });
  const accountOf = (_context: unknown) => caller;
  let caller = "";
  const serveTools = toNodeHandler(tools);
  const resource = await listen(async (request, response) => {
    if (await seen(request, response)) return;
    if (request.url === "/.well-known/oauth-protected-resource/mcp") {
      const about = { resource: `${resource.base}/mcp`, authorization_servers: [vendor.issuer] };
      const body = JSON.stringify({ ...about, scopes_supported: ["read"] });
      return response.setHeader("content-type", "application/json").end(body);
    }
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
    const token = await vendor.provider.AccessToken.find(bearer);
    if (!token || token.aud !== `${resource.base}/mcp`) {
      const metadata = `${resource.base}/.well-known/oauth-protected-resource/mcp`;
      return response.writeHead(401, { "www-authenticate": `Bearer resource_metadata="${metadata}"` }).end();
    }
    caller = token.accountId;
    return serveTools(request as never, response as never);
  });

  const authorization = await listen(async (request, response) => {
    if (await seen(request, response)) return;
    if (!request.url?.startsWith("/interaction/")) return answer(request, response);
    const result =
      vendor.account === ""
        ? { error: "access_denied" }
        : { login: { accountId: vendor.account }, consent: {} };
    await vendor.provider.interactionFinished(request, response, result);
  });
  const configuration: Configuration = {
    adapter: memory(),
    cookies: { keys: ["test"] },
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: true, initialAccessToken: false },
      ...(documents ? { clientIdMetadataDocument: { enabled: true, ack: "draft-02" } } : {}),
      resourceIndicators: {
        enabled: true,
        defaultResource: async () => "https://nobody.example/",
        useGrantedResource: async () => true,
        getResourceServerInfo: async (_context, indicator) => ({
          scope: "read",
          audience: indicator,
          accessTokenFormat: "opaque",
          accessTokenTTL: vendor.lasts,
        }),
      },
      revocation: { enabled: true, allowedPolicy: async () => true },
    },
    clientBasedCORS: () => false,
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    pkce: { required: () => true },
    scopes: ["read"],
    ttl: {
      AccessToken: () => vendor.lasts,
      AuthorizationCode: 60,
      Grant: 3600,
      Interaction: 60,
      Session: 60,
      RefreshToken: 3600,
    },
    loadExistingGrant: async ({ oidc }) => {
      const accountId = oidc.session?.accountId ?? "";
      const grant = new oidc.provider.Grant({ accountId, clientId: oidc.client?.clientId ?? "" });
      grant.addOIDCScope(String(oidc.params?.scope ?? ""));
      const indicator = oidc.params?.resource;
      if (typeof indicator === "string") grant.addResourceScope(indicator, "read");
      await grant.save();
      return grant;
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  };
  const provider = new Provider(authorization.base, configuration);
  const answer = provider.callback();
  provider.on("grant.success", ({ body }) => {
    const { access_token: access, refresh_token: refresh } = body as Record<string, string>;
    neverInTheClear(access, refresh);
  });
  provider.on("registration_create.success", (_context, { clientId }) => vendor.registered.push(clientId));

  const vendor: McpVendor = {
    url: `${resource.base}/mcp`,
    issuer: authorization.base,
    provider,
    instead: () => false,
    requests: [],
    registered: [],
    lasts: 3600,
    account: "",
    async letIn(url, as) {
      vendor.account = as;
      return letIn(url, authorization.base);
    },
    async close() {
      for (const { server } of [resource, authorization]) {
        server.closeAllConnections();
        server.close();
        await once(server, "close");
      }
    },
  };
  return vendor;
}
