import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Runs with GROUNDPLAN_BRIEF, a file that only the current user can read and that is removed afterwards. */
export async function withBrief<T>(
  text: string,
  run: (env: { GROUNDPLAN_BRIEF: string }) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "groundplan-brief-"));
  try {
    const file = join(folder, "brief.md");
    writeFileSync(file, text, { mode: 0o600 });
    return await run({ GROUNDPLAN_BRIEF: file });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
