import type { OnConflict } from "../../revisions/merge-open.ts";
import type { Known, KnownBase, KnownSpec } from "./known.ts";
import type { SourceSpec } from "./source.ts";

/** A source spec and its match. */
export type Match =
  | { kind: "found"; source: SourceSpec; spec: KnownSpec; base: KnownBase | undefined }
  | { kind: "new"; source: SourceSpec }
  | { kind: "deleted" | "moved"; source: SourceSpec };

/**
 * Matches source specs in their plan: by `externalRef`, otherwise by the last import. A reference's current
 * holder takes precedence.
 */
export function matchSpecs(
  known: Known,
  sources: readonly SourceSpec[],
  onConflict: OnConflict,
): { matches: Match[]; vanished: { spec: KnownSpec; externalRef: string }[] } {
  const refs = new Set(sources.map(({ externalRef }) => externalRef));
  const taken = new Set(sources.flatMap(({ externalRef }) => known.specOfRef.get(externalRef)?.id ?? []));
  const match = (source: SourceSpec): Match => {
    const before = known.baseOfRef.get(source.externalRef);
    const imported = before && !taken.has(before.item_id) ? before.item_id : undefined;
    const spec = known.specOfRef.get(source.externalRef) ?? known.specs.get(imported ?? "");
    if (spec) return { kind: "found", source, spec, base: known.baseOfSpec.get(spec.id) };
    if (imported === undefined && !known.deletedRefs.has(source.externalRef)) return { kind: "new", source };
    if (imported !== undefined && known.elsewhere.has(imported)) return { kind: "moved", source };
    return { kind: onConflict === "theirs" ? "new" : "deleted", source };
  };
  const matches = sources.map(match);
  const found = new Set(matches.flatMap((one) => (one.kind === "found" ? one.spec.id : [])));
  const vanished = [...known.baseOfSpec.values()].flatMap(({ item_id, external_ref }) => {
    const spec = found.has(item_id) || refs.has(external_ref) ? undefined : known.specs.get(item_id);
    return spec ? [{ spec, externalRef: external_ref }] : [];
  });
  return { matches, vanished };
}
