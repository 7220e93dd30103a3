import { type RefObject, useEffect, useRef } from "react";

/** Gives the focus back to a button once what it opened in the page is closed, unless it went elsewhere. */
export function useReturnedFocus(isOpen: boolean, button: RefObject<HTMLButtonElement | null>): void {
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body)
      button.current?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [isOpen, button]);
}
