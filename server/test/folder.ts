import { mkdtempSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const memory = "/dev/shm";
/** The bytes that a whole run needs at most; a container often has 64 MB. */
const enough = 2 ** 31;

/**
 * Makes the folder of a whole run: in memory where there is room, since a flush to a disk takes longer than most tests.
 */
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
