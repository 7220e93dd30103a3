/** Returns where a file is written before it is renamed, which remains if the process is killed. */
export const temporaryOf = (path: string): string => `${path}.groundplan-${process.pid}`;

/** Tests for a name that `temporaryOf` gives. */
export const isTemporary = (name: string): boolean => /\.groundplan-\d+$/.test(name);
