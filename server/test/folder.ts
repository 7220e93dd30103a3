import { mkdtempSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const memory = "/dev/shm";
/** The most bytes that a whole run needs; a container often has 64 MB of shared memory. */
const enough = 2 ** 31;

/** Creates the folder of a whole run: in memory if possible, since disk flushes are slow. */
export const makeRunFolder = (): string =>
  mkdtempSync(join(hasMemory() ? memory : tmpdir(), "groundplan-tests-"));

function hasMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= enough;
  } catch {
    return false;
  }
}
