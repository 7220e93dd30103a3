import { headingsBelow } from "../text/headings.ts";
import { fileOf, labelled, oneLine, partsOf } from "../text/parts.ts";
import { uniqueSlugs } from "../text/slug.ts";
import type { TreePlan, TreeSpec } from "../tree.ts";
import type { WrittenFile } from "../written.ts";
import { leftOutIn, lostIn } from "./lost.ts";
import type { Writer } from "./writer.ts";

/** Writes a feature folder for each plan: its specs as user stories, and a task for each with its box. */
export const specKitWriter: Writer = {
  prefix: "spec-kit:",
  write(_, plans) {
    const slug = uniqueSlugs();
    const files = plans.filter(hasContent).flatMap((plan, index): WrittenFile[] => {
      const branch = `${String(index + 1).padStart(3, "0")}-${slug(plan.name, "feature")}`;
      return [
        { path: `specs/${branch}/spec.md`, state: "written", text: specOf(plan, branch) },
        { path: `specs/${branch}/tasks.md`, state: "written", text: tasksOf(plan) },
        ...plan.sources.map(({ text }, at): WrittenFile => {
          const name = at === 0 ? "research.md" : `context-${at + 1}.md`;
          return { path: `specs/${branch}/${name}`, state: "written", text: fileOf(text) };
        }),
      ];
    });
    const empty = plans.filter((plan) => !hasContent(plan));
    const lost = lostIn("spec-kit", plans, ["effort", "cancelled", "inProgress", "parents", "work"]);
    return { files, notes: [...leftOutIn("spec-kit", empty), ...lost] };
  },
};

const hasContent = ({ specs, description, sources }: TreePlan) =>
  specs.length > 0 || description !== "" || sources.length > 0;

function specOf({ name, description, specs, createdAt }: TreePlan, branch: string): string {
  return fileOf(
    `# Feature Specification: ${oneLine(name)}`,
    `**Feature Branch**: \`${branch}\``,
    `**Created**: ${createdAt.slice(0, 10)}`,
    "**Status**: Draft",
    description === "" ? "" : headingsBelow(description, 3),
    "## User Scenarios & Testing",
    ...specs.map((spec, index) => storyText(spec, index + 1)),
    "## Requirements",
    "### Functional Requirements",
    specs
      .map(
        ({ title }, index) =>
          `- **FR-${String(index + 1).padStart(3, "0")}**: ${oneLine(title)} (US${index + 1})`,
      )
      .join("\n"),
  );
}

/** Writes a user story with its criteria as scenarios. */
export function storyText({ title, content }: TreeSpec, number: number): string {
  const { text, criteria, isDivided } = partsOf(content);
  const list = criteria.map((one, n) => `${n + 1}. ${labelled(one)}`).join("\n");
  return fileOf(
    `### User Story ${number} - ${oneLine(title)} (Priority: P2)`,
    headingsBelow(text, 4),
    isDivided ? `**Acceptance Scenarios**:\n\n${list}` : "",
  );
}

const boxes: Record<TreeSpec["status"], string> = { TODO: " ", IN_PROGRESS: " ", DONE: "x", CANCELLED: " " };

function tasksOf({ name, specs }: TreePlan): string {
  const numberOf = new Map(specs.map(({ id }, index) => [id, index + 1]));
  const tasks = specs.map((spec, index) => {
    const depends = spec.needs.flatMap((id) => numberOf.get(id) ?? []).map(taskId);
    const after = depends.length > 0 ? ` (depends on ${depends.join(", ")})` : "";
    return taskLine(spec, index + 1, `[P] [US${index + 1}] `) + after;
  });
  return fileOf(`# Tasks: ${oneLine(name)}`, "## Phase 1: Implementation", tasks.join("\n"));
}

/** Writes a task's line; `marks` stand between its id and its words. */
export const taskLine = ({ title, status }: TreeSpec, number: number, marks: string): string =>
  `- [${boxes[status]}] ${taskId(number)} ${marks}${oneLine(title)}`;

const taskId = (number: number) => `T${String(number).padStart(3, "0")}`;
