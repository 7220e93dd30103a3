import { Dialog } from "@base-ui/react/dialog";
import type { ReactNode } from "react";
import { Button } from "../button.tsx";

interface Properties {
  title: string;
  side: "left" | "right";
  onClose: () => void;
  children: ReactNode;
}

/** A side panel. Escape closes it and restores the focus. */
export default function Panel({ title, side, onClose, children }: Properties) {
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-10 bg-veil" />
        <Dialog.Popup
          className={`fixed inset-y-0 z-10 flex w-[min(20rem,88vw)] flex-col overflow-y-auto bg-paper p-3 shadow-float outline-none ${side === "left" ? "left-0" : "right-0"}`}
        >
          <div className="mb-2 flex items-center justify-between gap-2">
            <Dialog.Title className="px-2 text-note font-semibold text-ink-2">{title}</Dialog.Title>
            <Dialog.Close render={<Button look="quiet" />}>Close</Dialog.Close>
          </div>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
