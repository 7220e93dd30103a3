import { beginIssuerSignIn, linkIssuer } from "@groundplan/contract";
import type { SignedIn } from "../../actor.ts";
import { forSession, onConsole } from "../../dispatch/console-handlers.ts";
import { requireLocalPath } from "../connectors/return-to.ts";
import type { Context } from "../context.ts";
import { hashSecret } from "../identity/key-format.ts";
import { hashOfToken } from "../invites/link.ts";
import { beginInBrowser } from "../sign-in/begun.ts";
import { requirePublicOrigin } from "../sign-in/public-origin.ts";
import { configurationOf, openid, requireIssuer } from "./configuration.ts";
import { addFlow, type Flow, secretsOf } from "./flows.ts";

type Request = Parameters<typeof beginInBrowser>[0] & {
  sender: { origin: string | undefined };
  session: SignedIn | null;
};

/** The page of sign-in methods. */
export const profilePage = "/settings/profile";

export const issuerSignInBegin = onConsole(beginIssuerSignIn, async (context: Context, request) => {
  const { returnTo, inviteToken } = request.input.body;
  requireLocalPath(returnTo);
  const inviteHash = inviteToken === undefined ? null : hashOfToken(inviteToken);
  return begin(context, request, { sessionId: null, inviteHash, returnTo: returnTo ?? "/" });
});

/** Starts linking an issuer account to the session's user. */
export const issuerLinkBegin = forSession(linkIssuer, (context: Context, request) =>
  begin(context, request, { sessionId: request.session.sessionId, inviteHash: null, returnTo: profilePage }),
);

async function begin(context: Context, request: Request, way: Omit<Flow, "browserHash">) {
  const { label } = requireIssuer(context);
  requirePublicOrigin(context, request.sender, `Signing in with ${label} works`);
  const configuration = await configurationOf(context);
  const { buildAuthorizationUrl, calculatePKCECodeChallenge, randomState } = await openid();
  const secret = beginInBrowser(request);
  const state = randomState();
  const { nonce, codeVerifier } = secretsOf(secret, state);
  const flow = { browserHash: hashSecret(secret), ...way };
  await context.writer.run(addFlow, { stateHash: hashSecret(state), flow });
  // New accounts need a name. The address is only proof and never identifies an account.
  const offered = configuration.serverMetadata().scopes_supported;
  const scope = ["openid", way.inviteHash === null ? "" : "profile", "email"]
    .filter((one) => one !== "" && (one !== "email" || !offered || offered.includes("email")))
    .join(" ");
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: callbackOf(context),
    scope,
    state,
    nonce,
    // Forces a fresh sign-in at the issuer to prove presence.
    ...(request.session && way.sessionId === null ? { prompt: "login" } : {}),
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: "S256",
  });
  return { url: url.href };
}

/** Returns the redirect address. */
export const callbackOf = ({ publicUrl }: Pick<Context, "publicUrl">): string =>
  `${publicUrl()}/console/issuer/callback`;
