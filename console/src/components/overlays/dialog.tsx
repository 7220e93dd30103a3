import { Dialog as Base } from "@base-ui/react/dialog";
import type { ReactNode } from "react";

interface Properties {
  title: string;
  /** One sentence below the title. */
  says?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A modal dialog. Escape closes it and restores the focus. */
export default function Dialog({ title, says, onClose, children }: Properties) {
  return (
    <Base.Root open onOpenChange={(open) => open || onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-20 bg-veil" />
        <Base.Popup className="fixed top-[12vh] left-1/2 z-20 max-h-[80vh] w-[min(30rem,92vw)] -translate-x-1/2 overflow-y-auto rounded-panel border border-line bg-sheet p-5 shadow-float outline-none">
          <Base.Title className="text-h3 font-semibold">{title}</Base.Title>
          {says && <Base.Description className="mt-1 text-ink-2">{says}</Base.Description>}
          <div className="mt-4">{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
