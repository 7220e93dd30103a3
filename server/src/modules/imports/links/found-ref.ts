import type { PlanRow } from "../../plans/access.ts";

/** An existing spec. */
export interface FoundRef {
  id: string;
  plan: Pick<PlanRow, "workspace_id" | "id" | "archived_at">;
}
