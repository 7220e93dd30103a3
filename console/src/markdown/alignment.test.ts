import { describe, expect, it } from "vitest";
import { alignment } from "./alignment.ts";

/** Returns the source range for part of a visible text. */
function part(source: string, value: string, wanted: string): string {
  const places = alignment(source, { value, from: 0, to: source.length });
  const at = value.indexOf(wanted);
  return source.slice(places[at], places[at + wanted.length]);
}

describe("A visible text is located in its source", () => {
  it.each([
    ["as it is", "pay at once", "at", "at"],
    ["behind a backslash", "a \\*b\\* c", "b", "b\\"],
    ["behind a reference", "a &amp; b", "b", "b"],
    ["a reference itself", "a &lt; b", "<", "&lt;"],
    ["a reference of two code units", "&#x1F600;!", "!", "!"],
    ["over an indented line", "one\n   two", "e\nt", "e\n   t"],
  ])("%s", (_, source, wanted, found) => {
    const value = source
      .replaceAll("\\", "")
      .replace("&amp;", "&")
      .replace("&lt;", "<")
      .replace("&#x1F600;", "😀")
      .replace("\n   ", "\n");
    expect(part(source, value, wanted)).toBe(found);
  });

  it("doesn't match characters that are missing from the source", () => {
    expect([...alignment("ab", { value: "a?b", from: 0, to: 2 })]).toEqual([0, 1, 1, 2]);
  });
});
