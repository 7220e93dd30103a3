import { type ReactNode, useState } from "react";
import { UserError } from "../../base/user-error.ts";
import { Button } from "../button.tsx";
import { Problem } from "./problem.tsx";

const notLoaded = new UserError("This part of the page failed to load. Your saved work is safe.");

interface Properties {
  /** The number of failed attempts. */
  count: number;
  tryAgain: () => Promise<void>;
}

/** A newer build has other chunks, so the second retry reloads the page. */
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
      action={count > 1 ? "Reload the page" : "Try again"}
      busy={isBusy}
    />
  );
}

/** An overlay that failed to load, with a close button. */
const LostOverlay = ({ onClose }: { onClose?: () => void }, problem: ReactNode) => (
  <div className="fixed inset-x-4 bottom-4 z-30 mx-auto grid max-w-md gap-2 rounded-card border border-line bg-sheet p-2 text-base">
    {problem}
    {onClose && <Button onClick={onClose}>Close</Button>}
  </div>
);

/** A loading overlay already captures keys (`components/keyboard/keys.ts`). */
const coming = () => <span hidden data-coming="" />;

/** The placeholders of an overlay. */
export const overlayFallbacks = { waiting: coming, lost: LostOverlay };
/** The placeholder of toasts, which capture no keys. */
export const toastFallbacks = { lost: LostOverlay };
