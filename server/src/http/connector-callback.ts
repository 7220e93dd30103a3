import type { FastifyInstance } from "fastify";
import { createLimiter } from "../dispatch/limiter.ts";
import { comeBackFromVendor } from "../modules/connectors/oauth/callback.ts";
import { headersOfPage, sentencePage } from "../modules/connectors/oauth/page.ts";
import { findSession } from "../modules/sign-in/session.ts";
import { trackRequest } from "./active-requests.ts";
import { countedAddress } from "./rate-limit.ts";
import type { ServerContext } from "./server-context.ts";
import { sessionCookie } from "./session-cookie.ts";

export const connectorCallback = "/connectors/{connectorId}/callback";

/**
 * `GET /connectors/{connectorId}/callback`: a vendor sends the browser here. It is a navigation from another site, so
 * the state stands for what the console's endpoints take from `Sec-Fetch-Site`, and the session says whose browser it
 * is.
 */
export function registerConnectorCallback(app: FastifyInstance, context: ServerContext): void {
  const { rateLimit } = context.config;
  const byAddress = createLimiter("callback", Math.max(1, Math.floor(rateLimit / 10)));

  app.get<{ Params: { connectorId: string } }>(
    connectorCallback.replace(/\{(\w+)\}/, ":$1"),
    async (request, reply) => {
      if (!trackRequest(context, reply.raw)) return reply.hijack();
      reply.headers({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
      reply.headers(byAddress.take(countedAddress(request)));
      const at = request.url.indexOf("?");
      const cookie = sessionCookie(context.publicUrl()).read(request.headers.cookie);
      const coming = comeBackFromVendor(context, {
        connectorId: request.params.connectorId,
        query: new URLSearchParams(at < 0 ? "" : request.url.slice(at)),
        session: await findSession(context.db, cookie),
      });
      const answer = await coming.catch((error) => {
        context.log.error({ err: error, requestId: request.id }, "a way back from a vendor failed");
        return sentencePage(400, "Something failed here. Connect anew in the settings.");
      });
      if ("redirect" in answer) return reply.redirect(answer.redirect, 303);
      return reply.code(answer.status).headers(headersOfPage).send(answer.html);
    },
  );
}
