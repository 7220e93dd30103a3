import { setImmediate as breathe } from "node:timers/promises";
import type { PushPreview, TrackerDetail } from "@groundplan/contract";
import { createTwoFilesPatch } from "diff";
import type { z } from "zod";
import { type Db, isOneOf } from "../../../storage/dialect.ts";
import type { Context } from "../../context.ts";
import { planHandle, specHandle } from "../../handles.ts";
import { trackerOf } from "../../trackers/registry.ts";
import {
  type ExternalRef,
  type Item,
  isDetail,
  type RemoteItem,
  type Tracker,
} from "../../trackers/tracker.ts";
import type { Caveat } from "../ledger/caveats.ts";
import { type Comparison, compare } from "../ledger/compare.ts";
import { oursOf, readBase } from "../ledger/details.ts";
import { itemsOf } from "../ledger/ledger.ts";
import { lookAfter } from "../ledger/look.ts";
import { overwrittenFields } from "../ledger/pushes.ts";
import type { SeenItem } from "../ledger/seen-items.ts";
import type { Step } from "../plan/step.ts";
import { termsFor } from "./detail-terms.ts";
import { assigneesOf, assignmentOf, findPeople, namesOf, type People, peopleCaveats } from "./people.ts";
import { type Compared, longestReadMs, type PreviewRequest, readCompared } from "./preview-items.ts";
import { conflictSentence, goneSentence, partNames, waitsSentence } from "./sentences.ts";

type Preview = z.infer<typeof PushPreview>;

/** Characters per diff, changed lines per diff, and diffs per preview. */
const mostDiff = 4000;
const mostEdits = 200;
const mostDiffs = 200;

interface Telling {
  withDiff: boolean;
  /** Of members, by id. */
  names: ReadonlyMap<string, string>;
}

export interface ChangePreview {
  step: Step;
  change: Preview;
}

/** Compares changed texts with the tracker's. A mere check that finds its issue is left out. */
export async function previewOf(
  context: Context,
  tracker: Tracker,
  request: PreviewRequest,
  steps: readonly Step[],
): Promise<{ told: ChangePreview[]; caveats: Caveat[]; seen: SeenItem[] }> {
  const updates = new Map(
    steps.filter(({ action }) => action === "update").map((step) => [step.entityId, step] as const),
  );
  await tracker.check(request.target);
  const changes = new Map<string, Preview>();
  const gone = new Set<string>();
  const caveats: Caveat[] = [];
  const seen: SeenItem[] = [];
  const overwrite = overwrittenFields(request.options);
  const { people, names, caveats: unknownPeople } = await peopleOf(context, tracker, request, steps);
  let diffsLeft = mostDiffs;
  for await (const page of readCompared(context, tracker, request, [...updates.values()]))
    for (const [id, compared] of page) {
      const step = updates.get(id);
      if (!step) continue;
      const { item, known, statusBase, detailsBase, labels, remote, external } = compared;
      await breathe();
      const found =
        remote && !step.isLook
          ? compare(item, remote, known, tracker, {
              overwrite,
              statusBase,
              detailsBase,
              terms: termsFor(tracker, people, labels, item, remote),
            })
          : null;
      for (const { why } of found?.left ?? [])
        if (why !== "") caveats.push({ text: why, planIds: [step.planId], specId: id });
      if (remote && found && overwrite.length === 0) seen.push(seenOf(step, compared, remote, found));
      if (remote && found && found.conflicts.length > 0)
        caveats.push({ text: conflictSentence(remote, found.conflicts), planIds: [step.planId] });
      const outcome = remote
        ? tell(step, compared, remote, found, { withDiff: diffsLeft > 0, names })
        : tellGone(step, external, request);
      if (!remote) {
        gone.add(id);
        if (outcome.reason !== undefined)
          caveats.push({ text: `${item.handle}: ${outcome.reason}`, planIds: [step.planId], specId: id });
      }
      diffsLeft -= outcome.changes?.filter(({ diff }) => diff !== undefined).length ?? 0;
      changes.set(id, outcome);
    }
  const isRemade = request.options.onGone === "recreate";
  const all = steps.flatMap((step): ChangePreview[] => {
    const { entityId, otherId, path, action, isLook = false } = step;
    const touchesGone = [entityId, otherId ?? "", ...(path ?? [])].some((id) => gone.has(id));
    if (action === "update") {
      if (isLook && !gone.has(entityId)) return [];
      const change = changes.get(entityId) ?? { ...baseOf(step), action, reason: "It was not compared." };
      return [{ step, change }];
    }
    // A link of a gone issue waits, or is recreated with the issue.
    if (touchesGone && !isRemade)
      return action === "create"
        ? [{ step, change: { ...baseOf(step), action: "skip", reason: waitsSentence } }]
        : [];
    return isLook && !touchesGone ? [] : [{ step, change: { ...baseOf(step), action } }];
  });
  const unread = updates.size - changes.size;
  const text = `${unread} items were not compared: a preview takes no longer than ${longestReadMs / 1000} seconds.`;
  const told = [...unknownPeople, ...caveats];
  return { told: all, caveats: unread > 0 ? [...told, { text, planIds: [] }] : told, seen };
}

