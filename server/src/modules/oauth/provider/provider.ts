import { generateKeyPairSync } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { type Configuration, Provider } from "oidc-provider";
import { newId } from "../../../ids.ts";
import type { Context } from "../../context.ts";
import { hashSecret, newSecret } from "../../identity/key-format.ts";
import { isMember } from "../../identity/people.ts";
import { ownClients } from "../clients/clients.ts";
import { checkMetadata } from "../clients/registration.ts";
import { findLiveConnection } from "../store.ts";
import { adapterOf } from "./adapter.ts";
import { consentCookie, cookieKeys } from "./cookies.ts";
import { fetchDocument } from "./document.ts";
import { requireRedirect, showEarlyErrors } from "./early-errors.ts";
import { errorPage } from "./error-page.ts";
import { settleExchange } from "./exchange.ts";
import { alwaysAsk } from "./policy.ts";
import { settleParams } from "./settle-params.ts";
import { waitForUnreachableApps } from "./unreachable-app.ts";

/** Request lookups that the library's callbacks need. */
export interface Browser {
  /** Returns the user of the request's console session. */
  personOf(request: IncomingMessage): Promise<string | null>;
  /** Returns false if the sender has reached the limit of fetched documents. */
  mayFetch(request: IncomingMessage): boolean;
}

const hour = 3600;
const day = 24 * hour;

/** Creates the OAuth 2.1 server, on the first request, when the address is known. */
export function createProvider(context: Context, browser: Browser): Provider {
  const base = context.publicUrl();
  const provider = new Provider(base, configuration(context, browser, base));
  provider.proxy = true; // `http/oauth.ts` supplies the public address.
  ownPrefixes(provider);
  hashedSecrets(provider);
  waitForUnreachableApps(provider);
  showEarlyErrors(provider);
  provider.use(async (ctx, next) => {
    await next();
    await settleExchange(context, ctx);
    keepResumeCookie(ctx.response);
  });
  provider.on("server_error", (_ctx, error) => context.log.error({ err: error }, "an OAuth request failed"));
  return provider;
}

function configuration(context: Context, browser: Browser, base: string): Configuration {
  const cookie = { httpOnly: true, sameSite: "lax", signed: true } as const;
  return {
    adapter: (model: string) => adapterOf(context, model),
    clients: [...ownClients],
    clientDefaults: {
      grant_types: ["authorization_code", "refresh_token"],
      id_token_signed_response_alg: "ES256",
    },
    clientAuthMethods: ["none", "client_secret_basic", "client_secret_post"],
    scopes: ["read", "write"],
    responseTypes: ["code"],
    claims: {},
    jwks: { keys: [unusedKey()] },
    cookies: {
      keys: cookieKeys(context),
      names: {
        session: "groundplan_oauth_session",
        interaction: "groundplan_oauth_question",
        resume: "groundplan_oauth",
      },
      long: cookie,
      short: cookie,
    },
    routes: {
      authorization: "/oauth/authorize",
      token: "/oauth/token",
      revocation: "/oauth/revoke",
      registration: "/oauth/register",
      device_authorization: "/oauth/device_authorization",
      code_verification: "/device",
    },
    ttl: {
      AccessToken: hour,
      AuthorizationCode: 60,
      DeviceCode: 600,
      Interaction: 600,
      RefreshToken: 30 * day,
      Session: 600,
      Grant: 30 * day,
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      deviceFlow: { enabled: true, deviceInfo: () => ({}) },
      registration: { enabled: true, idFactory: newId, issueRegistrationAccessToken: false },
      clientIdMetadataDocument: {
        enabled: true,
        ack: "draft-02",
        allowFetch: (ctx) => browser.mayFetch(ctx.req),
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => base,
        useGrantedResource: () => true,
        getResourceServerInfo(ctx) {
          settleParams(ctx, base);
          return { scope: "read write", audience: base, accessTokenFormat: "opaque", accessTokenTTL: hour };
        },
      },
    },
    extraClientMetadata: {
      // The validator runs only for a listed property, and then sees all of them.
      properties: ["software_id"],
      validator: (ctx, _name, _value, metadata) => checkMetadata(metadata, ctx !== undefined),
    },
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    expiresWithSession: () => false,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed("refresh_token"),
    rotateRefreshToken: true,
    revokeGrantPolicy: () => true,
    loadExistingGrant: async (ctx) => {
      const { oidc } = ctx;
      const grantId = oidc.result?.consent?.grantId;
      if (grantId === undefined) return undefined;
      requireRedirect(ctx);
      return oidc.provider.Grant.find(grantId);
    },
    interactions: {
      policy: alwaysAsk(),
      url(ctx, { uid }) {
        ctx.cookies.set(consentCookie.name, consentCookie.valueOf(context, uid), {
          path: consentCookie.pathOf(uid),
          sameSite: "strict",
          httpOnly: true,
          signed: false,
          maxAge: 600_000,
        });
        return `/oauth/consent/${uid}`;
      },
    },
    async findAccount(ctx, accountId, token) {
      settleParams(ctx, base);
      const isHere = token?.grantId
        ? await isMemberBehind(context, token.grantId, accountId)
        : (await browser.personOf(ctx.req)) === accountId;
      return isHere ? { accountId, claims: async () => ({ sub: accountId }) } : undefined;
    },
    renderError: errorPage,
    fetch: (url, options) => fetchDocument(context, String(url), options as RequestInit),
  };
}

/** Returns false if the connection's user is no longer a member. */
async function isMemberBehind({ db }: Context, grantId: string, userId: string): Promise<boolean> {
  const connection = await findLiveConnection(db, grantId);
  return connection?.user_id === userId && isMember(db, connection.workspace_id, userId);
}

/** Returns a placeholder for the library's required key; there are no ID tokens to sign. */
function unusedKey() {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { ...privateKey.export({ format: "jwk" }), kty: "EC" as const };
}

/**
 * Gives tokens our prefix and checksum, which leak scanners recognize. The library has no option for it; its
 * own method also settles the token's format, so it is called first.
 */
function ownPrefixes({ AccessToken, RefreshToken }: Provider): void {
  for (const [model, prefix] of [
    [AccessToken, "plan_at_"],
    [RefreshToken, "plan_rt_"],
  ] as const) {
    const prototype = model.prototype as unknown as { generateTokenId(): string };
    const own = prototype.generateTokenId;
    prototype.generateTokenId = function () {
      own.call(this);
      return newSecret(prefix);
    };
  }
}

/** Compares client secrets by hash. */
function hashedSecrets({ Client }: Provider): void {
  const prototype = Client.prototype as { compareClientSecret(actual: string): boolean | Promise<boolean> };
  const compare = prototype.compareClientSecret;
  prototype.compareClientSecret = function (actual) {
    return compare.call(this, hashSecret(actual));
  };
}

/** Drops the library's session and interaction cookies, which are unused. */
function keepResumeCookie(response: {
  headers: Record<string, unknown>;
  remove(name: string): void;
  set(name: string, value: string[]): void;
}): void {
  const cookies = [response.headers["set-cookie"] ?? []].flat().map(String);
  if (cookies.length === 0) return;
  response.remove("set-cookie");
  const kept = cookies.filter((cookie) => !/^groundplan_oauth_(?:session|question)(?:\.sig)?=/.test(cookie));
  if (kept.length > 0) response.set("set-cookie", kept);
}
