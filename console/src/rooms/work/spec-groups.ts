import type { GraphNode, Spec, SpecStatus } from "@groundplan/contract";
import { wordOf } from "../../parts/status.tsx";

/** A group of specs: those that can be built at the same time, or that stand at the same point. */
export interface SpecGroup {
  title: string;
  says: string;
  specs: Spec[];
}

/**
 * Groups the specs of a plan by when they can be built, those in progress first. Without the graph, which comes later,
 * only their status counts.
 */
export function groupSpecs(specs: readonly Spec[], nodes: readonly GraphNode[] | undefined): SpecGroup[] {
  const waves = new Map(nodes?.map(({ specShortId, wave }) => [specShortId, wave]));
  const of = (keep: (spec: Spec) => boolean) => specs.filter(keep);
  const open = of(({ status }) => status === "TODO");
  const waveOf = ({ shortId }: Spec) => (nodes ? (waves.get(shortId) ?? null) : 0);
  const last = Math.max(0, ...open.map((spec) => waveOf(spec) ?? 0));
  const nothingBefore = !specs.some(
    (spec) => spec.status === "IN_PROGRESS" || (spec.status === "TODO" && waveOf(spec) === 0),
  );
  const later = Array.from({ length: last }, (_, index) => index + 1).map((wave) => ({
    title: wave > 1 ? "After that" : nothingBefore ? "Waiting" : "Then",
    says: `wave ${wave + 1}`,
    specs: open.filter((spec) => waveOf(spec) === wave),
  }));
  const withStatus = (is: SpecStatus) => ({
    title: wordOf(is),
    says: "",
    specs: of(({ status }) => status === is),
  });
  return [
    withStatus("IN_PROGRESS"),
    {
      title: nodes ? "Can start now" : "Not begun",
      says: nodes ? "everything they need is done" : "",
      specs: open.filter((spec) => waveOf(spec) === 0),
    },
    ...later,
    {
      title: "In a circle",
      says: "they wait for each other",
      specs: open.filter((spec) => waveOf(spec) === null),
    },
    withStatus("DONE"),
    withStatus("CANCELLED"),
  ].filter(({ specs: some }) => some.length > 0);
}
