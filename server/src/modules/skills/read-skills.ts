import { getProjectSkill, getSkill, listProjectSkills, listSkills, type Skill } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { read } from "../../dispatch/handlers.ts";
import type { Db } from "../../storage/dialect.ts";
import { type Key, numberOf, pageOf } from "../paging.ts";
import { type Level, levelName, readableLevel } from "../projects/level.ts";
import { type BuiltIn, builtIn, builtInSlugs } from "./built-in.ts";
import { presentSkill, presentWithText } from "./present.ts";
import { readableFolder } from "./readable-folder.ts";
import { type ListedRow, listRows, slugsIn } from "./store.ts";

export const skillsList = read(
  listSkills,
  async (db, actor, { query }) => listIn(db, actor, await readableLevel(db, actor, {}), query),
  { cacheable: true },
);

export const projectSkillsList = read(
  listProjectSkills,
  async (db, actor, { params, query }) => listIn(db, actor, await readableLevel(db, actor, params), query),
  { cacheable: true },
);

export const skillGet = read(
  getSkill,
  async (db, actor, { params }) => ({
    skill: presentWithText(actor, await readableFolder(db, actor, params)),
  }),
  { cacheable: true },
);

export const projectSkillGet = read(
  getProjectSkill,
  async (db, actor, { params }) => ({
    skill: presentWithText(actor, await readableFolder(db, actor, params)),
  }),
  { cacheable: true },
);

/** Lists all effective skills of a project. */
export async function effectiveSkills(db: Db, actor: Actor, projectSlug: string): Promise<Skill[]> {
  const all: Skill[] = [];
  let cursor: string | undefined;
  do {
    const list = { params: { projectSlug }, query: { limit: 200, cursor }, body: undefined };
    const page = await projectSkillsList.run(db, actor, list);
    all.push(...page.skills);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return all;
}

/** Lists a level's effective skills: built-in ones, then others by creation. */
async function listIn(
  db: Db,
  actor: Actor,
  level: Level,
  query: { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ skills: Skill[]; nextCursor?: string }> {
  const fetch = async ([part = builtInPart, after = ""]: Key, limit: number) => {
    const isBuiltIn = numberOf(part) === builtInPart;
    const first = isBuiltIn ? await builtInFrom(db, level, after === "" ? 0 : numberOf(after) + 1) : [];
    const rows = await rowsFrom(db, level, isBuiltIn ? "" : String(after), limit);
    return [...first, ...rows].slice(0, limit);
  };
  const list = `skills ${level.workspaceId} ${level.projectId ?? ""}`;
  const { rows, ...next } = await pageOf<Listed>(list, query, fetch, keyOf);
  return { skills: rows.map((row) => presentListed(actor, row)), ...next };
}

type Listed = ListedRow | BuiltIn;

/** The two parts of a list, as used in cursors. */
const builtInPart = 0;
const rowPart = 1;

const keyOf = (skill: Listed): Key =>
  "id" in skill ? [rowPart, skill.id] : [builtInPart, builtInSlugs.indexOf(skill.slug)];

const presentListed = (actor: Actor, skill: Listed) => {
  if (!("id" in skill)) return presentSkill(actor, "built-in", skill);
  return presentSkill(actor, levelName(skill.project_id), skill);
};

async function builtInFrom(db: Db, level: Level, from: number): Promise<BuiltIn[]> {
  const taken = await Promise.all(levelsOf(level).map((one) => slugsIn(db, one, builtInSlugs)));
  const overridden = new Set(taken.flat());
  return builtInSlugs.slice(from).flatMap((slug) => (overridden.has(slug) ? [] : (builtIn(slug) ?? [])));
}

async function rowsFrom(db: Db, level: Level, after: string, limit: number): Promise<ListedRow[]> {
  const found = await Promise.all(
    levelsOf(level).map((one) =>
      listRows(db, one, one.projectId === null ? level.projectId : null, after, limit),
    ),
  );
  return found
    .flat()
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .slice(0, limit);
}

/** Returns the levels whose skills are effective at a level. */
const levelsOf = (level: Level): Level[] =>
  level.projectId === null ? [level] : [{ ...level, projectId: null }, level];
