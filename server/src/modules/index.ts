import type { Handler } from "../dispatch/handlers.ts";
import { connectorConnect } from "./connectors/connect.ts";
import { connectorDisconnect } from "./connectors/disconnect.ts";
import { connectorsList } from "./connectors/list-connectors.ts";
import { targetsList } from "./connectors/list-targets.ts";
import { projectTracker, projectTrackerSet } from "./connectors/project-tracker.ts";
import { connectorWebhook, connectorWebhookDelete } from "./connectors/webhook.ts";
import { dependenciesList, dependencyCreate, dependencyDelete } from "./dependencies/handlers.ts";
import { nextList } from "./dependencies/next.ts";
import { planGraph } from "./dependencies/read-graph.ts";
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
import { pushCancel, pushRetry } from "./push/end-push.ts";
import { planPush } from "./push/push-plan.ts";
import { pushStatus } from "./push/push-status.ts";
import { pushesList, pushGet } from "./push/read-pushes.ts";
import { specDelete, specMove, specsReorder } from "./specs/arrange-specs.ts";
import { specBatch, specCreate } from "./specs/create-spec.ts";
import { specReadiness } from "./specs/read-readiness.ts";
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
  ...[specReadiness, specVersions, specVersion, specVersionRestore],
  ...[dependenciesList, dependencyCreate, dependencyDelete, planGraph, nextList],
  ...[connectorsList, connectorConnect, connectorDisconnect, targetsList, projectTracker, projectTrackerSet],
  ...[connectorWebhook, connectorWebhookDelete],
  ...[planPush, pushesList, pushGet, pushStatus, pushCancel, pushRetry],
];
