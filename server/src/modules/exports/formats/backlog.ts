import { parse, stringify } from "yaml";
import { fileOf, labelled, oneLine, partsOf } from "../text/parts.ts";
import type { TreePlan, TreeSpec } from "../tree.ts";
import type { WrittenFile } from "../written.ts";
import { lostIn } from "./lost.ts";
import type { Writer } from "./writer.ts";

type Status = TreeSpec["status"];

const standard: Record<Status, string> = {
  TODO: "To Do",
  IN_PROGRESS: "In Progress",
  DONE: "Done",
  CANCELLED: "Cancelled",
};
const likely: Record<Status, RegExp> = {
  TODO: /^(?:to ?do|open|new|backlog|ready|not started)$/i,
  IN_PROGRESS: /^(?:in ?progress|doing|started|active)$/i,
  DONE: /^(?:done|complete|completed|closed)$/i,
  CANCELLED: /^(?:cancell?ed|won'?t do|dropped)$/i,
};

/** A project's prefix of ids and names of statuses. */
export interface TaskNames {
  prefix: string;
  statusOf(status: Status): string;
}

/** Reads `config.yml`; what it doesn't say is as the format has it. */
export function namesOf(config: string): TaskNames {
  let read: unknown = null;
  try {
    read = parse(config, { logLevel: "error", maxAliasCount: 0 });
  } catch {
    // A broken file names nothing.
  }
  const { statuses, task_prefix: prefix } = (typeof read === "object" && read !== null ? read : {}) as Record<
    string,
    unknown
  >;
  const names = Array.isArray(statuses) ? statuses.filter((name) => typeof name === "string") : [];
  return {
    prefix: (typeof prefix === "string" && prefix !== "" ? prefix : "task").toUpperCase(),
    statusOf: (status) => names.find((name) => likely[status].test(name)) ?? standard[status],
  };
}

/** Writes a task for each spec; sub-plans are milestones. */
export const backlogWriter: Writer = {
  prefix: "backlog:",
  write({ plans: [root], projectName }, plans) {
    const specs = plans.flatMap((plan) => plan.specs.map((spec) => ({ plan, spec })));
    const idOf = new Map(specs.map(({ spec }, index) => [spec.id, `TASK-${index + 1}`]));
    const names = namesOf("");
    const tasks = specs.map(({ plan, spec }) =>
      taskFile(plan, spec, idOf.get(spec.id) ?? "", names, {
        milestone: plan.id === root.id ? null : oneLine(plan.name),
        parent: idOf.get(spec.parentId ?? "") ?? null,
        needs: spec.needs.flatMap((need) => idOf.get(need) ?? []),
      }),
    );
    const config = {
      project_name: projectName,
      default_status: standard.TODO,
      statuses: Object.values(standard),
      labels: [],
      task_prefix: "task",
    };
    const files: WrittenFile[] = [
      { path: "backlog/config.yml", state: "written", text: stringify(config) },
      ...tasks,
      ...plans.flatMap((plan) => docsOf(plan)),
    ];
    const lost = lostIn("Backlog.md", plans, ["effort", "work"]);
    return { files, notes: [...lost, ...lostIn("Backlog.md", plans, ["description"])] };
  },
};

interface Links {
  milestone: string | null;
  parent: string | null;
  needs: readonly string[];
}

/** Writes a task's file. */
export function taskFile(
  { createdAt }: TreePlan,
  spec: TreeSpec,
  id: string,
  names: TaskNames,
  { milestone, parent, needs }: Links,
): WrittenFile {
  const front = {
    id,
    title: oneLine(spec.title),
    status: names.statusOf(spec.status),
    assignee: [],
    created_date: createdAt.slice(0, 10),
    labels: [],
    ...(milestone === null ? {} : { milestone }),
    dependencies: needs,
    ...(parent === null ? {} : { parent_task_id: parent }),
  };
  const path = `backlog/tasks/${id.toLowerCase()} - ${fileName(spec.title)}.md`;
  const text = `---\n${stringify(front, { lineWidth: 0 })}---\n\n${bodyOf(spec)}`;
  return { path, state: "written", text };
}

function bodyOf({ content }: TreeSpec): string {
  const { text, criteria, isDivided } = partsOf(content);
  const boxes = criteria.map((one, index) => `- [${one.checked ? "x" : " "}] #${index + 1} ${labelled(one)}`);
  return fileOf(
    `## Description\n\n<!-- SECTION:DESCRIPTION:BEGIN -->\n${text}\n<!-- SECTION:DESCRIPTION:END -->`,
    isDivided ? `## Acceptance Criteria\n<!-- AC:BEGIN -->\n${boxes.join("\n")}\n<!-- AC:END -->` : "",
  );
}

const docsOf = ({ sources, handle }: TreePlan): WrittenFile[] =>
  sources.map(({ title, text }, index) => {
    const id = `doc-${handle.slice(5)}-${index + 1}`;
    const front = stringify({ id, title: oneLine(title), type: "other" }, { lineWidth: 0 });
    const path = `backlog/docs/${id} - ${fileName(title)}.md`;
    return { path, state: "written", text: `---\n${front}---\n\n${fileOf(text)}` };
  });

/** Returns a title as Backlog.md writes it into a file's name. */
function fileName(title: string): string {
  const words = oneLine(title)
    .replace(/[^\p{L}\p{N}._ -]+/gu, "")
    .trim()
    .replace(/\s+/g, "-");
  return [...words].slice(0, 80).join("") || "Untitled";
}
