import { beginIssuerSignIn } from "@groundplan/contract";
import { call } from "../../api/call.ts";
import { useKnown } from "../../session/session.ts";
import { WayButton } from "./way-button.tsx";

export interface OverIssuer {
  /** The path to which the issuer leads back; by default the page that one is on. */
  returnTo?: string | undefined;
  /** The secret of an invite's link, which is accepted on the way. */
  inviteToken?: string | undefined;
}

/** Shows the button that signs in over the operator's issuer, where one is set. */
export function IssuerButton({ returnTo = here(), inviteToken }: OverIssuer) {
  const issuer = useKnown()?.issuer ?? null;
  if (!issuer) return null;
  const go = async () => {
    const body = { returnTo, ...(inviteToken === undefined ? {} : { inviteToken }) };
    const { url } = await call(beginIssuerSignIn, { body });
    location.assign(url);
  };
  return <WayButton go={go}>Sign in with {issuer.label}</WayButton>;
}

const here = () => `${location.pathname}${location.search}`;
