import type { IncomingHttpHeaders } from "node:http";
import { forbidden } from "../../errors.ts";

/**
 * Throws 403 unless a page of this service sent the request, by `Sec-Fetch-Site`, or by `Origin` without
 * HTTPS; pages can't forge either. Cookies alone don't tell. `Host` may be a proxy's, so the public address
 * counts too. Under a foreign name, browsers don't send our cookies.
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
