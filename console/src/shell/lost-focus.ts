import { useEffect } from "react";
import { focusMain } from "../components/page/main.tsx";

/** The milliseconds in which a closing component restores focus itself. */
const grace = 150;

/**
 * Focuses the main content if the focused element is gone, so that keyboard users don't start over from the
 * top.
 */
export function useLostFocus(): void {
  useEffect(() => {
    let last: EventTarget | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isGone = () =>
      last instanceof Element && !last.isConnected && document.activeElement === document.body;
    const look = () => {
      timer = undefined;
      if (isGone()) focusMain();
    };
    const take = ({ target }: FocusEvent) => {
      last = target;
    };
    // The user left it on purpose.
    const leave = () => {
      last = null;
    };
    const observer = new MutationObserver(() => {
      if (isGone()) timer ??= setTimeout(look, grace);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener("focusin", take);
    document.addEventListener("pointerdown", leave, true);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      document.removeEventListener("focusin", take);
      document.removeEventListener("pointerdown", leave, true);
    };
  }, []);
}
