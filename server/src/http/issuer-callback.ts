import type { FastifyInstance } from "fastify";
import { concurrencyLimit } from "../dispatch/concurrency/concurrency-limit.ts";
import { createLimiter } from "../dispatch/concurrency/rate-limiter.ts";
import { comeBack, problemPage } from "../modules/issuers/callback.ts";
import { countedBy } from "../modules/sign-in/known.ts";
import { findSession } from "../modules/sign-in/sessions/session.ts";
import { trackRequest } from "./connection/active-requests.ts";
import { countedAddress } from "./connection/counted-address.ts";
import { begunCookie } from "./console/begun-cookie.ts";
import { sessionCookie } from "./console/session-cookie.ts";
import { knownBrowserIn, setSessionCookies } from "./console/session-cookies.ts";
import type { ServerContext } from "./server-context.ts";

export const issuerCallback = "/console/issuer/callback";

/**
 * `GET /console/issuer/callback`: the issuer's redirect. Cross-site, so state and browser cookie replace
 * `Sec-Fetch-Site`. Always answers a redirect to the console.
 */
export function registerIssuerCallback(app: FastifyInstance, context: ServerContext): void {
  const { rateLimit } = context.config;
  const limiter = createLimiter("issuer", Math.max(1, Math.floor(rateLimit / 10)));
  const limitGuesses = concurrencyLimit(1);

  app.get(issuerCallback, async (request, reply) => {
    if (!trackRequest(context, reply.raw)) return reply.hijack();
    reply.headers({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
    const address = countedAddress(request);
    const publicUrl = context.publicUrl();
    const { cookie, "user-agent": userAgent = "" } = request.headers;
    const knownBrowser = knownBrowserIn(publicUrl, cookie);
    // Once an address is exhausted, known browsers count separately.
    const from = limiter.isEmpty(address)
      ? await limitGuesses(() => countedBy(context.db, { knownBrowser, address }))
      : address;
    if (!limiter.tryTake(from)) return reply.redirect(problemPage("busy", null), 303);
    const offset = request.url.indexOf("?");
    const comingBack = comeBack(context, {
      search: offset < 0 ? "" : request.url.slice(offset),
      browserSecret: begunCookie(publicUrl).read(cookie),
      session: await findSession(context.db, sessionCookie(publicUrl).read(cookie)),
      knownBrowser,
      sender: { address, userAgent },
      setSession: (started) => setSessionCookies(reply, publicUrl, started),
    });
    const page = await comingBack.catch((error) => {
      context.log.error({ err: error, requestId: request.id }, "a way back from the issuer failed");
      return problemPage("failed", null);
    });
    const { pathname, search, hash } = new URL(page, "http://console.invalid");
    return reply.redirect(pathname + search + hash, 303);
  });
}
