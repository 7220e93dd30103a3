/** The milliseconds by which the service's clock is ahead of this computer's. */
let ahead = 0;

/** Learns the service's time from an answer, because users' clocks may be hours off. */
export function setClock(now: string): void {
  ahead = Date.parse(now) - Date.now();
}

/** Returns the service's time in milliseconds. */
export const timeThere = (): number => Date.now() + ahead;
