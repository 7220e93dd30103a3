import { z } from "zod";
import { Deleted } from "../common.ts";
import { dateTime, text } from "../text.ts";
import { consoleEndpoint } from "./endpoint.ts";

/**
 * This says why a way over the issuer ended without success. The console's page says it in words: `expired` (too late, repeated,
 * or begun in another browser), `denied` (the person or the issuer said no), `failed` (the issuer could not be asked, or
 * its answer was not right), `unknown` (nobody here is linked to this account: ask an owner), `taken` (the account is
 * linked to somebody else), `invite` (the invite was used, is too old, or is for an address that signs in first), `unproven` (the account's address has to be proven before it joins a further workspace), `busy` (too many tries from this address).
 */
export const issuerProblem = z.enum([
  "expired",
  "denied",
  "failed",
  "unknown",
  "taken",
  "invite",
  "unproven",
  "busy",
]);
export type IssuerProblem = z.infer<typeof issuerProblem>;

/** The address of the issuer that the browser goes to. It comes back to `/console/issuer/callback`. */
const url = z.object({ url: z.string() });

export const beginIssuerSignIn = consoleEndpoint({
  id: "console.beginIssuerSignIn",
  method: "POST",
  path: "/console/sign-in/issuer",
  summary: "Begin to sign in with the operator's OpenID Connect issuer",
  needs: "nothing",
  body: z.strictObject({
    returnTo: text(2000).optional(),
    inviteToken: text(200)
      .optional()
      .describe("The `token` of an invite's link, which is accepted on the way."),
  }),
  reply: url,
});

export const linkIssuer = consoleEndpoint({
  id: "console.linkIssuer",
  method: "POST",
  path: "/console/issuer/link",
  summary: "Begin to link one's account at the issuer",
  needs: "recent sign-in",
  reply: url,
});

export const listIssuers = consoleEndpoint({
  id: "console.listIssuers",
  method: "GET",
  path: "/console/issuers",
  summary: "List the accounts at issuers that one has linked",
  needs: "session",
  reply: z.object({
    issuers: z.array(z.object({ id: z.string(), label: z.string(), linkedAt: dateTime() })),
  }),
});

export const unlinkIssuer = consoleEndpoint({
  id: "console.unlinkIssuer",
  method: "DELETE",
  path: "/console/issuers/{id}",
  summary: "Unlink one of one's own accounts at issuers",
  needs: "recent sign-in",
  params: z.strictObject({ id: z.string() }),
  reply: Deleted,
});
