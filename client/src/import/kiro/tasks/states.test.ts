import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { known, outlineOf, parse, statesOf } from "./testing.ts";

const states = (text: string) => Object.values(statesOf(parse(text))).join(" ");

describe("a requirement's state", () => {
  it.each([
    [
      "is DONE when all leaves that name it are",
      "- [x] 1. A\n  _Requirements: 1.1_\n- [x] 2. B\n  _Requirements: 1_\n- [ ] 3. C",
      "DONE TODO TODO",
    ],
    [
      "is IN_PROGRESS when one of them is done",
      "- [x] 1. A\n  _Requirements: 1.1_\n- [ ] 2. B\n  _Requirements: 1_",
      "IN_PROGRESS TODO TODO",
    ],
    [
      "is IN_PROGRESS when one of them is started",
      "- [-] 1. A\n  _Requirements: 1.1_",
      "IN_PROGRESS TODO TODO",
    ],
    [
      "is TODO when none of them is started",
      "- [ ] 1. A\n  _Requirements: 1-2_\n- [x] 2. B\n  _Requirements: 3_",
      "TODO TODO DONE",
    ],
    ["is DONE without a task when every task of the file is", "- [x] 1. A\n- [ ]* 2. B", "DONE DONE DONE"],
    ["is TODO without any task", "text", "TODO TODO TODO"],
    ["is TODO where all tasks are optional", "- [x]* 1. A\n  _Requirements: 1_", "TODO TODO TODO"],
    [
      "does not depend on optional tasks",
      "- [x] 1. A\n  _Requirements: 1_\n- [ ]* 2. B\n  _Requirements: 1_\n- [ ] 3. C",
      "DONE TODO TODO",
    ],
    [
      "does not depend on tasks below optional ones",
      "- [x] 1. A\n  _Requirements: 1_\n- [ ]* 2. B\n- [ ] 2.1 C\n  _Requirements: 1_",
      "DONE DONE DONE",
    ],
    [
      "is what a task says whose sub-tasks are all optional",
      "- [x] 1. A\n  _Requirements: 1_\n  - [ ]* 1.1 B\n- [ ] 2. C",
      "DONE TODO TODO",
    ],
    [
      "is what leaves say, not the boxes of groups",
      "- [ ] 1. A\n- [x] 1.1 B\n  _Requirements: 1_\n- [ ] 2. C",
      "DONE TODO TODO",
    ],
    [
      "follows all leaves of a group that names it",
      "- [ ] 1. A\n  _Requirements: 1_\n  - [x] 1.1 B\n  - [ ] 1.2 C",
      "IN_PROGRESS TODO TODO",
    ],
    [
      "follows the leaf of a group that names it itself",
      "- [ ] 1. A\n  _Requirements: 1_\n  - [x] 1.1 B\n    _Requirements: 1.2_\n  - [ ] 1.2 C",
      "DONE TODO TODO",
    ],
    [
      "follows the nearest box above a leaf without one",
      "- [x] 1. A\n1.1 B\n  _Requirements: 1_\n- [ ] 2. C",
      "DONE TODO TODO",
    ],
  ])("%s", (_rule, text, expected) => {
    expect(states(text)).toBe(expected);
  });
});

describe("a task's state", () => {
  it("follows the leaves below it, whatever its own box", () => {
    expect(
      outlineOf(
        parse(
          "- [ ] 1. A\n- [x] 1.1 B\n2. C\n- [x] 2.1 D\n- [ ]* 2.2 E\n3. F\n- [x] 3.1 G\n- [ ] 3.2 H\n4. I\n- [x]* 4.1 J",
        ),
      ),
    ).toEqual(["1 A DONE", "2 C DONE", "3 F IN_PROGRESS", "4 I DONE"]);
  });

  it("starts the import when a task that counts is started", () => {
    expect(parse("- [x]* 1. A\n- [ ] 2. B").isStarted).toBe(false);
    expect(parse("- [-] 1. A\n- [ ] 2. B").isStarted).toBe(true);
  });
});

interface Group {
  box: string;
  names: number[];
  leaves: { box: string; names: number[] }[];
}
const boxes = fc.constantFrom("[ ]", "[x]", "[-]", "[ ]*", "[x]*");
const names = fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { maxLength: 2 });
const groups = fc.array(
  fc.record({ box: boxes, names, leaves: fc.array(fc.record({ box: boxes, names }), { maxLength: 3 }) }),
  { maxLength: 4 },
);

/** Computes the state literally by the rules: which leaves count, name the requirement, and are ticked. */
function oracle(model: readonly Group[], requirement: number): string {
  const counted = model
    .filter(({ box }) => !box.endsWith("*"))
    .flatMap((group) => {
      const leaves = group.leaves.filter(({ box }) => !box.endsWith("*"));
      if (leaves.length === 0) return [{ box: group.box, isNamed: group.names.includes(requirement) }];
      const isNamedBelow = leaves.some(({ names }) => names.includes(requirement));
      return leaves.map(({ box, names }) => ({
        box,
        isNamed: isNamedBelow ? names.includes(requirement) : group.names.includes(requirement),
      }));
    });
  const naming = counted.filter(({ isNamed }) => isNamed).map(({ box }) => box);
  const isDone = (list: string[]) => list.length > 0 && list.every((box) => box === "[x]");
  if (naming.length === 0) return isDone(counted.map(({ box }) => box)) ? "DONE" : "TODO";
  if (isDone(naming)) return "DONE";
  return naming.some((box) => box !== "[ ]") ? "IN_PROGRESS" : "TODO";
}

describe("any tree of tasks", () => {
  it("gives requirements the same states as a plain reading of the rules", () => {
    fc.assert(
      fc.property(groups, (model) => {
        const line = (spaces: string, named: number[]) =>
          named.length > 0 ? [`${spaces}- _Requirements: ${named.join(", ")}_`] : [];
        const text = model.flatMap(({ box, names, leaves }, index) => [
          `- ${box} ${index + 1}. G`,
          ...line("  ", names),
          ...leaves.flatMap((leaf, place) => [
            `  - ${leaf.box} ${index + 1}.${place + 1} L`,
            ...line("    ", leaf.names),
          ]),
        ]);
        const expected = known(3).map(({ ref }, index) => [ref, oracle(model, index + 1)]);
        expect([...parse(text).statuses]).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });
});