/** Finds the accounts of assignees until the time is up. */
async function peopleOf(
  { db }: Context,
  tracker: Tracker,
  request: PreviewRequest,
  steps: readonly Step[],
): Promise<{ people: People; names: ReadonlyMap<string, string>; caveats: Caveat[] }> {
  const until = Date.now() + longestReadMs;
  const bases = await basesOf(db, request, steps);
  const assignments = steps.flatMap((step) => assignmentOf(step, bases(step)));
  const people: People = {};
  for await (const page of findPeople(db, tracker, request, assigneesOf(assignments))) {
    Object.assign(people, page);
    if (Date.now() >= until) break;
  }
  const { label } = trackerOf(request.provider);
  const names = await namesOf(db, assigneesOf(assignments));
  return { people, names, caveats: await peopleCaveats(db, label, people, assignments) };
}

async function basesOf(db: Db, request: PreviewRequest, steps: readonly Step[]) {
  const ids = steps.flatMap(({ details, entityId }) => (details ? entityId : []));
  const rows = await itemsOf(db, request)
    .select(["entity_id", "base_details"])
    .where("kind", "=", "spec")
    .where(isOneOf(db, "entity_id", ids))
    .execute();
  const byId = new Map(rows.map((row) => [row.entity_id, row.base_details]));
  return ({ entityId }: Step) => readBase(byId.get(entityId) ?? null);
}

/** Stores nothing for an issue that the next push writes. */
function seenOf(
  step: Step,
  { row, item, known, statusBase, detailsBase }: Compared,
  remote: RemoteItem,
  found: Comparison,
) {
  const isWritten = remote.readOnlyReason === null && found.write.length > 0;
  const { effort, status, details, hash } = step;
  const looked = { title: item.title, effort, status, details, hash };
  const base = { lastSynced: known, statusBase, detailsBase, unwritable: found.left.map(({ part }) => part) };
  return { row, look: isWritten ? null : lookAfter(looked, remote, found.conflicts, base) };
}

function tell(
  step: Step,
  { item, external }: Compared,
  remote: RemoteItem,
  found: Comparison | null,
  telling: Telling,
): Preview {
  const base = { ...baseOf(step), externalKey: external.key, url: external.url };
  if (!found || remote.readOnlyReason !== null)
    return {
      ...base,
      action: "skip",
      ...(remote.readOnlyReason === null ? {} : { reason: remote.readOnlyReason }),
    };
  const action = found.write.length > 0 ? "update" : found.conflicts.length > 0 ? "conflict" : "skip";
  const [left] = found.left;
  const isLeft = action === "skip" && left !== undefined;
  return {
    ...base,
    action,
    changes: changesOf(item, remote, found, telling),
    ...(isLeft ? { reason: left.why || `Its ${partNames[left.part]} can't be written.` } : {}),
  };
}

/** Leaves out the URL, which is dead. */
function tellGone(step: Step, { key }: ExternalRef, { options: { onGone } }: PreviewRequest): Preview {
  const base = { ...baseOf(step), externalKey: key };
  if (onGone === "recreate") return { ...base, action: "recreate" };
  if (onGone === "release") return { ...base, action: "release" };
  return { ...base, action: "gone", reason: goneSentence(key) };
}

const baseOf = ({ kind, planNumber, specNumber }: Step) => ({
  kind,
  planShortId: planHandle(planNumber),
  ...(specNumber === null ? {} : { specShortId: specHandle(specNumber) }),
});

function changesOf(
  item: Item,
  remote: RemoteItem,
  { write, conflicts }: Comparison,
  { withDiff, names }: Telling,
): Preview["changes"] {
  return [...write, ...conflicts].map((field) => {
    const conflict = conflicts.includes(field);
    if (field === "text") {
      const diff = withDiff ? diffOf(remote.fields.text, item.text) : undefined;
      return { field, conflict, from: null, to: null, ...(diff === undefined ? {} : { diff }) };
    }
    if (field === "status") return { field, conflict, from: remote.status, to: item.status };
    if (isDetail(field)) return { field, conflict, ...detailChange(field, item, remote, names) };
    const ours = field === "title" ? item.title : item.effort === null ? null : String(item.effort);
    return { field, conflict, from: remote.fields[field] || null, to: ours };
  });
}

/** Leaves out the tracker's labels, of which there may be foreign ones. */
function detailChange(
  detail: TrackerDetail,
  { details }: Item,
  { details: there }: RemoteItem,
  names: ReadonlyMap<string, string>,
) {
  if (detail === "labels")
    return { from: null, to: details?.labels?.map(({ name }) => name).join(", ") || null };
  const ours = oursOf(details ?? {}, detail);
  if (detail === "assignee") return { from: there.assignee || null, to: names.get(ours) ?? null };
  return { from: there[detail] || null, to: ours || null };
}

/** Returns undefined if the texts share hardly any lines, as the cost grows quadratically. */
function diffOf(there: string, here: string): string | undefined {
  const options = { context: 2, maxEditLength: mostEdits };
  const patch = createTwoFilesPatch("tracker", "plan", there, here, "", "", options);
  if (patch === undefined || patch.length <= mostDiff) return patch;
  return `${patch.slice(0, mostDiff - 1).toWellFormed()}…`;
}
