import type { Handler } from "../dispatch/handlers.ts";
import { connectorHandlers } from "./connectors/index.ts";
import { dependenciesList, dependencyCreate, dependencyDelete } from "./dependencies/handlers.ts";
import { keyCreate, keyRevoke, keysList } from "./identity/api-keys.ts";
import { index, openApi } from "./identity/index-page.ts";
import { changes, me } from "./identity/me.ts";
import { planArchive, planDelete, planRestore } from "./plans/archive-plan.ts";
import { planCreate } from "./plans/create-plan.ts";
import { planMove } from "./plans/move-plan.ts";
import { planGet, plansList, planTree } from "./plans/read-plans.ts";
import { ownerSet, shareDelete, sharePut, sharesList } from "./plans/sharing.ts";
import { planUpdate } from "./plans/update-plan.ts";
import { projectGet, projectsList } from "./projects/read-projects.ts";
import { projectCreate, projectDelete, projectUpdate } from "./projects/write-projects.ts";
import { pushHandlers } from "./push/index.ts";
import { specDelete, specMove, specsReorder } from "./specs/arrange-specs.ts";
import { specBatch, specCreate } from "./specs/create-spec.ts";
import { specGet, specsList } from "./specs/read-specs.ts";
import { specUpdate } from "./specs/update-spec.ts";
import { specVersion, specVersionRestore, specVersions } from "./specs/versions.ts";

/** Endpoint → handler, all of them. */
export const handlers: readonly Handler[] = [
  ...[index, openApi, changes, me, keysList, keyCreate, keyRevoke],
  ...[projectsList, projectCreate, projectGet, projectUpdate, projectDelete],
  ...[plansList, planCreate, planGet, planUpdate, planDelete, planTree, planArchive, planRestore, planMove],
  ...[sharesList, sharePut, shareDelete, ownerSet],
  ...[specsList, specCreate, specBatch, specsReorder, specGet, specUpdate, specDelete, specMove],
  ...[specVersions, specVersion, specVersionRestore],
  ...[dependenciesList, dependencyCreate, dependencyDelete],
  ...connectorHandlers,
  ...pushHandlers,
];
