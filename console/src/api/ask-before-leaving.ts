/** Has the browser ask before the page goes, as long as something would be lost with it. */
export const askBeforeLeaving = (wouldBeLost: () => boolean): void =>
  addEventListener("beforeunload", (event) => {
    if (wouldBeLost()) event.preventDefault();
  });
