import { describe, expect, it } from "vitest";
import { partOf } from "./byte-range.ts";

describe("a Range header asks", () => {
  it.each([
    ["bytes=0-3", { from: 0, to: 4 }],
    ["bytes=4-", { from: 4, to: 10 }],
    ["bytes=-3", { from: 7, to: 10 }],
    ["bytes=-30", { from: 0, to: 10 }],
    ["bytes=8-30", { from: 8, to: 10 }],
    ["bytes=10-", "outside"],
    ["bytes=-0", "outside"],
    ["bytes=5-4", null],
    ["bytes=0-1,3-4", null],
    ["bytes=-", null],
    ["bytes=a-b", null],
    ["lines=0-1", null],
    [`bytes=0-${"9".repeat(40)}`, null],
    [undefined, null],
  ])("for a part of ten bytes, or for none: %s", (header, part) => expect(partOf(header, 10)).toEqual(part));
});
