/** Makes the browser confirm leaving the page while something unsaved would be lost. */
export const askBeforeLeaving = (wouldBeLost: () => boolean): void =>
  addEventListener("beforeunload", (event) => {
    if (wouldBeLost()) event.preventDefault();
  });
