import type { GraphNode, Spec, SpecStatus } from "@groundplan/contract";
import type { Group } from "../../components/grouped-list.tsx";
import { wordOf } from "../../components/status.tsx";

/** Groups by wave or status, in progress first. The graph loads later; until then only by status. */
export function groupSpecs(specs: readonly Spec[], nodes: readonly GraphNode[] | undefined): Group<Spec>[] {
  const waves = new Map(nodes?.map(({ specShortId, wave }) => [specShortId, wave]));
  const of = (keep: (spec: Spec) => boolean) => specs.filter(keep);
  const open = of(({ status }) => status === "TODO");
  const waveOf = ({ shortId }: Spec) => (nodes ? (waves.get(shortId) ?? null) : 0);
  const inWaves = Map.groupBy(open, waveOf);
  const last = Math.max(0, ...[...inWaves.keys()].map(Number));
  const nothingBefore = !specs.some(
    (spec) => spec.status === "IN_PROGRESS" || (spec.status === "TODO" && waveOf(spec) === 0),
  );
  // A wave may have only specs of other plans.
  const waited = Array.from({ length: last }, (_, index) => index + 1).filter((wave) => inWaves.has(wave));
  const later = waited.map((wave, index) => ({
    title: index > 0 ? "After that" : nothingBefore ? "Waiting" : "Then",
    says: `wave ${wave + 1}`,
    items: inWaves.get(wave) ?? [],
  }));
  const withStatus = (is: SpecStatus) => ({
    title: wordOf(is),
    says: "",
    items: of(({ status }) => status === is),
  });
  return [
    withStatus("IN_PROGRESS"),
    {
      title: nodes ? "Can start now" : "Not begun",
      says: nodes ? "everything they need is done" : "",
      items: inWaves.get(0) ?? [],
    },
    ...later,
    {
      title: "In a circle",
      says: "they wait for each other",
      items: inWaves.get(null) ?? [],
    },
    withStatus("DONE"),
    withStatus("CANCELLED"),
  ].filter(({ items }) => items.length > 0);
}
