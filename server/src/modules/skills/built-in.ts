import { readFileSync } from "node:fs";
import { readSkillText } from "./text/skill-text.ts";

/** The folder of the skills that come with the service, each in a folder of its own as the open form has it. */
const folder = new URL("./built-in/", import.meta.url);

/** The slugs of the built-in skills, in the order in which a plan needs them. */
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
  /** The revision is the same for all, since a skill that overrides one begins with the next. */
  revision: 1;
}

/** The skills that were read, which are kept from their first use on. */
const kept = new Map<string, BuiltIn>();

/** Returns a built-in skill; undefined where there is none of this slug. */
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
