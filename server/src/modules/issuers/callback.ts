import { type IssuerProblem, name } from "@groundplan/contract";
import { ApiError } from "../../errors.ts";
import type { Context } from "../context.ts";
import { hashSecret } from "../identity/key-format.ts";
import { newSessionIn, type SigningIn, type StartedSession } from "../sign-in/session.ts";
import { callbackOf, profilePage } from "./begin.ts";
import { configurationOf, logFailure, openid } from "./configuration.ts";
import { type Flow, secretsOf, takeFlow } from "./flows.ts";
import { linkAccount } from "./linked.ts";
import { type Account, startWithIssuer } from "./sign-in.ts";

/** A browser that comes back from the issuer. */
export interface Callback extends SigningIn {
  /** The question mark and what follows it in the address. */
  search: string;
  /** The secret of the browser's cookie. */
  browserSecret: string | undefined;
  setSession(started: StartedSession): void;
}

/**
 * Ends a way to the issuer, and returns the page of the console to go to. A problem is named by a word of a closed
 * list: nothing of what the issuer sent is shown.
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

/** Returns the page that says a problem: the profile for who was linking, else the sign-in. */
export const problemPage = (problem: IssuerProblem, flow: Pick<Flow, "sessionId"> | null): string =>
  `${flow?.sessionId ? profilePage : "/sign-in"}?problem=${problem}`;

/** Exchanges the code for the account: issuer and subject, and a name, which somebody who is new here gets. */
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
      ...{
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      },
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

/** Returns the name that the issuer gives the person, who can change it in the profile. */
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
    // The session that began may have ended, and somebody else may sit there now.
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

/** Returns the word for a refusal: of an invite that can't be accepted, or of a session that has just ended. */
function refusalOf(error: unknown, flow: Flow): IssuerProblem {
  if (!(error instanceof ApiError) || error.status >= 500) throw error;
  if (error.code === "address_not_proven") return "unproven";
  return flow.inviteHash === null ? "expired" : "invite";
}
