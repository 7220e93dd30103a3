import { pagesOf } from "../../../pages-of.ts";
import { type Db, isOneOf } from "../../../storage/dialect.ts";
import type { FoundPerson, Tracker } from "../../trackers/tracker.ts";
import type { Caveat } from "../ledger/caveats.ts";
import { type DetailsBase, oursOf } from "../ledger/details.ts";
import type { Step } from "../plan/step.ts";

/** Why a member's account is not known: `unverified` is their own address here. */
type Found = FoundPerson | "unverified";
/** By user id. */
export type People = Record<string, Found>;

const mostAtOnce = 20;

/** Yields what was found of members, a page at a time. No address of people who left goes out. */
export async function* findPeople(
  db: Db,
  tracker: Pick<Tracker, "findPeople">,
  { workspaceId, target }: { workspaceId: string; target: string },
  userIds: readonly string[],
): AsyncGenerator<People> {
  for (const ids of pagesOf(userIds, mostAtOnce)) {
    const members = await membersOf(db, workspaceId, ids);
    const proven = members.filter(({ is_proven }) => is_proven === 1);
    const emails = proven.map(({ email }) => email);
    const accounts = emails.length > 0 ? await tracker.findPeople(target, emails) : [];
    const found = new Map(proven.map(({ id }, index) => [id, accounts[index] ?? "nobody"] as const));
    const there = new Set(members.map(({ id }) => id));
    yield Object.fromEntries(
      ids.map((id) => [id, found.get(id) ?? (there.has(id) ? "unverified" : "nobody")] as const),
    );
  }
}

export const accountOf = (people: People, userId: string): string | undefined => {
  const found = people[userId];
  return typeof found === "object" ? found.account : undefined;
};

/** A spec whose assignee a push would write. */
export interface Assignment {
  userId: string;
  planId: string;
}

/** Returns nothing if the tracker has the assignee, or none is wanted. */
export function assignmentOf(
  { details, planId }: Pick<Step, "details" | "planId">,
  base: DetailsBase,
): Assignment[] {
  const userId = details ? oursOf(details, "assignee") : "";
  return userId === "" || base.assignee?.[0] === userId ? [] : [{ userId, planId }];
}

export const assigneesOf = (assignments: readonly Assignment[]): string[] =>
  [...new Set(assignments.map(({ userId }) => userId))].toSorted();

const mostNamed = 10;

/** Counts and names the members whose account isn't known, with one caveat per reason. */
export async function peopleCaveats(
  db: Db,
  label: string,
  people: People,
  assignments: readonly Assignment[],
): Promise<Caveat[]> {
  const caveats: Caveat[] = [];
  for (const reason of ["nobody", "several", "unverified"] as const) {
    const concerned = assignments.filter(({ userId }) => people[userId] === reason);
    const ids = assigneesOf(concerned);
    if (ids.length === 0) continue;
    const names = [...(await namesOf(db, ids)).values()].toSorted().slice(0, mostNamed);
    const more = ids.length > mostNamed ? ` and ${ids.length - mostNamed} more` : "";
    const count = ids.length === 1 ? "1 member" : `${ids.length} members`;
    const text = `${sentences[reason](count, label)}, so their issues stay as they are assigned: ${names.join(", ")}${more}.`;
    caveats.push({ text, planIds: [...new Set(concerned.map(({ planId }) => planId))], isLacking: true });
  }
  return caveats;
}

export async function namesOf(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map();
  const users = await db
    .selectFrom("users")
    .select(["id", "name"])
    .where(isOneOf(db, "id", userIds))
    .execute();
  return new Map(users.map(({ id, name }) => [id, name]));
}

const sentences = {
  nobody: (count: string, label: string) => `${label} shows no account with the e-mail address of ${count}`,
  several: (count: string, label: string) =>
    `${label} shows several accounts with the e-mail address of ${count}`,
  unverified: (count: string) => `The e-mail address of ${count} is not verified here`,
};

const membersOf = (db: Db, workspaceId: string, ids: readonly string[]) =>
  db
    .selectFrom("memberships")
    .innerJoin("users", "users.id", "memberships.user_id")
    .select(["users.id", "users.email", "users.is_proven"])
    .where("memberships.workspace_id", "=", workspaceId)
    .where(isOneOf(db, "memberships.user_id", ids))
    .execute();
