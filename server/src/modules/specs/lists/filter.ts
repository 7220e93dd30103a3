import type { Input, listAllSpecs, listSpecs, SpecStatus } from "@groundplan/contract";
import type { Actor } from "../../../actor.ts";
import { ApiError, ofField } from "../../../errors.ts";
import { fold } from "../../../fold.ts";
import { clausesOf, phrasesOf } from "../../../full-text/query.ts";
import type { Db } from "../../../storage/dialect.ts";
import type { Clause } from "../../../storage/full-text.ts";
import { referencedPlan } from "../../plans/access.ts";
import { readableProject } from "../../projects/access.ts";

type Query = Input<typeof listAllSpecs>["query"];
/** The filters that both lists of specs take. */
export type FilterQuery = Pick<Query, keyof Query & keyof Input<typeof listSpecs>["query"]>;

/** Days in which a spec is due; null for one without. Both ends are included. */
export interface DueDays {
  from: string | null;
  to: string | null;
  /** True for open specs only. */
  isOpen: boolean;
}

/** A list's filters with ids in place of names. An absent filter admits all specs. */
export interface SpecFilter {
  /** Nothing if there are none, as for a text without words. */
  clauses?: readonly Clause[] | undefined;
  statuses?: readonly SpecStatus[] | undefined;
  /** Null for specs without an assignee; likewise below. */
  assignees?: readonly (string | null)[] | undefined;
  labels?: { ids: readonly string[]; orNone: boolean } | undefined;
  priorities?: readonly number[] | undefined;
  grades?: readonly number[] | undefined;
  efforts?: readonly (number | null)[] | undefined;
  due?: readonly (DueDays | null)[] | undefined;
  claimed?: boolean | undefined;
  /** True for only those that wait for a reviewer's pass. */
  awaitsReview?: boolean | undefined;
  planIds?: readonly string[] | undefined;
  /** True for only those of templates. Without plans, they are left out otherwise. */
  template?: boolean | undefined;
  projectIds?: readonly string[] | undefined;
}

/** Resolves a query's names; 404 for a plan or project that the actor can't read, unless it is lenient. */
export async function filterOf(
  db: Db,
  actor: Actor,
  query: FilterQuery & Partial<Pick<Query, "plan" | "project" | "lenient" | "template">>,
): Promise<SpecFilter> {
  const {
    q = "",
    status,
    assignee,
    label,
    priority,
    readiness,
    effort,
    due,
    claimed,
    plan,
    project,
    lenient,
    template,
  } = query;
  const idsOf = async (path: string, finds: (() => Promise<{ id: string }>)[]) => {
    const ids: string[] = [];
    for (const find of finds) {
      const found = lenient ? await orNull(find) : await ofField(path, find);
      if (found) ids.push(found.id);
    }
    return ids;
  };
  return {
    clauses: clausesIn(q),
    statuses: status,
    assignees: assignee?.map((who) => (who === "none" ? null : who === "me" ? actor.userId : who)),
    labels: label && (await labelsNamed(db, actor, label)),
    priorities: priority,
    grades: readiness,
    efforts: effort?.map((value) => (value === "none" ? null : value)),
    due: due?.map((days) => daysOf(days, new Date())),
    claimed,
    template,
    planIds:
      plan &&
      (await idsOf(
        "/plan",
        plan.map((reference) => () => referencedPlan(db, actor, reference)),
      )),
    projectIds:
      project &&
      (await idsOf(
        "/project",
        project.map((slug) => () => readableProject(db, actor, slug)),
      )),
  };
}

/** Returns null in place of a 404. */
const orNull = <T>(find: () => Promise<T>): Promise<T | null> =>
  find().catch((error: unknown) => {
    if (error instanceof ApiError && error.code === "not_found") return null;
    throw error;
  });

/** Returns the clauses of a text, whose last word is a prefix, as it is while somebody types. */
function clausesIn(q: string): readonly Clause[] | undefined {
  if (q.trim() === "") return undefined;
  return clausesOf(phrasesOf(/[\p{L}\p{N}]$/u.test(q) ? `${q}*` : q));
}

/** Returns labels by id or name; unknown ones match nothing. */
async function labelsNamed(db: Db, { workspaceId }: Actor, wanted: readonly string[]) {
  const rows = await db
    .selectFrom("labels")
    .select(["id", "name_folded"])
    .where("workspace_id", "=", workspaceId)
    .execute();
  const names = new Set(wanted.map(fold));
  const ids = rows.filter(({ id, name_folded }) => wanted.includes(id) || names.has(name_folded));
  return { ids: ids.map(({ id }) => id), orNone: wanted.includes("none") };
}

export const dayMs = 86_400_000;
export const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

function daysOf(text: string, now: Date): DueDays | null {
  if (text === "none") return null;
  if (text === "overdue") return { from: null, to: dayOf(now.getTime() - dayMs), isOpen: true };
  if (text === "week")
    return { from: dayOf(now.getTime()), to: dayOf(now.getTime() + 6 * dayMs), isOpen: false };
  const [from, to] = text.split("..");
  return { from: from || null, to: to || null, isOpen: false };
}
