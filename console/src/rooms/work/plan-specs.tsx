import { getGraph, listSpecs } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { read, readAll } from "../../api/read.ts";
import { Empty } from "../../parts/empty.tsx";
import { List } from "../../parts/list.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { groupSpecs } from "./spec-groups.ts";
import { SpecRow } from "./spec-row.tsx";

/** Shows the specs of a plan, in the order in which they can be built. */
export function PlanSpecs({ params }: { params: { projectSlug: string; planShortId: string } }) {
  const specs = useQuery(readAll(listSpecs, { params }, "specs"));
  const { data: graph } = useQuery(read(getGraph, { params }));
  const nodes = graph?.nodes.filter(({ planShortId }) => planShortId === params.planShortId);
  return (
    <Loaded query={specs}>
      {(all) =>
        all.length === 0 ? (
          <div className="mt-4">
            <Empty
              command={`npx groundplan api POST /v1/projects/${params.projectSlug}/plans/${params.planShortId}/specs -f title="A guest pays"`}
            >
              Specs say what is to be built, with numbered criteria. This plan has none of its own yet; add
              the first one on the command line.
            </Empty>
          </div>
        ) : (
          groupSpecs(all, nodes).map(({ title, says, specs: some }) => (
            <section key={`${title} ${says}`} aria-label={title}>
              <h2 className="flex items-baseline gap-2 pt-4 pb-1 text-small font-semibold text-ink-2">
                {title}
                <span className="font-normal text-ink-3">{says || some.length}</span>
              </h2>
              <List label={title} items={some} keyOf={({ id }) => id}>
                {(spec) => <SpecRow params={params} spec={spec} />}
              </List>
            </section>
          ))
        )
      }
    </Loaded>
  );
}
