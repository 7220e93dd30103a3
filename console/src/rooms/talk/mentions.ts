import { getPlan, listMembers, listPlans, listShares } from "@groundplan/contract";
import { queryOptions } from "@tanstack/react-query";
import { mention } from "../../../../contract/src/mention.ts";
import { queryClient } from "../../api/query-client.ts";
import { read, readAll } from "../../api/read.ts";
import type { PlanParams } from "../work/spec-params.ts";

/** A person who can be mentioned. */
export interface Person {
  userId: string;
  name: string;
}

/** Returns the query of the members who can read what lies in a plan, or of everybody. */
export const readersOf = (plan: PlanParams | null) =>
  queryOptions({ queryKey: ["readers", plan], queryFn: () => findReaders(plan) });

async function findReaders(plan: PlanParams | null): Promise<readonly Person[]> {
  const everybody = readAll(listMembers, {}, "members");
  if (!plan) return queryClient.fetchQuery(everybody);
  const project = { params: { projectSlug: plan.projectSlug } };
  const [members, { plan: found }, shares, plans] = await Promise.all([
    queryClient.fetchQuery(everybody),
    queryClient.fetchQuery(read(getPlan, { params: plan })),
    queryClient.fetchQuery(readAll(listShares, { params: plan }, "shares")),
    queryClient.fetchQuery(readAll(listPlans, project, "plans")),
  ]);
  const root = found.parentPlanId === null ? found : plans.find(({ id }) => id === found.rootPlanId);
  if (root?.visibility !== "PRIVATE") return members;
  const readers = new Set([root.ownerUserId, ...shares.map(({ userId }) => userId)]);
  return members.filter(({ userId }) => readers.has(userId));
}

/** Returns a comment as one writes it: `@Grace` for each mention. */
export const asTyped = (body: string): string => body.replaceAll(mention, "@$1");

/** Returns whom a comment mentions. */
export const mentionedIn = (body: string): Person[] =>
  [...body.matchAll(mention)].map(([, name = "", userId = ""]) => ({ userId, name }));

/** Returns a comment as the API takes it. Where several people have a name, the first one is meant. */
export function withMentions(typed: string, people: readonly Person[]): string {
  const named = new Map<string, string>();
  for (const { userId, name } of people) if (!named.has(name)) named.set(name, userId);
  const longestFirst = [...named.keys()].filter(Boolean).sort((a, b) => b.length - a.length);
  if (longestFirst.length === 0) return typed;
  const names = longestFirst.map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|");
  return typed.replaceAll(
    new RegExp(`(^|[\\s(])@(${names})(?![\\p{L}\\p{N}_])`, "gu"),
    (_, before: string, name: string) =>
      `${before}[@${name.replaceAll(/[[\]]/g, "")}](user:${named.get(name)})`,
  );
}

/** Returns what was typed behind an `@` before the caret; null where no name is typed. */
export const typedName = (before: string): string | null =>
  /(?:^|[\s(])@([\p{L}\p{N}._-]*(?: [\p{L}\p{N}._-]*)?)$/u.exec(before)?.[1] ?? null;
