import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attachedAt, placeAnchor } from "./anchor.ts";
import { inTransaction } from "./changes.ts";
import type { Held } from "./comparison.ts";
import { mapAnchor, relocate } from "./relocate.ts";
import { leastSimilarity, similarity } from "./similarity.ts";
import { splitsCharacter } from "./surroundings.ts";

const text = `# Uploads

Small files are kept for a day.
A file above 32 MiB is refused with a message that names the limit.

## Limits

The limit is set by the operator.
Everybody sees it.
`;
const quote = "refused with a message";

const after = (change: (text: string) => string, exact = quote, before = text) => {
  const anchor = mapAnchor(placeAnchor(before, 1, { exact }), { before, after: change(before), revision: 2 });
  return { ...anchor, words: change(before).slice(anchor.start, anchor.end) };
};

describe("an anchor", () => {
  it.each([
    ["an edit before it", (of: string) => of.replace("Small files are", "Files of less than a megabyte are")],
    ["words that are written right before it", (of: string) => of.replace(quote, `often ${quote}`)],
    ["the same words, written above", (of: string) => `Nothing is ${quote} here.\n\n${of}`],
    ["the same words, written right before it", (of: string) => of.replace(quote, `${quote}, or ${quote}`)],
    [
      "its section, moved behind another",
      (of: string) => of.slice(of.indexOf("## L")) + of.slice(0, of.indexOf("## L")),
    ],
    [
      "its line, cut and pasted elsewhere",
      (of: string) => {
        const line = of.split("\n")[3] ?? "";
        return `${of.replace(`${line}\n`, "")}\n${line}\n`;
      },
    ],
  ])("stays attached through %s", (_, change) => {
    expect(after(change)).toMatchObject({ state: "attached", words: quote, revision: 2 });
  });

  it.each([
    ["words written into it", "refused with a clear message"],
    ["a word of it that was changed", "rejected with a message"],
    ["a word of it that was deleted", "refused with message"],
    ["its last word, changed", "refused with a note"],
  ])("is moved by %s", (_, words) => {
    expect(after((before) => before.replace(quote, words))).toMatchObject({
      state: "moved",
      words,
      exact: quote,
    });
  });

  it.each([
    [
      "its line was rewritten",
      "Big uploads go to the archive, and a note with a link tells their author why.",
    ],
    ["its line was deleted", ""],
    ["its line says something else by some of the same words", "A file above 32 MiB is taken with the rest."],
  ])("is orphaned when %s", (_, line) => {
    const gone = after((before) => before.replace(/A file above.*/, line));
    expect(gone).toMatchObject({ state: "orphaned", exact: quote, revision: 1 });
  });

  it("doesn't move to another occurrence of its words when its own is deleted", () => {
    const twice = `1. The export is tested.\n2. The import is tested.\n3. The merge is tested.\n`;
    const before = placeAnchor(twice, 1, { exact: "is tested", prefix: "The import " });
    const without = twice.replace("2. The import is tested.\n", "");
    expect(mapAnchor(before, { before: twice, after: without, revision: 2 }).state).toBe("orphaned");
  });

  it("moves to the only whole copy when its own is cut off, and stays if there are several or none", () => {
    const passage = "The saddle8s are kept in the loft";
    const cut = (of: string) => of.replace(passage, "The saddle8s are kept");
    const two = `${passage}.\n\nBetween.\n\n${passage}.\n`;
    expect(after(cut, passage, two)).toMatchObject({ state: "attached", words: passage });
    expect(after(cut, passage, `${two}${passage}.\n`)).toMatchObject({
      state: "moved",
      words: "The saddle8s are kept",
    });
    expect(after(cut, passage, `${passage}.\n`)).toMatchObject({
      state: "moved",
      words: "The saddle8s are kept",
    });
    const edited = (of: string) => of.replace(passage, "The saddle8s lie in the loft");
    expect(after(edited, passage, two)).toMatchObject({
      state: "moved",
      words: "The saddle8s lie in the loft",
    });
  });

  it("is attached again when its words return", () => {
    const gone = text.replace(/A file above.*/, "Nothing.");
    const orphan = mapAnchor(placeAnchor(text, 1, { exact: quote }), {
      before: text,
      after: gone,
      revision: 2,
    });
    expect(orphan.state).toBe("orphaned");
    expect(mapAnchor(orphan, { before: gone, after: text, revision: 3 })).toEqual({
      ...placeAnchor(text, 3, { exact: quote }),
      prefix: orphan.prefix,
      suffix: orphan.suffix,
    });
    const elsewhere = `${gone}\nToo large a file is ${quote}.\n`;
    expect(mapAnchor(orphan, { before: gone, after: elsewhere, revision: 3 }).state).toBe("attached");
  });

  it("that moved returns to its first words when they are written again", () => {
    const changed = text.replace(quote, "refused with a clear message");
    const moved = mapAnchor(placeAnchor(text, 1, { exact: quote }), {
      before: text,
      after: changed,
      revision: 2,
    });
    const back = mapAnchor(moved, { before: changed, after: text, revision: 3 });
    expect([moved.state, back.state]).toEqual(["moved", "attached"]);
  });

  it("never lies in the middle of a character", () => {
    const smile = "Ok \u{1f600} done \u{1f601} end";
    const anchor = placeAnchor(smile, 1, { exact: "\u{1f600} done" });
    const changed = smile.replace("\u{1f600}", "\u{1f602}");
    const { start, end, state } = mapAnchor(anchor, { before: smile, after: changed, revision: 2 });
    expect(splitsCharacter(changed, start) || splitsCharacter(changed, end)).toBe(false);
    expect(state).toBe("moved");
  });

  it("is found in texts without spaces between words", () => {
    const before = "ファイルが大きすぎる場合は、メッセージを表示して拒否します。";
    const exact = "メッセージを表示";
    const changed = before.replace("大きすぎる", "非常に大きい");
    const found = after(() => changed, exact, before);
    expect(found).toMatchObject({ state: "attached", words: exact });
  });
});

