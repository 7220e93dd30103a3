import { askBeforeLeaving } from "./ask-before-leaving.ts";

let underWay = 0;

/** Leaving the page would stop an upload. */
export const isSendingFiles = (): boolean => underWay > 0;
askBeforeLeaving(isSendingFiles);

/** Counts an upload until the returned function is called. */
export function countSending(): () => void {
  underWay++;
  return () => {
    underWay--;
  };
}
