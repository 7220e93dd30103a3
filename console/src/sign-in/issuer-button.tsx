import { beginIssuerSignIn } from "@groundplan/contract";
import { call } from "../api/call.ts";
import { useSessionState } from "../session/session.ts";
import { MethodButton } from "./method-button.tsx";

export interface OverIssuer {
  /** The path to return to; by default the current page. */
  returnTo?: string | undefined;
  /** The invite to accept after the sign-in. */
  inviteToken?: string | undefined;
}

/** A button for the operator's OpenID issuer, if configured. */
export function IssuerButton({ returnTo = here(), inviteToken }: OverIssuer) {
  const issuer = useSessionState()?.issuer ?? null;
  if (!issuer) return null;
  const go = async () => {
    const body = { returnTo, ...(inviteToken === undefined ? {} : { inviteToken }) };
    const { url } = await call(beginIssuerSignIn, { body });
    location.assign(url);
  };
  return <MethodButton go={go}>Sign in with {issuer.label}</MethodButton>;
}

const here = () => `${location.pathname}${location.search}`;
