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
import { endsWithin, type Item, sizeOf } from "./compose.ts";
import type { ListedSpec } from "./read-specs.ts";

interface Path {
  projectSlug: string;
}

/** Returns up to 20,000 characters of the effective instructions, if any. */
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
      size: sizeOf(row.markdown.length),
      ...(isLong ? beginning(row.markdown) : { text: row.markdown }),
    },
  ];
}

/** Truncates and notes it in the text and the receipt. */
function beginning(markdown: string) {
  const most = limits.injectedCharacters;
  const text = sliceCharacters(markdown, 0, most).trimEnd();
  return {
    text: `${text}\n\n[These instructions go on. They were cut here, after ${most} characters.]`,
    cutBefore: `A planner reads ${most} characters of instructions.`,
  };
}

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
      size: sizeOf(markdown.length),
    };
  });
}

/** Returns the index of effective skills, paged while capacity lasts; planners open what they need. */
export async function skillsOf(
  db: Db,
  actor: Actor,
  { projectSlug }: Path,
  mostCharacters: number,
): Promise<Item[]> {
  let text = "";
  let cursor: string | undefined;
  do {
    const page = await projectSkillsList.run(db, actor, {
      params: { projectSlug },
      query: { limit: 200, cursor },
      body: undefined,
    });
    for (const { slug, description } of page.skills)
      text += `- ${slug}: ${description.replace(/\s+/g, " ")}\n`;
    cursor = page.nextCursor;
  } while (cursor !== undefined && text.length < mostCharacters);
  const cut = cursor === undefined ? {} : { cutBefore: endsWithin };
  return [
    { kind: "skills", id: "skills", title: "Skills", revision: 0, text, size: sizeOf(text.length), ...cut },
  ];
}

/** Returns the plan's description and an outline of its specs. */
export function planOf(plan: PlanRow, specs: readonly ListedSpec[]): Item {
  const outline = specs.map(({ row, handle }) => `- ${handle} (${row.status}): ${row.title}`);
  const parts = [`# ${plan.name}`, plan.description ?? "", outline.join("\n")];
  const text = parts.filter((part) => part !== "").join("\n\n");
  return {
    kind: "plan",
    id: plan.id,
    handle: planHandle(plan.number),
    title: plan.name,
    revision: plan.revision,
    text,
    size: sizeOf(text.length),
  };
}
