import { characters, type RunTask } from "@groundplan/contract";
import type { Actor } from "../../../actor.ts";
import {
  beginningsOf,
  type SourceOfPlan,
  sourcesOfPlan,
  tokensOfSource,
} from "../../context/sources-of-plan.ts";
import type { Context } from "../../context.ts";
import { planHandle, specHandle } from "../../handles.ts";
import { formatsOf, instructionsOf } from "../../pack/read-level-texts.ts";
import type { PlanRow } from "../../plans/access.ts";
import { projectOfId } from "../../projects/access.ts";
import { effectiveSkills } from "../../skills/read-skills.ts";
import { mostSkills } from "../start-run.ts";
import type { RunRow } from "../store.ts";
import { fenced } from "../tools/fenced.ts";
import { rules } from "./rules.ts";

/** What the model is told first, which stays the same in all calls of a run. */
export interface Opening {
  system: string;
  user: string;
}

const tasks: Record<RunTask, string> = {
  draft: "Draft specs for this plan: read the sources, then propose specs for what is asked.",
  revise: "Revise specs of this plan as asked: read them with get_specs, then propose edits.",
  gaps: "Find gaps: read the specs and sources, ask what is unclear, and propose criteria that are missing. Propose nothing else.",
};

/** Specs of the plan that are listed. */
const mostSpecs = 200;

/** Builds the opening of a run; the same for the same data, byte for byte. */
export async function buildOpening(
  { db }: Context,
  actor: Actor,
  run: Pick<RunRow, "task" | "prompt" | "sources" | "skills" | "mark">,
  plan: PlanRow,
): Promise<Opening> {
  const { slug: projectSlug } = await projectOfId(db, actor, plan.project_id);
  const [instructions] = await instructionsOf(db, actor, { projectSlug });
  const format = (await formatsOf(db, actor, { projectSlug })).find(({ id }) => id === "spec");
  const specs = await db
    .selectFrom("specs")
    .select(["number", "title", "status"])
    .where("workspace_id", "=", plan.workspace_id)
    .where("plan_id", "=", plan.id)
    .orderBy("position")
    .orderBy("id")
    .execute();
  const outline = specs
    .slice(0, mostSpecs)
    .map(({ number, title, status }) => `- ${specHandle(number)} (${status}): ${title}`);
  if (specs.length > mostSpecs)
    outline.push(`… and ${specs.length - mostSpecs} more; find them with search.`);
  const parts = [
    section("Instructions", instructions?.text),
    section("Format of a spec", format?.text),
    section("Skills", await skillIndex({ db, actor, projectSlug, run })),
    section(
      `Plan ${planHandle(plan.number)}`,
      fenced(
        run,
        "plan",
        [plan.name, plan.description ?? "", outline.join("\n")].filter(Boolean).join("\n\n"),
      ),
    ),
    section("Sources", await sourceList({ db, actor, projectSlug, run, plan })),
    section(
      "Task",
      `${tasks[run.task]}${run.prompt.trim() === "" ? "" : `\n\nThe person says: ${run.prompt}`}`,
    ),
  ];
  return { system: rules, user: parts.filter((part) => part !== "").join("\n\n") };
}

const section = (title: string, text = ""): string =>
  text.trim() === "" ? "" : `# ${title}\n\n${text.trim()}`;

interface Listing {
  db: Context["db"];
  actor: Actor;
  projectSlug: string;
  run: Pick<RunRow, "sources" | "skills" | "mark">;
}

/** Lists the ticked skills, a line each. */
async function skillIndex({ db, actor, projectSlug, run }: Listing): Promise<string> {
  const ticked = new Set(JSON.parse(run.skills) as string[]);
  if (ticked.size === 0) return "";
  const skills = await effectiveSkills(db, actor, projectSlug);
  const lines = skills
    .filter(({ slug }) => ticked.has(slug))
    .map(({ slug, description }) => `- ${slug}: ${description.replace(/\s+/g, " ").slice(0, 200)}`);
  const besides = skills.length - lines.length;
  if (ticked.size >= mostSkills && besides > 0)
    lines.push(`… and ${besides} more, which can't be opened here.`);
  return lines.join("\n");
}

/** Characters of a source's first line. */
const mostOfLine = 120;

/** Lists the ticked sources by their names in the run, with tokens and first line. */
async function sourceList({
  db,
  actor,
  projectSlug,
  run,
  plan,
}: Listing & { plan: PlanRow }): Promise<string> {
  const ids = JSON.parse(run.sources) as string[];
  const path = { projectSlug, planShortId: planHandle(plan.number) };
  const rows = new Map((await sourcesOfPlan(db, actor, path)).map((row) => [row.id, row]));
  const named = ids.flatMap((id, at) => {
    const row = rows.get(id);
    return row ? [{ name: `S${at + 1}`, row }] : [];
  });
  const beginnings = await beginningsOf(
    db,
    named.map(({ row }) => ({ row, count: 500 })),
  );
  const lines = named.map(({ name, row }) => `- ${name} ${lineOf(row, beginnings.get(row.id) ?? "")}`);
  return lines.length === 0 ? "There are none." : fenced(run, "sources", lines.join("\n"));
}

function lineOf(row: SourceOfPlan, text: string): string {
  const first = text.split("\n").find((line) => line.trim() !== "") ?? "";
  const shown = characters(first) > mostOfLine ? `${[...first].slice(0, mostOfLine).join("")}…` : first;
  return `${row.title.replace(/\s+/g, " ")} (${tokensOfSource(row)} tokens): ${shown.trim()}`;
}
