import type { FastifyInstance } from "fastify";
import type { Context } from "../../../context.ts";
import { ApiError, notFound } from "../../../errors.ts";
import { isConnected } from "../../connectors/access.ts";
import { hookSecretOf } from "../../connectors/webhook.ts";
import { adapterOf } from "../trackers/open.ts";
import { acceptHook } from "./accept-hook.ts";

const bodyLimit = 5 * 1024 * 1024;

/**
 * `POST /hooks/trackers/{connectionId}`: notices of trackers. The signature is their only credential; what they say
 * is taken as a hint.
 */
export function registerHooks(app: FastifyInstance, context: Context): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, raw, done) => done(null, raw));
    scope.post<{ Params: { connectionId: string } }>(
      "/hooks/trackers/:connectionId",
      { bodyLimit },
      async (request) => {
        const { connectionId } = request.params;
        const connection = await context.db
          .selectFrom("connections")
          .selectAll()
          .where("id", "=", connectionId)
          .executeTakeFirst();
        const secret = connection && (await hookSecretOf(context, connection));
        if (!connection || !secret || !isConnected(connection)) throw notFound("webhook");
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const hint = adapterOf(connection.connector_id).readHook({ headers: request.headers, body }, secret);
        if (!hint) throw new ApiError("unauthorized", "The signature of the notice is not right.");
        const { deliveryId, externalIds } = hint;
        const input = { workspaceId: connection.workspace_id, connectionId, deliveryId, externalIds };
        await context.writer.run({ name: acceptHook.name, actor: null, input });
        context.jobs.wake();
        return { accepted: true };
      },
    );
  });
}
