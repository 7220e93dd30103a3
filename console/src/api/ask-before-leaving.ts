/** Confirms leaving the page while something would be lost. */
export const askBeforeLeaving = (wouldBeLost: () => boolean): void =>
  addEventListener("beforeunload", (event) => {
    if (wouldBeLost()) event.preventDefault();
  });
