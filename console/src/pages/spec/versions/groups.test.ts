import { describe, expect, it } from "vitest";
import { groupsOf, numbersOf, type Version } from "./groups.ts";

const console = { kind: "api_key", name: "Console" } as const;

function version(seq: number, minute: number, more: Partial<Version> = {}): Version {
  const author = { userId: "ada", name: "Ada" };
  const createdAt = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
  const base = {
    seq,
    version: seq,
    actor: "Ada",
    author,
    credential: console,
    message: "",
    op: "edit" as const,
  };
  return Object.assign(base, { createdAt, characters: 1 }, more);
}
const numbers = (...versions: Version[]) => groupsOf(versions.toReversed()).map(numbersOf);

describe("groupsOf", () => {
  it("joins what one person wrote until a pause of ten minutes, however long it took in all", () => {
    expect(numbers(version(1, 0), version(2, 9), version(3, 18), version(4, 28))).toEqual(["v4", "v1–v3"]);
  });

  it("keeps people, their keys and apps, restored versions and suggestions apart", () => {
    const ben = { author: { userId: "ben", name: "Ben" } };
    const scout = { credential: { kind: "oauth", name: "Scout" } } as const;
    const restored = { op: "restore", message: "Restored version 1" } as const;
    expect(
      numbers(
        version(1, 0),
        version(2, 1, ben),
        version(3, 2, scout),
        version(4, 3),
        version(5, 4, restored),
        version(6, 5, { message: "A suggestion" }),
        version(7, 6),
        version(8, 7, { version: 7 }),
      ),
    ).toEqual(["v7", "v6", "v5", "v4", "v3", "v2", "v1"]);
  });

  it("knows the version before each group", () => {
    const [newer, older] = groupsOf([version(3, 31), version(2, 30), version(1, 0)]);
    expect([newer?.before?.seq, older?.before]).toEqual([1, undefined]);
  });
});
