import type { ImportedPlan, Notice } from "../format.ts";
import { nameOf } from "../paths.ts";
import { joinWithin } from "../text/budget.ts";
import { frontMatter, isWhole, wordOf } from "../text/front-matter.ts";
import { importedFields } from "../text/imported-fields.ts";
import { trimBlankLines } from "../text/markdown.ts";
import { fitName } from "../text/names.ts";
import { referenceOf } from "./references.ts";
import type { BacklogTree } from "./tree.ts";

/** Returns the plan of a milestone by its id or title, which tasks use both. */
export type MilestoneOf = (name: string) => ImportedPlan;

const fold = (name: string) => name.trim().toLowerCase();

/** Returns the milestones with a file, and makes those that only tasks name. */
export function milestonePlans(
  { read, milestones, archived, place }: BacklogTree,
  notices: Notice[],
): { plans: ImportedPlan[]; planOf: MilestoneOf } {
  const plans: ImportedPlan[] = [];
  const byName = new Map<string, ImportedPlan>();
  const add = (id: string, title: string) => {
    const plan: ImportedPlan = {
      externalRef: referenceOf("tasks", id),
      parentExternalRef: referenceOf("tasks"),
      name: fitName(title).name || "Milestone",
      specs: [],
    };
    plans.push(plan);
    for (const name of [title, id]) byName.set(fold(name), plan);
    return plan;
  };
  for (const file of milestones) {
    const { fields, others, body } = frontMatter(read.texts.get(file)?.lines ?? []);
    const named = nameOf(file).replace(/\.md$/u, "");
    const id = wordOf(fields.get("id"));
    const title = wordOf(fields.get("title"));
    if (id !== "" && byName.has(fold(id))) {
      notices.push({ file, line: 1, text: id, why: "not imported: a second milestone of this id" });
      continue;
    }
    const plan = add(id || named, title || named);
    const rest = [...fields]
      .filter(([name, field]) => (name !== "id" && name !== "title") || !isWhole(name, field))
      .map(([, { raw }]) => raw);
    const parts = [trimBlankLines(body), importedFields([...rest, ...others.map(({ raw }) => raw)])];
    plan.description = joinWithin(
      parts.map((text) => ({ file, line: 0, text })),
      notices,
    );
    plan.source = { path: file };
    plan.files = [file];
  }
  // Tasks of archived milestones still name them.
  const titles = new Map<string, string>();
  for (const file of archived) {
    if (!file.startsWith(`${place.folder}/archive/milestones/`)) continue;
    const { fields } = frontMatter(read.texts.get(file)?.lines ?? []);
    titles.set(fold(wordOf(fields.get("id"))), wordOf(fields.get("title")));
  }
  const planOf = (name: string) => byName.get(fold(name)) ?? add(name, titles.get(fold(name)) || name);
  return { plans, planOf };
}
