import { beginIssuerSignIn, type Session } from "@groundplan/contract";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { hasPasskeys, signInByPasskey } from "../../api/passkey.ts";
import { Button } from "../../parts/button.tsx";
import { Problem } from "../../parts/problem.tsx";
import { useKnown } from "../../session/session.ts";

interface Properties {
  /** The path to which the issuer leads back. */
  returnTo: string;
  onSignedIn: (session: Session) => void;
}

/** Offers the ways to sign in without a password. */
export function OtherWays({ returnTo, onSignedIn }: Properties) {
  const issuer = useKnown()?.issuer ?? null;
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const go = (way: () => Promise<unknown>) => async () => {
    setBusy(true);
    setError(null);
    try {
      await way();
    } catch (refusal) {
      setError(refusal);
    } finally {
      setBusy(false);
    }
  };
  const byPasskey = go(async () => onSignedIn(await signInByPasskey()));
  const byIssuer = go(async () => {
    const { url } = await call(beginIssuerSignIn, { body: { returnTo } });
    location.assign(url);
  });
  return (
    <>
      {hasPasskeys() && (
        <Button wide busy={isBusy} onClick={() => void byPasskey()}>
          Sign in with a passkey
        </Button>
      )}
      {issuer && (
        <Button wide busy={isBusy} onClick={() => void byIssuer()}>
          Sign in with {issuer.label}
        </Button>
      )}
      {error !== null && <Problem error={error} />}
    </>
  );
}
