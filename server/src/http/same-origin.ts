import type { IncomingHttpHeaders } from "node:http";
import { forbidden } from "../errors.ts";

/**
 * Throws 403 unless a request was sent by a page of this service: the cookie alone does not tell, since browsers send
 * it for other sites' pages, too. Browsers say where a request comes from in `Sec-Fetch-Site`, and in `Origin` where
 * the page is not on HTTPS; a page can forge neither. A proxy may have changed `Host`, but not the public address. Who makes
 * another name lead here has pages of that name, to which browsers send no cookie of ours.
 */
export function requireSameOrigin(headers: IncomingHttpHeaders, publicUrl: string): void {
  const site = headers["sec-fetch-site"];
  if (site !== undefined ? site === "same-origin" : isOurs(headers.origin, headers.host, publicUrl)) return;
  throw forbidden(`This was not sent by a page of ${publicUrl}. Open the console there, and repeat it.`);
}

function isOurs(origin: string | undefined, host: string | undefined, publicUrl: string): boolean {
  const from = origin === undefined ? null : URL.parse(origin);
  return from !== null && (from.host === host || from.origin === new URL(publicUrl).origin);
}
