import type { GraphNode, Spec, SpecStatus } from "@groundplan/contract";
import { counted } from "../../components/counted.ts";
import type { Group } from "../../components/lists/grouped-list.tsx";
import { wordOf } from "../../components/status.tsx";

/** Groups by wave or status, in progress first. Until the graph is loaded, waves are unknown. */
export function groupSpecs(specs: readonly Spec[], nodes: readonly GraphNode[] | undefined): Group<Spec>[] {
  const waves = new Map(nodes?.map(({ specShortId, wave }) => [specShortId, wave]));
  const open = specs.filter(({ status }) => status === "TODO");
  const waveOf = ({ shortId }: Spec) => (nodes ? (waves.get(shortId) ?? null) : 0);
  const inWaves = Map.groupBy(open, waveOf);
  const last = Math.max(0, ...[...inWaves.keys()].map(Number));
  // A wave may have only specs of other plans.
  const waiting = Array.from({ length: last }, (_, index) => index + 1).filter((wave) => inWaves.has(wave));
  const group = (title: string, items: Spec[], says = counted(items.length, "spec")) => ({
    key: title,
    title,
    says,
    items,
  });
  const withStatus = (is: SpecStatus) =>
    group(
      wordOf(is),
      specs.filter(({ status }) => status === is),
    );
  return [
    group(nodes ? "Now" : "Open", [...withStatus("IN_PROGRESS").items, ...(inWaves.get(0) ?? [])]),
    ...waiting.map((wave, index) => ({
      key: `wave ${wave}`,
      title: index === 0 ? "Next" : "Later",
      says: `wave ${wave + 1}`,
      items: inWaves.get(wave) ?? [],
    })),
    group("In a cycle", inWaves.get(null) ?? [], "they wait for each other"),
    withStatus("DONE"),
    withStatus("CANCELLED"),
  ].filter(({ items }) => items.length > 0);
}
