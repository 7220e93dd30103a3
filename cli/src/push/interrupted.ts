export const interrupted = Symbol("interrupted");

/** Runs work that Ctrl-C aborts without ending the command. */
export async function untilInterrupted<T>(
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | typeof interrupted> {
  const pressed = new AbortController();
  const press = () => pressed.abort();
  process.once("SIGINT", press);
  try {
    return await work(pressed.signal);
  } catch (error) {
    if (pressed.signal.aborted) return interrupted;
    throw error;
  } finally {
    process.off("SIGINT", press);
  }
}
