import { z } from "zod";
import { role } from "../common.ts";
import { inviteStatus } from "../invites.ts";
import { dateTime, name, password, text } from "../text.ts";
import { consoleEndpoint } from "./endpoint.ts";
import { Session } from "./session.ts";

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
    hasAccount: z.boolean().describe("True where the invited address has an account, which signs in first."),
    signedInAs: z.string().nullable().describe("The address of the person who is signed in."),
  }),
});

export const acceptInviteLink = consoleEndpoint({
  id: "console.acceptInvite",
  method: "POST",
  path: "/console/invite/accept",
  summary: "Accept an invite: as the person who is signed in, or with a new account of the invited address",
  needs: "nothing",
  body: z.strictObject({
    token,
    name: name().optional().describe("The name of a new account."),
    password: password().optional().describe("The password of a new account."),
  }),
  reply: z.object({ session: Session }),
});
