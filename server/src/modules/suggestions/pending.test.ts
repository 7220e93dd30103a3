import fc from "fast-check";
import { expect, it } from "vitest";
import { attachedAt } from "../../anchors/anchor.ts";
import { anchorRow } from "../../anchors/anchor-rows.ts";
import { inTransaction } from "../../anchors/changes.ts";
import type { Held } from "../../anchors/comparison.ts";
import { relocate } from "../../anchors/relocate.ts";
import { brokenSuggestions, hunkId } from "../../anchors/suggestions.ts";
import { splitsCharacter } from "../../anchors/surroundings.ts";
import { applyHunks, fits } from "./hunks.ts";

const words = ["the file", " is kept", ".\n", "limit ", "- one ", "\u{1f600}", "大きい", "a"];
const anyText = fc
  .array(fc.constantFrom(...words), { minLength: 20, maxLength: 120 })
  .map((all) => all.join(""));
const share = fc.double({ min: 0, max: 1, noNaN: true });
const place = fc.tuple(share, fc.nat(15));
const act = fc.oneof(
  { weight: 1, arbitrary: fc.record({ accept: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ edit: place, by: fc.constantFrom(...words, "") }) },
);
const lineMove = fc.record({ line: fc.nat(30), behind: fc.nat(30) });

/** Returns a part of a text by relative position and length, without splitting characters. */
function partOf(text: string, [at, length]: readonly [number, number]) {
  const whole = (position: number) => (splitsCharacter(text, position) ? position - 1 : position);
  const start = whole(Math.min(text.length, Math.floor(at * (text.length + 1))));
  return { start, end: Math.max(start, whole(Math.min(text.length, start + length))) };
}

it("each of ten pending suggestions is applied to its exact words or outdated, and accepted ones are in the text", () => {
  fc.assert(
    fc.property(
      anyText,
      fc.array(place, { minLength: 10, maxLength: 10 }),
      fc.array(place, { minLength: 50, maxLength: 50 }),
      fc.array(act, { maxLength: 12 }),
      (first, wanted, quotes, acts) => {
        let text = first;
        let revision = 1;
        let hunks = wanted.map((one): Held => ({ ...hold(text, one), kind: "hunk" }));
        let threads = quotes.map((one): Held => ({ ...hold(text, one), kind: "thread" }));
        const decided = new Set<number>();
        for (const act of acts) {
          let next: string;
          if ("accept" in act) {
            const hunk = hunks[act.accept];
            if (!hunk || decided.has(act.accept) || hunk.state === "orphaned") continue;
            const { start, end, exact } = hunk;
            expect(text.slice(start, end)).toBe(exact);
            const replacement = `[accepted ${act.accept}]`;
            next = applyHunks(text, [{ start, end, replacement }]);
            expect(next).toBe(text.slice(0, start) + replacement + text.slice(end));
            decided.add(act.accept);
          } else {
            const { start, end } = partOf(text, act.edit);
            next = text.slice(0, start) + act.by + text.slice(end);
          }
          revision++;
          const rewrite = { before: text, after: next, revision };
          const moved = (held: readonly Held[]) =>
            relocate(held, rewrite, inTransaction()).map(
              ({ anchor }, n): Held => ({ ...anchor, kind: held[n]?.kind ?? "thread" }),
            );
          [hunks, threads, text] = [moved(hunks), moved(threads), next];
          for (const { state, start, end, exact } of [...hunks, ...threads])
            if (state === "attached") expect(text.slice(start, end)).toBe(exact);
          for (const { state } of hunks) expect(state).not.toBe("moved");
        }
      },
    ),
    { numRuns: process.env.LONG ? 10_000 : 200 },
  );
});

it("suggestions of several hunks are applied whole and in order, or outdated, wherever lines move", () => {
  let applied = 0;
  fc.assert(
    fc.property(
      anyText,
      fc.array(fc.array(place, { minLength: 2, maxLength: 5 }), { minLength: 10, maxLength: 10 }),
      fc.array(fc.oneof(act, lineMove), { minLength: 1, maxLength: 12 }),
      (first, wanted, acts) => {
        let text = first;
        const pending = new Map(wanted.map((places, n) => [n, apart(first, places)]));
        for (const act of acts) {
          let next: string;
          if ("accept" in act) {
            const hunks = pending.get(act.accept)?.map((hunk, n) => ({ ...hunk, replacement: `[${n}]` }));
            if (!hunks) continue;
            expect(fits(text, hunks)).toBe(true);
            next = hunks.reduceRight(
              (done, { start, end, replacement }) => done.slice(0, start) + replacement + done.slice(end),
              text,
            );
            expect(applyHunks(text, hunks)).toBe(next);
            pending.delete(act.accept);
            applied++;
          } else if ("line" in act) {
            const lines = text.split("\n");
            const [line = ""] = lines.splice(act.line % lines.length, 1);
            lines.splice(act.behind % (lines.length + 1), 0, line);
            next = lines.join("\n");
          } else {
            const { start, end } = partOf(text, act.edit);
            next = text.slice(0, start) + act.by + text.slice(end);
          }
          const rewrite = { before: text, after: next, revision: 2 };
          for (const [n, held] of pending) {
            const moved = relocate(held, rewrite, inTransaction()).map(
              ({ anchor }): Held => ({ ...anchor, kind: "hunk" }),
            );
            const rows = moved.map((anchor, index) =>
              anchorRow({ workspaceId: "", documentId: "", id: hunkId(`${n}`, index), kind: "hunk" }, anchor),
            );
            if (brokenSuggestions(rows).length > 0) pending.delete(n);
            else pending.set(n, moved);
          }
          text = next;
        }
      },
    ),
    { numRuns: process.env.LONG ? 10_000 : 100 },
  );
  expect(applied).toBeGreaterThan(9);
});

function apart(text: string, places: readonly (readonly [number, number])[]): Held[] {
  const all = places.map((one): Held => ({ ...hold(text, one), kind: "hunk" }));
  const kept: Held[] = [];
  for (const one of all.sort((a, b) => a.start - b.start || a.end - b.end))
    if ((kept.at(-1)?.end ?? 0) <= one.start) kept.push(one);
  return kept;
}

const hold = (text: string, one: readonly [number, number]) => {
  const { start, end } = partOf(text, one);
  return attachedAt(text, 1, start, end);
};
