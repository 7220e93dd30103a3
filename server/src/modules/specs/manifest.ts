import type { Module } from "../../module.ts";
import { specDelete, specMove, specsReorder } from "./arrange-specs.ts";
import { specBatch, specCreate } from "./create-spec.ts";
import { specReadiness } from "./read-readiness.ts";
import { specGet, specsList } from "./read-specs.ts";
import { gradeJob, gradePlans, gradeSpecs, jobKindOfGrading } from "./regrade.ts";
import { specUpdate } from "./update-spec.ts";
import { specVersion, specVersionRestore, specVersions } from "./versions.ts";

export const specs: Module = {
  name: "specs",
  handlers: [
    ...[specsList, specCreate, specBatch, specsReorder, specGet, specUpdate, specDelete, specMove],
    ...[specReadiness, specVersions, specVersion, specVersionRestore],
  ],
  commands: [gradePlans, gradeSpecs],
  jobs: { [jobKindOfGrading]: { run: gradeJob, attempts: 100 } },
  tables: { specs: "kept" },
  events: ["spec.created", "spec.updated", "spec.deleted", "spec.moved", "specs.reordered"],
};
