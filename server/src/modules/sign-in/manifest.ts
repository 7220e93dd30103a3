import type { Module } from "../../module.ts";
import type { Context } from "../context.ts";
import { createUser } from "./create-user.ts";
import { askForProof, mailProofJobs, proofMail, proofMailStatus } from "./mail/mail-proof.ts";
import { addMailedLink, mailResetJobs, resetMail } from "./mail/mail-reset.ts";
import { makeFirstOwner } from "./make-first-owner.ts";
import { linkLookUp, passwordReset, resetByLink } from "./passwords/reset-password.ts";
import { changePassword, passwordSet } from "./passwords/set-password.ts";
import { tellJob, tellWorkspace } from "./person-events.ts";
import { chooseWorkspace, profileUpdate, rename, workspaceSwitch } from "./profile.ts";
import { resetUser } from "./reset-user.ts";
import {
  currentSession,
  endOthers,
  endOwn,
  otherSessionsEnd,
  sessionEnd,
  sessionsList,
  touchSession,
} from "./sessions/sessions.ts";
import { addConsoleToken, consoleToken } from "./sessions/token.ts";
import { addSetUpLink, firstSetUp, makeFirstUser } from "./set-up.ts";
import { endOne, passwordSignIn, sessionSignOut, startWithPassword } from "./sign-in.ts";
import { sweepSignIn, sweepSignInJob } from "./sweep.ts";

export const signIn: Module<Context> = {
  name: "sign-in",
  console: [
    ...[currentSession, firstSetUp, passwordSignIn, sessionSignOut, consoleToken],
    ...[linkLookUp, passwordReset, passwordSet, profileUpdate, workspaceSwitch],
    ...[sessionsList, sessionEnd, otherSessionsEnd, proofMail, proofMailStatus, resetMail],
  ],
  commands: [
    ...[makeFirstUser, addSetUpLink, startWithPassword, resetByLink, changePassword, resetUser, askForProof],
    ...[
      createUser,
      makeFirstOwner,
      addMailedLink,
      endOne,
      touchSession,
      endOwn,
      endOthers,
      addConsoleToken,
      rename,
      chooseWorkspace,
      sweepSignIn,
      tellWorkspace,
    ],
  ],
  jobs: {
    "signIn.sweep": { run: sweepSignInJob, attempts: 10, everySeconds: 3600 },
    "signIn.tell": tellJob,
    ...mailProofJobs,
    ...mailResetJobs,
  },
  // Only hashes are stored. After a restore everyone signs in again, and sent links are void.
  tables: {
    passwords: "kept",
    person_events: "kept",
    sessions: "left out",
    links: "left out",
    access_tokens: "left out",
    known_senders: "left out",
    known_browsers: "left out",
  },
  events: ["session.started", "session.ended", "password.changed"],
};
