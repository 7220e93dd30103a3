import { characters, limits } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import type { Db } from "../../storage/dialect.ts";
import { sliceCharacters } from "../context/texts.ts";
import { readableFormats } from "../formats/access.ts";
import { presentFormat, readableText } from "../formats/present.ts";
import { planHandle } from "../handles.ts";
import { readableInstructions } from "../instructions/access.ts";
import { effective } from "../instructions/present.ts";
import type { PlanRow } from "../plans/access.ts";
import { projectSkillsList } from "../skills/read-skills.ts";
import type { Item } from "./compose.ts";
import type { ListedSpec } from "./read-specs.ts";

interface Path {
  projectSlug: string;
}

/** Reads the instructions that apply, at most 20,000 characters of them. There are none where nobody has written any. */
export async function instructionsOf(db: Db, actor: Actor, { projectSlug }: Path): Promise<Item[]> {
  const row = effective(await readableInstructions(db, actor, { projectSlug }));
  if (!row || row.markdown === "") return [];
  const isLong = characters(row.markdown) > limits.injectedCharacters;
  return [
    {
      kind: "instructions",
      id: row.id,
      title: row.project_id === null ? "Instructions of the company" : "Instructions of the project",
      revision: row.revision,
      text: isLong ? sliceCharacters(row.markdown, 0, limits.injectedCharacters) : row.markdown,
      ...(isLong
        ? { cutBefore: `A planner reads ${limits.injectedCharacters} characters of instructions.` }
        : {}),
    },
  ];
}

/** Reads the effective formats. */
export async function formatsOf(db: Db, actor: Actor, { projectSlug }: Path): Promise<Item[]> {
  const formats = await readableFormats(db, actor, { projectSlug });
  return formats.map((overrides) => {
    const { kind, markdown } = presentFormat(overrides);
    const used = overrides.saved.find((row) => readableText(row) !== null);
    return {
      kind: "format",
      id: kind,
      title: kind === "spec" ? "The format of a spec" : "The format of an epic",
      revision: used?.revision ?? 0,
      text: markdown,
    };
  });
}

/** Reads the index of the skills that apply: a planner opens those that it needs. */
export async function skillsOf(db: Db, actor: Actor, { projectSlug }: Path): Promise<Item[]> {
  const { skills } = await projectSkillsList.run(db, actor, {
    params: { projectSlug },
    query: { limit: 200 },
    body: undefined,
  });
  const lines = skills.map(({ slug, description }) => `- ${slug}: ${description.replace(/\s+/g, " ")}`);
  return [{ kind: "skills", id: "skills", title: "Skills", revision: 0, text: lines.join("\n") }];
}

/** Returns the plan with its description and an outline of its specs. */
export function planOf(plan: PlanRow, specs: readonly ListedSpec[]): Item {
  const outline = specs.map(({ row, handle }) => `- ${handle} (${row.status}): ${row.title}`);
  const parts = [`# ${plan.name}`, plan.description ?? "", outline.join("\n")];
  return {
    kind: "plan",
    id: plan.id,
    handle: planHandle(plan.number),
    title: plan.name,
    revision: plan.revision,
    text: parts.filter((part) => part !== "").join("\n\n"),
  };
}
