import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import { type Connected, isConnected } from "../modules/connectors/access.ts";
import { hookSecretOf } from "../modules/connectors/webhook.ts";
import { unauthorized } from "../modules/identity/actor.ts";
import { acceptHook } from "../modules/push/back/accept-hook.ts";
import { adapterOf } from "../modules/push/trackers/open.ts";
import { isText } from "./body.ts";
import { createLimiter } from "./rate-limit.ts";

const bodyLimit = 5 * 1024 * 1024;

/** A connection that takes notices, and what they are signed with. */
interface Hook {
  connection: Connected;
  secret: string;
}

declare module "fastify" {
  interface FastifyRequest {
    hook: Hook | null;
  }
}

/**
 * `POST /hooks/trackers/{connectionId}`: notices of trackers. The signature is their only credential; what they say
 * is taken as a hint. Those that are good are counted by connection, failures by address: they refuse failures only,
 * since all customers of a tracker hear from the same addresses.
 */
export function registerHooks(app: FastifyInstance, context: Context): void {
  const { rateLimit } = context.config;
  const byConnection = createLimiter("hooks", rateLimit);
  const byAddress = createLimiter("address", Math.max(1, Math.floor(rateLimit / 10)));
  type Request = FastifyRequest<{ Params: { connectionId: string } }>;

  app.register(async (scope) => {
    scope.decorateRequest("hook", null);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, raw, done) => done(null, raw));
    scope.post<{ Params: { connectionId: string } }>("/hooks/trackers/:connectionId", {
      bodyLimit,
      // Before the body is read.
      onRequest: async (request: Request) => {
        request.hook = await findHook(context, request.params.connectionId);
        if (request.hook) return;
        byAddress.take(request.ip);
        throw notFound("webhook");
      },
      handler: async (request, reply) => {
        context.atWork++;
        reply.raw.once("close", () => context.atWork--);
        const { connection, secret } = request.hook ?? failed();
        const { workspace_id: workspaceId, id: connectionId, connector_id: connectorId } = connection;
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const hint = adapterOf(connectorId).readHook({ headers: request.headers, body }, secret);
        if (!hint) throw unauthorized("The notice's signature is not right.", byAddress.take(request.ip));
        reply.headers(byConnection.take(connectionId));
        const input = { workspaceId, connectionId, ...hint };
        await context.writer.run({ name: acceptHook.name, actor: null, input });
        context.jobs.wake();
        return { accepted: true };
      },
    });
  });
}

function failed(): never {
  throw new Error("a notice without its connection");
}

async function findHook(context: Context, id: string): Promise<Hook | null> {
  if (!isText(id)) return null;
  const connection = await context.db
    .selectFrom("connections")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  if (!connection || !isConnected(connection)) return null;
  const secret = await hookSecretOf(context, connection);
  return secret === null ? null : { connection, secret };
}
