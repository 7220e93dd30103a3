import { type ReactNode, useState } from "react";
import { Button } from "../components/button.tsx";
import { Problem } from "../components/loading/problem.tsx";

interface Properties {
  /** Errors are shown below the button. */
  go: () => Promise<unknown>;
  children: ReactNode;
}

/** A button for a passwordless sign-in method. */
export function MethodButton({ go, children }: Properties) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const start = async () => {
    setBusy(true);
    setError(null);
    try {
      await go();
    } catch (refusal) {
      setError(refusal);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button wide busy={isBusy} onClick={() => void start()}>
        {children}
      </Button>
      {error !== null && <Problem error={error} />}
    </>
  );
}
