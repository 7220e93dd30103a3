import { getGraph } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { read } from "../../api/read.ts";
import { buttonClass } from "../../components/button.tsx";
import { counted } from "../../components/counted.ts";
import { later } from "../../components/loading/later.tsx";
import { Skeleton } from "../../components/loading/skeleton.tsx";
import { Loaded } from "../../components/page/loaded.tsx";
import type { PlanParams } from "../../planning/params.ts";
import { cycleText, listed } from "../../planning/plans/cycle-note.tsx";
import { NamedPlans } from "../../planning/plans/named-plans.tsx";
import { PlanPage } from "../../planning/plans/plan-page.tsx";
import { NoSpecs } from "../../planning/specs/no-specs.tsx";
import type { Graph } from "../../planning/specs/node-key.ts";
import { isLeft, sayUnestimated } from "../../planning/specs/say-unestimated.ts";
import { GraphList } from "./graph-list.tsx";
import type { GraphView } from "./graph-view.ts";
import { useHeldSpecs } from "./held-specs.ts";
import { useLayout } from "./use-layout.ts";

const Canvas = later(() => import("./canvas.tsx"), { waiting: () => <Skeleton rows={12} /> });
const from = "/shell/projects/$projectSlug/plans/$planShortId/graph" as const;

/** Dependencies in a plan and its sub-plans, with the critical path. */
export default function GraphPage() {
  const params = useParams({ from });
  const view = useSearch({ from });
  const query = useQuery(read(getGraph, { params }));
  return (
    <PlanPage params={params}>
      {(_, canEdit) => (
        <Loaded query={query}>
          {(graph) =>
            graph.nodes.length === 0 ? (
              <NoSpecs params={params} canEdit={canEdit} />
            ) : (
              <LoadedGraph params={params} graph={graph} view={view} canEdit={canEdit} />
            )
          }
        </Loaded>
      )}
    </PlanPage>
  );
}

interface Properties {
  params: PlanParams;
  graph: Graph;
  view: GraphView;
  canEdit: boolean;
}

function LoadedGraph({ params, graph, view, canEdit }: Properties) {
  const layout = useLayout(graph, params.planShortId);
  const held = useHeldSpecs(params.projectSlug);
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-note text-ink-2">
          <NamedPlans text={sayAll(graph)} />
          {canEdit && !view.list && " Draw a line from a card to the spec that needs it."}
        </p>
        <Link
          to="/projects/$projectSlug/plans/$planShortId/graph"
          params={params}
          search={view.list ? {} : { list: true }}
          replace
          className={buttonClass()}
        >
          {view.list ? "Graph" : "List"}
        </Link>
      </div>
      {layout === null ? (
        <Skeleton rows={12} />
      ) : view.list ? (
        <GraphList projectSlug={params.projectSlug} layout={layout} held={held} />
      ) : (
        <Canvas params={params} layout={layout} held={held} canEdit={canEdit} at={view.at} />
      )}
    </>
  );
}

function sayAll({ nodes, next, waves, criticalPath, unestimated, cycles = [] }: Graph): string {
  // Waves with only other plans' specs are hidden.
  const shown = waves.filter((wave) => wave.length > 0);
  const parts = [
    `${counted(nodes.length, "spec")} in ${counted(shown.length, "wave")}`,
    `${next.length.toLocaleString("en")} ready to start`,
    `${counted(criticalPath.length, "step")} on the critical path`,
    ...(unestimated > 0 ? [sayUnestimated(unestimated, nodes.filter(isLeft).length)] : []),
  ];
  const sentences = cycles.map((cycle) => ` ${cycleText(cycle)} ${listed(cycle)}.`).join("");
  return `${parts.join(", ")}.${sentences}`;
}