describe("a hunk", () => {
  const held = (start: number, end: number): Held => ({ ...attachedAt(text, 1, start, end), kind: "hunk" });
  const moved = (anchor: Held, change: (of: string) => string) =>
    relocate([anchor], { before: text, after: change(text), revision: 2 }, inTransaction())[0]?.anchor;

  it("waits for its exact words only", () => {
    const offset = text.indexOf(quote);
    const hunk = held(offset, offset + quote.length);
    expect(moved(hunk, (before) => before.replace(quote, "refused with a clear message"))?.state).toBe(
      "orphaned",
    );
    expect(moved(hunk, (before) => `Before it.\n${before}`)).toMatchObject({
      state: "attached",
      start: offset + 11,
    });
  });

  it("that only inserts keeps its place between the remaining neighbors", () => {
    const offset = text.indexOf("\nEverybody");
    expect(moved(held(offset, offset), (before) => `New.\n${before}`)).toMatchObject({
      state: "attached",
      start: offset + 5,
    });
    expect(moved(held(offset, offset), (before) => before.replace("\nEverybody sees it.", ""))).toMatchObject(
      {
        state: "attached",
        start: offset,
      },
    );
    const gone = moved(held(offset + 3, offset + 3), (before) => before.replace("Everybody sees it.", "?"));
    expect(gone?.state).toBe("orphaned");
  });
});

const edit = fc.record({
  kind: fc.constantFrom("delete", "insert", "replace", "move", "copy", "rewrite", "undo"),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat(120),
  to: fc.double({ min: 0, max: 1, noNaN: true }),
  words: fc.array(
    fc.constantFrom("the ", "file", " is", "\n", "kept ", "limit.", "- ", "\u{1f600}", "大", "a"),
    { maxLength: 12 },
  ),
});
type Edit = typeof edit extends fc.Arbitrary<infer E> ? E : never;

const whole = (of: string, share: number) => {
  const offset = Math.min(of.length, Math.floor(share * (of.length + 1)));
  return splitsCharacter(of, offset) ? offset - 1 : offset;
};

function applied(text: string, { kind, at: position, length, to, words }: Edit, first: string): string {
  const start = whole(text, position);
  const end = whole(text, (start + length) / (text.length + 1));
  const [from, until] = [Math.min(start, end), Math.max(start, end)];
  const part = text.slice(from, until);
  const rest = text.slice(0, from) + text.slice(until);
  const other = whole(rest, to);
  const written = words.join("");
  if (kind === "undo") return first;
  if (kind === "delete") return rest;
  if (kind === "insert") return text.slice(0, from) + written + text.slice(from);
  if (kind === "replace") return text.slice(0, from) + written + text.slice(until);
  if (kind === "move") return rest.slice(0, other) + part + rest.slice(other);
  if (kind === "copy") return text.slice(0, from) + part + text.slice(from);
  return text
    .split("\n")
    .map((line, n) => (n % 3 ? line : `${line.split(" ").reverse().join(" ")}`))
    .join("\n");
}

const lines = fc
  .array(
    fc.constantFrom(
      "The file is kept.",
      "Nothing is said.",
      "- one of \u{1f600} them",
      "",
      "大きい文",
      "the limit is the limit",
    ),
    {
      minLength: 8,
      maxLength: 60,
    },
  )
  .map((all) => all.map((line, n) => (n % 4 ? line : `${line} ${n}`)).join("\n"));

it("an anchor is attached only to its words, moved only to similar ones, and always within the text", () => {
  fc.assert(
    fc.property(
      lines,
      fc.array(edit, { maxLength: 8 }),
      fc.array(fc.tuple(fc.double({ min: 0, max: 0.99, noNaN: true }), fc.integer({ min: 1, max: 40 })), {
        minLength: 50,
        maxLength: 50,
      }),
      (first, edits, quotes) => {
        let now = first;
        let revision = 1;
        let held = quotes.map(([share, length]): Held => {
          const start = whole(first, share);
          const end = Math.max(start, whole(first, (start + length) / (first.length + 1)));
          return { ...attachedAt(first, 1, start, end), kind: length % 5 === 0 ? "hunk" : "thread" };
        });
        for (const edit of edits) {
          const next = applied(now, edit, first);
          revision++;
          const found = relocate(held, { before: now, after: next, revision }, inTransaction());
          held = found.map(({ anchor }, n) => ({ ...anchor, kind: held[n]?.kind ?? "thread" }));
          now = next;
          for (const { start, end, state, exact, kind } of held) {
            if (state === "orphaned") continue;
            expect(start >= 0 && start <= end && end <= now.length).toBe(true);
            expect(splitsCharacter(now, start) || splitsCharacter(now, end)).toBe(false);
            const words = now.slice(start, end);
            if (state === "attached") expect(words).toBe(exact);
            else
              expect([kind, similarity(exact, words) >= leastSimilarity && words !== exact]).toEqual([
                "thread",
                true,
              ]);
          }
        }
      },
    ),
    { numRuns: process.env.LONG ? 10_000 : 200 },
  );
});
