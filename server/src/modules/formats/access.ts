import { type FormatKind, formatKind } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { notFound } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import { readableTier, type Tier } from "../projects/tier.ts";
import { type FormatRow, findFormats } from "./store.ts";

/** The parameters of a path: the company's formats have no project. */
export interface Path {
  projectSlug?: string;
}

/** The overrides of one kind that a path sees. */
export interface Overrides {
  tier: Tier;
  kind: FormatKind;
  /** The row of the path's own override, which stays when the override is deleted. */
  own: FormatRow | undefined;
  /** The company's row, likewise; the same as `own` at the company's path. */
  company: FormatRow | undefined;
  /** The overrides that there are, the nearest first. */
  saved: readonly FormatRow[];
}

/** Returns the overrides of every kind, in the order of the kinds. Every member of the workspace reads them. */
export async function readableFormats(db: Db, actor: Actor, path: Path): Promise<Overrides[]> {
  const tier = await readableTier(db, actor, path);
  const rows = await findFormats(db, tier);
  return formatKind.options.map((kind) => overridesOf(tier, kind, rows));
}

/** Returns the overrides of the kind that the path names; another kind does not exist. */
export async function readableFormat(
  db: Db,
  actor: Actor,
  { kind, ...path }: Path & { kind: string },
): Promise<Overrides> {
  const found = (await readableFormats(db, actor, path)).find((overrides) => overrides.kind === kind);
  if (!found) throw notFound("format");
  return found;
}

function overridesOf(tier: Tier, kind: FormatKind, rows: readonly FormatRow[]): Overrides {
  const ofKind = rows.filter((row) => row.kind === kind);
  const own = ofKind.find((row) => row.project_id === tier.projectId);
  const company = ofKind.find((row) => row.project_id === null);
  const nearest = own === company ? [own] : [own, company];
  return {
    tier,
    kind,
    own,
    company,
    saved: nearest.flatMap((row) => (row && row.markdown !== null ? [row] : [])),
  };
}
