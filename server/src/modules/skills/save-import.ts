import { importSkills } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { command } from "../../dispatch/commands.ts";
import type { ActionClaim } from "../../dispatch/idempotency/commands.ts";
import { keepReply } from "../../dispatch/idempotency/keep-created.ts";
import { ApiError, invalid } from "../../errors.ts";
import { requireFiles } from "../../files/require-files.ts";
import { freeNumber } from "../../slug.ts";
import type { Tx } from "../../storage/dialect.ts";
import { reloadActor } from "../identity/credential-kinds.ts";
import { type Level, readableLevel, requireLevelEdit } from "../projects/level.ts";
import { effectiveSkill, inheritedSkill } from "./access.ts";
import { requireBase, unknownBase } from "./build-on.ts";
import type { FolderFile } from "./folder-files.ts";
import { nothingTaken } from "./nothing-taken.ts";
import { type Imported, type Outcome, presentImported } from "./present.ts";
import { saveSkill } from "./save-skill.ts";
import { listedRows } from "./store.ts";
import type { Problem } from "./text/folders.ts";
import { numbered, renamed } from "./text/rename.ts";
import { maxBytes, type SkillText } from "./text/skill-text.ts";

/** A skill to import, with stored files. */
export interface NewSkill {
  /** Path of its `SKILL.md` in the archive. */
  from: string;
  markdown: string;
  text: SkillText;
  /** Range of `name`'s value in the text, for `keep_both`; found before the transaction. */
  nameAt: [number, number];
  files: readonly FolderFile[];
}

interface Import {
  actor: Actor;
  path: { projectSlug?: string };
  skills: readonly NewSkill[];
  /** Problems to report. */
  problems: readonly Problem[];
  onConflict: "error" | "replace" | "keep_both" | "skip";
  claim?: ActionClaim | undefined;
}

/** Saves an archive's skills at a level, all or nothing, and returns the answer. */
export const saveImport = command(
  "skills.import",
  ({ actor }: Import) => actor.workspaceId,
  async (tx: Tx, { actor: before, path, skills: archived, problems, onConflict, claim }: Import) => {
    const actor = await reloadActor(tx, before);
    const level = await readableLevel(tx, actor, path);
    requireLevelEdit(actor, level, "skills");
    const { skills, unbased } = await withBases(tx, level, archived);
    if (skills.length === 0) throw nothingTaken([...problems, ...unbased]);
    const fileIds = skills.flatMap(({ files }) => files.map(({ fileId }) => fileId));
    await requireFiles(tx, level.workspaceId, fileIds);
    const names = skills.map(({ text }) => text.name);
    const taken = new Map((await listedRows(tx, level, names)).map((row) => [row.slug, row]));
    if (onConflict === "error" && taken.size > 0)
      throw slugsTaken(skills.filter(({ text }) => taken.has(text.name)));
    const used = new Set(names);
    const done: Imported[] = [];
    for (const skill of skills) {
      const own = taken.get(skill.text.name);
      if (own && onConflict === "skip")
        done.push({ skill: own, outcome: { result: "skipped", skipped: true } });
      else if (own && onConflict === "keep_both") done.push(await keepBoth(tx, actor, level, skill, used));
      else done.push(await save(tx, actor, level, skill, own ? { replaced: true } : {}));
    }
    // A skill may extend a later one in the archive.
    for (const [index, { skill, outcome }] of done.entries())
      if (outcome.result === "created" || outcome.result === "updated")
        await inArchive(skills[index], () => requireBase(tx, level, skill.slug, skill.extends));
    const answer = {
      skills: done.map((one) => presentImported(actor, one)),
      problems: [...problems, ...unbased],
    };
    await keepReply(tx, claim, importSkills, answer);
    return answer;
  },
);

/** Drops skills whose base is missing, and those that extend them. */
async function withBases(tx: Tx, level: Level, archived: readonly NewSkill[]) {
  let skills = [...archived];
  const unbased: Problem[] = [];
  const known = new Map<string, boolean>();
  const isKnown = async (base: string, name: string) => {
    if (base === name) return (await inheritedSkill(tx, level, base)) !== undefined;
    const found = known.get(base) ?? (await effectiveSkill(tx, level, base)) !== undefined;
    known.set(base, found);
    return found;
  };
  for (let before = -1; before !== skills.length; ) {
    before = skills.length;
    const names = new Set(skills.map(({ text }) => text.name));
    const left: NewSkill[] = [];
    for (const skill of skills) {
      const { name, extends: base } = skill.text;
      if (base === null || (base !== name && names.has(base)) || (await isKnown(base, name)))
        left.push(skill);
      else unbased.push({ path: skill.from, message: `The skill is left out: it ${unknownBase(base)}.` });
    }
    skills = left;
  }
  return { skills, unbased };
}

async function save(
  tx: Tx,
  actor: Actor,
  level: Level,
  newSkill: NewSkill,
  outcome: Omit<Outcome, "result">,
): Promise<Imported> {
  const { skill, created, changed } = await saveSkill(tx, actor, level, newSkill);
  const { id, project_id, slug, description, extends: base, bytes, revision } = skill;
  const result = created ? "created" : changed ? "updated" : "unchanged";
  return {
    skill: { id, project_id, slug, description, extends: base, bytes, revision },
    outcome: { result, ...outcome },
  };
}

/** Saves a skill under a free numbered name. */
async function keepBoth(
  tx: Tx,
  actor: Actor,
  level: Level,
  skill: NewSkill,
  used: Set<string>,
): Promise<Imported> {
  const nameOf = (n: number) => numbered(skill.text.name, n);
  const isTaken = async (n: number) =>
    used.has(nameOf(n)) || (await effectiveSkill(tx, level, nameOf(n))) !== undefined;
  const name = nameOf(await freeNumber(isTaken));
  used.add(name);
  const markdown = renamed(skill.markdown, skill.nameAt, name);
  const bytes = Buffer.byteLength(markdown);
  if (bytes > maxBytes)
    throw invalid(
      "/file",
      `holds ${skill.from}, which has more than ${maxBytes} bytes under the name ${name}`,
    );
  const text = { ...skill.text, name, bytes };
  return save(tx, actor, level, { ...skill, markdown, text }, { keptBothAs: name });
}

/** Names the archive's entry in an error about its text. */
async function inArchive(skill: NewSkill | undefined, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "invalid_request") throw error;
    const [detail] = error.details as { message: string }[];
    throw invalid("/file", `holds ${skill?.from}, which ${detail?.message}`);
  }
}

function slugsTaken(skills: readonly NewSkill[]): ApiError {
  const names = skills.map(({ text }) => text.name).join(", ");
  return new ApiError(
    "slug_taken",
    `Nothing is imported because these skills already exist: ${names}. Choose what to do with \`onConflict\`.`,
    skills.map(({ from, text }) => ({
      path: "/file",
      message: `${from}: there is a skill ${text.name} here`,
    })),
  );
}
