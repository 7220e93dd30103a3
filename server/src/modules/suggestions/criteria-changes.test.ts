import { describe, expect, it } from "vitest";
import { criteriaChanges } from "./criteria-changes.ts";

const spec = (...criteria: string[]) =>
  `# A spec\n\n## Acceptance criteria\n\n${criteria.map((one, n) => `${n + 1}. ${one}\n`).join("")}`;

describe("criteriaChanges", () => {
  it.each([
    ["nothing", spec("One.", "Two."), spec("One.", "Two."), [0, 0, 0]],
    ["a new criterion between others", spec("One.", "Two."), spec("One.", "New.", "Two."), [1, 0, 0]],
    ["another text of a criterion", spec("One.", "Two."), spec("One.", "Two and more."), [0, 1, 0]],
    ["a criterion less", spec("One.", "Two.", "Three."), spec("One.", "Three."), [0, 0, 1]],
    [
      "labelled ones in another order",
      spec("AC-1: One.", "AC-2: Two."),
      spec("AC-2: Two.", "AC-1: 1."),
      [0, 1, 0],
    ],
    ["labels that are new and gone", spec("AC-1: One."), spec("AC-2: Two.", "AC-3: Three."), [1, 1, 0]],
    ["words elsewhere in the text", spec("One."), `${spec("One.")}\n## More\n\nWords.\n`, [0, 0, 0]],
    ["the whole section", spec("One.", "Two."), "# A spec\n", [0, 0, 2]],
  ])("counts %s", (_, before, after, [added, changed, removed]) => {
    expect(criteriaChanges(before, after)).toEqual({ added, changed, removed });
  });
});
