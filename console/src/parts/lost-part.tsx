import { type ReactNode, useState } from "react";
import { Refusal } from "../refusal.ts";
import { Button } from "./button.tsx";
import { Problem } from "./problem.tsx";

const notLoaded = new Refusal("This could not be loaded. What is saved stays.");

interface Properties {
  /** The times that it could not be loaded. */
  count: number;
  tryAgain: () => Promise<void>;
}

/**
 * Says that a part of the console could not be loaded. Some browsers keep that in mind, and a newer service does not have the
 * part any more: after the second time the page is loaded again.
 */
export function LostPart({ count, tryAgain }: Properties) {
  const [isBusy, setBusy] = useState(false);
  const act = () => {
    setBusy(true);
    if (count > 1) location.reload();
    else void tryAgain().finally(() => setBusy(false));
  };
  return (
    <Problem
      error={notLoaded}
      retry={act}
      action={count > 1 ? "Load the page again" : "Try again"}
      busy={isBusy}
    />
  );
}

/** Shows over the sheet that what floats there could not be loaded, with a way to close it. */
const lostOverSheet = ({ onClose }: { onClose?: () => void }, problem: ReactNode) => (
  <div className="fixed inset-x-4 bottom-4 z-30 mx-auto grid max-w-md gap-2 rounded-card border border-line bg-sheet p-2 text-base">
    {problem}
    {onClose && <Button onClick={onClose}>Close</Button>}
  </div>
);

/** Stands over the sheet while something that floats there is loaded, and takes the keys already (`frame/keys.ts`). */
const coming = () => <span hidden data-coming="" />;

/** These are the looks of something that floats before it is there. */
export const overSheet = { waiting: coming, lost: lostOverSheet };
/** These are the looks of messages before they are there: messages take no keys. */
export const besideSheet = { lost: lostOverSheet };
