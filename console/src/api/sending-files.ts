import { askBeforeLeaving } from "./ask-before-leaving.ts";

let underWay = 0;

/** Tells whether files are being sent, which would stop where the page goes. */
export const isSendingFiles = (): boolean => underWay > 0;
askBeforeLeaving(isSendingFiles);

/** Notes that files are being sent until the returned function is called. */
export function countSending(): () => void {
  underWay++;
  return () => {
    underWay--;
  };
}
