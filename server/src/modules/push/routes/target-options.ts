import type { FieldValues, TrackerDetail } from "@groundplan/contract";
import type { ProjectRow } from "../../projects/access.ts";
import type { TrackerDefinition } from "../../trackers/definition.ts";
import { trackerOf } from "../../trackers/registry.ts";
import type { PushOptions } from "../ledger/pushes.ts";
import type { SentStatuses } from "../ledger/statuses.ts";

export type TargetSettings = Pick<
  ProjectRow,
  "tracker_references" | "tracker_statuses" | "tracker_details" | "tracker_fields" | "tracker_required_fields"
>;

type Settings = Pick<
  ProjectRow,
  "tracker_provider" | "tracker_references" | "tracker_statuses" | "tracker_details" | "tracker_fields"
>;

/** Returns non-default options only. */
export function targetOptions(
  project: Settings,
): Pick<PushOptions, "references" | "statuses" | "details" | "fields"> {
  const { tracker_provider, tracker_references: references, tracker_statuses } = project;
  const statuses = tracker_provider && sentStatuses(tracker_statuses, trackerOf(tracker_provider));
  const { tracker_fields } = project;
  const details = readChosen(project.tracker_details);
  return {
    ...(references === null ? {} : { references }),
    ...(statuses ? { statuses } : {}),
    ...(details.length > 0 ? { details } : {}),
    ...(tracker_fields === null ? {} : { fields: JSON.parse(tracker_fields) as FieldValues }),
  };
}

/** Returns the chosen details; none before a choice. */
export const readChosen = (details: ProjectRow["tracker_details"]): TrackerDetail[] =>
  details === null ? [] : (JSON.parse(details) as TrackerDetail[]);

/** Returns the chosen statuses as far as the tracker supports them. */
export function sentStatuses(
  chosen: ProjectRow["tracker_statuses"],
  { hasStarted }: Pick<TrackerDefinition, "hasStarted">,
): SentStatuses | undefined {
  if (chosen === null || chosen === "off") return undefined;
  return hasStarted ? chosen : "close";
}
