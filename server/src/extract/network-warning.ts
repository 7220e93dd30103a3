/** Returns the warning that a confined program could reach the network on this Node; `null` where it can't. */
export const networkWarning = (version = process.versions.node): string | null =>
  Number.parseInt(version, 10) >= 25
    ? null
    : `This is Node ${version}, which can't keep the program that reads documents from the network; Node 25 and newer can.`;
