import { describe, expect, it } from "vitest";
import { readiness } from "../../specs/readiness/index.ts";
import { hasOpenQuestions } from "../../specs/readiness/plan-questions.ts";
import { builtIn } from "./index.ts";

function partsOf(format: string): { template: string; example: string; title: string } {
  const [template, example, ...others] = [...format.matchAll(/^~~~markdown\n([\s\S]*?)^~~~$/gm)];
  expect(others).toEqual([]);
  const title = /^The (?:title|name) of this one is "(.+)"\.$/m.exec(format)?.[1];
  return { template: template?.[1] ?? "", example: example?.[1] ?? "", title: title ?? "" };
}

const headings = (markdown: string) => markdown.match(/^#+ .*$/gm) ?? [];
const placeholder = /\[[^\]\n]+\]/g;
const grade = (title: string, content: string, effort = 3) =>
  readiness({ title, content, effort, danglingNeeds: [] });

describe("the built-in format of specs", () => {
  const { template, example, title } = partsOf(builtIn.spec);

  it("has an example without findings by the rubric", () => {
    expect(grade(title, example)).toEqual({ readiness: 5, reasons: [] });
    expect(grade(title, example, 5)).toEqual({ readiness: 5, reasons: [] });
  });

  it("has an example that follows its template and leaves nothing unfilled", () => {
    expect(headings(template).length).toBeGreaterThan(2);
    expect(headings(example)).toEqual(headings(template));
    expect(example.match(placeholder)).toBe(null);
    expect(template.match(placeholder)?.length).toBeGreaterThan(5);
  });

  it("makes a spec Ready once each placeholder is filled, and not before", () => {
    const answers = [
      "A reader of a plan saves its specs as one file, since dates are agreed on outside of this service.",
      "Today people copy titles from the list by hand.",
      "the specs of one plan",
      "sub-plans",
      "The file is UTF-8, because the other side reads nothing else.",
      "A line ends in CRLF.",
      "When a reader presses the button, then a file named PLAN-3.csv is saved.",
      "When the plan has two specs, then the file has three lines.",
      "When the caller can't read the plan, then the answer is 404 and no file is saved.",
    ];
    const questions = template.match(placeholder) ?? [];
    expect(questions).toHaveLength(answers.length);
    let filled = template;
    for (const [index, question] of questions.entries()) {
      expect(grade(title, filled).readiness, `before: ${question}`).toBeLessThan(4);
      filled = filled.replace(question, () => answers[index] ?? "");
    }
    expect(grade(title, filled)).toEqual({ readiness: 5, reasons: [] });
  });

  it("loses its grade as soon as the example breaks one of the format's rules", () => {
    const [first = "", ...rest] = example.split("## Acceptance criteria");
    expect(rest).toHaveLength(1);
    expect(grade(title, first).readiness).toBeLessThan(4);
    expect(grade(title, `${example}\nWhich delimiter do we use?\n`).readiness).toBeLessThan(4);
    const unnamed = example.replace("## Acceptance criteria", "## Outcomes");
    expect(grade(title, unnamed).readiness).toBeLessThan(4);
  });
});

describe("the built-in format of epics", () => {
  const { template, example, title } = partsOf(builtIn.epic);

  it("has an example that follows its template, with a name", () => {
    expect(title).not.toBe("");
    expect(headings(template).length).toBeGreaterThan(5);
    expect(headings(example)).toEqual(headings(template));
    expect(example.match(placeholder)).toBe(null);
  });

  it("keeps no spec of the plan from being Ready until a question is added", () => {
    expect(hasOpenQuestions(example)).toBe(false);
    const asked = example.replace(/None\.\n$/, "- Who pays for the mails?\n");
    expect(hasOpenQuestions(asked)).toBe(true);
  });
});

it.each(Object.entries(builtIn))(
  "the format %s is short enough to be read with everything else",
  (_, text) => {
    expect(text.length).toBeLessThan(6500);
    expect(text.split("\n").every((line) => line.length < 160)).toBe(true);
  },
);
