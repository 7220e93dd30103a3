/**
 * Returns a warning if this Node version can't keep the confined program off the network; `null` otherwise.
 */
export const networkWarning = (version = process.versions.node): string | null =>
  Number.parseInt(version, 10) >= 25
    ? null
    : `This is Node ${version}, which can't keep the program that reads documents from the network; Node 25 and newer can.`;
