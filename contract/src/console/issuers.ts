import { z } from "zod";
import { Deleted } from "../common.ts";
import { dateTime, text } from "../text.ts";
import { consoleEndpoint } from "./endpoint.ts";

/**
 * Why a sign-in through the issuer failed. `failed`: the issuer was unreachable or answered incorrectly.
 * `unknown`: no linked account. `taken`: linked to another user. `unproven`: the address needs verification
 * first.
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

/** The issuer's authorization address. The browser returns to `/console/issuer/callback`. */
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
