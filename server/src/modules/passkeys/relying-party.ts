import ipaddr from "ipaddr.js";
import { ApiError } from "../../errors.ts";
import { requirePublicOrigin } from "../sign-in/public-origin.ts";

/** The WebAuthn relying party. */
export interface RelyingParty {
  rpID: string;
  origin: string;
}

/**
 * Returns the relying party for the public address. Throws if browsers don't allow passkeys there (they need
 * a domain and HTTPS, or `localhost`), or if the page was opened elsewhere.
 */
export function relyingParty(
  context: { publicUrl(): string },
  sender: { origin: string | undefined },
): RelyingParty {
  const { origin, hostname, protocol } = new URL(context.publicUrl());
  if (ipaddr.isValid(hostname.replace(/^\[|\]$/g, "")))
    throw unfit("an address with a name, such as https://plans.example.com");
  if (protocol !== "https:" && !/(^|\.)localhost$/.test(hostname)) throw unfit("an address with HTTPS");
  requirePublicOrigin(context, sender, "Passkeys work");
  return { rpID: hostname, origin };
}

const unfit = (what: string) =>
  new ApiError(
    "not_configured",
    `Passkeys need ${what}. The operator can give the service one and set GROUNDPLAN_PUBLIC_URL to it.`,
  );
