import type { FastifyInstance } from "fastify";
import { createLimiter, type Headers } from "../dispatch/concurrency/rate-limiter.ts";
import { notFound, unauthorized } from "../errors.ts";
import { type Connected, isConnected } from "../modules/connectors/access.ts";
import { hookSecretOf } from "../modules/connectors/webhook.ts";
import { acceptWebhook } from "../modules/sync/accept-webhook.ts";
import { adapterOf } from "../modules/trackers/registry.ts";
import { trackRequest } from "./connection/active-requests.ts";
import { countedAddress } from "./connection/counted-address.ts";
import type { ServerContext } from "./server-context.ts";

const bodyLimit = 5 * 1024 * 1024;
/** Remembered pairs of address and connection with a valid signature; the oldest is evicted. */
const mostSigned = 10_000;

/** A connection that accepts webhooks, and their signing secret. */
interface Webhook {
  connection: Connected;
  secret: string;
}

/** A webhook before its signature is checked. */
interface Notice extends Webhook {
  /** Normalized sender address. */
  address: string;
  /** Address and connection. */
  pair: string;
  /** Rate-limit headers; null if the pair signed before. */
  counted: Headers | null;
}

declare module "fastify" {
  interface FastifyRequest {
    notice: Notice | null;
  }
}

/**
 * `POST /hooks/trackers/{connectionId}`: webhooks, authenticated by signature and treated as hints. Counted
 * by address before any query, refunded if valid, then counted by connection. Pairs that signed before stay
 * allowed.
 */
export function registerTrackerWebhooks(app: FastifyInstance, context: ServerContext): void {
  const { rateLimit } = context.config;
  const byConnection = createLimiter("hooks", rateLimit);
  const failures = createLimiter("failed", Math.max(1, Math.floor(rateLimit / 10)));
  const signed = new Set<string>();
  const remember = (pair: string) => {
    signed.delete(pair);
    signed.add(pair);
    if (signed.size > mostSigned) signed.delete(signed.values().next().value ?? pair);
  };

  app.register(async (scope) => {
    scope.decorateRequest("notice", null);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, raw, done) => done(null, raw));
    scope.post<{ Params: { connectionId: string } }>("/hooks/trackers/:connectionId", {
      bodyLimit,
      // Runs before the body is read.
      onRequest: async (request) => {
        const address = countedAddress(request);
        const { connectionId } = request.params;
        const pair = `${address} ${connectionId}`;
        const counted = signed.has(pair) ? null : failures.take(address);
        const webhook = await findWebhook(context, connectionId);
        if (webhook) {
          request.notice = { ...webhook, address, pair, counted };
          return;
        }
        signed.delete(pair);
        if (!counted) failures.take(address);
        throw notFound("webhook");
      },
      handler: async (request, reply) => {
        if (!trackRequest(context, reply.raw)) return reply.hijack();
        const { connection, secret, address, pair, counted } = request.notice ?? failed();
        const { workspace_id: workspaceId, id: connectionId, connector_id: connectorId } = connection;
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const hint = adapterOf(connectorId).readHook({ headers: request.headers, body }, secret);
        if (!hint)
          throw unauthorized("The notice's signature is not right.", counted ?? failures.take(address));
        if (counted) failures.giveBack(address);
        remember(pair);
        reply.headers(byConnection.take(connectionId));
        const input = { workspaceId, connectionId, ...hint };
        await context.writer.run(acceptWebhook, input);
        context.jobs.wake();
        return { accepted: true };
      },
    });
  });
}

function failed(): never {
  throw new Error("a notice without its connection");
}

async function findWebhook(context: ServerContext, id: string): Promise<Webhook | null> {
  if (!/^[0-9a-f-]{36}$/.test(id)) return null;
  const connection = await context.db
    .selectFrom("connections")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  if (!connection || !isConnected(connection)) return null;
  const secret = await hookSecretOf(context, connection);
  return secret === null ? null : { connection, secret };
}
