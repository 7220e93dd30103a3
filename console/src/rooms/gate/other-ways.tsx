import type { Session } from "@groundplan/contract";
import { useState } from "react";
import { hasPasskeys, signInByPasskey } from "../../api/passkey.ts";
import { Button } from "../../parts/button.tsx";
import { Problem } from "../../parts/problem.tsx";

/** Offers the ways to sign in without a password. */
export function OtherWays({ onSignedIn }: { onSignedIn: (session: Session) => void }) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  if (!hasPasskeys()) return null;
  const byPasskey = async () => {
    setBusy(true);
    setError(null);
    try {
      onSignedIn(await signInByPasskey());
    } catch (refusal) {
      setError(refusal);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button wide busy={isBusy} onClick={() => void byPasskey()}>
        Sign in with a passkey
      </Button>
      {error !== null && <Problem error={error} />}
    </>
  );
}
