import type { FastifyInstance } from "fastify";
import { createLimiter } from "../dispatch/concurrency/rate-limiter.ts";
import { nothingHere } from "../errors.ts";
import { comeBackFromVendor } from "../modules/connectors/grants/callback.ts";
import { headersOfPage, sentencePage } from "../modules/connectors/grants/page.ts";
import { clientDocument } from "../modules/connectors/grants/servers/client-document.ts";
import { findSession } from "../modules/sign-in/sessions/session.ts";
import { trackRequest } from "./connection/active-requests.ts";
import { countedAddress } from "./connection/counted-address.ts";
import { sessionCookie } from "./console/session-cookie.ts";
import type { ServerContext } from "./server-context.ts";

export const connectorCallback = "/connectors/{connectorId}/callback";
export const connectorClient = "/connectors/{connectorId}/client.json";

/**
 * `GET /connectors/{connectorId}/callback`: the vendor's redirect. Cross-site, so the state replaces
 * `Sec-Fetch-Site`, and the session identifies the browser.
 */
export function registerConnectorCallback(app: FastifyInstance, context: ServerContext): void {
  registerClientDocument(app, context);
  const { rateLimit } = context.config;
  const byAddress = createLimiter("callback", Math.max(1, Math.floor(rateLimit / 10)));

  app.get<{ Params: { connectorId: string } }>(routeOf(connectorCallback), async (request, reply) => {
    if (!trackRequest(context, reply.raw)) return reply.hijack();
    reply.headers({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
    reply.headers(byAddress.take(countedAddress(request)));
    const offset = request.url.indexOf("?");
    const cookie = sessionCookie(context.publicUrl()).read(request.headers.cookie);
    const coming = comeBackFromVendor(context, {
      connectorId: request.params.connectorId,
      query: new URLSearchParams(offset < 0 ? "" : request.url.slice(offset)),
      session: await findSession(context.db, cookie),
    });
    const answer = await coming.catch((error) => {
      context.log.error({ err: error, requestId: request.id }, "a way back from a vendor failed");
      return sentencePage(400, "Something failed here. Connect again in the settings.");
    });
    if ("redirect" in answer) return reply.redirect(answer.redirect, 303);
    return reply.code(answer.status).headers(headersOfPage).send(answer.html);
  });
}

/** `GET /connectors/{connectorId}/client.json`: this service's client metadata for authorization servers. */
function registerClientDocument(app: FastifyInstance, context: ServerContext): void {
  app.get<{ Params: { connectorId: string } }>(routeOf(connectorClient), async ({ params }, reply) => {
    const { connectorId } = params;
    if (!/^[\w-]{1,100}$/.test(connectorId) || !context.publicUrl().startsWith("https:")) throw nothingHere();
    const headers = { "content-type": "application/json; charset=utf-8", "cache-control": "max-age=300" };
    return reply.headers(headers).send(JSON.stringify(clientDocument(context, connectorId)));
  });
}

const routeOf = (path: string) => path.replace(/\{(\w+)\}/, ":$1");
