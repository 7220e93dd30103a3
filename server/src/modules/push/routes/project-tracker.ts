import { getProjectTracker, setProjectTracker } from "@groundplan/contract";
import { read, write } from "../../../dispatch/handlers.ts";
import { ofField } from "../../../errors.ts";
import { appendEvents } from "../../../events/append.ts";
import { now } from "../../../ids.ts";
import type { Tx } from "../../../storage/dialect.ts";
import { requireConnection } from "../../connectors/access.ts";
import { targetName } from "../../connectors/catalog.ts";
import { type Aim, projectTarget } from "../../connectors/project-tracker.ts";
import { editableProject, type ProjectRow, readableProject } from "../../projects/access.ts";
import { trackerOf } from "../../trackers/registry.ts";
import { lookAtStatuses } from "../ledger/first-look.ts";
import { sentStatuses } from "./target-options.ts";

/** The settings of a target that nobody has chosen anything for. */
const atFirst = { tracker_references: null, tracker_statuses: "close" } as const;
type Settings = Pick<ProjectRow, "tracker_references" | "tracker_statuses">;

export const projectTracker = read(getProjectTracker, async (db, actor, { params }) => {
  const project = await readableProject(db, actor, params.projectSlug);
  const aim = projectTarget(project);
  const settings = aim ? project : atFirst;
  return { tracker: present(aim, settings), statusesChosen: settings.tracker_statuses !== null };
});

/**
 * Sets a project's target. The tracker must be connected; whether the target can be used shows when a plan is pushed.
 * Settings that are left out stay if the target stays.
 */
export const projectTrackerSet = write(setProjectTracker, async (tx, actor, { params, body }) => {
  const { provider, target, references, statuses } = body;
  const entry = trackerOf(provider);
  const name = targetName(entry, target);
  const project = await editableProject(tx, actor, params.projectSlug);
  const connection = await ofField("/provider", () => requireConnection(tx, actor.workspaceId, entry));
  const aim = projectTarget(project);
  const before: Settings = aim?.entry === entry && aim.name === name ? project : atFirst;
  const settings: Settings = {
    tracker_references:
      references === undefined ? before.tracker_references : references === "live" ? references : null,
    tracker_statuses: statuses ?? before.tracker_statuses,
  };
  await tx
    .updateTable("projects")
    .set({ tracker_provider: provider, tracker_target: JSON.stringify(target), updated_at: now() })
    .set(settings)
    .where("workspace_id", "=", project.workspace_id)
    .where("id", "=", project.id)
    .execute();
  const sent = sentStatuses(settings.tracker_statuses, entry);
  const scope = { workspaceId: actor.workspaceId, connectionId: connection.id, target: name };
  if (sent) await lookAtStatuses(tx, scope, await plansOf(tx, project), sent);
  const tracker = present({ entry, target, name }, settings);
  await appendEvents(tx, actor, [
    {
      type: "project.tracker_set",
      subjectId: project.id,
      projectId: project.id,
      data: { provider, target, references: tracker.references, statuses: tracker.statuses },
    },
  ]);
  return { tracker };
});

/** Returns the ids of a project's plans. */
async function plansOf(tx: Tx, { workspace_id, id }: ProjectRow): Promise<string[]> {
  const plans = await tx
    .selectFrom("plans")
    .select("id")
    .where("workspace_id", "=", workspace_id)
    .where("project_id", "=", id)
    .execute();
  return plans.map((plan) => plan.id);
}

const present = (aim: Aim | null, { tracker_references, tracker_statuses }: Settings) => ({
  provider: aim?.entry.provider ?? null,
  target: aim?.target ?? null,
  references: tracker_references ?? ("neutral" as const),
  statuses: tracker_statuses ?? ("off" as const),
});
