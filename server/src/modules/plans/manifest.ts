import type { Module } from "../../module.ts";
import type { Context } from "../context.ts";
import { planArchive, planDelete, planRestore } from "./archive/archive-plan.ts";
import { purgeArchived, purgeJob } from "./archive/purge-plans.ts";
import { projectRestore } from "./archive/restore-project.ts";
import { planCreate } from "./create-plan.ts";
import { plansListAll } from "./list-all-plans.ts";
import { planMove } from "./moves/move-plan.ts";
import { plansReorder } from "./moves/reorder-plans.ts";
import { planFind, planGet, plansList, planTree } from "./read-plans.ts";
import { ownerSet, shareDelete, shareGet, sharePut, sharesList } from "./sharing.ts";
import { planUpdate } from "./update-plan.ts";

export const plans: Module<Context> = {
  name: "plans",
  handlers: [
    ...[plansList, planCreate, planGet, planUpdate, planDelete, planTree, planArchive, planRestore, planMove],
    ...[
      planFind,
      plansListAll,
      plansReorder,
      sharesList,
      shareGet,
      sharePut,
      shareDelete,
      ownerSet,
      projectRestore,
    ],
  ],
  commands: [purgeArchived],
  jobs: { "plans.purge": { run: purgeJob, attempts: 10, everySeconds: 3600 } },
  tables: { plans: "kept", shares: "kept" },
  events: [
    ...(["plan.created", "plan.updated", "plan.moved", "plans.reordered", "plan.status_changed"] as const),
    ...(["plan.archived", "plan.restored", "plan.deleted", "plan.purged"] as const),
    ...(["project.restored", "project.purged"] as const),
    ...(["plan.shared", "plan.unshared", "plan.owner_changed"] as const),
    ...(["plan.lead_changed", "plan.lead_removed"] as const),
  ],
};
