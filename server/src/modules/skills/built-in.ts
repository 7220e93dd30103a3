import { readFileSync } from "node:fs";
import { readSkillText } from "./text/skill-text.ts";

/** The bundled skills' folder, one folder each in the open format. */
const folder = new URL("./built-in/", import.meta.url);

/** In the order of planning. */
export const builtInSlugs: readonly string[] = [
  ...["slicing", "testable-criteria", "finding-gaps"],
  ...["cutting-dependencies", "estimating-effort", "preparing-a-push"],
];

export interface BuiltIn {
  slug: string;
  description: string;
  markdown: string;
  extends: null;
  bytes: number;
  /** Constant, since an override starts at the next. */
  revision: 1;
}

/** Cache. */
const kept = new Map<string, BuiltIn>();

/** Returns a built-in skill, if any. */
export function builtIn(slug: string): BuiltIn | undefined {
  if (!builtInSlugs.includes(slug)) return undefined;
  const skill = kept.get(slug) ?? load(slug);
  kept.set(slug, skill);
  return skill;
}

function load(slug: string): BuiltIn {
  const markdown = readFileSync(new URL(`${slug}/SKILL.md`, folder), "utf8");
  const read = readSkillText(markdown);
  if ("problem" in read) throw new Error(`The built-in skill ${slug} can't be read: ${read.problem}`);
  const { description, bytes } = read.skill;
  return { slug, description, markdown, extends: null, bytes, revision: 1 };
}
