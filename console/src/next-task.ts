/** Resolves in a task of its own, so that the page can answer before. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
