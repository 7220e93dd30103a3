import { isIP } from "node:net";
import { ApiError, forbidden } from "../../errors.ts";

/** What passkeys are bound to, in the words of WebAuthn. */
export interface RelyingParty {
  rpID: string;
  origin: string;
}

/**
 * Returns what passkeys are bound to: the public address. Throws a sentence where browsers refuse passkeys there, which
 * need a name and, but for `localhost`, HTTPS; and where the page that asks was opened at another address.
 */
export function relyingParty(
  { publicUrl }: { publicUrl(): string },
  sender: { origin: string | undefined },
): RelyingParty {
  const { origin, hostname, protocol } = new URL(publicUrl());
  if (isIP(hostname.replace(/^\[|\]$/g, "")))
    throw unfit("an address with a name, such as https://plans.example.com");
  if (protocol !== "https:" && !/(^|\.)localhost$/.test(hostname)) throw unfit("an address with HTTPS");
  if (sender.origin !== undefined && sender.origin !== origin)
    throw forbidden(`Passkeys work at ${publicUrl()} only. Open the console there.`);
  return { rpID: hostname, origin };
}

const unfit = (what: string) =>
  new ApiError(
    "not_configured",
    `Passkeys need ${what}. The operator can give the service one and set GROUNDPLAN_PUBLIC_URL to it.`,
  );
