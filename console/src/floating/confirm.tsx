import { type ReactNode, useState } from "react";
import { Button } from "../parts/button.tsx";
import { Problem } from "../parts/problem.tsx";
import Dialog from "./dialog.tsx";

interface Properties {
  title: string;
  /** This is what will happen, in whole sentences. */
  children: ReactNode;
  /** The words of the button, which say what it does: "Remove Grace". */
  action: string;
  /** Does it. What it throws is shown, and the dialog stays; where it returns false, another one takes its place. */
  act: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before something is done that can't be taken back. */
export default function Confirm({ title, children, action, act, onClose }: Properties) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const run = async () => {
    setBusy(true);
    try {
      if ((await act()) !== false) onClose();
    } catch (refusal) {
      setError(refusal);
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} says={children} onClose={onClose}>
      {error !== null && <Problem error={error} />}
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" busy={isBusy} onClick={() => void run()}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
