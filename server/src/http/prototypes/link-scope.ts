import type { FastifyInstance } from "fastify";
import { ApiError } from "../../errors.ts";
import { sendError } from "../error-reply.ts";
import type { ServerContext } from "../server-context.ts";
import { notThere } from "./page.ts";

/** Missing, or not to be revealed. */
export class NotThere extends Error {}

/** Registers the pages of public links: GET and HEAD only, with these headers, and the same 404 for every failure. */
export function registerLinkScope(
  app: FastifyInstance,
  context: ServerContext,
  headers: Record<string, string>,
  addPages: (scope: FastifyInstance) => void,
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _body, done) => done(null)); // Left unread.
    scope.setErrorHandler((error, request, reply) => {
      reply.headers(headers);
      if (error instanceof NotThere) return notThere(reply);
      return sendError(context, error, request, reply);
    });
    scope.addHook("onRequest", async ({ method }, reply) => {
      reply.headers(headers);
      if (method === "GET" || method === "HEAD") return;
      const message = `${method} is not possible here. Use GET, HEAD.`;
      throw new ApiError("method_not_allowed", message, undefined, { allow: "GET, HEAD" });
    });
    addPages(scope);
  });
}
