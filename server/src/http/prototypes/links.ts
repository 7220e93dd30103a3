import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { concurrencyLimit } from "../../dispatch/concurrency/concurrency-limit.ts";
import { noneMatch } from "../../dispatch/input/etag.ts";
import { mostBytesOfPiece } from "../../files/add-piece.ts";
import { readFile } from "../../files/read-file.ts";
import { findFile, type LinkedFile } from "../../modules/prototypes/find-file.ts";
import { contentTypeOf } from "../../modules/prototypes/media-type.ts";
import { isRewritten, rewritten, withStandIn } from "../../modules/prototypes/rewrite/rewrite.ts";
import { findLinked, type Linked } from "../../modules/prototypes/token.ts";
import { type AnswerPool, smallAnswerBytes } from "../answers/pool.ts";
import { trackRequest } from "../connection/active-requests.ts";
import type { ServerContext } from "../server-context.ts";
import { partOf } from "./byte-range.ts";
import type { Hosts } from "./host.ts";
import { linkGuard } from "./link-guard.ts";
import { NotThere, registerLinkScope } from "./link-scope.ts";
import { headersOfLink } from "./page.ts";

/** Concurrent rewrites, each holding a whole file. */
const rewrittenAtOnce = 4;

/**
 * `/p/{token}/…`: prototypes for link holders. Contents are untrusted, so every answer is sandboxed into its
 * own origin; no cookies, and every failure is the same 404.
 */
export function registerPrototypeLinks(
  app: FastifyInstance,
  context: ServerContext,
  pool: AnswerPool,
  hosts: Hosts,
): void {
  const find = linkGuard(context, "links", findLinked);
  const atOnce = concurrencyLimit(rewrittenAtOnce);

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (!trackRequest(context, reply.raw)) return reply.hijack();
    if (request.headers["service-worker"] !== undefined || !hosts.hasLinks(request.raw)) throw new NotThere();
    const { token = "", "*": path } = request.params as { token?: string; "*"?: string };
    const linked = await find(request, token);
    if (!linked) throw new NotThere();
    const base = `/p/${token}/`;
    const query = /\?.*$/s.exec(request.url)?.[0] ?? "";
    if (path === undefined) return reply.redirect(base + query, 302);
    const found = await findFile(context.db, linked, path);
    if (!found) throw new NotThere();
    if ("at" in found) return reply.redirect(base + found.at + query, 302);
    return send(request, reply, linked, found, base);
  }

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    { workspace_id: workspaceId, id }: Linked,
    { fileId, bytes, sha256, type }: LinkedFile,
    base: string,
  ): Promise<FastifyReply> {
    const { headers, method } = request;
    const rewrites = isRewritten(type, bytes);
    const isPage = type === "text/html";
    // The suffix versions the rewriting.
    const etag = `"${sha256.slice(0, 32)}${isPage ? "-2" : rewrites ? "-1" : ""}"`;
    reply.headers({ "content-type": contentTypeOf(type), etag });
    if (!noneMatch(headers["if-none-match"], etag))
      return reply.code(304).removeHeader("content-type").send();
    const reserve = (length: number, held: number) =>
      method === "HEAD" || length <= smallAnswerBytes
        ? null
        : pool.takeInTurn(reply.raw, pool.ownerOf(request, id), held);
    if (rewrites) {
      await reserve(bytes, bytes);
      const content = await atOnce(async () =>
        rewritten(type, await buffer(readFile(context.db, workspaceId, fileId)), base.slice(0, -1)),
      );
      return reply.send(content);
    }
    if (isPage) {
      const reservation = await reserve(bytes, mostBytesOfPiece);
      const stream = Readable.from(
        method === "HEAD" ? [] : withStandIn(readFile(context.db, workspaceId, fileId)),
        { highWaterMark: 0 },
      );
      reply.send(stream);
      reservation?.follow(stream);
      return reply;
    }
    const part =
      headers["if-range"] === undefined || headers["if-range"] === etag ? partOf(headers.range, bytes) : null;
    reply.header("accept-ranges", "bytes");
    if (part === "outside")
      return reply.code(416).header("content-range", `bytes */${bytes}`).removeHeader("etag").send();
    if (part) reply.code(206).header("content-range", `bytes ${part.from}-${part.to - 1}/${bytes}`);
    const { from, to } = part ?? { from: 0, to: bytes };
    reply.header("content-length", String(to - from));
    // Reads a chunk after the previous one was consumed.
    const content = method === "HEAD" ? [] : readFile(context.db, workspaceId, fileId, { from, to });
    const reservation = await reserve(to - from, mostBytesOfPiece);
    const stream = Readable.from(content, { highWaterMark: 0 });
    reply.send(stream);
    reservation?.follow(stream);
    return reply;
  }

  registerLinkScope(app, context, headersOfLink, (scope) => {
    scope.all("/p/:token", answer);
    scope.all("/p/:token/*", answer);
  });
}
