import { mailReset } from "@groundplan/contract";
import { command } from "../../../dispatch/commands.ts";
import { perProcess } from "../../../dispatch/concurrency/per-process.ts";
import { createLimiter } from "../../../dispatch/concurrency/rate-limiter.ts";
import { onConsole } from "../../../dispatch/console-handlers.ts";
import { enqueueJob } from "../../../jobs/queue.ts";
import type { JobKind } from "../../../jobs/runner.ts";
import { lockPerson, type Tx } from "../../../storage/dialect.ts";
import type { Context } from "../../context.ts";
import { findUser } from "../../identity/admin-commands.ts";
import { hashSecret } from "../../identity/key-format.ts";
import { addLink, newLink } from "../links.ts";
import { mailPerson, resetAddress } from "./mail-link.ts";

const jobKind = "signIn.mailReset";
const hour = 3600;
const hours = 1;

const limitsOf = perProcess(() => ({
  networks: createLimiter("reset-mails-network", 10, hour),
  addresses: createLimiter("reset-mails", 3, hour),
}));

/**
 * Requests a password reset by mail. Only the job checks for an account, so neither answer nor timing reveals
 * it.
 */
export const resetMail = onConsole(mailReset, async (context: Context, { input, sender }) => {
  const email = input.body.email.trim().toLowerCase();
  if (!context.config.mail) return { sent: false };
  const { networks, addresses } = limitsOf(context);
  networks.take(sender.address);
  addresses.take(email);
  await context.writer.run(enqueueJob, {
    kind: jobKind,
    payload: { email },
    dedupeKey: `${jobKind} ${email}`,
  });
  context.jobs.wake();
  return { sent: true };
});

interface Forgotten {
  email: string;
  secretHash: string;
  issuer: string | null;
}

/**
 * Stores a link's hash for an address's account and returns its sign-in methods; null if there is none. Keeps
 * other links, which anyone could otherwise invalidate.
 */
export const addMailedLink = command(
  "signIn.addMailedLink",
  () => null,
  async (tx: Tx, { email, secretHash, issuer }: Forgotten): Promise<"link" | "issuer" | null> => {
    const user = await findUser(tx, email);
    if (!user) return null;
    await lockPerson(tx, user.id);
    if (await signsInByIssuerOnly(tx, user.id, issuer)) return "issuer";
    await addLink(tx, { secretHash, kind: "reset", userId: user.id, hours });
    return "link";
  },
);

async function signsInByIssuerOnly(tx: Tx, userId: string, issuer: string | null): Promise<boolean> {
  const mine = (table: "passwords" | "passkeys" | "linked_issuers") =>
    tx.selectFrom(table).select("user_id").where("user_id", "=", userId).limit(1);
  if (issuer === null || !(await mine("linked_issuers").where("issuer", "=", issuer).executeTakeFirst()))
    return false;
  return !(await mine("passwords").executeTakeFirst()) && !(await mine("passkeys").executeTakeFirst());
}

/** Creates and sends the link; failed attempts leave an unknown one. Unknown addresses get no mail. */
const mailResetJob: JobKind<Context> = {
  attempts: 5,
  async run(context, { email }: { email: string }, { signal }) {
    const { config, writer } = context;
    if (!config.mail) return;
    const secret = newLink();
    const issuer = config.oidc?.issuer ?? null;
    const made = await writer.run(addMailedLink, { email, secretHash: hashSecret(secret), issuer });
    if (made === null) return;
    const mail =
      made === "issuer" && config.oidc
        ? issuerMail(email, config.oidc.label, `${context.publicUrl()}/sign-in`)
        : linkMail(email, resetAddress(context, secret));
    await mailPerson(context, mail, signal);
  },
};

export const mailResetJobs = { [jobKind]: mailResetJob };

const subject = "Your password on Groundplan";

const linkMail = (to: string, link: string) => ({
  to,
  subject,
  text: `Someone requested a new password for ${to} on Groundplan.

Open this link to set one:

${link}

It works once, within an hour. All sessions and apps of the account end then, and you choose which keys and passkeys stay.
If you did not ask for it, you can ignore this mail: nothing changes until the link is used.
`,
});

const issuerMail = (to: string, issuer: string, signIn: string) => ({
  to,
  subject,
  text: `Someone requested a new password for ${to} on Groundplan.

This account has no password: it signs in with ${issuer}. Open the sign-in page and choose "Sign in with ${issuer}":

${signIn}

If you can't sign in there any more, ask the operator of Groundplan for a link. If you did not ask for this mail, you can
ignore it: nothing has changed.
`,
});
