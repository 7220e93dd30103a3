import type { TrackerTarget } from "@groundplan/contract";
import type { ProjectRow } from "../projects/access.ts";
import type { TrackerDefinition } from "../trackers/definition.ts";
import { trackerOf } from "../trackers/registry.ts";
import { targetName } from "./catalog.ts";

/** A push target with its ledger name. */
export interface Aim {
  entry: TrackerDefinition;
  target: TrackerTarget;
  name: string;
}

export function projectTarget(project: Pick<ProjectRow, "tracker_provider" | "tracker_target">): Aim | null {
  if (!project.tracker_provider || !project.tracker_target) return null;
  const entry = trackerOf(project.tracker_provider);
  const target = JSON.parse(project.tracker_target) as TrackerTarget;
  return { entry, target, name: targetName(entry, target) };
}
