import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Provider, { type Configuration } from "oidc-provider";

const clientId = "groundplan";
const clientSecret = "a secret between the service and its issuer";

/** An OpenID Connect issuer whose accounts make any claims that a test wants. */
export interface Issuer {
  env: Record<string, string>;
  /** Answers a request instead of the issuer; false lets the issuer answer. */
  instead: (request: IncomingMessage, response: ServerResponse) => boolean;
  requests: string[];
  /** The `email_verified` claim. */
  isVerified: unknown;
  serve(publicUrl: string): void;
  become(subject: string, email?: string): void;
  signIn(url: string, subject: string, email?: string): Promise<string>;
  close(): Promise<void>;
}

/** Starts an issuer, which answers once its client is set. */
export async function startIssuer(): Promise<Issuer> {
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => {};
  const server = createServer((request, response) => {
    issuer.requests.push(`${request.method} ${request.url?.split("?")[0]}`);
    if (!issuer.instead(request, response)) handle(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const emails = new Map<string, string>();
  let account = "";
  const settings: Configuration = {
    cookies: { keys: ["test"] },
    features: { devInteractions: { enabled: false } },
    conformIdTokenClaims: false,
    ttl: { AccessToken: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    claims: { openid: ["sub", "email", "email_verified"], profile: ["name"] },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({
        sub,
        email: emails.get(sub) ?? "",
        email_verified: issuer.isVerified,
        name: "Somebody",
      }),
    }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        accountId: oidc.session?.accountId ?? "",
        clientId: oidc.client?.clientId ?? "",
      });
      grant.addOIDCScope("openid profile");
      await grant.save();
      return grant;
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  };

  const issuer: Issuer = {
    env: {
      GROUNDPLAN_OIDC_ISSUER: base,
      GROUNDPLAN_OIDC_CLIENT_ID: clientId,
      GROUNDPLAN_OIDC_CLIENT_SECRET: clientSecret,
      GROUNDPLAN_OIDC_LABEL: "Acme",
    },
    instead: () => false,
    requests: [],
    isVerified: true,
    serve(publicUrl) {
      const client = { client_id: clientId, client_secret: clientSecret };
      const clients = [{ ...client, redirect_uris: [`${publicUrl}/console/issuer/callback`] }];
      const provider = new Provider(base, { ...settings, clients });
      const answer = provider.callback();
      handle = (request, response) => {
        if (!request.url?.startsWith("/interaction/")) return void answer(request, response);
        const result = account === "" ? { error: "access_denied" } : { login: { accountId: account } };
        void provider.interactionFinished(request, response, result);
      };
    },
    become(subject, email = "") {
      account = subject;
      emails.set(subject, email);
    },
    async signIn(url, subject, email) {
      issuer.become(subject, email);
      const cookies = new Map<string, string>();
      for (let at = url; ; ) {
        if (!at.startsWith(base)) return at;
        const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
        const response = await fetch(at, { redirect: "manual", headers: { cookie } });
        for (const set of response.headers.getSetCookie()) {
          const [name = "", value = ""] = (set.split(";")[0] ?? "").split("=");
          cookies.set(name, value);
        }
        const location = response.headers.get("location");
        if (!location) throw new Error(`the issuer answered ${response.status}: ${await response.text()}`);
        at = new URL(location, at).href;
      }
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return issuer;
}
