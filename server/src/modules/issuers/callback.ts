import { type IssuerProblem, name } from "@groundplan/contract";
import { ApiError } from "../../errors.ts";
import type { Context } from "../context.ts";
import { hashSecret } from "../identity/key-format.ts";
import { newSessionIn, type SigningIn, type StartedSession } from "../sign-in/sessions/session.ts";
import { callbackOf, profilePage } from "./begin.ts";
import { configurationOf, logFailure, openid } from "./configuration.ts";
import { type Flow, secretsOf, takeFlow } from "./flows.ts";
import { linkAccount } from "./linked.ts";
import { type Account, startWithIssuer } from "./sign-in.ts";

/** A browser returning from the issuer. */
export interface Callback extends SigningIn {
  /** Query string including the question mark. */
  search: string;
  /** Secret in the browser's cookie. */
  browserSecret: string | undefined;
  setSession(started: StartedSession): void;
}

/**
 * Completes an attempt and returns the console page to open. Problems come from a closed list; nothing from
 * the issuer is shown.
 */
export async function comeBack(context: Context, callback: Callback): Promise<string> {
  const state = new URLSearchParams(callback.search).get("state");
  if (state === null || callback.browserSecret === undefined) return problemPage("expired", null);
  const stateHash = hashSecret(state);
  const browserHash = hashSecret(callback.browserSecret);
  const flow = await context.writer.run(takeFlow, { stateHash, browserHash });
  if (!flow) return problemPage("expired", null);
  const account = await accountOf(context, callback, callback.browserSecret, state);
  const problem =
    "problem" in account
      ? account.problem
      : await use(context, callback, flow, account).catch((error) => refusalOf(error, flow));
  return problem === null ? flow.returnTo : problemPage(problem, flow);
}

/** Returns the page that shows a problem: the profile when linking, otherwise the sign-in. */
export const problemPage = (problem: IssuerProblem, flow: Pick<Flow, "sessionId"> | null): string =>
  `${flow?.sessionId ? profilePage : "/sign-in"}?problem=${problem}`;

/** Exchanges the code for issuer, subject and a name for new users. */
async function accountOf(
  context: Context,
  { search }: Callback,
  browserSecret: string,
  state: string,
): Promise<Account | { problem: IssuerProblem }> {
  const { nonce, codeVerifier } = secretsOf(browserSecret, state);
  const { authorizationCodeGrant, AuthorizationResponseError } = await openid();
  try {
    const configuration = await configurationOf(context);
    const tokens = await authorizationCodeGrant(configuration, new URL(callbackOf(context) + search), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: codeVerifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims || claims.sub.length > 255) return { problem: "failed" };
    const issuer = new URL(claims.iss).href;
    return { issuer, subject: claims.sub, name: nameOf(claims), verifiedEmail: verifiedEmailOf(claims) };
  } catch (error) {
    const isDenied = error instanceof AuthorizationResponseError && error.error === "access_denied";
    if (isDenied) return { problem: "denied" };
    logFailure(context, error, "a sign-in with the issuer failed");
    return { problem: "failed" };
  }
}

const verifiedEmailOf = ({ email, email_verified: isVerified }: Record<string, unknown>) =>
  isVerified === true && typeof email === "string" ? email.trim().toLowerCase() : null;

/** Returns the issuer's name for the user, editable in the profile. */
function nameOf(claims: Record<string, unknown>): string {
  const names = [claims.name, claims.preferred_username].map((text) => name().safeParse(text));
  return names.find(({ success }) => success)?.data ?? "New member";
}

async function use(
  context: Context,
  callback: Callback,
  flow: Flow,
  account: Account,
): Promise<IssuerProblem | null> {
  if (flow.sessionId !== null) {
    // The session may have ended, and someone else may sit there now.
    if (callback.session?.sessionId !== flow.sessionId) return "expired";
    const { sessionId, userId, email } = callback.session;
    return (await context.writer.run(linkAccount, { sessionId, userId, email, ...account })) ? null : "taken";
  }
  const { started, session } = await newSessionIn(context.db, callback);
  const { inviteHash } = flow;
  if (!(await context.writer.run(startWithIssuer, { ...account, inviteHash, session }))) return "unknown";
  callback.setSession(started);
  return null;
}

/** Returns the problem for a refused invite or an ended session. */
function refusalOf(error: unknown, flow: Flow): IssuerProblem {
  if (!(error instanceof ApiError) || error.status >= 500) throw error;
  if (error.code === "address_not_proven") return "unproven";
  return flow.inviteHash === null ? "expired" : "invite";
}
