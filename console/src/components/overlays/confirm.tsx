import { type ReactNode, useState } from "react";
import { Button } from "../button.tsx";
import { Problem } from "../loading/problem.tsx";
import Dialog from "./dialog.tsx";

interface Properties {
  title: string;
  /** The consequences, in full sentences. */
  children: ReactNode;
  /** The button's label, which names the action: "Remove Grace". */
  action: string;
  /** Errors are shown and the dialog stays open; false means another dialog replaces it. */
  act: () => Promise<unknown>;
  onClose: () => void;
}

/** Confirms an irreversible action. */
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
