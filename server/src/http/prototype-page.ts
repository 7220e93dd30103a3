import type { FastifyReply } from "fastify";

/**
 * The headers of every answer under `/p/`. The sandbox gives a page an origin that nobody else has: it has no cookies, no
 * storage, no service worker and no way to other windows. Its own modules and fonts need to be let in by every origin.
 */
export const headersOfLink = {
  "content-security-policy": "sandbox allow-scripts; form-action 'none'",
  "access-control-allow-origin": "*",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex, nofollow",
  "permissions-policy":
    "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()",
};

const page = Buffer.from(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Not there</title>
<p>There is nothing at this address. The link may have ended, or was not copied whole: ask whoever sent it.</p>
</html>
`);

/** Answers for all links that don't work, whatever the reason is. */
export const notThere = (reply: FastifyReply): FastifyReply =>
  reply
    .code(404)
    .removeHeader("etag")
    .headers({ "content-type": "text/html; charset=utf-8", "cache-control": "no-store" })
    .send(page);
