import { useRef, useState } from "react";

/** Keeps a menu's part mounted while a dialog is open that one of its acts opened. */
export function useDialog(onClose: () => void) {
  const [dialog, open] = useState<string | null>(null);
  // A menu closes after its act, before the state is rendered.
  const isOpening = useRef(false);
  const show = (name: string) => {
    isOpening.current = true;
    open(name);
  };
  const closeMenu = () => {
    if (!isOpening.current) onClose();
  };
  return { dialog, show, closeMenu };
}
