import type { Capability, Visibility } from "@groundplan/contract";

export type Seat = keyof typeof rights;

/** Each seat's right to a plan, by its root's visibility: decisions section 2 as a table. */
export const rights = {
  "plan owner": { TEAM: "OWN", PRIVATE: "OWN" },
  "workspace owner": { TEAM: "OWN", PRIVATE: "NONE" },
  member: { TEAM: "EDIT", PRIVATE: "NONE" },
  "member with a READ share": { TEAM: "EDIT", PRIVATE: "READ" },
  "member with an EDIT share": { TEAM: "EDIT", PRIVATE: "EDIT" },
  viewer: { TEAM: "READ", PRIVATE: "NONE" },
  "viewer with an EDIT share": { TEAM: "READ", PRIVATE: "READ" },
  "plan owner who became a viewer": { TEAM: "READ", PRIVATE: "READ" },
  "owner of another workspace": { TEAM: "NONE", PRIVATE: "NONE" },
} as const satisfies Record<string, Record<Visibility, Capability>>;

export const seats = Object.keys(rights) as Seat[];

export interface Demand {
  needs: "READ" | "EDIT" | "OWN";
  /** Applies to root plans: 409 on a sub-plan. */
  root?: boolean;
  onArchived?: boolean;
}

/**
 * Returns the expected refusal: 404 if unreadable, then 403, then 409 for archived and sub-plan; null if the
 * call works.
 */
export function refusal(
  demand: Demand,
  capability: Capability,
  plan: { sub: boolean; archived: boolean },
): { status: number; code: string } | null {
  if (capability === "NONE") return { status: 404, code: "not_found" };
  const enough = { READ: ["READ", "EDIT", "OWN"], EDIT: ["EDIT", "OWN"], OWN: ["OWN"] }[demand.needs];
  if (!enough.includes(capability)) return { status: 403, code: "forbidden" };
  if (plan.archived && demand.needs !== "READ" && !(demand.onArchived && !plan.sub))
    return { status: 409, code: "plan_archived" };
  return demand.root && plan.sub ? { status: 409, code: "not_root" } : null;
}
