import type { LeftOutKind } from "@groundplan/contract";
import type { Item } from "../pack/compose.ts";
import type { PlanRow } from "../plans/access.ts";
import type { SpecRow } from "../specs/access.ts";

/** A spec whose brief is read. */
export interface Subject {
  plan: PlanRow;
  spec: SpecRow;
  path: { projectSlug: string; planShortId: string };
}

export type BriefItem = Item<LeftOutKind>;
