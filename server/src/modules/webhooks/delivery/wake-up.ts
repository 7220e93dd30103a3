/** Returns a latch that wakes a waiter early; ringing while nobody waits ends the next wait. */
export function createWakeUp() {
  let isRung = false;
  let goOn = () => {};
  return {
    ring() {
      isRung = true;
      goOn();
    },
    /** Waits until it rings or times out. */
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
