/** Yields to the event loop. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
