import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Provider, { type Configuration } from "oidc-provider";
import { neverInTheClear } from "../no-secrets.ts";
import { memory } from "./adapter.ts";
import { letIn } from "./let-in.ts";

export const clientId = "groundplan-at-vendor";
export const clientSecret = "a secret between the service and its vendor";

/** The most token pairs of a vendor that tests search for as plaintext secrets. */
const mostTold = 20;

const paths = {
  linear: { authorization: "/oauth/authorize", token: "/oauth/token", revocation: "/oauth/revoke" },
  jira: { authorization: "/authorize", token: "/oauth/token", revocation: "/none" },
  github: {
    authorization: "/login/oauth/authorize",
    token: "/login/oauth/access_token",
    revocation: "/none",
  },
};

export type VendorName = keyof typeof paths;

export interface Vendor {
  base: string;
  env: Record<string, string>;
  provider: Provider;
  /** Answers a request instead of the vendor; false lets the vendor answer. */
  instead: (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;
  requests: string[];
  /** The lifetime of access tokens in seconds. */
  lasts: number;
  /** The account that grants the next consent; "" refuses. */
  account: string;
  /** Signs in at the vendor and consents ("" refuses); returns the redirect back. */
  letIn(url: string, account: string): Promise<string>;
  pair(account: string): Promise<{ access: string; refresh: string }>;
  close(): Promise<void>;
}

/** Starts a vendor; `onToken` receives every access token issued. */
export async function startVendor(
  name: VendorName,
  publicUrl: string,
  onToken: (token: string) => void = () => {},
): Promise<Vendor> {
  const server = createServer((request, response) => {
    void (async () => {
      vendor.requests.push(`${request.method} ${request.url?.split("?")[0]}`);
      if (await vendor.instead(request, response)) return;
      // Linear separates scopes by commas, the library by spaces.
      if (name === "linear") request.url = request.url?.replace("scope=read%2Cwrite", "scope=read+write");
      if (!request.url?.startsWith("/interaction/")) return void answer(request, response);
      const result =
        vendor.account === ""
          ? { error: "access_denied" }
          : { login: { accountId: vendor.account }, consent: {} };
      await vendor.provider.interactionFinished(request, response, result);
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const configuration: Configuration = {
    adapter: memory(),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${publicUrl}/connectors/${name}/callback`],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    cookies: { keys: ["test"] },
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true, allowedPolicy: async () => true },
    },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    pkce: { required: () => true },
    routes: paths[name],
    scopes: [
      "read",
      "write",
      "repo",
      "offline_access",
      "read:jira-work",
      "write:jira-work",
      "read:jira-user",
    ],
    ttl: {
      AccessToken: () => vendor.lasts,
      AuthorizationCode: 60,
      Grant: 3600,
      Interaction: 60,
      Session: 60,
      RefreshToken: 3600,
      IdToken: 60,
    },
    loadExistingGrant: async ({ oidc }) => {
      const accountId = oidc.session?.accountId ?? "";
      const grant = new oidc.provider.Grant({ accountId, clientId: oidc.client?.clientId ?? "" });
      grant.addOIDCScope(String(oidc.params?.scope ?? ""));
      await grant.save();
      return grant;
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  };
  const provider = new Provider(base, configuration);
  const answer = provider.callback();
  let told = 0;
  provider.on("grant.success", ({ body }) => {
    const { access_token: access = "", refresh_token: refresh } = body as Record<string, string>;
    onToken(access);
    // Each one makes every search for secrets longer.
    if (told++ < mostTold) neverInTheClear(access, refresh);
  });
  const upper = name.toUpperCase();

  const vendor: Vendor = {
    base,
    env: {
      [`GROUNDPLAN_${upper}_CLIENT_ID`]: clientId,
      [`GROUNDPLAN_${upper}_CLIENT_SECRET`]: clientSecret,
      [`GROUNDPLAN_${upper}_OAUTH_URL`]: base,
    },
    provider,
    instead: () => false,
    requests: [],
    lasts: 3600,
    account: "",
    async letIn(url, as) {
      vendor.account = as;
      return letIn(url, base);
    },
    async pair(accountId) {
      const grant = new provider.Grant({ accountId, clientId });
      grant.addOIDCScope("read write");
      const grantId = await grant.save();
      const client = await provider.Client.find(clientId);
      if (!client) throw new Error("the vendor lost its client");
      const about = { accountId, client, grantId, gty: "authorization_code", scope: "read write" };
      const refresh = await new provider.RefreshToken({ ...about } as never).save();
      const access = await new provider.AccessToken({ ...about } as never).save();
      onToken(access);
      return { access, refresh };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return vendor;
}
