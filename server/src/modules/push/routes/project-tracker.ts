import {
  type FieldValues,
  getProjectTracker,
  setProjectTracker,
  type TrackerDetail,
  trackerDetail,
  trackerDetails,
} from "@groundplan/contract";
import { action, read } from "../../../dispatch/handlers.ts";
import { invalid, ofField } from "../../../errors.ts";
import { requireConnection } from "../../connectors/access.ts";
import { targetName } from "../../connectors/catalog.ts";
import { openConnection } from "../../connectors/open-connection.ts";
import { type Aim, projectTarget } from "../../connectors/project-tracker.ts";
import type { Context } from "../../context.ts";
import { editableProject, readableProject } from "../../projects/access.ts";
import type { TrackerDefinition } from "../../trackers/definition.ts";
import { trackerOf } from "../../trackers/registry.ts";
import { type CreateField, isRequired, TrackerError } from "../../trackers/tracker.ts";
import { upstreamError } from "../../trackers/upstream-error.ts";
import { partNames } from "../results/sentences.ts";
import { refuseValues } from "./field-values.ts";
import { saveTarget } from "./save-target.ts";
import { readChosen, type TargetSettings } from "./target-options.ts";

/** Returns the settings of a new target. */
const atFirst = (entry: TrackerDefinition | undefined): TargetSettings => ({
  tracker_references: null,
  tracker_statuses: "close",
  tracker_details: JSON.stringify(entry ? trackerDetails[entry.provider] : []),
  tracker_fields: null,
  tracker_required_fields: null,
});

export const projectTracker = read(getProjectTracker, async (db, actor, { params }) => {
  const project = await readableProject(db, actor, params.projectSlug);
  const aim = projectTarget(project);
  const settings = aim ? project : atFirst(undefined);
  return {
    tracker: present(aim, settings),
    statusesChosen: settings.tracker_statuses !== null,
    detailsChosen: settings.tracker_details !== null,
  };
});

/**
 * Sets a project's target on a connected tracker; only a push tests the target itself. Omitted settings stay
 * if the target stays. Jira is asked for required fields.
 */
export const projectTrackerSet = action(
  setProjectTracker,
  async (context: Context, actor, { params, body }) => {
    const { db } = context;
    const { provider, target, references, statuses, details, fields } = body;
    const entry = trackerOf(provider);
    const name = targetName(entry, target);
    const project = await editableProject(db, actor, params.projectSlug);
    if (fields !== undefined && !entry.hasFields) throw invalid("/fields", `${entry.label} takes no fields`);
    refuseDetails(entry, details);
    const connection = await ofField("/provider", () => requireConnection(db, actor.workspaceId, entry));
    const aim = projectTarget(project);
    const before: TargetSettings = aim?.entry === entry && aim.name === name ? project : atFirst(entry);
    // Stored values stay while the tracker doesn't answer; others could not be checked.
    const isNew = fields !== undefined && JSON.stringify(fields) !== (before.tracker_fields ?? "{}");
    const known = entry.hasFields
      ? await fieldsOf(context, connection, name).catch((error) => {
          if (!(error instanceof TrackerError)) throw error;
          if (isNew) throw upstreamError(error, provider);
          return null;
        })
      : null;
    if (fields !== undefined && known) refuseValues(fields, known);
    const settings: TargetSettings = {
      tracker_references:
        references === undefined ? before.tracker_references : references === "live" ? references : null,
      tracker_statuses: statuses ?? before.tracker_statuses,
      tracker_details: details === undefined ? before.tracker_details : JSON.stringify(inOrder(details)),
      tracker_fields: fields === undefined ? before.tracker_fields : JSON.stringify(fields),
      tracker_required_fields: known
        ? JSON.stringify(known.filter(isRequired))
        : before.tracker_required_fields,
    };
    await context.writer.run(saveTarget, {
      actor,
      projectSlug: params.projectSlug,
      provider,
      target,
      settings,
    });
    return { body: { tracker: present({ entry, target, name }, settings) } };
  },
);

/** Refuses what the tracker can't hold. */
function refuseDetails({ provider, label }: TrackerDefinition, details: readonly TrackerDetail[] = []): void {
  const supported: readonly TrackerDetail[] = trackerDetails[provider];
  const at = details.findIndex((detail) => !supported.includes(detail));
  if (at < 0) return;
  throw invalid(`/details/${at}`, `issues of ${label} have no ${partNames[details[at] ?? "labels"]}`);
}

/** Returns each once. */
const inOrder = (chosen: readonly TrackerDetail[]) =>
  trackerDetail.options.filter((detail) => chosen.includes(detail));

/** Returns the fields of new issues; null for a tracker that has none. */
async function fieldsOf(
  context: Context,
  connection: Awaited<ReturnType<typeof requireConnection>>,
  target: string,
): Promise<CreateField[] | null> {
  const tracker = await openConnection(context, connection);
  return (await tracker.createFields?.(target)) ?? null;
}

function present(aim: Aim | null, settings: TargetSettings) {
  const { tracker_references, tracker_statuses, tracker_details } = settings;
  return {
    provider: aim?.entry.provider ?? null,
    target: aim?.target ?? null,
    references: tracker_references ?? ("neutral" as const),
    statuses: tracker_statuses ?? ("off" as const),
    details: readChosen(tracker_details),
    ...(aim?.entry.hasFields ? presentFields(settings) : {}),
  };
}

function presentFields({ tracker_fields, tracker_required_fields }: TargetSettings) {
  const fields = JSON.parse(tracker_fields ?? "{}") as FieldValues;
  const required = JSON.parse(tracker_required_fields ?? "[]") as CreateField[];
  const requiredFields = required.map(({ issueTypes, ...field }) => ({
    ...field,
    issueTypes: issueTypes.flatMap((type) => (type.isRequired ? type.name : [])),
    ...(fields[field.id] === undefined ? {} : { value: fields[field.id] }),
  }));
  return { fields, requiredFields };
}
