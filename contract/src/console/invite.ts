import { z } from "zod";
import { role } from "../common.ts";
import { inviteStatus } from "../people/invites.ts";
import { dateTime, name, password, text } from "../text.ts";
import { consoleEndpoint } from "./endpoint.ts";
import { Session } from "./session.ts";
import { keep, mayKeep } from "./sign-in.ts";

const token = text(200).describe("The `token` of the link.");

export const lookUpInvite = consoleEndpoint({
  id: "console.lookUpInvite",
  method: "POST",
  path: "/console/invite/look",
  summary: "Read what an invite's link is for; it changes nothing",
  needs: "nothing",
  body: z.strictObject({ token }),
  reply: z.object({
    invite: z.object({
      email: z.string(),
      role,
      workspace: z.object({ name: z.string() }),
      status: inviteStatus,
      expiresAt: dateTime(),
      invitedBy: z.string().describe("The name of the owner who sent it."),
    }),
    hasAccount: z.boolean().describe("True if the invited address has an account, which signs in first."),
    sendsMail: z.boolean().describe("True where a link that proves the address can be sent by mail."),
    takesOver: z
      .object({ mayKeep })
      .nullable()
      .describe(
        "Set for the link that went by mail to an account whose address is not proven: with a new password it is the holder's, and joins.",
      ),
    signedInAs: z.string().nullable().describe("The signed-in user's address."),
  }),
});

export const acceptInviteLink = consoleEndpoint({
  id: "console.acceptInvite",
  method: "POST",
  path: "/console/invite/accept",
  summary:
    "Accept an invite: as the signed-in user, with a new account for the invited address, or by taking over an unverified one",
  needs: "nothing",
  body: z.strictObject({
    token,
    name: name().optional().describe("The name of a new account."),
    password: password().optional().describe("The password of a new account, or of one that is taken over."),
    keep: keep.optional(),
  }),
  reply: z.object({ session: Session }),
});
