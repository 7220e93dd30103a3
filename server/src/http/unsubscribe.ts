import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createLimiter } from "../dispatch/concurrency/rate-limiter.ts";
import { kindNames } from "../modules/inbox/sending/letters.ts";
import { unsubscribe } from "../modules/inbox/sending/unsubscribe.ts";
import { readUnsubscribeToken, type Unsubscribing } from "../modules/inbox/sending/unsubscribe-token.ts";
import { trackRequest } from "./connection/active-requests.ts";
import { countedAddress } from "./connection/counted-address.ts";
import type { ServerContext } from "./server-context.ts";

export const unsubscribePath = "/unsubscribe/{token}";

const headers = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
  "cache-control": "no-store",
};

/**
 * `/unsubscribe/{token}`: the address in a mail's `List-Unsubscribe`. Opening it changes nothing, since scanners
 * open links; the page's button, or a mailbox's one-click POST (RFC 8058), ends the mails.
 */
export function registerUnsubscribe(app: FastifyInstance, context: ServerContext): void {
  const limiter = createLimiter("unsubscribe", context.config.rateLimit);
  type Asked = FastifyRequest<{ Params: { token: string } }>;

  const read = (request: Asked): Unsubscribing | null => {
    limiter.take(countedAddress(request));
    return readUnsubscribeToken(context.keyring, request.params.token);
  };
  const answer = (reply: FastifyReply, status: number, title: string, body: string) =>
    reply.code(status).headers(headers).send(pageOf(title, body));
  const unknown = (reply: FastifyReply) =>
    answer(reply, 404, "Not there", "<p>There is nothing at this address. Copy the mail's link whole.</p>");

  app.register(async (scope) => {
    // The body says `List-Unsubscribe=One-Click` and nothing else.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string" }, (_request, _raw, done) => done(null));
    scope.get<{ Params: { token: string } }>("/unsubscribe/:token", (request, reply) => {
      const ends = read(request);
      if (!ends) return unknown(reply);
      return answer(
        reply,
        200,
        "Stop these mails",
        `<p>${saysOf(ends)}</p>\n<form method="post"><button>Stop these mails</button></form>`,
      );
    });
    scope.post<{ Params: { token: string } }>(
      "/unsubscribe/:token",
      { bodyLimit: 10_000 },
      async (request, reply) => {
        if (!trackRequest(context, reply.raw)) return reply.hijack();
        const ends = read(request);
        if (!ends) return unknown(reply);
        await context.writer.run(unsubscribe, ends);
        return answer(
          reply,
          200,
          "Stopped",
          '<p>These mails are stopped. <a href="/inbox/settings">Choose what you get</a></p>',
        );
      },
    );
  });
}

const saysOf = ({ of }: Unsubscribing): string =>
  of === "digest"
    ? "The daily mail will no longer come. The inbox is not changed."
    : `You get a mail of each ${kindNames[of]}. These will no longer come. The inbox is not changed.`;

const pageOf = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<main>
<h1>${title}</h1>
${body}
</main>
</html>
`;
