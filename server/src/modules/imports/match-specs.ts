import type { Known, KnownBase, KnownSpec } from "./known.ts";
import type { How, SourceSpec } from "./source.ts";

/** A source spec and its match. */
export type Match =
  | { kind: "found"; source: SourceSpec; spec: KnownSpec; base: KnownBase | undefined; isAdopted?: boolean }
  | { kind: "new"; source: SourceSpec }
  /** The deleted spec's id, if its row is left. */
  | { kind: "deleted" | "moved"; source: SourceSpec; id?: string };

/**
 * Matches source specs in their plan: by `externalRef`, otherwise by the last import. A reference's current
 * holder takes precedence.
 */
export function matchSpecs(
  known: Known,
  sources: readonly SourceSpec[],
  { onConflict, adopt }: Pick<How, "onConflict" | "adopt">,
): { matches: Match[]; vanished: { spec: KnownSpec; externalRef: string }[] } {
  const refs = new Set(sources.map(({ externalRef }) => externalRef));
  const taken = new Set(sources.flatMap(({ externalRef }) => known.specOfRef.get(externalRef)?.id ?? []));
  // Made here, or renamed here where the format tells specs apart by their titles.
  const unmatched = Map.groupBy(
    [...known.specs.values()].filter(({ id, external_ref }) => {
      const base = known.baseOfSpec.get(id);
      return base ? !refs.has(base.external_ref) : external_ref === null;
    }),
    ({ title }) => title,
  );
  const match = (source: SourceSpec): Match => {
    const before = known.baseOfRef.get(source.externalRef);
    const imported = before && !taken.has(before.item_id) ? before.item_id : undefined;
    const spec = known.specOfRef.get(source.externalRef) ?? known.specs.get(imported ?? "");
    if (spec) return { kind: "found", source, spec, base: known.baseOfSpec.get(spec.id) };
    if (imported === undefined && !known.deletedRefs.has(source.externalRef)) {
      const [own, ...others] = adopt ? (unmatched.get(source.title) ?? []) : [];
      if (!own || others.length > 0) return { kind: "new", source };
      const base = known.baseOfSpec.get(own.id);
      return { kind: "found", source, spec: own, base, ...(base ? {} : { isAdopted: true }) };
    }
    if (imported !== undefined && known.elsewhere.has(imported)) return { kind: "moved", source };
    if (onConflict === "theirs") return { kind: "new", source };
    return { kind: "deleted", source, ...(imported === undefined ? {} : { id: imported }) };
  };
  const matches = sources.map(match);
  const found = new Set(matches.flatMap((one) => (one.kind === "found" ? one.spec.id : [])));
  const vanished = [...known.baseOfSpec.values()].flatMap(({ item_id, external_ref }) => {
    const spec = found.has(item_id) || refs.has(external_ref) ? undefined : known.specs.get(item_id);
    return spec ? [{ spec, externalRef: external_ref }] : [];
  });
  return { matches, vanished };
}
