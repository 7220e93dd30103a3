import type { FastifyReply } from "fastify";

/**
 * Headers of every answer under `/p/`. The sandbox gives pages a unique origin without cookies, storage,
 * service workers or other windows. CORS is open so that their own modules and fonts load.
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

/** The same answer for every failing link. */
export const notThere = (reply: FastifyReply): FastifyReply =>
  reply
    .code(404)
    .removeHeader("etag")
    .headers({ "content-type": "text/html; charset=utf-8", "cache-control": "no-store" })
    .send(page);
