let underWay = 0;
addEventListener("beforeunload", (event) => {
  if (underWay > 0) event.preventDefault();
});

/** Tells whether files are being sent, which would stop where the page goes. */
export const isSendingFiles = (): boolean => underWay > 0;

/** Notes that files are being sent until the returned function is called. */
export function countSending(): () => void {
  underWay++;
  return () => {
    underWay--;
  };
}
