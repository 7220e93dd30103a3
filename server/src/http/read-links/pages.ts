import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { concurrencyLimit } from "../../dispatch/concurrency/concurrency-limit.ts";
import { createLimiter } from "../../dispatch/concurrency/rate-limiter.ts";
import { mostBytesOfPiece } from "../../files/add-piece.ts";
import { readFile } from "../../files/read-file.ts";
import { findPicture } from "../../modules/read-links/page/find-picture.ts";
import { readPage } from "../../modules/read-links/page/read-page.ts";
import { style } from "../../modules/read-links/page/style.ts";
import { findLinkedText, type LinkedText } from "../../modules/read-links/token.ts";
import { type AnswerPool, smallAnswerBytes } from "../answers/pool.ts";
import { trackRequest } from "../connection/active-requests.ts";
import { countedAddress } from "../connection/counted-address.ts";
import { linkGuard } from "../prototypes/link-guard.ts";
import { NotThere, registerLinkScope } from "../prototypes/link-scope.ts";
import type { ServerContext } from "../server-context.ts";

/** Pages rendered at a time, each with its texts in memory. */
const renderedAtOnce = 2;

/** A page without script, form or anything from elsewhere, kept by nobody. */
const headers = {
  "content-security-policy": "default-src 'none'; style-src 'self'; img-src 'self'",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cache-control": "no-store",
};

interface Params {
  token?: string;
  handle?: string;
  fileId?: string;
}

/** `/l/{token}`: plans and specs for whoever has a read link, as HTML. Every failure is the same 404. */
export function registerReadLinks(app: FastifyInstance, context: ServerContext, pool: AnswerPool): void {
  const find = linkGuard(context, "read-links", findLinkedText);
  const inTurn = concurrencyLimit(renderedAtOnce);
  // A page takes long to render, and anybody with a link may ask for one.
  const pages = createLimiter("read-link-pages", Math.max(1, Math.floor(context.config.rateLimit / 10)));

  async function linkOf(request: FastifyRequest): Promise<LinkedText> {
    const linked = await find(request, (request.params as Params).token ?? "");
    if (!linked) throw new NotThere();
    return linked;
  }

  async function answerPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (!trackRequest(context, reply.raw)) return reply.hijack();
    const link = await linkOf(request);
    pages.take(countedAddress(request));
    const { token = "", handle } = request.params as Params;
    const { after } = request.query as Record<string, unknown>;
    if (after !== undefined && typeof after !== "string") throw new NotThere();
    const page = await inTurn(async () => {
      const found = await readPage(context.db, link, { handle, after });
      if (!found) return null;
      const { renderPage } = await import("../../modules/read-links/page/render-page.ts");
      return renderPage(context.db, link, found, `/l/${token}`);
    });
    if (page === null) throw new NotThere();
    const body = Buffer.from(page);
    if (body.length > smallAnswerBytes && request.method === "GET")
      await pool.takeInTurn(reply.raw, pool.ownerOf(request, link.id), body.length);
    return reply.header("content-type", "text/html; charset=utf-8").send(body);
  }

  async function answerPicture(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (!trackRequest(context, reply.raw)) return reply.hijack();
    const link = await linkOf(request);
    const picture = await findPicture(context.db, link, (request.params as Params).fileId ?? "");
    if (!picture?.file_id) throw new NotThere();
    const { media_type: type, bytes, file_id: fileId } = picture;
    reply.headers({ "content-type": type, "content-length": String(bytes) });
    if (request.method === "HEAD") return reply.send(Readable.from([]));
    const reservation =
      bytes > smallAnswerBytes
        ? await pool.takeInTurn(reply.raw, pool.ownerOf(request, link.id), mostBytesOfPiece)
        : null;
    const stream = Readable.from(readFile(context.db, link.workspace_id, fileId), { highWaterMark: 0 });
    reply.send(stream);
    reservation?.follow(stream);
    return reply;
  }

  registerLinkScope(app, context, headers, (scope) => {
    scope.all("/l/style.css", (_request, reply) =>
      reply
        .headers({ "content-type": "text/css; charset=utf-8", "cache-control": "public, max-age=3600" })
        .send(style),
    );
    scope.all("/l/:token", answerPage);
    scope.all("/l/:token/:handle", answerPage);
    scope.all("/l/:token/files/:fileId", answerPicture);
    scope.all("/l/*", async () => {
      throw new NotThere();
    });
  });
}
