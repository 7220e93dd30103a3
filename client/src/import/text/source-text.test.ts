import fc from "fast-check";
import { expect, it } from "vitest";
import { placeOf, sourceText } from "./source-text.ts";

const utf8 = new TextEncoder();
const line = fc.constantFrom("", "# A", "ünï", "受け入れ", "- [ ] x", "😀");
const end = fc.constantFrom("\n", "\r\n", "\r");

it("knows the bytes of each line, whatever ends the lines and begins the file", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(line, end)), line, fc.boolean(), (parts, last, hasMark) => {
      const text = `${hasMark ? "\uFEFF" : ""}${parts.map((part) => part.join("")).join("")}${last}`;
      const bytes = utf8.encode(text);
      const { source } = sourceText("a.md", bytes) ?? expect.unreachable();
      const read = source.lines.map((_, index) => {
        const { from, to } = placeOf(source, index, index + 1);
        return new TextDecoder().decode(bytes.slice(from, to));
      });
      expect(read.map((one) => one.replace(/[\r\n]+$/u, ""))).toEqual(source.lines);
      expect(`${hasMark ? "\uFEFF" : ""}${read.join("")}`).toBe(text);
    }),
  );
});

it("reads no other encoding", () => {
  expect(sourceText("a.md", Uint8Array.of(0xfc, 0x0a))).toBeNull();
});
