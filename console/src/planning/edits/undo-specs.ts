import { getSpec, listSpecs, restoreSpec, type Spec } from "@groundplan/contract";
import { call } from "../../api/call.ts";
import { queryClient } from "../../api/query-client.ts";
import { invalidate, read, readAll } from "../../api/read.ts";
import { UserError } from "../../base/user-error.ts";
import { counted } from "../../components/counted.ts";
import { toast } from "../../components/overlays/toast.tsx";
import { wordOf } from "../../components/status.tsx";
import { type Edit, sendEdits } from "../../edits/edit.ts";
import type { PlanParams } from "../params.ts";
import { editSpec, reorder, type SpecChanges } from "./spec-edits.ts";

/** Returns a single spec's handle, or the number of specs. */
export const handleOrCount = (specs: readonly Pick<Spec, "shortId">[]): string =>
  specs.length === 1 ? String(specs[0]?.shortId) : counted(specs.length, "spec");

/** Shows a change of status or effort, with an undo. */
export function offerChangeBack(params: PlanParams, before: readonly Spec[], changes: SpecChanges): void {
  toast(`${handleOrCount(before)}: ${says(changes)}.`, async () =>
    sendEdits(...editsBack(params, before, changes)),
  );
}

function says({ status, effort, title }: SpecChanges): string {
  if (status !== undefined) return wordOf(status);
  if (title !== undefined) return "renamed";
  return typeof effort === "number" ? `effort ${effort}` : "no effort";
}

/** Restores values not changed since; throws if there are none. */
function editsBack(params: PlanParams, before: readonly Spec[], changes: SpecChanges): Edit[] {
  const edits = before.flatMap((spec) => {
    const now = cachedSpec(params, spec);
    if (!now) return [];
    const same = (["status", "effort", "title"] as const).filter(
      (name) => name in changes && now[name] === changes[name],
    );
    const back: SpecChanges = Object.fromEntries(same.map((name) => [name, spec[name]]));
    return same.length > 0 ? [editSpec(params, { ...spec, revision: now.revision }, back)] : [];
  });
  if (edits.length === 0) throw new UserError("Someone has changed this since, so it stays as it is.");
  return edits;
}

/** Returns the cached spec, from its list or page. */
function cachedSpec(params: PlanParams, { id, shortId }: Spec): Spec | undefined {
  const list = queryClient.getQueryData<Spec[]>(readAll(listSpecs, { params }, "specs").queryKey);
  const own = read(getSpec, { params: { ...params, specShortId: shortId } });
  return list?.find((spec) => spec.id === id) ?? queryClient.getQueryData(own.queryKey)?.spec;
}

/** Shows a move, with an undo. */
export function offerPlaceBack(params: PlanParams, before: readonly Spec[], id: string): void {
  const at = before.findIndex((spec) => spec.id === id);
  const next = before[at + 1];
  const on = next ?? before[at - 1];
  if (on)
    toast(`${before[at]?.shortId} was moved.`, () =>
      sendEdits(reorder(params, id, on.id, next ? "before" : "after")),
    );
}

/** Shows a deletion, with an undo. */
export function offerRestore(params: PlanParams, specs: readonly Spec[]): void {
  toast(`${handleOrCount(specs)} ${specs.length === 1 ? "is" : "are"} deleted.`, () =>
    restore(params, specs),
  );
}

/** Names the dependencies that can't be restored. */
export async function restore(params: PlanParams, specs: readonly Pick<Spec, "shortId">[]): Promise<void> {
  const dropped: string[] = [];
  try {
    for (const { shortId: specShortId } of specs) {
      const answer = await call(restoreSpec, { params: { ...params, specShortId } });
      dropped.push(...answer.dropped.map(({ from, to }) => `${from} no longer needs ${to}`));
    }
  } finally {
    await invalidate(listSpecs);
  }
  const lost = dropped.length > 0 ? ` It would create a cycle: ${dropped.join(", ")}.` : "";
  toast(`${handleOrCount(specs)} ${specs.length === 1 ? "is" : "are"} back.${lost}`);
}
