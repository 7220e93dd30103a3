import { type RefObject, useEffect, useRef } from "react";

/** Returns the focus after closing, unless it moved elsewhere. */
export function useReturnedFocus(isOpen: boolean, button: RefObject<HTMLButtonElement | null>): void {
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body)
      button.current?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [isOpen, button]);
}
