import { type FormatKind, formatKind } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { notFound } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import { type Level, readableLevel } from "../projects/level.ts";
import { type FormatRow, findFormats } from "./store.ts";

/** Path parameters; without a project, the company's. */
export interface Path {
  projectSlug?: string;
}

/** The overrides of a kind visible at a path. */
export interface Overrides {
  level: Level;
  kind: FormatKind;
  /** The level's own row, which outlives its override. */
  own: FormatRow | undefined;
  /** The company's row, the same as `own` at its level. */
  company: FormatRow | undefined;
  /** Existing overrides, nearest first. */
  saved: readonly FormatRow[];
}

/** Returns the overrides by kind, readable by all members. */
export async function readableFormats(db: Db, actor: Actor, path: Path): Promise<Overrides[]> {
  const level = await readableLevel(db, actor, path);
  const rows = await findFormats(db, level);
  return formatKind.options.map((kind) => overridesOf(level, kind, rows));
}

/** Returns the path's overrides; 404 for an unknown kind. */
export async function readableFormat(
  db: Db,
  actor: Actor,
  { kind, ...path }: Path & { kind: string },
): Promise<Overrides> {
  const found = (await readableFormats(db, actor, path)).find((overrides) => overrides.kind === kind);
  if (!found) throw notFound("format");
  return found;
}

function overridesOf(level: Level, kind: FormatKind, rows: readonly FormatRow[]): Overrides {
  const ofKind = rows.filter((row) => row.kind === kind);
  const own = ofKind.find((row) => row.project_id === level.projectId);
  const company = ofKind.find((row) => row.project_id === null);
  const nearest = own === company ? [own] : [own, company];
  return {
    level,
    kind,
    own,
    company,
    saved: nearest.flatMap((row) => (row && row.markdown !== null ? [row] : [])),
  };
}
