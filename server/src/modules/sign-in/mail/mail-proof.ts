import { getProofMail, mailProof } from "@groundplan/contract";
import { command } from "../../../dispatch/commands.ts";
import { perProcess } from "../../../dispatch/concurrency/per-process.ts";
import { createLimiter } from "../../../dispatch/concurrency/rate-limiter.ts";
import { forSession } from "../../../dispatch/console-handlers.ts";
import { ApiError } from "../../../errors.ts";
import { forgetFailed, outcomesOf } from "../../../jobs/outcome.ts";
import { enqueue } from "../../../jobs/queue.ts";
import type { JobKind } from "../../../jobs/runner.ts";
import type { Tx } from "../../../storage/dialect.ts";
import type { Context } from "../../context.ts";
import { hashSecret } from "../../identity/key-format.ts";
import { isProven } from "../../identity/people.ts";
import { newLink } from "../links.ts";
import { resetUser } from "../reset-user.ts";
import { requireSession } from "../sessions/session.ts";
import { mailPerson, resetAddress } from "./mail-link.ts";

const jobKind = "signIn.mailProof";
/** Links per user and hour. */
const mostMails = 3;
const mailsOf = perProcess(() => createLimiter("proof-mails", mostMails, 3600));

/** Mails the signed-in user a link that verifies their address. */
export const proofMail = forSession(mailProof, async (context: Context, { session }) => {
  const { db, config, writer, jobs } = context;
  const { sessionId, userId, email } = session;
  if (await isProven(db, userId)) return { sent: false };
  if (!config.mail)
    throw new ApiError(
      "address_not_proven",
      `This service sends no mail. Ask the operator for \`groundplan admin user reset --email ${email}\`.`,
    );
  mailsOf(context).take(userId);
  await writer.run(askForProof, { sessionId, userId, email });
  jobs.wake();
  return { sent: true };
});

export const askForProof = command(
  "signIn.askForProof",
  () => null,
  async (tx: Tx, { sessionId, userId, email }: { sessionId: string; userId: string; email: string }) => {
    await requireSession(tx, { sessionId, userId });
    await forgetFailed(tx, jobKind, keyOf(userId));
    await enqueue(tx, { kind: jobKind, payload: { email }, dedupeKey: keyOf(userId) });
  },
);

const keyOf = (userId: string) => `${jobKind} ${userId}`;

/** Reports the state of the last mail that the signed-in user asked for. */
export const proofMailStatus = forSession(getProofMail, async ({ db }: Context, { session }) => {
  const key = keyOf(session.userId);
  const { state, error } = (await outcomesOf(db, jobKind, [key])).get(key) ?? { state: "sent", error: null };
  return { state, error };
});

/** Creates and sends the link. A failed attempt leaves an unknown link, which the next replaces. */
const mailProofJob: JobKind<Context> = {
  attempts: 5,
  async run(context, { email }: { email: string }, { signal }) {
    if (!context.config.mail) return;
    const secret = newLink();
    const made = await context.writer.run(resetUser, { email, secretHash: hashSecret(secret) });
    if ("refused" in made) return;
    await mailPerson(context, mailOf(email, resetAddress(context, secret)), signal);
  },
};

export const mailProofJobs = { [jobKind]: mailProofJob };

const mailOf = (to: string, link: string) => ({
  to,
  subject: "Prove your address on Groundplan",
  text: `Someone who is signed in as ${to} on Groundplan requested this mail.

Open this link to verify your address and set a new password:

${link}

It works once, within an hour. All other sessions and apps of the account end then, and you choose which keys and passkeys stay.
If you did not expect this mail, somebody made an account for your address: open the link and set a password to make it yours, or ignore it.
`,
});
