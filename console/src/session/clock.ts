/** The milliseconds by which the service's clock is ahead of this computer's. */
let ahead = 0;

/** Learns from an answer what time it is at the service. The clocks of people's computers may be hours off. */
export function setClock(now: string): void {
  ahead = Date.parse(now) - Date.now();
}

/** Returns the time at the service, in milliseconds. */
export const timeThere = (): number => Date.now() + ahead;
