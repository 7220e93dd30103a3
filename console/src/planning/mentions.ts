import { getPlan, listMembers, listPlans, listShares } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { mention } from "../../../contract/src/people/mention.ts";
import { read, readAll } from "../api/read.ts";
import { mentionOf } from "../editor/references/mention-of.ts";
import type { Person } from "../editor/references/offers.ts";
import type { PlanParams } from "./params.ts";

/**
 * Returns the members who can read the plan, or all; loads them once `isWanted`. Until a private plan's
 * shares are known, everybody or its owner.
 */
export function useReaders(plan: PlanParams | null, isWanted = true): readonly Person[] {
  const params = plan ?? { projectSlug: "", planShortId: "" };
  const project = { params: { projectSlug: params.projectSlug } };
  const { data: members = [] } = useQuery({ ...readAll(listMembers, {}, "members"), enabled: isWanted });
  const { data: found } = useQuery({ ...read(getPlan, { params }), enabled: isWanted && plan !== null });
  // The root plan's visibility applies.
  const isBelow = found !== undefined && found.plan.parentPlanId !== null;
  const { data: plans } = useQuery({ ...readAll(listPlans, project, "plans"), enabled: isWanted && isBelow });
  const root = isBelow ? plans?.find(({ id }) => id === found.plan.rootPlanId) : found?.plan;
  const isPrivate = root?.visibility === "PRIVATE";
  const ofPlan = readAll(listShares, { params }, "shares");
  const { data: shares } = useQuery({ ...ofPlan, enabled: isWanted && isPrivate });
  if (!isPrivate) return members;
  const readers = new Set([root.ownerUserId, ...(shares ?? []).map(({ userId }) => userId)]);
  return members.filter(({ userId }) => readers.has(userId));
}

/** Converts stored mentions to typed ones: `@Grace`. */
export const asTyped = (body: string): string => body.replaceAll(mention, "@$1");

export const mentionedIn = (body: string): Person[] =>
  [...body.matchAll(mention)].map(([, name = "", userId = ""]) => ({ userId, name }));

/** If a name is ambiguous, the first member is meant. */
export function withMentions(typed: string, people: readonly Person[]): string {
  const named = new Map<string, string>();
  for (const { userId, name } of people) if (!named.has(name)) named.set(name, userId);
  const longestFirst = [...named.keys()].filter(Boolean).sort((a, b) => b.length - a.length);
  if (longestFirst.length === 0) return typed;
  const names = longestFirst.map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|");
  return typed.replaceAll(
    new RegExp(`(^|[\\s(])@(${names})(?![\\p{L}\\p{N}_])`, "gu"),
    (_, before: string, name: string) => before + mentionOf({ name, userId: named.get(name) ?? "" }),
  );
}
