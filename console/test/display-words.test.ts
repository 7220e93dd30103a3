import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { effortLabel, readinessLabel, statusLabels } from "../../contract/src/planning/display-words.ts";

const grades = [1, 2, 3, 4, 5];
const tables: Record<string, string[]> = {
  statusLabel: Object.values(statusLabels),
  effortLabel: grades.flatMap((grade) => effortLabel(grade) ?? []),
  readinessLabel: grades.map(readinessLabel),
};

/** Returns the words that are whole strings or texts between tags. */
function wordsIn(source: string, words: readonly string[]): string[] {
  const own = new Set(
    [...source.matchAll(/"([^"\n]*)"|`([^`$]*)`|>\s*([A-Z][a-z]+)\s*</g)].map(
      ([, quoted, literal, shown]) => quoted ?? literal ?? shown,
    ),
  );
  return [...new Set(words)].filter((word) => own.has(word));
}

test("No file of the console duplicates the API's labels", () => {
  const folder = join(import.meta.dirname, "../src");
  const files = globSync("**/*.{ts,tsx}", { cwd: folder });
  expect(files.length).toBeGreaterThan(200);
  // One word may mean something else, such as "Done" on a dialog.
  const second = files.flatMap((file) =>
    Object.entries(tables)
      .map(([label, words]) => ({
        file,
        label,
        has: wordsIn(readFileSync(join(folder, file), "utf8"), words),
      }))
      .filter(({ has }) => has.length > 1),
  );
  expect(second).toEqual([]);
});

test("A duplicate table is detected in strings and in markup", () => {
  expect(wordsIn('const words = ["Rough", "Shaping"];', tables.readinessLabel ?? [])).toEqual([
    "Rough",
    "Shaping",
  ]);
  expect(wordsIn("<b>Low</b> or <b>High</b>", tables.effortLabel ?? [])).toEqual(["Low", "High"]);
});
