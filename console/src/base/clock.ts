/** In milliseconds, relative to this computer. */
let ahead = 0;

/** Learns the service's time, since users' clocks may be hours off. */
export function setClock(now: string): void {
  ahead = Date.parse(now) - Date.now();
}

export const timeThere = (): number => Date.now() + ahead;
