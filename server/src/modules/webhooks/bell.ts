/** Returns what lets one who waits go on early; rung while nobody waits, it ends the next wait at once. */
export function createBell() {
  let isRung = false;
  let goOn = () => {};
  return {
    ring() {
      isRung = true;
      goOn();
    },
    /** Waits until it rings, but no longer than this. */
    async wait(ms: number): Promise<void> {
      if (!isRung)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms).unref();
          goOn = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      isRung = false;
    },
  };
}
