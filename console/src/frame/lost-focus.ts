import { useEffect } from "react";
import { focusSheet } from "../parts/sheet.tsx";

/** The milliseconds in which what closes gives the focus back by itself. */
const grace = 150;

/**
 * Gives the focus to the sheet where what had it is gone and nothing else has taken it: at the page's beginning, where
 * browsers put it, whoever works by keyboard would have to go all the way again.
 */
export function useLostFocus(): void {
  useEffect(() => {
    let last: EventTarget | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isGone = () =>
      last instanceof Element && !last.isConnected && document.activeElement === document.body;
    const look = () => {
      timer = undefined;
      if (isGone()) focusSheet();
    };
    const take = ({ target }: FocusEvent) => {
      last = target;
    };
    // Whoever presses beside everything has left it.
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
