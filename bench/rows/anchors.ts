import { diffLines } from "diff";
import { attachedAt } from "../../server/src/anchors/anchor.ts";
import { inTransaction } from "../../server/src/anchors/changes.ts";
import type { Held } from "../../server/src/anchors/comparison.ts";
import { relocate } from "../../server/src/anchors/relocate.ts";
import { costOf, inTurns, ratios } from "../measure.ts";
import type { Group } from "../row.ts";
import { specText } from "../texts.ts";

export const anchors: Group = {
  name: "anchors",
  about:
    "500 anchors of 40 code units over a text of 200 KB, mapped as in the transaction of a write, against `diffLines` of the npm package `diff` on the same two texts. CPU, one thread.",
  async measure(effort) {
    const before = textOf(200_000);
    const held = Array.from({ length: 500 }, (_, n): Held => {
      const start = Math.floor((n * (before.length - 100)) / 500);
      return { ...attachedAt(before, 1, start, start + 40), kind: "thread" };
    });
    const rows = [];
    for (const [what, after] of Object.entries(writesOf(before))) {
      const measured = await inTurns(effort, 0.6, {
        ours: (seconds) =>
          costOf(() => relocate(held, { before, after, revision: 2 }, inTransaction()), seconds),
        diff: (seconds) => costOf(() => diffLines(before, after), seconds),
      });
      rows.push(
        {
          measure: `500 anchors mapped through ${what}: CPU`,
          against: "one diff of the same texts",
          goal: { most: 5 },
          unit: "×" as const,
          values: ratios(measured.ours, measured.diff, ({ cpu }) => cpu),
        },
        {
          measure: "… CPU",
          goal: { most: 50 },
          unit: "ms" as const,
          values: measured.ours.map(({ cpu }) => cpu * 1000),
        },
      );
    }
    return rows;
  },
};

/** Returns a text of specs with numbered lines, so that most occur once. */
function textOf(length: number): string {
  const specs: string[] = [];
  for (let size = 0; size < length; size += specs.at(-1)?.length ?? 0)
    specs.push(specText(specs.length).replaceAll(". ", `. In case ${specs.length} `));
  return specs.join("\n").slice(0, length);
}

function writesOf(before: string): Record<string, string> {
  const lines = before.split("\n");
  const step = Math.floor(lines.length / 50);
  const cut = Math.floor(lines.length / 10);
  return {
    "the change of a word": before.replace("keeps every", "holds every"),
    "changes of fifty lines": lines.map((line, n) => (n % step === 0 ? `${line} Changed.` : line)).join("\n"),
    "a section moved to the end": [...lines.slice(cut), ...lines.slice(0, cut)].join("\n"),
  };
}
