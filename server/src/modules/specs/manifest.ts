import type { Module } from "../../module.ts";
import { specDelete } from "./deleted/delete-spec.ts";
import { purgeDeleted } from "./deleted/purge-specs.ts";
import { specRestore } from "./deleted/restore-spec.ts";
import { handlesFind } from "./find-handles.ts";
import { specsListAll } from "./lists/list-all-specs.ts";
import { specReadiness } from "./read-readiness.ts";
import { specGet, specsList } from "./read-specs.ts";
import { gradeJob, gradePlans, gradeSpecs, jobKindOfGrading } from "./regrade.ts";
import { unassignJob, unassignLeft, unassignRest } from "./unassign.ts";
import { specVersion, specVersionRestore, specVersions } from "./versions.ts";
import { specMove, specsReorder } from "./writes/arrange-specs.ts";
import { specCreate } from "./writes/create-spec.ts";
import { specUpdate } from "./writes/update-spec.ts";
import { specsUpdate } from "./writes/update-specs.ts";
import { specBatch } from "./writes/write-batch.ts";

export const specs: Module = {
  name: "specs",
  handlers: [
    ...[specsList, specCreate, specBatch, specsReorder, specGet, specUpdate, specDelete, specMove],
    ...[specsUpdate, specRestore, specReadiness, specVersions, specVersion, specVersionRestore],
    ...[handlesFind, specsListAll],
  ],
  commands: [gradePlans, gradeSpecs, purgeDeleted, unassignLeft],
  jobs: {
    [jobKindOfGrading]: { run: gradeJob, attempts: 100 },
    [unassignJob]: { run: unassignRest, attempts: 100 },
  },
  tables: { specs: "kept", deleted_specs: "kept", released_children: "kept" },
  events: [
    ...(["spec.created", "spec.updated", "spec.moved", "specs.reordered"] as const),
    ...(["spec.deleted", "spec.restored", "spec.purged"] as const),
    ...(["spec.assigned", "spec.unassigned"] as const),
  ],
};
