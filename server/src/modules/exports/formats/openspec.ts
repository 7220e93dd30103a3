import { headingsBelow } from "../text/headings.ts";
import { fileOf, labelled, oneLine, partsOf } from "../text/parts.ts";
import { uniqueSlugs } from "../text/slug.ts";
import type { TreePlan, TreeSpec } from "../tree.ts";
import type { WrittenFile } from "../written.ts";
import { leftOutIn, lostIn } from "./lost.ts";
import type { Writer } from "./writer.ts";

/** Writes a change for each plan: its specs as added requirements, and a task for each. */
export const openspecWriter: Writer = {
  prefix: "openspec:",
  write(_, plans) {
    const slug = uniqueSlugs();
    const files = plans.filter(hasSpecs).flatMap((plan): WrittenFile[] => {
      const name = slug(plan.name, "change");
      const folder = `openspec/changes/${/^\p{L}/u.test(name) ? name : `change-${name}`}`;
      return [
        { path: `${folder}/proposal.md`, state: "written", text: proposalOf(plan, name) },
        { path: `${folder}/tasks.md`, state: "written", text: tasksOf(plan) },
        { path: `${folder}/specs/${name}/spec.md`, state: "written", text: deltaOf(plan) },
        ...plan.sources.map(({ text }, index): WrittenFile => {
          const file = index === 0 ? "design.md" : `context-${index + 1}.md`;
          return { path: `${folder}/${file}`, state: "written", text: fileOf(text) };
        }),
      ];
    });
    const lost = ["effort", "cancelled", "inProgress", "needs", "parents", "work"] as const;
    const empty = plans.filter((plan) => !hasSpecs(plan));
    return { files, notes: [...leftOutIn("OpenSpec", empty), ...lostIn("OpenSpec", plans, lost)] };
  },
};

const hasSpecs = ({ specs }: TreePlan) => specs.length > 0;

/** The proposal's reason has at least fifty characters. */
const shortestWhy = 50;

function proposalOf({ name, description, specs }: TreePlan, capability: string): string {
  const title = oneLine(name);
  const reason = headingsBelow(description, 3);
  const why =
    reason.length >= shortestWhy
      ? reason
      : fileOf(
          reason,
          `This change plans "${title}" as ${specs.length === 1 ? "1 requirement" : `${specs.length} requirements`}.`,
        );
  return fileOf(
    `# ${title}`,
    `## Why\n\n${why}`,
    `## What Changes\n\n${specs.map((spec) => `- ${oneLine(spec.title)}`).join("\n")}`,
    `## Capabilities\n\n### New Capabilities\n\n- \`${capability}\`: ${title}`,
    `## Impact\n\n- Adds the capability \`${capability}\`.`,
  );
}

const boxes: Record<TreeSpec["status"], string> = { TODO: " ", IN_PROGRESS: " ", DONE: "x", CANCELLED: " " };

const tasksOf = ({ specs }: TreePlan): string =>
  fileOf(
    "## 1. Implementation",
    specs
      .map(({ title, status }, index) => `- [${boxes[status]}] 1.${index + 1} ${oneLine(title)}`)
      .join("\n"),
  );

function deltaOf({ specs }: TreePlan): string {
  const names = new Set<string>();
  return fileOf("## ADDED Requirements", ...specs.map((spec) => requirementOf(spec, names)));
}

/** Writes a requirement with a word that obliges and a scenario, which the format's validator asks for. */
export function requirementOf({ title, content, handle }: TreeSpec, names: Set<string>): string {
  const { text, criteria } = partsOf(content);
  const name = names.has(oneLine(title)) ? `${oneLine(title)} (${handle})` : oneLine(title);
  names.add(name);
  const obliges = /\b(?:SHALL|MUST)\b/.test(firstParagraph(text));
  const body = obliges ? text : fileOf(`The system SHALL provide: ${oneLine(title)}.`, text);
  const scenarios =
    criteria.length > 0 ? criteria.map((one) => scenarioOf(labelled(one))) : [scenarioOf(oneLine(title))];
  return fileOf(`### Requirement: ${name}`, headingsBelow(body, 5), ...scenarios);
}

const firstParagraph = (text: string) => text.trim().split(/\n\s*\n/, 1)[0] ?? "";

function scenarioOf(criterion: string): string {
  const [, when, then] =
    /^(?:.*?\b)?(?:when|given|if)\b\s*(.*?),?\s*\bthen\b\s*(.*)$/is.exec(criterion.replace(/\*\*/g, "")) ??
    [];
  const steps =
    when && then
      ? [`- **WHEN** ${when}`, `- **THEN** ${then}`]
      : ["- **WHEN** the requirement is met", `- **THEN** ${criterion}`];
  const name = [...criterion.replace(/[*`#]/g, "")].slice(0, 80).join("").trim();
  return `#### Scenario: ${name}\n\n${steps.join("\n")}`;
}
