import type { Module } from "../../module.ts";
import type { Context } from "../context.ts";
import {
  acceptAsNewcomer,
  acceptAsSession,
  acceptByTakeOver,
  inviteAcceptInConsole,
} from "./accept-in-console.ts";
import { acceptAsActor, inviteAccept } from "./accept-invite.ts";
import { inviteCreate, saveInvite } from "./create-invite.ts";
import { inviteGet, invitesList } from "./list-invites.ts";
import { inviteLookUp } from "./look-up-invite.ts";
import { endMail, giveUpMail, mailInvite } from "./mail-invite.ts";
import { jobKindOfMail } from "./mail-job.ts";
import { inviteResend, renewInvite } from "./resend-invite.ts";
import { inviteRevoke } from "./revoke-invites.ts";

export const invites: Module<Context> = {
  name: "invites",
  handlers: [invitesList, inviteGet, inviteCreate, inviteRevoke, inviteResend, inviteAccept],
  console: [inviteLookUp, inviteAcceptInConsole],
  commands: [
    saveInvite,
    renewInvite,
    acceptAsActor,
    acceptAsSession,
    acceptAsNewcomer,
    acceptByTakeOver,
    endMail,
  ],
  jobs: { [jobKindOfMail]: { run: mailInvite, attempts: 12, giveUp: giveUpMail } },
  // Links are stored as hashes; the sealed secret exists until its mail is sent.
  tables: { invites: { keptWith: { sealed_secret: null } } },
  events: ["invite.created", "invite.resent", "invite.revoked", "invite.accepted"],
};
