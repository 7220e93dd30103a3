import { headingsBelow } from "../text/headings.ts";
import { fileOf, labelled, oneLine, partsOf } from "../text/parts.ts";
import { uniqueSlugs } from "../text/slug.ts";
import type { TreePlan, TreeSpec } from "../tree.ts";
import type { WrittenFile } from "../written.ts";
import { leftOutIn, lostIn } from "./lost.ts";
import type { Writer } from "./writer.ts";

/** Writes a folder for each plan: its specs as requirements, and a task for each with its box. */
export const kiroWriter: Writer = {
  prefix: "kiro:",
  write(_, plans) {
    const slug = uniqueSlugs();
    const files = plans.filter(hasContent).flatMap((plan): WrittenFile[] => {
      const folder = `.kiro/specs/${slug(plan.name, "plan")}`;
      return [
        { path: `${folder}/requirements.md`, state: "written", text: requirementsOf(plan) },
        { path: `${folder}/tasks.md`, state: "written", text: tasksOf(plan) },
        ...plan.sources.map(({ text }, index): WrittenFile => {
          const name = index === 0 ? "design.md" : `context-${index + 1}.md`;
          return { path: `${folder}/${name}`, state: "written", text: fileOf(text) };
        }),
      ];
    });
    const empty = plans.filter((plan) => !hasContent(plan));
    const lost = lostIn("Kiro", plans, ["effort", "cancelled", "parents", "work"]);
    return { files, notes: [...leftOutIn("Kiro", empty), ...lost] };
  },
};

const hasContent = ({ specs, description, sources }: TreePlan) =>
  specs.length > 0 || description !== "" || sources.length > 0;

function requirementsOf({ name, description, specs }: TreePlan): string {
  return fileOf(
    `# ${oneLine(name)}`,
    description === "" ? "" : `## Introduction\n\n${headingsBelow(description, 3)}`,
    "## Requirements",
    ...specs.map((spec, index) => requirementText(spec, index + 1)),
  );
}

/** Writes a requirement with its criteria as a numbered list. */
export function requirementText({ title, content }: TreeSpec, number: number): string {
  const { text, criteria, isDivided } = partsOf(content);
  const list = criteria.map((one, n) => `${n + 1}. ${labelled(one)}`).join("\n");
  return fileOf(
    `### Requirement ${number}: ${oneLine(title)}`,
    headingsBelow(text, 4),
    isDivided ? `#### Acceptance Criteria\n\n${list}` : "",
  );
}

const boxes: Record<TreeSpec["status"], string> = { TODO: " ", IN_PROGRESS: "-", DONE: "x", CANCELLED: " " };

function tasksOf({ name, specs }: TreePlan): string {
  const numberOf = new Map(specs.map(({ id }, index) => [id, index + 1]));
  const tasks = specs.map((spec, index) => {
    const depends = spec.needs.flatMap((id) => numberOf.get(id) ?? []);
    return [...taskLines(spec, index + 1, depends), `  - _Requirements: ${index + 1}_`].join("\n");
  });
  return fileOf(`# Implementation Plan: ${oneLine(name)}`, ...tasks);
}

/** Writes a task's box, and the numbers of the tasks that it needs. */
export const taskLines = (
  { title, status }: TreeSpec,
  number: number,
  depends: readonly number[],
): string[] => [
  `- [${boxes[status]}] ${number}. ${oneLine(title)}`,
  ...(depends.length > 0 ? [`  - _Depends: ${depends.join(", ")}_`] : []),
];
