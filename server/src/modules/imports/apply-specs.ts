import type { Actor } from "../../actor.ts";
import type { NewEvent } from "../../events/append.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { PlanRow } from "../plans/access.ts";
import type { SpecRow } from "../specs/access.ts";
import { releaseRefs } from "../specs/deleted/rows.ts";
import { specEvent } from "../specs/events.ts";
import { addSpecs } from "../specs/writes/add-specs.ts";
import { rowOf } from "./base.ts";
import { specKey } from "./decide-spec.ts";
import type { Known } from "./known.ts";
import { type LinkBase, setLinkBases } from "./links/store.ts";
import type { SourceSpec } from "./source.ts";
import { type ImportedRow, replaceImported } from "./store.ts";

interface CreatedSpec {
  from: SourceSpec;
  spec: SpecRow;
  base: ImportedRow;
  event: NewEvent;
}

/** Appends specs to a plan; `pathOf` returns their JSON Pointers. */
export async function createSpecs(
  tx: Tx,
  actor: Actor,
  plan: PlanRow,
  sources: readonly SourceSpec[],
  pathOf: ReadonlyMap<SourceSpec, string>,
): Promise<CreatedSpec[]> {
  if (sources.length === 0) return [];
  const paths = sources.map((source) => pathOf.get(source) ?? "");
  // A recreated spec takes its reference from the deleted one.
  await releaseRefs(
    tx,
    plan,
    sources.map(({ externalRef }) => externalRef),
  );
  const bodies = sources.map(({ externalRef, title, content, status, effort }) => ({
    externalRef,
    title,
    content,
    status,
    effort,
  }));
  const { specs } = await addSpecs(tx, actor, plan, bodies, (at) => paths[at] ?? "");
  return specs.flatMap((spec, index) => {
    const from = sources[index];
    if (!from) return [];
    const { title, content, effort } = from;
    const fields = {
      title,
      content,
      status: spec.status,
      effort: effort === undefined ? null : (effort ?? 0),
    };
    const base = rowOf(specKey(spec, from), fields);
    return [{ from, spec, base, event: specEvent("spec.created", plan, spec) }];
  });
}

/** Replaces merge bases of specs and of their references. `links` are their needs and parents by id. */
export async function replaceBases(
  tx: Tx,
  workspaceId: string,
  known: Known,
  bases: readonly ImportedRow[],
  links: ReadonlyMap<string, LinkBase>,
): Promise<void> {
  const written = new Set(bases.map(({ item_id }) => item_id));
  await setLinkBases(
    tx,
    workspaceId,
    new Map([...links].filter(([id]) => known.specs.has(id) && !written.has(id))),
  );
  if (bases.length === 0) return;
  const replaced = bases.flatMap(({ item_id, external_ref }) => [
    item_id, // May have a base in another plan after a move.
    known.baseOfRef.get(external_ref)?.item_id ?? item_id,
  ]);
  const rows = bases.map((row) => ({ ...row, ...links.get(row.item_id) }));
  await replaceImported(tx, workspaceId, [...new Set(replaced)], rows);
}
