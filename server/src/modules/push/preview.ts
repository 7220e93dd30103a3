import { setImmediate as breathe } from "node:timers/promises";
import type { PushPreview } from "@groundplan/contract";
import { createTwoFilesPatch } from "diff";
import type { z } from "zod";
import type { Context } from "../../context.ts";
import { planHandle, specHandle } from "../handles.ts";
import type { Caveat } from "./caveats.ts";
import { type Comparison, compare } from "./compare.ts";
import { type Compared, longestReadMs, readCompared } from "./preview-items.ts";
import type { Aim } from "./runs.ts";
import type { Step } from "./step.ts";
import type { Item, Seen, Tracker } from "./trackers/tracker.ts";
import { conflictSentence } from "./update.ts";

type Preview = z.infer<typeof PushPreview>;

/** Characters of a diff, lines that it may change, and diffs of one preview. */
const mostDiff = 4000;
const mostEdits = 200;
const mostDiffs = 200;

/** What each step would do. Texts that changed here are compared with what the tracker has. */
export async function previewOf(
  context: Context,
  tracker: Tracker,
  aim: Aim,
  steps: readonly Step[],
): Promise<{ preview: Preview[]; caveats: Caveat[] }> {
  const updates = new Map(
    steps.filter(({ action }) => action === "update").map((step) => [step.entityId, step] as const),
  );
  await tracker.check(aim.target);
  const told = new Map<string, Preview>();
  const caveats: Caveat[] = [];
  let room = mostDiffs;
  for await (const page of readCompared(context, tracker, aim, [...updates.values()]))
    for (const [id, compared] of page) {
      const step = updates.get(id);
      if (!step) continue;
      const { item, known, seen } = compared;
      const overwrite = aim.options.onConflict === "overwrite";
      await breathe();
      const found = seen && compare(item, seen, known, tracker, { overwrite });
      if (seen && found && found.conflicts.length > 0)
        caveats.push({ text: conflictSentence(seen, found.conflicts), planIds: [step.planId] });
      const one = tell(step, compared, found, room > 0);
      room -= one.changes?.filter(({ diff }) => diff !== undefined).length ?? 0;
      told.set(id, one);
    }
  const preview = steps.map((step): Preview => {
    if (step.action !== "update") return { ...baseOf(step), action: step.action };
    return told.get(step.entityId) ?? { ...baseOf(step), action: "update", reason: "It was not compared." };
  });
  const unread = updates.size - told.size;
  const text = `${unread} items were not compared: a preview takes no longer than ${longestReadMs / 1000} seconds.`;
  return { preview, caveats: unread > 0 ? [...caveats, { text, planIds: [] }] : caveats };
}

function tell(
  step: Step,
  { item, external, seen }: Compared,
  found: Comparison | null,
  hasRoom: boolean,
): Preview {
  const base = { ...baseOf(step), externalKey: external.key, url: external.url };
  if (!seen || !found || seen.shut !== null)
    return { ...base, action: "skip", reason: seen?.shut ?? "It was deleted in the tracker." };
  const action = found.write.length > 0 ? "update" : found.conflicts.length > 0 ? "conflict" : "skip";
  return { ...base, action, changes: changesOf(item, seen, found, hasRoom) };
}

const baseOf = ({ kind, planNumber, specNumber }: Step) => ({
  kind,
  planShortId: planHandle(planNumber),
  ...(specNumber === null ? {} : { specShortId: specHandle(specNumber) }),
});

function changesOf(
  item: Item,
  seen: Seen,
  { write, conflicts }: Comparison,
  hasRoom: boolean,
): Preview["changes"] {
  return [...write, ...conflicts].map((field) => {
    const conflict = conflicts.includes(field);
    if (field === "text") {
      const diff = hasRoom ? diffOf(seen.fields.text, item.text) : undefined;
      return { field, conflict, from: null, to: null, ...(diff === undefined ? {} : { diff }) };
    }
    const ours = field === "title" ? item.title : item.effort === null ? null : String(item.effort);
    return { field, conflict, from: seen.fields[field] || null, to: ours };
  });
}

/** Of texts that have hardly a line in common there is none: finding it takes time that grows with its square. */
function diffOf(there: string, here: string): string | undefined {
  const options = { context: 2, maxEditLength: mostEdits };
  const patch = createTwoFilesPatch("tracker", "plan", there, here, "", "", options);
  if (patch === undefined || patch.length <= mostDiff) return patch;
  return `${patch.slice(0, mostDiff - 1).toWellFormed()}…`;
}
