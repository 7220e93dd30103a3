import type { Provider, TrackerTarget } from "@groundplan/contract";
import type { Actor } from "../../../actor.ts";
import { command } from "../../../dispatch/commands.ts";
import { ofField } from "../../../errors.ts";
import { appendEvents } from "../../../events/append.ts";
import { now } from "../../../ids.ts";
import type { Tx } from "../../../storage/dialect.ts";
import { requireConnection } from "../../connectors/access.ts";
import { targetName } from "../../connectors/catalog.ts";
import { reloadActor } from "../../identity/credential-kinds.ts";
import { editableProject, type ProjectRow } from "../../projects/access.ts";
import { trackerOf } from "../../trackers/registry.ts";
import { lookAtStatuses } from "../ledger/first-look.ts";
import { readChosen, sentStatuses, type TargetSettings } from "./target-options.ts";

interface Save {
  actor: Actor;
  projectSlug: string;
  provider: Provider;
  target: TrackerTarget;
  settings: TargetSettings;
}

/** Rechecks rights and connection after the tracker was asked. */
export const saveTarget = command(
  "push.saveTarget",
  ({ actor }: Save) => actor.workspaceId,
  async (tx: Tx, { actor: before, projectSlug, provider, target, settings }: Save) => {
    const actor = await reloadActor(tx, before);
    const entry = trackerOf(provider);
    const project = await editableProject(tx, actor, projectSlug);
    const connection = await ofField("/provider", () => requireConnection(tx, actor.workspaceId, entry));
    await tx
      .updateTable("projects")
      .set({ tracker_provider: provider, tracker_target: JSON.stringify(target), updated_at: now() })
      .set(settings)
      .where("workspace_id", "=", project.workspace_id)
      .where("id", "=", project.id)
      .execute();
    const { tracker_references, tracker_statuses, tracker_details } = settings;
    const sent = sentStatuses(tracker_statuses, entry);
    const scope = {
      workspaceId: actor.workspaceId,
      connectionId: connection.id,
      target: targetName(entry, target),
    };
    if (sent) await lookAtStatuses(tx, scope, await plansOf(tx, project), sent);
    const data = {
      provider,
      target,
      references: tracker_references ?? ("neutral" as const),
      statuses: tracker_statuses ?? ("off" as const),
      details: readChosen(tracker_details),
    };
    await appendEvents(tx, actor, [
      { type: "project.tracker_set", subjectId: project.id, projectId: project.id, data },
    ]);
  },
);

async function plansOf(tx: Tx, { workspace_id, id }: ProjectRow): Promise<string[]> {
  const plans = await tx
    .selectFrom("plans")
    .select("id")
    .where("workspace_id", "=", workspace_id)
    .where("project_id", "=", id)
    .execute();
  return plans.map((plan) => plan.id);
}
