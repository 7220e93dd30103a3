import { type GraphNode, getGraph, getPushStatus, listSpecs } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { read, readAll } from "../../api/read.ts";
import { counted } from "../../components/counted.ts";
import { wordOf } from "../../components/status.tsx";
import { Time } from "../../components/time.tsx";
import type { PushStatus } from "../../planning/plans/push-state.tsx";
import { type Graph, keyOf } from "../../planning/specs/node-key.ts";
import { isLeft, sayUnestimated } from "../../planning/specs/say-unestimated.ts";

/** The lowest grade that is ready to build. */
const ready = 4;

/** Late numbers don't shift the page. */
export function PlanSummary({ params }: { params: { projectSlug: string; planShortId: string } }) {
  const { data: specs } = useQuery(readAll(listSpecs, { params }, "specs"));
  const { data: graph } = useQuery(read(getGraph, { params }));
  const { data: push } = useQuery(read(getPushStatus, { params }));
  const open = specs?.filter(({ status }) => status === "TODO" || status === "IN_PROGRESS");
  const done = specs?.filter(({ status }) => status === "DONE").length;
  const underWay = specs?.filter(({ status }) => status === "IN_PROGRESS").length;
  const below = open?.filter(({ readiness }) => readiness !== null && readiness < ready).length;
  const [state] = push?.pushStatus ?? [];
  return (
    <dl className="grid grid-cols-2 rounded-card border border-line bg-sheet grid-paper-12 column:grid-cols-4">
      <Cell
        value={specs && `${done} of ${specs.length}`}
        says={underWay ? `done, ${underWay} ${wordOf("IN_PROGRESS").toLowerCase()}` : "done"}
      />
      <Cell
        value={below === undefined ? undefined : `${below} below Ready`}
        says={below === 0 ? "nothing is missing" : "each with its reasons"}
      />
      <Cell
        value={graph && `${counted(graph.criticalPath.length, "step")} left`}
        says={
          graph && graph.criticalPath.length > 0
            ? forecast(graph, params.planShortId)
            : "on the critical path"
        }
      />
      <Cell value={push && pushed(state)} says={<LastPush state={state} />} />
    </dl>
  );
}

/** The effort assumed for unestimated specs, as in the graph. */
const usual = 3;

/** Effort off the critical path can run in parallel. */
function forecast({ nodes, criticalPath, unestimated }: Graph, here: string): string {
  const path = new Set(criticalPath);
  const left = nodes.filter(isLeft);
  const sumOf = (some: readonly GraphNode[]) => some.reduce((sum, { effort }) => sum + (effort ?? usual), 0);
  const longest = sumOf(left.filter((node) => path.has(keyOf(node, here))));
  const missing = unestimated > 0 ? `, ${sayUnestimated(unestimated, left.length)}` : "";
  return `on the critical path: effort ${longest} of ${sumOf(left)}${missing}`;
}

const pushed = (state: PushStatus | undefined) =>
  state && !state.neverPushed ? `${state.pushedCount} of ${state.total} pushed` : "Not pushed";

function LastPush({ state }: { state: PushStatus | undefined }) {
  if (!state?.lastPushedAt) return "no tracker has it yet";
  return (
    <>
      {state.externalKey} <Time at={state.lastPushedAt} />
      {state.changedCount > 0 && `, ${state.changedCount} changed since`}
      {state.goneCount > 0 && `, ${state.goneCount} gone`}
    </>
  );
}

function Cell({ value, says }: { value: string | undefined; says: ReactNode }) {
  return (
    <div className="flex flex-col-reverse justify-end border-line px-3.5 py-2.5 not-last:border-r max-column:nth-2:border-r-0 max-column:nth-[-n+2]:border-b">
      <dt className="text-note text-ink-3">{says}</dt>
      <dd className="min-h-6 text-[1.125rem] leading-6 font-semibold">{value}</dd>
    </div>
  );
}
