import { askBeforeLeaving } from "./ask-before-leaving.ts";

let underWay = 0;

/** Tells whether uploads are in flight, which leaving the page would stop. */
export const isSendingFiles = (): boolean => underWay > 0;
askBeforeLeaving(isSendingFiles);

/** Counts an upload as in flight until the returned function is called. */
export function countSending(): () => void {
  underWay++;
  return () => {
    underWay--;
  };
}
