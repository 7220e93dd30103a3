import { getProjectTracker, setProjectTracker, type TrackerTarget } from "@groundplan/contract";
import { read, write } from "../../dispatch/handlers.ts";
import { ofField } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { now } from "../../ids.ts";
import { editableProject, type ProjectRow, readableProject } from "../projects/access.ts";
import type { TrackerDefinition } from "../trackers/definition.ts";
import { trackerOf } from "../trackers/registry.ts";
import { requireConnection } from "./access.ts";
import { targetName } from "./catalog.ts";

export const projectTracker = read(getProjectTracker, async (db, actor, { params }) => {
  const project = await readableProject(db, actor, params.projectSlug);
  const aim = projectTarget(project);
  const references = referencesOf(project);
  return { tracker: { provider: aim?.entry.provider ?? null, target: aim?.target ?? null, references } };
});

/**
 * Sets a project's target. The tracker must be connected; whether the target can be used shows when a plan is pushed.
 */
export const projectTrackerSet = write(setProjectTracker, async (tx, actor, { params, body }) => {
  const entry = trackerOf(body.provider);
  targetName(entry, body.target);
  const project = await editableProject(tx, actor, params.projectSlug);
  await ofField("/provider", () => requireConnection(tx, actor.workspaceId, entry));
  const { provider, target, references = "neutral" } = body;
  const tracker_references = references === "live" ? references : null;
  await tx
    .updateTable("projects")
    .set({ tracker_provider: provider, tracker_target: JSON.stringify(target) })
    .set({ tracker_references, updated_at: now() })
    .where("workspace_id", "=", project.workspace_id)
    .where("id", "=", project.id)
    .execute();
  await appendEvents(tx, actor, [
    {
      type: "project.tracker_set",
      subjectId: project.id,
      projectId: project.id,
      data: { provider, target, references },
    },
  ]);
  return { tracker: { provider, target, references } };
});

/** Returns whether references in the texts of a project's plans keep their effect in the tracker. */
const referencesOf = (project: Pick<ProjectRow, "tracker_references">) =>
  project.tracker_references ?? ("neutral" as const);

/** Returns the same as an option of a push, which is set only where it is not the default. */
export const liveReferences = ({ tracker_references }: Pick<ProjectRow, "tracker_references">) =>
  tracker_references === null ? {} : { references: tracker_references };

/** Returns where a project's plans are pushed to; null while nobody has set it. */
export function projectTarget(
  project: Pick<ProjectRow, "tracker_provider" | "tracker_target">,
): { entry: TrackerDefinition; target: TrackerTarget; name: string } | null {
  if (!project.tracker_provider || !project.tracker_target) return null;
  const entry = trackerOf(project.tracker_provider);
  const target = JSON.parse(project.tracker_target) as TrackerTarget;
  return { entry, target, name: targetName(entry, target) };
}
