import { randomUUID } from "node:crypto";
import { badArgument, forbidden, internalError, invalidInput, LeftOut } from "../graphql/errors.ts";
import type { Issue, Stamped } from "../records.ts";
import { type Context, identifierOf, type LinearSite } from "../site.ts";

const v4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Throws one of Linear's not-found errors. */
export function find<T>(site: LinearSite, map: Map<string, T>, id: string, entity: string): T {
  const record = map.get(id);
  if (record === undefined) throw notFound(site, entity);
  return record;
}

/** Finds by id, identifier or former identifier, except hidden issues. */
export function findIssue(site: LinearSite, id: string): Issue {
  const issue = anyIssue(site, id);
  if (site.hidden.has(issue.id)) throw notFound(site, "Issue");
  return issue;
}

export function anyIssue(site: LinearSite, id: string): Issue {
  const direct = site.issues.get(id);
  if (direct !== undefined) return direct;
  const wanted = id.toUpperCase();
  const named = [...site.issues.values()].find(
    (issue) => identifierOf(site, issue) === wanted || issue.previousIdentifiers.includes(wanted),
  );
  if (named === undefined) throw notFound(site, "Issue");
  return named;
}

function notFound(site: LinearSite, entity: string) {
  const presentable = `Could not find referenced ${entity}.`;
  const forms = [`Entity not found: ${entity} - ${presentable}`, `Entity not found: ${entity}`];
  return invalidInput(forms[site.turn++ % forms.length] ?? "", presentable);
}

/**
 * Returns a new record's id: the client's version 4 UUID, or a fresh one. A used id throws one of several
 * possible errors (Linear's is unpublished), or returns the record.
 */
export function newId<T extends Stamped>(
  site: LinearSite,
  map: Map<string, T>,
  id: string | null | undefined,
): { id: string; existing?: T } {
  if (id === null || id === undefined) return { id: randomUUID() };
  if (!v4.test(id)) throw badArgument("id must be a UUID");
  if (!site.used.has(id)) return { id };
  const existing = map.get(id);
  if (site.unknowns.usedId === "same" && existing !== undefined) return { id, existing };
  const forms = {
    input: invalidInput("Entity already exists", "An entity with this id already exists."),
    argument: badArgument("id must be unique"),
    conflict: invalidInput(`duplicate key value violates unique constraint "PK_${id.slice(0, 8)}"`),
    internal: internalError(),
  };
  const wanted = site.unknowns.usedId;
  const varied = (["input", "argument", "conflict"] as const)[site.turn++ % 3] ?? "input";
  throw forms[wanted === "vary" || wanted === "same" ? varied : wanted];
}

export function onlyKnown(type: string, input: object, known: readonly string[]): void {
  for (const [name, value] of Object.entries(input))
    if (value !== undefined && value !== null && !known.includes(name)) throw new LeftOut(`${type}.${name}`);
}

/** Throws for a read-only token. */
export function mustWrite({ grant }: Context): void {
  if (grant.access !== "write") throw forbidden("The API key does not have the write permission");
}

/** Returns the common fields of mutation answers. */
export function done(site: LinearSite) {
  return { success: true, lastSyncId: ++site.synced };
}
