import type { Actor } from "../../../actor.ts";
import { invalid } from "../../../errors.ts";
import type { Tx } from "../../../storage/dialect.ts";
import type { Target } from "../find-plans.ts";
import type { ImportedSpec } from "../imported-spec.ts";
import type { SourcePlan, SourceSpec } from "../source.ts";
import {
  type FileRow,
  filesOfPlans,
  type PlaceRow,
  placesOfPlans,
  replaceRows,
  usableFiles,
} from "./store.ts";

type Place = NonNullable<SourceSpec["source"]>;

/** A plan with the specs and context sources that exist by now. */
export interface FiledPlan {
  target: Target;
  specs: readonly Pick<ImportedSpec, "id" | "source">[];
  /** Ids of context sources by reference. */
  sourceIds: ReadonlyMap<string, string>;
}

/**
 * Replaces the files of plans whose import names some, and where their parts stand. Throws 400 for a file that
 * the caller didn't upload and the plan's last import doesn't have, or that is gone.
 */
export async function importFiles(tx: Tx, actor: Actor, plans: readonly FiledPlan[]): Promise<void> {
  const { workspaceId } = actor;
  const filed = plans.filter(
    ({ target: { plan, isArchived, source } }) => plan && !isArchived && named(source).length > 0,
  );
  const planIds = filed.map(({ target }) => target.plan?.id ?? "");
  if (filed.length === 0) return;
  const before = await filesOfPlans(tx, workspaceId, planIds);
  const asked = filed.flatMap(({ target }) => named(target.source).map(({ fileId }) => fileId));
  const usable = await usableFiles(
    tx,
    actor,
    asked,
    before.map((row) => row.file_id),
  );
  const files = filed.flatMap(({ target }) => filesOf(workspaceId, target, usable));
  await replaceRows(tx, "imported_files", before, files);
  const places = filed.flatMap((plan) => placesOf(workspaceId, plan));
  await replaceRows(tx, "imported_places", await placesOfPlans(tx, workspaceId, planIds), places);
}

interface Named {
  fileId: string;
  path: string;
  /** JSON Pointer of the file's name, from the plan. */
  at: string;
}

/** Returns the files that a plan, its specs and its context sources name. */
function named({ source, files = [], specs, sources = [] }: SourcePlan): Named[] {
  const of = (place: Place | undefined, at: string) =>
    place ? [{ ...fileOf(place), at: `${at}/source` }] : [];
  return [
    ...files.map((file, index) => ({ ...file, at: `/files/${index}` })),
    ...of(source, ""),
    ...specs.flatMap((spec, index) => of(spec.source, `/specs/${index}`)),
    ...sources.flatMap((one, index) => of(one.source, `/sources/${index}`)),
  ];
}

const fileOf = ({ fileId, path }: Place) => ({ fileId, path });

function filesOf(
  workspaceId: string,
  { plan, path: of, source }: Target,
  usable: ReadonlySet<string>,
): FileRow[] {
  const byPath = new Map<string, FileRow>();
  for (const { fileId, path, at } of named(source)) {
    const field = `${of}${at}`;
    if (!usable.has(fileId))
      throw invalid(
        `${field}/fileId`,
        "is no file that you uploaded for an import within the last hour; upload it again",
      );
    const row = { workspace_id: workspaceId, plan_id: plan?.id ?? "", path, file_id: fileId };
    if ((byPath.get(path)?.file_id ?? fileId) !== fileId)
      throw invalid(`${field}/path`, "is the path of another file of this plan");
    byPath.set(path, row);
  }
  return [...byPath.values()];
}

function placesOf(
  workspaceId: string,
  { target: { plan, source }, specs, sourceIds }: FiledPlan,
): PlaceRow[] {
  const plan_id = plan?.id ?? "";
  const row = (item_id: string | null | undefined, place: Place | undefined): PlaceRow[] => {
    if (!place || !item_id) return [];
    const { path, from, to } = place;
    return [
      { workspace_id: workspaceId, plan_id, item_id, path, from_byte: from ?? null, to_byte: to ?? null },
    ];
  };
  return [
    ...row(plan_id, source.source),
    ...specs.flatMap(({ id, source: spec }) => row(id, spec.source)),
    ...(source.sources ?? []).flatMap((one) => row(sourceIds.get(one.externalRef), one.source)),
  ];
}
