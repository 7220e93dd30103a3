import type { Actor } from "../../actor.ts";
import type { Tx } from "../../storage/dialect.ts";
import { planHandle } from "../handles.ts";
import { refuseTaken } from "../refuse-taken-refs.ts";
import { plansReadableBy } from "./access.ts";

/**
 * Throws 409 if another plan of the project, archived or not, has the `externalRef`
 * (docs/decisions/external-refs.md). Unreadable holders aren't named. `path` is the requesting field.
 */
export async function requireFreeRef(
  tx: Tx,
  actor: Actor,
  projectId: string,
  ref: string | null | undefined,
  path = "/externalRef",
): Promise<void> {
  if (typeof ref !== "string") return;
  const holder = await tx
    .selectFrom("plans")
    .select("id")
    .where("workspace_id", "=", actor.workspaceId)
    .where("project_id", "=", projectId)
    .where("external_ref", "=", ref)
    .executeTakeFirst();
  if (!holder) return;
  const seen = await plansReadableBy(tx, actor).where("plans.id", "=", holder.id).executeTakeFirst();
  const name = seen ? planHandle(seen.number) : "Another plan of the project";
  const holds = seen?.archived_at ? `${name}, which is archived,` : name;
  refuseTaken([{ path, holder: holds }]);
}
